# English: what is kept of people. Every id here is a function in src/discord/speech/privacy_sentences.rs;
# `command-…` are descriptions of commands.

## Commands (1 to 100 characters each)
command-privacy = What is kept about you; get it as a file, or delete it

## What is kept
privacy =
    ## 🔒 What is kept about you
    - your Discord id with your settings, the seats you took and the results of your games. No name, no avatar, no messages
    - the moves of a game, by seat. Nobody is named in a record. { $records }
    Nothing is passed on, and nothing is used for anything but the games.
    { "**My data**" } gives you all of it as a file that only you see. **Delete my data** asks once more before it does.
privacy-records = { $days ->
    [0] Records are kept so that a deal can be checked later.
    [one] Records are deleted { $days } day after the game.
   *[other] Records are deleted { $days } days after the game.
}
privacy-page = The privacy policy of whoever runs this bot: <{ $page }>
button-my-data = My data
button-delete-data = Delete my data
button-delete-surely = Yes, delete everything
button-keep-data = Keep my data
privacy-export-coming = Your data are already on their way to you.
privacy-export = This is everything that is kept with your Discord id. Times are in milliseconds since 1970.
privacy-question =
    { "**Delete everything that is kept about you?**" } This cannot be undone.
    Your settings and results are deleted, and you leave the leaderboards. The games themselves stay, and so do the results of the others; where you played, it says “a deleted player”. What was written in Discord’s channels stays there.
privacy-seated = { $seats ->
    [one] You are at a table: { $tables }. You give up your seat first. If the game has begun, a computer goes on playing for you, or the table closes if nobody else plays there; a game that counts is lost, unless you are out of it already.
   *[other] You are at { $seats } tables: { $tables }. You give up all your seats first. Where a game has begun, a computer goes on playing for you, or the table closes if nobody else plays there; a game that counts is lost, unless you are out of it already.
}
privacy-deleted = ✅ Done. Nothing is kept about you any more. If you play again, you start as somebody new.
privacy-deleted-later = ✅ Done. Your settings and past results are gone.{ $tables ->
    [0] {""}
    [one] {" "}A table at which you sat is still open: it forgets you in the moment it ends. If you sit down there again before it ends, it keeps you.
   *[other] {" "}{ $tables } tables at which you sat are still open: each forgets you in the moment it ends. If you sit down at one again before it ends, that one keeps you.
}{ $aside ->
    [0] {""}
    [one] {" "}A table at which you sat was set aside: like this it never ends, and it keeps that you sat there until whoever runs the bot deletes that.
   *[other] {" "}{ $aside } tables at which you sat were set aside: like this they never end, and they keep that you sat there until whoever runs the bot deletes that.
} If you play elsewhere, you start as somebody new.
privacy-nothing = There is nothing to delete: nothing is kept about you.
privacy-not-deleted = Not everything could be deleted just now. Please try again in a moment.
deleted-player = a deleted player
