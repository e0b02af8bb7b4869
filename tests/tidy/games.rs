//! A game is one face per room: where its name may stand.

use super::{Source, Truth, check, code, has_name, shipped, sources};

/// The one list of games in each room, and the files that only say where a game's folder is.
const LISTS: &[&str] = &[
    "rules/any.rs",
    "rules/mod.rs",
    "computers/any.rs",
    "computers/mod.rs",
    "drawing/mod.rs",
    "discord/pages/games.rs",
    "discord/pages/mod.rs",
    // The command line: whose racks can be analysed, and whose pictures be asked for.
    "cli/analyze/mod.rs",
    "cli/draw/mod.rs",
];

/// Where Okey is the name of a tile and not of a game: how a joker looks.
const THE_TILE: &[&str] = &["drawing/packs/tiles.rs"];
const A_JOKERS_FACE: &str = "TileFace::Okey";

/// Whether this is a file of the game's own: in its folder, or named like it.
fn is_own(source: &Source, folder: &str) -> bool {
    let mut parts = source.path.components();
    parts.any(|part| {
        let part = part.as_os_str().to_string_lossy();
        part.trim_end_matches(".rs") == folder
    })
}

fn is_among(source: &Source, files: &[&str]) -> bool {
    files.iter().any(|file| source.path.ends_with(file))
}

/// The names by which code means a game: its variant or state, and the path to its folder.
fn names((folder, state): &(String, String)) -> [String; 3] {
    [
        state.clone(),
        format!("{folder}::"),
        format!("mod {folder}"),
    ]
}

#[test]
fn a_game_is_named_only_in_its_folders_and_in_the_lists() {
    let sources = sources();
    let truth = Truth::of(&sources);
    let mut faults = Vec::new();
    let mut listed = Vec::new();
    for source in &sources {
        for game in &truth.games {
            let is_named = |line: &str| names(game).iter().any(|name| has_name(line, name));
            let named = code(shipped(source))
                .filter(|(_, line)| is_named(&line.replace(A_JOKERS_FACE, "")));
            let named: Vec<usize> = named.map(|(number, _)| number).collect();
            if is_among(source, LISTS) {
                listed.extend(named.first().map(|_| &source.path));
            } else if !is_own(source, &game.0) && !is_among(source, THE_TILE) {
                let path = source.path.display();
                faults.extend(
                    named
                        .iter()
                        .map(|line| format!("{path}:{line}: {}", game.1)),
                );
            }
        }
    }
    check("names of games", faults);
    // Every list that is let off is one.
    for list in LISTS {
        assert!(listed.iter().any(|path| path.ends_with(list)), "{list}");
    }
}

#[test]
fn shared_rooms_do_not_believe_that_every_piece_is_a_tile() {
    let mut faults = Vec::new();
    for source in sources() {
        if !["tables", "store", "arena"].contains(&source.room.as_str()) {
            continue;
        }
        for (number, line) in code(shipped(&source)) {
            let kinds = ["tile::", "card::", "karuta::", "meld::"];
            if kinds.iter().any(|kind| has_name(line, kind)) {
                faults.push(format!("{}:{number}: {line}", source.path.display()));
            }
        }
    }
    check("kinds of pieces", faults);
}
