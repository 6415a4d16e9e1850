//! Numbers as people read them, and how long something larger is going to take.

use crate::bench::Rounds;
use crate::budget::Budget;
use crate::text::LineSaid;
use std::time::Duration;

/// Milliseconds with three digits that count: `0.041`, `3.20`, `812`.
pub fn ms(time: Duration) -> String {
    digits(time.as_secs_f64() * 1e3)
}

/// Three digits that count.
pub fn digits(value: f64) -> String {
    match value.abs() {
        0.0..0.9995 => format!("{value:.3}"),
        0.9995..9.995 => format!("{value:.2}"),
        9.995..99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// `100 k`, `5 M`.
pub fn count(of: usize) -> String {
    match of {
        1_000_000.. if of.is_multiple_of(100_000) => format!("{} M", of as f64 / 1e6),
        1_000.. if of.is_multiple_of(100) => format!("{} k", of as f64 / 1e3),
        _ => of.to_string(),
    }
}

/// `1280x720`.
pub fn size([width, height]: [u32; 2]) -> String {
    format!("{width}x{height}")
}

/// A row of pictures: all of one, and its passes.
pub fn measured(rounds: &Rounds) -> LineSaid {
    let gpu = rounds.median(|round| round.gpu);
    let of = |name: &str, time: Option<Duration>| time.map_or(String::new(), |time| format!("{name} {}, ", ms(time)));
    let mut text = of("gpu", gpu);
    text += &of("wall", rounds.median(|round| Some(round.wall)));
    text += &of("submit", rounds.median(|round| Some(round.submit)));
    text += &format!("first {}; of {}", ms(rounds.first.wall), rounds.others.len());
    let passes: Vec<String> = (rounds.passes.iter())
        .map(|(name, took)| format!("{name} {}", ms(*took)))
        .collect();
    if !passes.is_empty() {
        text += &format!("; {}", passes.join(", "));
    }
    LineSaid::Measured(text)
}

/// Work that was done, and how long its first picture and two more took.
#[derive(Clone, Copy, Debug)]
pub struct KnownCost {
    pub triangles: f64,
    pub pixels: f64,
    pub took: Duration,
}

impl KnownCost {
    /// How long as much more of it takes at most: all of it in proportion to triangles and to pixels.
    fn scaled(&self, triangles: f64, pixels: f64) -> Duration {
        let times = (triangles / self.triangles).max(1.0) * (pixels / self.pixels).max(1.0);
        self.took.mul_f64(times)
    }
}

/// Why something is left out; `None`: it is tried.
pub fn too_long(known: &[KnownCost], (triangles, pixels): (f64, f64), budget: &Budget) -> Option<LineSaid> {
    let left = budget.left();
    // The nearest that is known says most.
    let guess = known.iter().map(|known| known.scaled(triangles, pixels)).min();
    let guess = guess.unwrap_or_default();
    (guess > left || left.is_zero()).then(|| {
        LineSaid::LeftOut(format!(
            "left out: may take {} s, and {} s are left for this part",
            digits(guess.as_secs_f64()),
            digits(left.as_secs_f64())
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Round;

    #[test]
    fn numbers_have_three_digits() {
        for (value, text) in [
            (0.0, "0.000"),
            (0.0412, "0.041"),
            (0.9996, "1.00"),
            (3.2, "3.20"),
            (45.67, "45.7"),
            (812.4, "812"),
        ] {
            assert_eq!(digits(value), text);
        }
        let counts = [999, 1000, 20_000, 100_000, 1_000_000, 2_500_000, 5_000_000, 123_456].map(count);
        assert_eq!(counts, ["999", "1 k", "20 k", "100 k", "1 M", "2.5 M", "5 M", "123456"]);
    }

    #[test]
    fn a_row_tells_what_is_known() {
        let ms = Duration::from_millis;
        let round = Round {
            submit: ms(1),
            wall: ms(20),
            gpu: Some(ms(12)),
        };
        let mut rounds = Rounds {
            first: Round { wall: ms(900), ..round },
            others: vec![round; 3],
            passes: vec![("deform", ms(2)), ("scene", ms(10))],
        };
        let told = |rounds: &Rounds| measured(rounds);
        let text = "gpu 12.0, wall 20.0, submit 1.00, first 900; of 3; deform 2.00, scene 10.0";
        assert_eq!(told(&rounds), LineSaid::Measured(text.into()));
        rounds.others[1].gpu = None;
        rounds.passes.clear();
        let text = "wall 20.0, submit 1.00, first 900; of 3";
        assert_eq!(told(&rounds), LineSaid::Measured(text.into()));
    }

    #[test]
    fn what_would_take_too_long_is_left_out_and_told() {
        let known = |triangles, pixels, seconds| KnownCost {
            triangles,
            pixels,
            took: Duration::from_secs(seconds),
        };
        let budget = Budget::of(Duration::from_secs(1000));
        let of = |known: &[KnownCost], wanted| too_long(known, wanted, &budget);
        assert_eq!(of(&[], (1e9, 1e9)), None, "nothing is known");
        assert_eq!(of(&[known(1.0, 1.0, 90)], (10.0, 1.0)), None);
        assert_eq!(
            of(&[known(1.0, 1.0, 900)], (0.5, 0.5)),
            None,
            "no less than a part of it"
        );
        let nearer = [known(1.0, 1.0, 90), known(10.0, 1.0, 100)];
        assert_eq!(of(&nearer, (20.0, 1.0)), None);
        let Some(LineSaid::LeftOut(why)) = of(&nearer[..1], (20.0, 1.0)) else {
            panic!("it takes longer than there is time")
        };
        assert!(why.starts_with("left out: may take 1800 s, and "), "{why}");
        assert!(too_long(&[], (1.0, 1.0), &Budget::of(Duration::ZERO)).is_some());
    }
}
