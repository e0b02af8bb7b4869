# English: the panel of Hachinin-meri. Every id here is a function in src/discord/pages/meri/sentences.rs.
