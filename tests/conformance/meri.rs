//! The battery for Hachinin-meri: what the contract promises under random house rules, everything that can be composed,
//! and that no vector and no option of its written rules is left out.
//!
//! A failure names the house rules and the seed.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use istaka::rules::any::GameId;
use istaka::rules::karuta::Karuta;
use istaka::rules::meri::order::is_trump;
use istaka::rules::meri::{Action, Event, Meri, Options, Robau, SEATS};
use istaka::rules::{Chance, Dice, Game, Refused, Seat, Viewer};

use crate::conformance::leaks::leaks;
use crate::conformance::walk::{any_listed, rounds, walk};
use crate::support::rows;

/// The written rules, as this project has them.
const RULES: &str = include_str!("../../docs/rules/hachinin-meri.md");

/// One table of this battery.
#[derive(Debug)]
pub struct Table {
    pub seed: u64,
    pub options: Options,
}

impl Table {
    /// Any house rules; one round, or now and then a kiri.
    pub fn new(seed: u64) -> Self {
        let length = if seed.is_multiple_of(16) {
            "hitokiri"
        } else {
            "hitomaki"
        };
        Self::of(seed, &[("match_length", length)])
    }

    /// Any house rules but for these.
    pub fn of(seed: u64, fixed: &[(&str, &str)]) -> Self {
        let mut dice = Dice::from_seed(seed);
        let mut options = Options::default();
        for row in GameId::Meri.options() {
            let offered = row.offered(SEATS);
            let value = &offered[dice.below(offered.len() as u32) as usize];
            let before = options.clone();
            options.set(row.name, value).expect("what is offered");
            if Meri::check(&options, SEATS).is_err() {
                options = before;
            }
        }
        for (name, value) in fixed {
            options.set(name, value).expect("a value of the rules");
        }
        Self { seed, options }
    }

    pub fn game(&self) -> Meri {
        Meri::check(&self.options, SEATS).expect("the options fit");
        Meri::new(&self.options, SEATS)
    }
}

/// A long match for as much as a yaku may be worth.
pub fn extreme(seed: u64) -> Table {
    let most = [
        ("yaku_high", "10000"),
        ("yaku_value", "10000"),
        ("yaku", "true"),
        ("match_length", "hitoshobu"),
    ];
    Table::of(seed, &most)
}

/// Runs a check at so many tables, or at more of them; a failure names the table.
pub fn at_tables(usual: u64, check: impl Fn(&Table)) {
    for seed in 0..rounds(usual) {
        let table = Table::new(seed);
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&table)));
        assert!(checked.is_ok(), "at {table:?}");
    }
}

/// Any listed action, but half the time a trump on another's lead, or a plain lead: more yaku are made.
pub fn cutting(game: &Meri, seat: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    let view = game.view(Viewer::Watcher);
    let leads = view.plays.is_empty();
    let cuts = |action: &&Action| match (action, view.trump()) {
        (Action::Play(karuta), Some(trump)) => is_trump(*karuta, trump) != leads,
        _ => false,
    };
    let wanted: Vec<Action> = actions.iter().filter(cuts).copied().collect();
    if wanted.is_empty() || dice.below(2) == 0 {
        return any_listed(game, seat, actions, dice);
    }
    any_listed(game, seat, &wanted, dice)
}

/// The rows of a table of the written rules below this heading, their cells trimmed.
fn written(heading: &str) -> Vec<Vec<String>> {
    let after = RULES.split(heading).nth(1).expect("the heading is there");
    let section = after.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with('|'));
    let cells = |row: &str| -> Vec<String> {
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    rows.skip(2).map(cells).collect()
}

/// The file in which the vectors of a kind are.
fn file(kind: &str) -> &'static str {
    match kind {
        "order" => "orders",
        "cmp" => "comparisons",
        "trick" => "tricks",
        "lead" => "leads",
        "zun" => "exempt",
        "legal" => "legal",
        "yaku" => "yaku",
        "names" => "cuts",
        "robau" => "robau",
        "score" => "scores",
        "kiri" => "kiri",
        "match" => "matches",
        "deal" => "deals",
        "count" => "counts",
        other => panic!("vectors of a kind that is not tried: {other}"),
    }
}

/// Hachinin-meri rules 16: each row is in the data as it is written; `tests/scripts` tries all that is there.
#[test]
fn every_vector_of_the_rules_is_tried() {
    let vectors = written("## 16. Test vectors");
    let expected: Vec<String> = (1..=vectors.len()).map(|at| format!("M{at:02}")).collect();
    let ids: BTreeSet<&String> = vectors.iter().map(|row| &row[0]).collect();
    assert_eq!(ids, expected.iter().collect());
    assert_eq!(vectors.len(), 110);
    let mut tried: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &vectors {
        let file = file(&row[1]);
        let kept = [row[0].clone(), row[2].clone(), row[3].clone()];
        let data = rows(&format!("meri/{file}.txt"));
        assert!(data.iter().any(|data| data[..] == kept), "{row:?}");
        *tried.entry(file).or_default() += 1;
    }
    for (file, count) in tried {
        let data = rows(&format!("meri/{file}.txt"));
        assert_eq!(data.len(), count, "{file}");
    }
}

/// Hachinin-meri rules 13: each option is one of the game, and all its values are played.
#[test]
fn every_option_of_the_rules_is_played() {
    let names = written("## 13. Options").into_iter().flat_map(|row| {
        let names = row[0].split(',').map(|name| name.trim().trim_matches('`'));
        names.map(str::to_owned).collect::<Vec<_>>()
    });
    let names: BTreeSet<String> = names.collect();
    let table = GameId::Meri.options();
    assert_eq!(names, table.iter().map(|row| row.name.to_owned()).collect());
    let mut played: BTreeSet<(&str, String)> = BTreeSet::new();
    for seed in 0..160 {
        played.extend(Table::new(seed).options.named());
    }
    for row in table.iter().filter(|row| row.name != "match_length") {
        for value in row.offered(SEATS) {
            assert!(played.contains(&(row.name, value.clone())), "{value}");
        }
    }
}

#[test]
fn nothing_is_lost_and_a_round_ends() {
    let met = Cell::new(Met::default());
    at_tables(200, |table| {
        let mut told = 0;
        walk(table.game(), table.seed, &mut cutting, |stop| {
            assert_eq!(stop.game.faults(), Vec::<String>::new());
            for seat in stop.game.waiting().seats.iter() {
                let at_zero = stop.game.at_zero(seat);
                assert!(stop.game.actions(seat).contains(&at_zero));
            }
            let step = stop.all_events[told..].iter();
            met.set(step.fold(met.get(), |met, event| met.with(stop.game, event)));
            told = stop.all_events.len();
        });
    });
    let met = met.get();
    println!("{met:?}");
    let all = [
        met.yaku,
        met.meri,
        met.robatta,
        met.hidden,
        met.neta,
        met.kikkaburi,
        met.exempt,
    ];
    assert!(all.iter().all(|times| *times > 0), "{met:?}");
}

/// How often the rarer things happened: a walk that never meets them proves nothing about them.
#[derive(Clone, Copy, Default, Debug)]
struct Met {
    yaku: u32,
    meri: u32,
    robatta: u32,
    hidden: u32,
    neta: u32,
    kikkaburi: u32,
    exempt: u32,
}

impl Met {
    fn with(mut self, game: &Meri, event: &Event) -> Self {
        let view = game.view(Viewer::Watcher);
        match event {
            Event::Led { .. } => {
                let owns = Seat::all(SEATS).filter_map(|seat| game.view(Viewer::Seat(seat)).own);
                self.exempt += owns.filter(|own| own.is_exempt).count() as u32;
            }
            Event::Won { made, .. } => {
                self.yaku += u32::from(made.is_some());
                self.meri += u32::from(view.monchi);
            }
            Event::RoundEnded { .. } => match view.robau {
                Some(Robau::Robatta) => self.robatta += 1,
                Some(Robau::Kakushi) => self.hidden += 1,
                Some(Robau::Neta) => self.neta += 1,
                Some(Robau::Kikkaburi) => self.kikkaburi += 1,
                None => panic!("it is published at the end"),
            },
            _ => {}
        }
        self
    }
}

/// Anything that can be written down, half the time of the seat's own karuta.
fn composed(game: &Meri, seat: Seat, dice: &mut Dice) -> Action {
    let rack = game
        .view(Viewer::Seat(seat))
        .own
        .map_or_else(Vec::new, |own| own.rack);
    let mut any = || {
        let pack = Karuta::pack();
        let from = if rack.is_empty() || dice.below(2) == 0 {
            &pack
        } else {
            &rack
        };
        from[dice.below(from.len() as u32) as usize]
    };
    let (lead, discard) = (any(), any());
    match dice.below(6) {
        0 => Action::Ready,
        1 => Action::Robatta,
        2 => Action::Uchidashi {
            lead,
            discard: lead,
        },
        3 | 4 => Action::Uchidashi { lead, discard },
        _ => Action::Play(lead),
    }
}

#[test]
fn hostile_actions_never_panic_and_change_nothing_unless_listed() {
    at_tables(24, |table| {
        let mut dice = Dice::from_seed(table.seed + 1);
        walk(table.game(), table.seed, &mut cutting, |stop| {
            for seat in Seat::all(SEATS) {
                let action = composed(stop.game, seat, &mut dice);
                let is_listed = stop.game.actions(seat).contains(&action);
                let mut after = stop.game.clone();
                match after.act(seat, &action, &Chance::from_seed(0)) {
                    Ok(_) => assert!(is_listed, "{action:?} is accepted and not listed"),
                    Err(refused) => {
                        assert!(!is_listed && &after == stop.game, "{action:?}");
                        assert!(!refused.to_string().is_empty());
                        let is_asked = stop.game.waiting().seats.contains(seat);
                        assert_eq!(is_asked, matches!(refused, Refused::Rules(_)));
                    }
                }
            }
        });
    });
}

/// What is refused to a seat says nothing about what others hold, whatever is composed.
#[test]
fn nobody_is_told_what_they_may_not_know() {
    at_tables(12, |table| {
        let mut dice = Dice::from_seed(table.seed);
        let mut stops = 0;
        walk(table.game(), table.seed, &mut cutting, |stop| {
            stops += 1;
            if stops % 3 == 0 {
                let found = leaks(stop.game, SEATS, table.seed);
                assert!(found.is_empty(), "leaks: {found:?}");
            }
            for seat in Seat::all(SEATS) {
                let action = composed(stop.game, seat, &mut dice);
                let imagined = stop.game.redeal_unseen(Viewer::Seat(seat), &mut dice);
                let chance = Chance::from_seed(0);
                let [one, other] =
                    [stop.game, &imagined].map(|game| game.answer(seat, &action, &chance).err());
                assert_eq!(one, other, "{action:?}");
            }
        });
    });
}
