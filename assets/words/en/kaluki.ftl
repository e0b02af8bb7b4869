# English: Kaluki. The first ids are found by name; the others are functions in src/discord/pages/kaluki/sentences.rs.

command-kaluki = Open a table of Kaluki here
command-kaluki-rules = House rules as name=value, for instance: match_mode=single_deal

rules-kaluki = Kaluki
