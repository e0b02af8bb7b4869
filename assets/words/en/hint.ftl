# English: hints, what the solver would do and why. Every id here is a function in src/discord/speech/hint_sentences.rs;
# `command-…` are descriptions of commands.

button-hint = Hint
hint = 💡 **{ $action }**: { $reason }
hint-typed = You can type just this move with `/play`: `{ $text }`
hint-rated = There are no hints in rated games. To get hints, open a table with `rated: False` or play against computers only.
hint-nothing-to-do = There is nothing for you to do right now; ask for a hint when it's your turn.
hint-joins = { $piece } goes with { $others }.
hint-joins-nothing = { $piece } goes with nothing you hold.
hint-spares = it goes with nothing else you have left over.
hint-spares-of = it goes with { $others }, but you can do more with the rest.
hint-together = { $pieces } may become a set or a run, so keep them.
hint-both = { $first } and { $last }
command-hint = Ask what the solver would do now, and why (not in rated games)
