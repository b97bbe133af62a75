use jugada_alquerque::{Evaluation, Position};
use jugada_core::alpha_beta::{AlphaBeta, Options};
use jugada_core::testkit::random_game;
use jugada_core::{Game, Limits, Notation, Random, Search};

/// Openings are balanced as far as a search of this many nodes tells, within this many units of the evaluation.
const OPENING_NODES: u64 = 20_000;
const OPENING_BALANCE: i32 = 40;

/// Who tells whether an opening is balanced.
pub fn referee() -> AlphaBeta<Evaluation> {
    AlphaBeta::new(Evaluation::default(), Options::default().table_bytes(1 << 20))
}

/// Random moves from the start that leave both sides about even.
pub fn balanced(
    referee: &mut AlphaBeta<Evaluation>,
    plies: usize,
    random: &mut Random,
) -> (String, Position) {
    loop {
        let line = random_game(&Position::start(), plies, random);
        let last = *line.last().expect("a position");
        if last.outcome().is_some() {
            continue;
        }
        referee.clear();
        let report = referee.search(&last, &Limits::new().nodes(OPENING_NODES));
        if report.value.is_some_and(|value| value.abs() <= OPENING_BALANCE) {
            let texts: Vec<String> = line
                .windows(2)
                .map(|pair| {
                    let moves = pair[0].moves();
                    let made = moves.into_iter().find(|&listed| pair[0].play_unchecked(listed) == pair[1]);
                    pair[0].display_move(made.expect("one of the moves"))
                })
                .collect();
            return (texts.join(" "), last);
        }
    }
}
