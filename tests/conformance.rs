use istaka::rules::any::*;
use istaka::rules::*;
#[test]
fn quick() {
    for seats in 2..=4 {
        for seed in 0..20u64 {
            let options = GameId::Okey.default_options();
            let mut game = AnyGame::new(&options, seats);
            let chance = Chance::from_seed(seed);
            let mut dice = Dice::from_seed(seed);
            let mut steps = 0;
            while game.standing().is_none() {
                let w = game.waiting().seats;
                if w.is_empty() {
                    let e = game.deal(&chance);
                    game.apply_all(&e);
                    steps = 0;
                    continue;
                }
                let seat = w.iter().next().unwrap();
                let a = game.actions(seat);
                let a = &a[dice.below(a.len() as u32) as usize];
                if let Err(e) = game.act(seat, a, &chance) {
                    panic!("{a:?} {e}");
                }
                assert!(game.faults().is_empty(), "{:?}", game.faults());
                steps += 1;
                assert!(steps <= game.most_steps());
            }
        }
    }
}
