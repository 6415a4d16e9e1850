//! One number between two keys that have slopes (docs/formats/gltf.md §3, docs/formats/mrtk.md §5.3–§5.5).
//!
//! In: both ends of the stretch, and how far along. Out: the number there, always finite; or the two stretches that a key
//! put there would leave. Never here: keys, tracks.

/// The weight with which a Bézier curve is Hermite's cubic: its time then runs evenly.
pub const HERMITE: f64 = 1.0 / 3.0;
/// From this weight on, with level tangents and none on the other side, the first value is held: how MRTK writes switches.
const HOLDS_FROM: f64 = 1000.0;
/// Halvings of 0…1 after which f64 cannot tell the ends apart.
const MOST_STEPS: usize = 60;

/// One end of a stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The key's value.
    pub value: f64,
    /// Slope times the length of the stretch. Infinite: the stretch is a step.
    pub rise: f64,
    /// How far the control point lies from this end, as a share of the stretch.
    pub weight: f64,
}

/// `0 < along < 1`.
pub fn between([a, b]: [End; 2], along: f64) -> f64 {
    let value = if is_step([a, b]) {
        if holds([a, b]) { a.value } else { b.value }
    } else if is_third(a.weight) && is_third(b.weight) {
        hermite([a, b], along)
    } else if a.weight == 0.0 && b.weight == 0.0 {
        a.value + (b.value - a.value) * along
    } else if a.rise == 0.0 && b.rise == 0.0 && b.weight == 0.0 && a.weight >= HOLDS_FROM {
        a.value
    } else {
        bezier([a, b], along)
    };
    if value.is_finite() { value } else { a.value }
}

/// An infinite slope on either side makes the stretch a step.
fn is_step([a, b]: [End; 2]) -> bool {
    !a.rise.is_finite() || !b.rise.is_finite()
}

/// Whether a step comes at the end of its stretch: upwards on either side does. Otherwise it comes at once
/// (docs/formats/mrtk.md §5.5).
fn holds([a, b]: [End; 2]) -> bool {
    a.rise == f64::INFINITY || b.rise == f64::INFINITY
}

/// Files hold weights in f32.
fn is_third(weight: f64) -> bool {
    weight as f32 == HERMITE as f32
}

/// The stretch cut in two at `along`, `0 < along < 1`: each has the same values over its part of the time.
pub fn split([a, b]: [End; 2], along: f64) -> [[End; 2]; 2] {
    let middle = between([a, b], along);
    let end = |value, rise, weight| End { value, rise, weight };
    let straight = |from, to| [end(from, 0.0, 0.0), end(to, 0.0, 0.0)];
    if is_step([a, b]) {
        return match holds([a, b]) {
            true => [
                straight(a.value, a.value),
                [end(a.value, f64::INFINITY, HERMITE), end(b.value, 0.0, HERMITE)],
            ],
            false => [
                [end(a.value, f64::NEG_INFINITY, HERMITE), end(b.value, 0.0, HERMITE)],
                straight(b.value, b.value),
            ],
        };
    }
    if a.weight == 0.0 && b.weight == 0.0 {
        return [straight(a.value, middle), straight(middle, b.value)];
    }
    if a.rise == 0.0 && b.rise == 0.0 && b.weight == 0.0 && a.weight >= HOLDS_FROM {
        return [straight(a.value, a.value), [a, b]];
    }
    let points = control_points([a, b]);
    let s = if is_third(a.weight) && is_third(b.weight) {
        along
    } else {
        parameter(points.map(|point| point[0]), along)
    };
    // De Casteljau's halves: time and value of their control points.
    let mix = |p: [f64; 2], q: [f64; 2]| [p[0] + (q[0] - p[0]) * s, p[1] + (q[1] - p[1]) * s];
    let [p0, p1, p2, p3] = points;
    let (q0, q1, q2) = (mix(p0, p1), mix(p1, p2), mix(p2, p3));
    let (r0, r1) = (mix(q0, q1), mix(q1, q2));
    let at = [along, middle];
    // A control point right above its end has no slope that could be told.
    let handle = |from: [f64; 2], to: [f64; 2], length: f64, value: f64| {
        let (time, rise) = (to[0] - from[0], to[1] - from[1]);
        let slope = if time.abs() > 1e-12 { rise / time * length } else { 0.0 };
        end(value, slope, time / length)
    };
    let left = [handle(p0, q0, along, a.value), handle(r0, at, along, middle)];
    let right = [
        handle(at, r1, 1.0 - along, middle),
        handle(q2, p3, 1.0 - along, b.value),
    ];
    [left, right]
}

fn hermite([a, b]: [End; 2], u: f64) -> f64 {
    let (u2, u3) = (u * u, u * u * u);
    (2.0 * u3 - 3.0 * u2 + 1.0) * a.value
        + (u3 - 2.0 * u2 + u) * a.rise
        + (3.0 * u2 - 2.0 * u3) * b.value
        + (u3 - u2) * b.rise
}

fn bezier([a, b]: [End; 2], along: f64) -> f64 {
    let points = control_points([a, b]);
    let [time, value] = [0, 1].map(|axis| points.map(|point| point[axis]));
    bernstein(value, parameter(time, along))
}

/// Time as a share of the stretch, and value.
fn control_points([a, b]: [End; 2]) -> [[f64; 2]; 4] {
    [
        [0.0, a.value],
        [a.weight, a.value + a.weight * a.rise],
        [1.0 - b.weight, b.value - b.weight * b.rise],
        [1.0, b.value],
    ]
}

/// Where the curve's time is `along`: Newton's steps, halving the bracket where one would leave it.
fn parameter(time: [f64; 4], along: f64) -> f64 {
    let (mut low, mut high, mut s) = (0.0, 1.0, along);
    for _ in 0..MOST_STEPS {
        let off = bernstein(time, s) - along;
        if off == 0.0 {
            break;
        }
        if off > 0.0 {
            high = s;
        } else {
            low = s;
        }
        let next = s - off / slope(time, s);
        let next = if low < next && next < high {
            next
        } else {
            low.midpoint(high)
        };
        if next == s {
            break;
        }
        s = next;
    }
    s
}

fn bernstein([p0, p1, p2, p3]: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    r * r * r * p0 + 3.0 * r * r * s * p1 + 3.0 * r * s * s * p2 + s * s * s * p3
}

fn slope([p0, p1, p2, p3]: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    3.0 * (r * r * (p1 - p0) + 2.0 * r * s * (p2 - p1) + s * s * (p3 - p2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(value: f64, rise: f64, weight: f64) -> End {
        End { value, rise, weight }
    }

    fn assert_near(got: f64, wanted: f64, what: &str) {
        assert!((got - wanted).abs() < 1e-6, "{what}: {got}, not {wanted}");
    }

    /// docs/formats/mrtk.md §5.7.
    #[test]
    fn reference_values() {
        let rows = [
            (
                [end(0.0, 2.0, HERMITE), end(1.0, -1.0, HERMITE)],
                [0.484375, 0.875, 1.078125],
            ),
            (
                [end(5.0, 1.0, HERMITE), end(1.0, -4.0, HERMITE)],
                [4.703125, 3.625, 2.234375],
            ),
            (
                [end(0.0, 2.0, 0.5), end(1.0, -1.0, 0.25)],
                [0.473570, 0.861155, 1.077573],
            ),
            (
                [end(0.0, 0.0, 0.8), end(1.0, 0.0, HERMITE)],
                [0.039709, 0.209426, 0.688670],
            ),
            ([end(0.0, 0.0, 0.0), end(10.0, 0.0, 0.0)], [2.5, 5.0, 7.5]),
            ([end(1.0, 0.0, 1e6), end(0.0, 0.0, 0.0)], [1.0, 1.0, 1.0]),
        ];
        for (ends, wanted) in rows {
            for (along, wanted) in [0.25, 0.5, 0.75].into_iter().zip(wanted) {
                assert_near(between(ends, along), wanted, &format!("{ends:?} at {along}"));
            }
        }
    }

    #[test]
    fn a_third_is_hermites_cubic() {
        let (a, b) = (end(0.3, 2.0, HERMITE), end(-1.0, 0.7, HERMITE));
        for i in 1..100 {
            let along = f64::from(i) / 100.0;
            assert!(
                (bezier([a, b], along) - hermite([a, b], along)).abs() < 1e-12,
                "{along}"
            );
        }
    }

    #[test]
    fn two_halves_are_the_whole() {
        let whole = [
            [end(0.3, 2.0, HERMITE), end(-1.0, 0.7, HERMITE)],
            [end(0.0, 2.0, 0.5), end(1.0, -1.0, 0.25)],
            [end(0.0, 0.0, 0.8), end(1.0, 0.0, HERMITE)],
            [end(0.0, 0.0, 0.0), end(10.0, 0.0, 0.0)],
            [end(1.0, 0.0, 1e6), end(0.0, 0.0, 0.0)],
            [end(2.0, f64::INFINITY, HERMITE), end(7.0, 0.0, HERMITE)],
            [end(2.0, 0.0, HERMITE), end(7.0, f64::NEG_INFINITY, HERMITE)],
            [end(2.0, f64::NEG_INFINITY, HERMITE), end(7.0, f64::INFINITY, HERMITE)],
            [end(2.0, f64::INFINITY, HERMITE), end(7.0, f64::NEG_INFINITY, HERMITE)],
        ];
        for ends in whole {
            for cut in [0.1, 0.5, 0.7] {
                let [left, right] = split(ends, cut);
                for i in 1..50 {
                    let along = f64::from(i) / 50.0;
                    if along == cut {
                        continue;
                    }
                    let got = match along < cut {
                        true => between(left, along / cut),
                        false => between(right, (along - cut) / (1.0 - cut)),
                    };
                    assert_near(got, between(ends, along), &format!("{ends:?} cut at {cut}, at {along}"));
                }
            }
        }
    }

    #[test]
    fn infinite_slopes_are_steps() {
        let level = end(2.0, 0.0, HERMITE);
        let up = end(2.0, f64::INFINITY, HERMITE);
        let down = end(2.0, f64::NEG_INFINITY, HERMITE);
        let after = |rise| end(7.0, rise, HERMITE);
        assert_eq!(between([up, after(0.0)], 0.9), 2.0);
        assert_eq!(between([level, after(f64::INFINITY)], 0.9), 2.0);
        assert_eq!(between([down, after(0.0)], 0.1), 7.0);
        assert_eq!(between([level, after(f64::NEG_INFINITY)], 0.1), 7.0);
        assert_eq!(between([down, after(f64::INFINITY)], 0.9), 2.0);
    }

    #[test]
    fn any_weights_give_a_finite_number() {
        for a in [-1e30, -2.0, 0.0, 0.4, 3.0, 1e38] {
            for b in [-1e30, -2.0, 0.0, 0.4, 3.0, 1e38] {
                for rise in [-1e38, 0.0, 1.0, 1e38] {
                    let got = between([end(1.0, rise, a), end(2.0, -rise, b)], 0.3);
                    assert!(got.is_finite(), "weights {a}, {b}, rise {rise}");
                }
            }
        }
    }
}
