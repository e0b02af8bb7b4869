# English: house rules. The ids of the first two parts are functions in src/discord/speech/option_sentences.rs. The
# others are found by the names of options (src/discord/speech/option_words.rs): `option-GAME-NAME`, or
# `option-any-NAME` where games share it, is what the option is about; its attributes are what its values mean.

## The pages of the lobby
options-page = ## House rules, page { $page } of { $pages }
    Changes apply at once, and the lobby tells everybody what is unusual.
options-closed = House rules can only be changed before the game starts.
button-previous = Previous
button-following = Next page

## What rules: says no to
option-no-pair = I can't read { $text }. Write house rules as pairs like `{ $pair }`, with spaces between them.
option-unclosed = The bracket { $text } is not closed. What stands in brackets is not read: put a `)` where it ends, or leave it out. No table was opened.
option-unknown = There is no house rule called { $name }. You find all of them in the list of `/{ $command } rules:` and under **More**, **Options** in the lobby.
option-bad-value = { $option } can't be { $value }. Possible values are, for example, { $examples }.
option-no-value = { $option } needs a value. Possible values are, for example, { $examples }.
option-out-of-range = { $option } can't be { $value }, only { $least } to { $most }.
option-together = These don't go together: { $one }, { $other }.
option-refused = ⚠️ { $why } Nothing was changed.

## Options that are the same in every game
option-any-first_dealer = First dealer
    .random = The first dealer is drawn at random
    .seat = { $seat } deals first
    .seats = There is no such seat for the first dealer: there are only { $seats }, counted from 0.
option-any-pile_browsing = Looking through discards
    .adjacent = On your desk you may look through your own and your left neighbour's discards
    .top_only = Nobody looks through discards
    .all = On your desk you may look through all the discards
