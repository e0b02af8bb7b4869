# English: Hachinin-meri. The first ids are found by name; the others are functions in src/discord/pages/meri/sentences.rs.

command-meri = Open a table of Hachinin-meri here
command-meri-rules = House rules as name=value, for instance: match_length=hitomaki

rules-meri = Hachinin-meri
