//! Evenings: the real bot plays over real sockets against the sandbox, as people would see it.
//!
//! Each file is one kind of evening. Nobody sleeps here: waits are on the sandbox's news, and each has a limit.

mod chromium;
mod house;
mod matrix;
mod meri_book;
mod meri_eight;
mod message;
mod moves_meri;
#[path = "../support/openapi.rs"]
mod openapi;
mod people;
mod play;
mod play101;
mod play_kaluki;
mod play_meri;
mod process;
mod quick;
mod record;
mod rig;
mod taps;
mod told_meri;
mod world;

mod access;
mod analyze;
mod anew;
mod bad_input;
mod browser;
mod command_line;
mod copies;
mod damaged;
mod desk;
mod faces;
mod fair;
mod faults;
mod faults_aimed;
mod flooded;
mod gateways;
mod gone;
mod hints;
mod hosting;
mod in_time;
mod invitations;
mod judged;
mod judged_cards;
mod judged_melds;
mod judged_tricks;
mod kaluki;
mod kaluki_announcing;
mod kaluki_answers;
mod kaluki_book;
mod kaluki_buying;
mod kaluki_composing;
mod kaluki_forged;
mod kaluki_matches;
mod kaluki_out;
mod kaluki_refused;
mod kaluki_restart;
mod kaluki_turns;
mod kaluki_typed;
mod kaluki_units;
mod kaluki_void;
mod kept;
mod killed;
mod killed_often;
mod late;
mod learn;
mod leaving;
mod lessons;
mod lists;
mod lobbies;
mod meri;
mod meri_asked;
mod meri_forged;
mod meri_leaving;
mod meri_matches;
mod meri_options;
mod meri_pages;
mod meri_refused;
mod meri_restart;
mod meri_rhythm;
mod meri_robau;
mod meri_round_about;
mod meri_secrets;
mod meri_teams;
mod meri_tricks;
mod meri_typed;
mod meri_yaku;
mod okey101;
mod okey101_around;
mod okey101_bad_input;
mod okey101_composing;
mod okey101_endings;
mod okey101_forged;
mod okey101_pages;
mod okey101_penalties;
mod okey101_restart;
mod options;
mod pings;
mod privacy;
mod records;
mod rematch;
mod repost;
mod results;
mod seats;
mod settings;
mod strangers;
mod threads;
mod tidy;
mod time;
#[cfg(debug_assertions)]
mod toy;
mod traffic;
mod two_worlds;
mod two_worlds_log;
mod typed;
mod votes;
mod watchers;
mod whole_games;

/// Says something that the reader of a test run has to know, past the capture of what tests print.
fn aloud(line: &str) {
    use std::io::Write;
    // Only `print!` and its kin are captured. A reader who closed the pipe does not want to know.
    let _ = writeln!(std::io::stderr(), "{line}");
}
