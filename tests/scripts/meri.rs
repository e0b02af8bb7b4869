//! Hachinin-meri rules 16, every vector, and the options of section 13: one row, one fact.

use std::collections::BTreeMap;

use istaka::rules::karuta::{Karuta, Suit};
use istaka::rules::meri::options::MatchLength;
use istaka::rules::meri::score::{kiri, total, value};
use istaka::rules::meri::trick::{Cut, Duty, Following, Stage, cuts, is_ichimai_zun};
use istaka::rules::meri::{
    Action, Event, Meri, Options, PerTeam, Progress, Robau, SEATS, Team, deal, first_leads, order,
    yaku,
};
use istaka::rules::{Chance, Game, Seat, Viewer};

use crate::support::rig::seat;
use crate::support::{every_row, same};

fn karuta(text: &str) -> Vec<Karuta> {
    let read = |word: &str| {
        word.parse()
            .unwrap_or_else(|fault| panic!("{word}: {fault}"))
    };
    text.split_whitespace().map(read).collect()
}

fn words(karuta: &[Karuta]) -> String {
    let words: Vec<String> = karuta.iter().map(Karuta::to_string).collect();
    words.join(" ")
}

/// Reads `name=value name=value`, or `-`.
fn options(text: &str) -> Options {
    let mut options = Options::default();
    for part in text.split_whitespace().filter(|part| *part != "-") {
        let (name, value) = part.split_once('=').expect("name=value");
        options
            .set(name, value)
            .unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    options
}

/// What a row of the rules gives: `e=K led=O: O-1 O-9 ; gone: K-Sun ; opt: yaku=false`.
struct Given {
    facts: BTreeMap<String, String>,
    karuta: Vec<Karuta>,
    gone: Vec<Karuta>,
    options: Options,
}

impl Given {
    fn read(text: &str) -> Self {
        let mut parts = text.split(';').map(str::trim);
        let first = parts.next().expect("a row has an input");
        let (facts, list) = first.split_once(':').unwrap_or((first, ""));
        let facts = facts.split_whitespace().map(|fact| {
            let (name, value) = fact.split_once('=').expect("name=value");
            (name.to_owned(), value.to_owned())
        });
        let mut given = Self {
            facts: facts.collect(),
            karuta: karuta(list),
            gone: Vec::new(),
            options: Options::default(),
        };
        for part in parts {
            match part.split_once(':').expect("a name and a list") {
                ("gone", list) => given.gone = karuta(list),
                ("opt", text) => given.options = options(text),
                // The okie was turned up; that alone takes nothing out of play.
                ("okie", list) => assert_eq!(karuta(list).len(), 1),
                (other, _) => panic!("no such part: {other}"),
            }
        }
        given
    }

    fn fact(&self, name: &str) -> &str {
        self.facts
            .get(name)
            .unwrap_or_else(|| panic!("the row does not say {name}"))
    }

    fn number(&self, name: &str) -> usize {
        self.fact(name).parse().expect("a number")
    }

    fn suit(&self, name: &str) -> Suit {
        suit(self.fact(name))
    }

    fn trump(&self) -> Suit {
        self.suit("e")
    }
}

fn suit(letter: &str) -> Suit {
    let mut suits = Suit::ALL.into_iter();
    suits
        .find(|suit| suit.letter().to_string() == letter)
        .expect("a suit")
}

#[test]
fn the_trumps_in_their_order() {
    every_row("meri/orders.txt", |row| {
        let trumps = order::trumps(Given::read(&row[1]).trump());
        same("the order", words(&trumps), row[2].clone())
    });
    every_row("meri/counts.txt", |row| {
        let trumps = order::trumps(Given::read(&row[1]).trump());
        let found = format!("{} trumps", trumps.len());
        same("the count", found, row[2].clone())
    });
}

#[test]
fn which_of_two_wins() {
    every_row("meri/comparisons.txt", |row| {
        let given = Given::read(&row[1]);
        // In both orders, behind a lead of that suit which beats neither.
        let led = given.suit("led");
        let leads = Karuta::pack()
            .into_iter()
            .filter(|lead| lead.suit() == led && !order::is_trump(*lead, given.trump()));
        let weakest = leads
            .filter(|lead| !given.karuta.contains(lead))
            .max_by_key(|lead| order::plain_place(*lead))
            .expect("a plain suit has more than two");
        for swapped in [false, true] {
            let mut played = given.karuta.clone();
            if swapped {
                played.reverse();
            }
            let follows = |karuta: &Karuta| {
                karuta.suit() == led && order::plain_place(*karuta) > order::plain_place(weakest)
            };
            // A lead that would win is left out where one of the two can lead itself.
            if !played.iter().any(follows) {
                played.insert(0, weakest);
            }
            let place = order::winner(given.trump(), &played).expect("something was played");
            same("the better one", played[place].to_string(), row[2].clone())?;
        }
        Ok(())
    });
}

#[test]
fn who_wins_a_trick() {
    every_row("meri/tricks.txt", |row| {
        let given = Given::read(&row[1]);
        same("the number played", given.karuta.len(), SEATS)?;
        let place = order::winner(given.trump(), &given.karuta).expect("something was played");
        let found = format!("{place} {}", given.karuta[place]);
        same("the winner", found, row[2].clone())
    });
}

#[test]
fn what_may_be_led_to_trick_one() {
    every_row("meri/leads.txt", |row| {
        let given = Given::read(&row[1]);
        let leads = first_leads(&given.karuta, given.trump());
        let is_meri = order::is_trump(leads[0], given.trump());
        let found = match (leads == given.karuta, is_meri) {
            (true, true) => "all, meri".to_owned(),
            _ => words(&leads),
        };
        same("the leads", found, row[2].clone())
    });
}

#[test]
fn ichimai_zun() {
    every_row("meri/exempt.txt", |row| {
        let given = Given::read(&row[1]);
        let found = is_ichimai_zun(&given.karuta, given.trump());
        same("the exemption", found, row[2] == "y")
    });
}

#[test]
fn what_may_be_played() {
    every_row("meri/legal.txt", |row| {
        let given = Given::read(&row[1]);
        let stage = match given.fact("state") {
            "free" => Stage::BeforeMeri,
            "monchi" | "meri" => Stage::Monchi,
            other => panic!("no state {other}"),
        };
        let lead = Karuta::pack().into_iter().find(|lead| {
            let leads_trump = given.fact("state") == "meri";
            let is_led = lead.suit() == given.suit("led") || leads_trump;
            is_led && order::is_trump(*lead, given.trump()) == leads_trump
        });
        let duty = Duty::of(lead.expect("a lead"), given.trump(), stage);
        let following = match given.fact("zun") {
            "y" => Following::Exempt,
            _ => Following::Bound,
        };
        let legal = duty.legal(&given.karuta, given.trump(), following);
        let found = if legal == given.karuta {
            "all".to_owned()
        } else {
            words(&legal)
        };
        same("what is legal", found, row[2].clone())
    });
}

#[test]
fn yaku_and_what_they_move() {
    every_row("meri/yaku.txt", |row| {
        let given = Given::read(&row[1]);
        same("the number played", given.karuta.len(), SEATS)?;
        let robau = match given.fact("hidden") {
            "y" => Robau::Kakushi,
            _ => Robau::Neta,
        };
        let trump = given.trump();
        let counted = yaku::counted(&given.options, trump, &given.karuta, &given.gone);
        let found = counted.map_or("none".to_owned(), |yaku| {
            let place = order::winner(trump, &given.karuta).expect("something was played");
            let team = if place.is_multiple_of(2) { "L" } else { "R" };
            let moved = value(&given.options, yaku, given.number("trick"), robau);
            format!("{yaku} {moved} to {team}")
        });
        same("the yaku", found, row[2].clone())
    });
}

#[test]
fn what_trumps_on_a_plain_lead_are_called() {
    every_row("meri/cuts.txt", |row| {
        let places = row[1].trim_start_matches("trumps at").split_whitespace();
        let team = |place: &str| Team::of(seat(place.parse().expect("a place")));
        let teams: Vec<Team> = places.map(team).collect();
        let called = cuts(&teams).into_iter().map(|cut| match cut {
            Cut::Sashi => "sashi",
            Cut::Fumi => "fumi",
            Cut::Ori => "ori",
        });
        let found: Vec<&str> = called.collect();
        same("the names", found.join(" "), row[2].clone())
    });
}

/// A deal with this okie, dealer and place of the trump robai: karuta change places in all of a deal event.
fn rigged(given: &Given) -> Event {
    let game = Meri::new(&Options::default(), SEATS);
    let mut event = game.deal(&Chance::from_seed(1)).remove(0);
    let dealer = seat(given.number("dealer"));
    if let Event::Dealt { dealer: who, .. } = &mut event {
        *who = dealer;
    }
    let okie = karuta(given.fact("okie"))[0];
    let turned_up = spread(&event).okie;
    exchange(&mut event, turned_up, okie);
    let robai = order::robai(okie.suit());
    let wanted = match given.fact("robai") {
        "okie" => robai,
        "leftover" => spread(&event).leftovers[0],
        holder => {
            let holder: usize = holder.parse().expect("a seat");
            // The first rack is that of the dealer's neighbour.
            let place = (holder + SEATS - 1 - dealer.index()) % SEATS;
            spread(&event).racks[place][0]
        }
    };
    exchange(&mut event, wanted, robai);
    event
}

fn spread(event: &Event) -> deal::Spread {
    let Event::Dealt {
        deck, half, again, ..
    } = event
    else {
        panic!("a round begins with its deal");
    };
    deal::spread(deck, *half, again).expect("a deal")
}

fn exchange(event: &mut Event, one: Karuta, other: Karuta) {
    if let Event::Dealt { deck, again, .. } = event {
        for karuta in deck.iter_mut().chain(again) {
            *karuta = match *karuta {
                lies if lies == one => other,
                lies if lies == other => one,
                lies => lies,
            };
        }
    }
}

#[test]
fn who_takes_the_okie() {
    every_row("meri/robau.txt", |row| {
        let given = Given::read(&row[1]);
        let mut game = Meri::new(&given.options, SEATS);
        game.apply(&rigged(&given)).expect("a deal");
        let chance = Chance::from_seed(0);
        // Everybody answers until nobody is asked; only the holder can call.
        for who in Seat::all(SEATS) {
            let calls = given.fact("call") == "y" && game.actions(who).contains(&Action::Robatta);
            let answer = if calls {
                Action::Robatta
            } else {
                Action::Ready
            };
            if game.actions(who).contains(&answer) {
                game.act(who, &answer, &chance).expect("a listed answer");
            }
        }
        let taker = game.waiting().seats.iter().next().expect("the taker leads");
        let trump = game
            .view(Viewer::Watcher)
            .trump()
            .expect("a round is dealt");
        let (case, hidden) = match finished(&mut game) {
            Robau::Robatta => ("robatta", "n"),
            Robau::Kakushi => ("kakushi", "y"),
            Robau::Neta => ("neta", "n"),
            Robau::Kikkaburi => ("kikkaburi", "n"),
        };
        let letter = trump.letter();
        let found = format!("e={letter} {case} taker {taker} hidden {hidden}");
        same("the case", found, row[2].clone())
    });
}

/// Plays the round to its end, when everybody learns how the okie found its taker.
fn finished(game: &mut Meri) -> Robau {
    let chance = Chance::from_seed(0);
    while game.view(Viewer::Watcher).total.is_none() {
        let actor = game.waiting().seats.iter().next();
        let actor = actor.expect("somebody is to act");
        let action = game.at_zero(actor);
        game.act(actor, &action, &chance)
            .expect("what is done at zero");
    }
    let robau = game.view(Viewer::Watcher).robau;
    robau.expect("published at the end")
}

#[test]
fn what_a_round_comes_to() {
    every_row("meri/scores.txt", |row| {
        let mut ko = PerTeam { a: 0, b: 0 };
        let mut made = Vec::new();
        let pairs = row[1].split_whitespace().filter(|word| *word != "none");
        for (place, word) in pairs.enumerate() {
            let (team, number) = word.split_at(1);
            let number: i32 = number.parse().expect("a number");
            match place {
                0 | 1 => ko[self::team(team)] = number,
                _ => made.push((self::team(team), number)),
            }
        }
        let diff = total(ko, made).diff;
        let winner = Team::favoured(diff).expect("no round is tied");
        same(
            "the score",
            format!("{winner} +{}", diff.abs()),
            row[2].clone(),
        )
    });
}

fn team(text: &str) -> Team {
    let mut teams = Team::ALL.into_iter();
    teams.find(|team| team.to_string() == text).expect("a team")
}

#[test]
fn who_wins_a_kiri() {
    every_row("meri/kiri.txt", |row| {
        let diffs: Vec<i32> = row[1]
            .split_whitespace()
            .map(|diff| diff.parse().expect("a number"))
            .collect();
        let sum: i32 = diffs.iter().sum();
        let found = match kiri(MatchLength::Hitokiri, &diffs) {
            Some(team) => format!("{team} by {}", sum.abs()),
            None => "extra deal".to_owned(),
        };
        let progress = Progress::of(MatchLength::Hitokiri, &diffs);
        same("the end", progress.winner.is_some(), found != "extra deal")?;
        same("the kiri", found, row[2].clone())
    });
}

#[test]
fn who_wins_a_match() {
    every_row("meri/matches.txt", |row| {
        let (length, kiri) = row[1].split_once(':').expect("a length and kiri");
        let length: MatchLength = length.parse().expect("a length of the rules");
        // Each kiri as eight rounds that its winner takes by one.
        let sheet: Vec<i32> = kiri
            .split_whitespace()
            .flat_map(|winner| [team(winner).sees(1); SEATS])
            .collect();
        let winner = Progress::of(length, &sheet).winner;
        let found = winner.map_or("open".to_owned(), |team| team.to_string());
        same("the match", found, row[2].clone())
    });
}

#[test]
fn what_is_left_of_the_halves() {
    every_row("meri/deals.txt", |row| {
        let half = Given::read(&row[1]).number("pileA");
        let pack = Karuta::pack();
        let [first, second] = deal::left(&pack, half);
        let again = [first.clone(), second.clone()].concat();
        let spread = deal::spread(&pack, half, &again).ok_or("there is no deal")?;
        let rest = 1 + spread.leftovers.len();
        let found = format!(
            "left {} {}, joined {}, after deal {rest}",
            first.len(),
            second.len(),
            again.len()
        );
        same("what is left", found, row[2].clone())
    });
}

#[test]
fn options_that_go_together() {
    every_row("meri/options.txt", |row| {
        let seats: usize = row[1].parse().expect("a number");
        let found = match Meri::check(&options(&row[2]), seats) {
            Ok(()) => "accepted".to_owned(),
            Err(refusal) => refusal.to_string(),
        };
        same("the answer", found, row[3].clone())
    });
}
