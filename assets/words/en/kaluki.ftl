# English: Kaluki. The first ids are found by name; the others are functions in src/discord/pages/kaluki/sentences.rs.
