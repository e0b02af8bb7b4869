//! Kaluki rules 15.1: one row, one fact.

use istaka::rules::card::{Card, Placed};
use istaka::rules::kaluki::options::MatchMode;
use istaka::rules::kaluki::score::{Book, CallUp, Ending, fates, hand_points, lines};
use istaka::rules::kaluki::view::{Terms, View};
use istaka::rules::kaluki::{
    Action, Build, Event, Kaluki, Meld, Options, Placement, Recovery, Refusal, deal,
};
use istaka::rules::{Chance, Game, PerSeat, Refused, Seats, Viewer};

use crate::kaluki_rig::{Rig, card, cards, composed, held, meld_text, melds, with_options};
use crate::support::rig::seat;
use crate::support::{every_row, rows, same};

pub type Answer = Result<Vec<Event>, Refused<Refusal>>;

pub fn act(game: &mut Kaluki, who: usize, action: &Action) -> Answer {
    game.act(seat(who), action, &Chance::from_seed(0))
}

/// The code of a refusal.
pub fn code(refused: &Refused<Refusal>) -> String {
    match refused {
        Refused::NotYourTurn { .. } => "E_PHASE".to_owned(),
        Refused::GameOver => "over".to_owned(),
        Refused::Rules(refusal) => refusal
            .code()
            .map_or_else(|| refusal.to_string(), ToOwned::to_owned),
    }
}

fn view(game: &Kaluki) -> View {
    game.view(Viewer::Seat(seat(0)))
}

/// Kaluki rules 15: every vector that is written there stands in the data, word for word.
#[test]
fn no_vector_of_the_rules_is_left_out() {
    let book = include_str!("../../docs/rules/kaluki.md");
    let told = |row: &str| -> Vec<String> {
        let cells = row.trim().trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let is_vector = |row: &Vec<String>| {
        let number = row[0].strip_prefix(['K', 'L']);
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let written = book.lines().map(told).filter(is_vector);
    let files = "melds openings takes builds recoveries turns deals scores match";
    let files = files.split(' ').map(|file| format!("kaluki/{file}.txt"));
    let data: Vec<Vec<String>> = files.flat_map(|file| rows(&file)).collect();
    let written: Vec<Vec<String>> = written.collect();
    let left_out = written.iter().filter(|row| !data.contains(row));
    assert_eq!(left_out.collect::<Vec<_>>(), Vec::<&Vec<String>>::new());
    // 24, 29, 44, 108, 109 and 118 are no numbers of vectors.
    assert_eq!(written.len(), 140);
}

/// Kaluki rules 12: a row of the data sets every option.
#[test]
fn no_option_of_the_rules_is_left_out() {
    let files = "melds openings takes builds recoveries turns plays deals scores options";
    let files = files.split(' ').map(|file| format!("kaluki/{file}.txt"));
    let data: Vec<String> = files.flat_map(|file| rows(&file)).flatten().collect();
    for (name, _) in Options::default().named() {
        let set = format!("{name}=");
        let is_set = data.iter().any(|cell| {
            let mut words = cell.split_whitespace();
            words.any(|word| word.starts_with(&set))
        });
        assert!(is_set, "{name}");
    }
}

#[test]
fn melds_of_the_rules() {
    every_row("kaluki/melds.txt", |row| {
        let (text, options) = with_options(&row[2]);
        let found = match Meld::compose(&composed(text), options.aces()) {
            Ok(meld) => format!("ok {}", meld.points()),
            Err(fault) => fault.code().to_owned(),
        };
        same("the meld", found, row[3].clone())
    });
}

/// Seat 0 tries to open; a taken card it has taken to open with it, for which there is another opening.
#[test]
fn initial_melds() {
    every_row("kaluki/openings.txt", |row| {
        let (text, options) = with_options(&row[2]);
        let mut parts = text.split(';').map(str::trim);
        let melds = melds(parts.next().expect("melds"));
        let taken = parts.find_map(|part| part.strip_prefix("taken "));
        let hand: Vec<Card> = melds.iter().flat_map(held).collect();
        let mut game = match taken {
            None => to_open(hand, &options),
            Some(taken) => to_open_with(hand, card(taken), &options),
        };
        let found = match act(&mut game, 0, &Action::Open { melds }) {
            Err(refused) => code(&refused),
            Ok(events) => match &events[0] {
                Event::Opened { points, .. } => format!("ok {points}"),
                _ => "no opening".to_owned(),
            },
        };
        same("the opening", found, row[3].clone())
    });
}

fn to_open(hand: Vec<Card>, options: &Options) -> Kaluki {
    let mut rig = Rig::new(2);
    rig.hands[0] = hand;
    drawn(&rig, options)
}

/// Seat 1 discards the card that it has drawn, and seat 0 takes it.
fn to_open_with(mut hand: Vec<Card>, taken: Card, options: &Options) -> Kaluki {
    let place = hand.iter().position(|held| *held == taken);
    place.map(|place| hand.remove(place));
    for other in cards("hQ cQ h3 h4 h5") {
        if !hand.contains(&other) {
            hand.push(other);
        }
    }
    let mut rig = Rig::new(2);
    rig.hands[0] = hand;
    rig.starter = 1;
    rig.stock = vec![taken];
    let mut game = rig.game(options);
    let steps = [
        (1, Action::Draw),
        (1, Action::Discard { card: taken }),
        (0, Action::Take),
    ];
    for (who, action) in steps {
        act(&mut game, who, &action).unwrap_or_else(|refused| panic!("{refused}"));
    }
    game
}

/// The value of `name=value` in a row.
fn named<'a>(text: &'a str, name: &str) -> &'a str {
    let mut words = text
        .split_whitespace()
        .filter_map(|word| word.split_once('='));
    words
        .find(|(own, _)| *own == name)
        .map_or("", |(_, value)| value)
}

#[test]
fn taking_the_discard() {
    every_row("kaluki/takes.txt", |row| {
        let (text, options) = with_options(&row[2]);
        let mut rig = Rig::new(2);
        if row[1] == "fits" {
            let (hand, top) = text.split_once("; top ").expect("a hand and a top card");
            rig.hands[0] = cards(hand);
            rig.starter = 1;
            rig.stock = vec![card(top.trim())];
            let found = match take(&rig, &options)? {
                Ok(_) => "y",
                Err(_) => "n",
            };
            return same("whether it fits", found, &row[3]);
        }
        let fits = named(text, "fits") == "y";
        rig.hands[0] = cards(if fits {
            "hQ cQ h3 h4 h5 d2 d7 c9 s6 s8 cJ d10 hK"
        } else {
            "h2 h4 h6 d3 d5 d7 c4 c6 c8 s5 s7 s9 sJ"
        });
        let is_first = named(text, "first_turn") == "y";
        rig.starter = usize::from(!is_first);
        rig.pile = Some(card("sQ"));
        rig.stock = vec![card("sQ")];
        if named(text, "opened") == "y" {
            rig.hands[0].clear();
            rig.open(0, melds("R: d8 d9 d10 dJ dQ"));
        }
        let found = match take(&rig, &options)? {
            Ok(Terms::Free) => "free".to_owned(),
            Ok(Terms::MustOpen) => "committed".to_owned(),
            Ok(_) => "must be used".to_owned(),
            Err(refused) => code(&refused),
        };
        same("the take", found, row[3].clone())
    });
}

/// What seat 0 meets when it takes; if seat 1 begins, what that drew and discarded.
fn take(rig: &Rig, options: &Options) -> Result<Result<Terms, Refused<Refusal>>, String> {
    let mut game = rig.game(options);
    if rig.starter == 1 {
        for action in [Action::Draw, Action::Discard { card: rig.stock[0] }] {
            act(&mut game, 1, &action).map_err(|refused| refused.to_string())?;
        }
    }
    let takeable = view(&game).own.and_then(|own| own.takeable);
    let answer = act(&mut game, 0, &Action::Take);
    same("the view", takeable.is_some(), answer.is_ok())?;
    Ok(answer.map(|events| match events[0] {
        Event::Took { terms, .. } => terms,
        _ => panic!("a take takes"),
    }))
}

/// Seat 0 is open, unless the row says otherwise; seat 1 has laid these melds, from number 1 on if seat 0 is open.
fn table_of(text: &str, hand: Vec<Card>) -> (Rig, usize) {
    let (open, text) = match text.strip_prefix("not open ") {
        Some(text) => (false, text),
        None => (true, text),
    };
    let mut rig = Rig::new(2);
    rig.hands[0] = hand;
    if open {
        rig.open(0, melds("R: cJ cQ cK cA"));
    }
    let first = usize::from(open);
    rig.open(1, melds(text));
    (rig, first)
}

/// Reads `sJ sQ @high`.
fn build(text: &str, meld: usize) -> Build {
    let (list, end) = text.split_once('@').unwrap_or((text, ""));
    Build {
        meld,
        cards: Placed::read_all(list).expect("cards"),
        end: match end.trim() {
            "low" => Some(istaka::rules::kaluki::End::Low),
            "high" => Some(istaka::rules::kaluki::End::High),
            _ => None,
        },
    }
}

fn drawn(rig: &Rig, options: &Options) -> Kaluki {
    let mut game = rig.game(options);
    act(&mut game, 0, &Action::Draw).unwrap_or_else(|refused| panic!("{refused}"));
    game
}

#[test]
fn builds() {
    every_row("kaluki/builds.txt", |row| {
        let (text, options) = with_options(&row[2]);
        let (meld, steps) = text.split_once(" + ").expect("a meld and cards");
        let steps: Vec<&str> = steps.split(" then ").collect();
        let cards = |text: &str| -> Vec<Card> {
            let built = build(text, 0).cards;
            built.iter().map(|placed| placed.card()).collect()
        };
        let hand = steps
            .iter()
            .filter(|step| **step != "next")
            .flat_map(|step| cards(step))
            .collect();
        let (rig, first) = table_of(meld, hand);
        let mut game = drawn(&rig, &options);
        let mut refused = None;
        for step in steps {
            if step == "next" {
                next_turn(&mut game);
                continue;
            }
            let answer = act(&mut game, 0, &Action::Build(build(step, first)));
            refused = refused.or(answer.err().map(|refused| code(&refused)));
        }
        let after = || meld_text(&view(&game).table[first].meld);
        same("the meld", refused.unwrap_or_else(after), row[3].clone())?;
        same("faults", game.faults(), Vec::new())
    });
}

/// Everybody does what the rules do for them until seat 0 has drawn again; seat 0 discards what it has drawn.
fn next_turn(game: &mut Kaluki) {
    for who in [0, 1, 1, 0] {
        let action = game.at_zero(seat(who));
        let answer = act(game, who, &action);
        assert!(answer.is_ok(), "the rules' own action");
    }
}

#[test]
fn recoveries_and_exchanges() {
    every_row("kaluki/recoveries.txt", |row| {
        let (text, options) = with_options(&row[2]);
        let (what, place) = match text.split_once("; place ") {
            Some((what, place)) => (what.trim(), Some(place.trim())),
            None => (text, None),
        };
        let (meld, given) = what.split_once(" + ").expect("a meld and cards");
        let given = cards(given);
        let mut hand = given.clone();
        let extra = place.and_then(|place| place.strip_prefix("meld "));
        let laid = extra.map(composed);
        let with_joker = laid.iter().flat_map(held);
        hand.extend(with_joker.filter(|card| *card != Card::Joker));
        // A recovery alone puts the joker into a set of seat 0's own: any place will do.
        hand.extend(cards("c2 c4"));
        let (rig, first) = table_of(meld, hand);
        let placement = match (place, laid) {
            (Some("none"), _) => None,
            (Some(_), Some(composed)) => Some(Placement::Lay(composed)),
            (Some(place), None) => {
                let same = place.strip_prefix("build same ").expect("the same meld");
                Some(Placement::Build(build(same, first)))
            }
            (None, _) => Some(Placement::Lay(composed("R: c2 Jk=c3 c4"))),
        };
        let mut game = drawn(&rig, &options);
        let answer = act(
            &mut game,
            0,
            &Action::Exchange {
                recoveries: vec![Recovery {
                    meld: first,
                    cards: given,
                }],
                placements: placement.into_iter().collect(),
            },
        );
        let table = view(&game).table;
        let texts = table[first..].iter().map(|laid| meld_text(&laid.meld));
        let texts: Vec<String> = texts.collect();
        let found = match (answer, row[1].as_str()) {
            (Err(refused), _) => code(&refused),
            (Ok(_), "recover") => format!("free 1; {}", texts[0]),
            (Ok(_), _) => format!("ok; {}", texts.join(" / ")),
        };
        same("the exchange", found, row[3].clone())?;
        same("faults", game.faults(), Vec::new())
    });
}

#[test]
fn stocks() {
    every_row("kaluki/deals.txt", |row| {
        let players: usize = named(&row[2], "n").parse().expect("a number");
        let spread = deal::spread(&Options::default(), players, 106);
        let expected: usize = row[3].parse().expect("a number");
        same("the spread", spread.stock.len(), expected)?;
        let mut game = Kaluki::new(&Options::default(), players);
        let events = game.deal(&Chance::from_seed(3));
        game.obey(&events);
        same("the stock", view(&game).stock, expected)
    });
}

fn numbers(text: &str) -> Vec<i32> {
    let words = text.split_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}

fn signed(numbers: impl Iterator<Item = i32>) -> String {
    let words: Vec<String> = numbers
        .map(|number| match number {
            0 => "0".to_owned(),
            other => format!("{other:+}"),
        })
        .collect();
    words.join(" ")
}

fn player(text: &str) -> usize {
    let number: usize = text.trim_start_matches('p').parse().expect("a player");
    number - 1
}

#[test]
fn scores() {
    every_row("kaluki/scores.txt", score);
}

/// Kaluki rules 12: what options change in the settlement and the match.
#[test]
fn options_of_scores() {
    every_row("kaluki/options.txt", score);
}

fn score(row: &[String]) -> Result<(), String> {
    let (text, options) = with_options(&row[2]);
    let found = match row[1].as_str() {
        "penalty" => hand_points(&options, &cards(text)).to_string(),
        "settle" => settled(text, &options),
        "hands" => points_of_hands(text, &options),
        "elim" => decided(text, &options),
        "pool" => {
            let paid = numbers_after(text, "buyins", "winner");
            let ledger = vec![0; paid.len()];
            total(&options, &ledger, &paid, player(named(text, "winner")))
        }
        "total" => sum_of_shares(text)?,
        "spread" => spread(text, &options),
        "final" => at_the_end(text, &options),
        other => panic!("no kind {other}"),
    };
    same("the result", found, row[3].clone())
}

/// The sums of a ledger and the shares of a pool, as the rules add them up.
fn sum_of_shares(text: &str) -> Result<String, String> {
    let ledger = numbers_after(text, "ledger", "pool");
    let pool = numbers_after(text, "pool", "end");
    let winner = pool.iter().position(|part| *part > 0).expect("a winner");
    let sums = ledger.iter().zip(&pool);
    let sums = signed(sums.map(|(ledger, pool)| ledger + pool));
    let (options, paid) = stakes_of(&pool);
    let found = total(&options, &ledger, &paid, winner);
    same("the total", found, sums.clone())?;
    Ok(sums)
}

fn spread(text: &str, options: &Options) -> String {
    let players = named(text, "n").parse().expect("a number");
    let spread = deal::spread(options, players, 106);
    let words: Vec<String> = spread.hands[0].iter().map(usize::to_string).collect();
    let upcard = spread
        .upcard
        .map_or("none".to_owned(), |place| place.to_string());
    format!("{} then {upcard}", words.join(" "))
}

/// The totals and places of a match that is played to a fixed end.
fn at_the_end(text: &str, options: &Options) -> String {
    let ledger = numbers_after(text, "ledger", "penalties");
    let mut book = Book::new(ledger.len());
    book.ledger = ledger.into_iter().collect();
    let (_, rest) = text.split_once("penalties ").expect("penalties");
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (penalties, last) = words.split_at(words.len() - 2);
    book.penalties = numbers(&penalties.join(" ")).into_iter().collect();
    let who = seat(player(last[1]));
    let standing = match options.match_mode {
        MatchMode::Pool => panic!("a pool has another end"),
        MatchMode::FixedDeals(_) => book.standing_of_deals(options, who),
        MatchMode::SingleDeal => book.standing_of_hands(options, who),
    };
    let places: Vec<String> = standing.places.values().map(u8::to_string).collect();
    let points = signed(standing.points.values().copied());
    format!("{points} places {}", places.join(" "))
}

/// The numbers between two words, or from a word to the end.
fn numbers_after(text: &str, from: &str, to: &str) -> Vec<i32> {
    let (_, rest) = text.split_once(&format!("{from} ")).expect("a word");
    numbers(rest.split_once(to).map_or(rest, |(numbers, _)| numbers))
}

fn ending(text: &str) -> Ending {
    Ending::CalledUp(CallUp {
        seat: seat(player(named(text, "winner"))),
        kaluki: named(text, "type") == "kaluki",
    })
}

fn settled(text: &str, options: &Options) -> String {
    let players: usize = named(text, "n").parse().expect("a number");
    let mut active = Seats::first(players);
    if !named(text, "out").is_empty() {
        active = active.without(seat(player(named(text, "out"))));
    }
    let hands = PerSeat::new(players, |_| Vec::new());
    let lines = lines(options, ending(text), &hands, active);
    signed(lines.values().map(|line| line.stake))
}

/// What each hand costs; the hands stand between slashes.
fn points_of_hands(text: &str, options: &Options) -> String {
    let (_, hands) = text.split_once("hands ").expect("hands");
    let hands: PerSeat<Vec<Card>> = hands.split('/').map(cards).collect();
    let lines = lines(options, ending(text), &hands, Seats::first(hands.len()));
    let points: Vec<String> = lines.values().map(|line| line.points.to_string()).collect();
    points.join(" ")
}

fn decided(text: &str, options: &Options) -> String {
    let penalties = numbers_after(text, "penalties", "used");
    let used = numbers_after(text, "used", "end");
    let players = Seats::first(penalties.len());
    let used: PerSeat<u32> = used.into_iter().map(|times| times as u32).collect();
    let fates = fates(options, players, &penalties.into_iter().collect(), &used);
    let name = |seat: istaka::rules::Seat| format!("p{}", seat.index() + 1);
    if fates.is_over() {
        let winner = fates.safe.iter().next().expect("one is left");
        return format!("match ends, {} wins", name(winner));
    }
    let asked = fates.asked.iter();
    let asked = asked.map(|seat| format!("{} may buy in at {}", name(seat), fates.at));
    let out = fates.out.iter().map(|seat| format!("{} out", name(seat)));
    let told: Vec<String> = asked.chain(out).collect();
    if told.is_empty() {
        return "play on".to_owned();
    }
    told.join("; ")
}

/// The stakes and buy-ins that make these shares of a pool; the row's own are 5 and 5, or 3 and 2.
fn stakes_of(pool: &[i32]) -> (Options, Vec<i32>) {
    let initial = -pool
        .iter()
        .copied()
        .filter(|part| *part < 0)
        .max()
        .unwrap_or(0);
    let buy_in = if initial == 5 { 5 } else { 2 };
    let times = |part: &i32| {
        if *part < 0 {
            (-part - initial) / buy_in
        } else {
            0
        }
    };
    let options = Options {
        stake_initial: initial as u32,
        stake_buy_in: buy_in as u32,
        ..Options::default()
    };
    (options, pool.iter().map(times).collect())
}

/// The totals of a match that one player has won.
fn total(options: &Options, ledger: &[i32], buy_ins: &[i32], winner: usize) -> String {
    assert_eq!(options.match_mode, MatchMode::Pool);
    let mut book = Book::new(ledger.len());
    book.ledger = ledger.iter().copied().collect();
    book.buy_ins = buy_ins.iter().map(|times| *times as u32).collect();
    for (own, left) in book.left.values_mut().enumerate() {
        *left = (own != winner).then_some(1);
    }
    let standing = book.standing_of_pool(options);
    signed(standing.points.values().copied())
}
