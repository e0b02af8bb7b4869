//! Pages: what messages say and which buttons they have, made from words and a look. Nothing here acts or waits.

pub(super) mod board;
pub(super) mod cards;
pub(super) mod declined;
pub(super) mod desk;
pub(super) mod games;
pub(super) mod hint;
pub(super) mod imprint;
pub(super) mod kaluki;
pub(super) mod karuta;
pub(super) mod kit;
pub(super) mod leaders;
pub(super) mod learn;
pub(super) mod lesson;
pub(super) mod line;
pub(super) mod listed;
pub(super) mod lobby;
pub(super) mod lobby_more;
pub(super) mod melds;
pub(super) mod meri;
pub(super) mod okey;
pub(super) mod okey101;
pub(super) mod options;
pub(super) mod panel;
pub(super) mod past;
pub(super) mod press;
pub(super) mod privacy;
pub(super) mod reader;
pub(super) mod replay;
pub(super) mod rules_text;
pub(super) mod settings;
pub(super) mod table_words;
pub(super) mod tiles;
#[cfg(debug_assertions)]
#[path = "../../../tests/toy/pages/mod.rs"]
pub(super) mod toy;
