# English: house rules. The ids of the first two parts are functions in src/discord/option_sentences.rs. The others are
# found by the names of options (src/discord/option_words.rs): `option-GAME-NAME`, or `option-any-NAME` where games
# share it, is what the option is about; its attributes are what its values mean.

## The pages of the lobby
options-page = ## House rules, page { $page } of { $pages }
    What you choose counts at once; the lobby tells everybody what is unusual.
options-closed = The house rules can be changed only before the game begins.
button-previous = Previous
button-following = Next page

## What rules: says no to
option-no-pair = I cannot read { $text }. House rules are pairs like `{ $pair }`, with spaces between them.
option-unknown = There is no house rule { $name }. The list of `/{ $command } rules:` and the lobby's **Options** name all of them.
option-bad-value = { $option }: there is no { $value }. Possible is for instance { $examples }.
option-out-of-range = { $option }: { $value } is not possible, only { $least } to { $most }.
option-together = These do not go together: { $one }, { $other }.
option-refused = ⚠️ { $why } Nothing was changed.

## Options that are the same in every game
option-any-first_dealer = First dealer
    .random = Chance decides who deals first
    .seat = { $seat } deals first
    .seats = The first dealer would sit at no seat: there are only { $seats }, counted from 0.
option-any-pile_browsing = Looking through discards
    .adjacent = You may look through your own and your left neighbour's discards
    .top_only = Nobody looks through discards
    .all = Everybody may look through all discards
