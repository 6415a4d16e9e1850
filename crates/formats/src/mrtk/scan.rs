//! A whole body read with one size of keys: the check that decides which size is meant.
//!
//! In: the bytes, the parts the file has and a candidate layout. Out: the place of every curve and the first bearable fault, or
//! the fault that rules the candidate out. One pass, nothing allocated by a count of the file.

use super::curve::{CURVE_HEAD, Curve, Untidy, decode};
use super::markers::{Tail, tail};
use super::names::{POSE_CURVES, Parts, order};
use super::{CurveName, Fault, KeySize, Problem, Spot};
use castview_base::core::Element;

/// Curves of a pose in the variant of a known fork, which adds a scale.
const FORK_POSE_CURVES: usize = 10;
const WRAP_MODES: [i32; 5] = [0, 1, 2, 4, 8];

/// One candidate.
#[derive(Clone, Copy)]
pub struct Layout {
    pub parts: Parts,
    /// Where the curves begin.
    pub begin: usize,
    pub keys: KeySize,
}

pub struct Scan {
    pub curves: Vec<Curve>,
    /// The first key or head that could be put right but speaks against this candidate.
    pub untidy: Option<Fault>,
    pub tail: Tail,
}

impl Scan {
    pub fn is_clean(&self) -> bool {
        self.untidy.is_none() && self.tail.is_clean()
    }

    /// Why this candidate is not clean.
    pub fn fault(&self) -> Option<Fault> {
        let of_tail = || {
            let fault = self.tail.fault.as_ref()?;
            Some(Fault {
                spot: Spot::Tail,
                offset: fault.offset,
                problem: Problem::Tail(fault.message.clone()),
            })
        };
        self.untidy.clone().or_else(of_tail)
    }
}

pub fn scan(bytes: &[u8], layout: Layout) -> Result<Scan, Fault> {
    scan_poses(bytes, layout, POSE_CURVES)
}

/// Whether the body is whole and clean when each pose has the three curves more of the known fork.
pub fn is_fork(bytes: &[u8], layout: Layout) -> bool {
    scan_poses(bytes, layout, FORK_POSE_CURVES).is_ok_and(|scan| scan.is_clean())
}

fn scan_poses(bytes: &[u8], layout: Layout, pose: usize) -> Result<Scan, Fault> {
    let mut at = layout.begin;
    let mut untidy = None;
    let mut curves = Vec::new();
    for name in order(layout.parts, pose) {
        let size = if name.is_state() { KeySize::Short } else { layout.keys };
        let mut scanner = Scanner {
            bytes,
            name,
            untidy: &mut untidy,
        };
        let curve = scanner.curve(at, size)?;
        at = curve.keys.end;
        curves.push(curve);
    }
    Ok(Scan {
        curves,
        untidy,
        tail: tail(bytes, at),
    })
}

/// A body that ends inside its curves.
pub struct Prefix {
    /// Those that are complete, then an empty one for each that is not.
    pub curves: Vec<Curve>,
    pub complete: usize,
}

/// Finds the complete curves of a body whose end is missing. `None` when something else is wrong with it: then these may be no keys of that
/// size. Curves of one vector or rotation mean nothing without each other; `complete` counts them one by one, but of a group that is cut
/// only empty ones are given.
pub fn prefix(bytes: &[u8], layout: Layout) -> Option<Prefix> {
    let names = order(layout.parts, POSE_CURVES);
    let mut at = layout.begin;
    let mut untidy = None;
    let mut curves: Vec<Curve> = Vec::new();
    let mut is_cut = false;
    for name in &names {
        let size = if name.is_state() { KeySize::Short } else { layout.keys };
        let mut scanner = Scanner {
            bytes,
            name: *name,
            untidy: &mut untidy,
        };
        match scanner.curve(at, size) {
            Ok(curve) => {
                at = curve.keys.end;
                curves.push(curve);
            }
            Err(fault) if matches!(fault.problem, Problem::Truncated | Problem::TooManyKeys { .. }) => {
                is_cut = scanner.is_beginning(at, size);
                break;
            }
            Err(_) => return None,
        }
    }
    if !is_cut || untidy.is_some() {
        return None;
    }
    let complete = curves.len();
    if let Some(group) = names.get(complete).and_then(|name| name.group()) {
        let first = (0..complete)
            .rev()
            .take_while(|index| names[*index].group() == Some(group))
            .last();
        curves.truncate(first.unwrap_or(complete));
    }
    let absent = names[curves.len()..].iter().map(|name| Curve {
        name: *name,
        offset: bytes.len(),
        wrap: [HOLD; 2],
        keys: bytes.len()..bytes.len(),
        size: if name.is_state() { KeySize::Short } else { layout.keys },
        untidy: Untidy::default(),
    });
    curves.extend(absent.collect::<Vec<_>>());
    Some(Prefix { curves, complete })
}

/// The wrap mode of a new curve.
const HOLD: i32 = 8;

struct Scanner<'a> {
    bytes: &'a [u8],
    name: CurveName,
    untidy: &'a mut Option<Fault>,
}

impl Scanner<'_> {
    fn fault(&self, offset: usize, problem: Problem) -> Fault {
        Fault {
            spot: Spot::Curve(self.name),
            offset,
            problem,
        }
    }

    fn bear(&mut self, offset: usize, problem: Problem) {
        if self.untidy.is_none() {
            *self.untidy = Some(self.fault(offset, problem));
        }
    }

    fn curve(&mut self, offset: usize, size: KeySize) -> Result<Curve, Fault> {
        let bytes = self.bytes;
        let rest = bytes.get(offset..).unwrap_or_default();
        if rest.len() < CURVE_HEAD {
            return Err(self.fault(offset, Problem::Truncated));
        }
        let [pre, post, count] = <[u32; 3]>::from_le(rest).map(u32::cast_signed);
        for mode in [pre, post] {
            if !WRAP_MODES.contains(&mode) {
                self.bear(offset, Problem::WrapMode(mode));
            }
        }
        let Ok(wanted) = usize::try_from(count) else {
            return Err(self.fault(offset, Problem::NegativeCount(count)));
        };
        let left = rest.len() - CURVE_HEAD;
        if wanted > left / size.bytes() {
            let size = size.bytes();
            return Err(self.fault(offset, Problem::TooManyKeys { count, size, left }));
        }
        let begin = offset + CURVE_HEAD;
        let mut curve = Curve {
            name: self.name,
            offset,
            wrap: [pre, post],
            keys: begin..begin + wanted * size.bytes(),
            size,
            untidy: Untidy::default(),
        };
        self.keys(&mut curve)?;
        Ok(curve)
    }

    /// Whether what is left of the file can be the beginning of a curve.
    fn is_beginning(&mut self, offset: usize, size: KeySize) -> bool {
        let begin = (offset + CURVE_HEAD).min(self.bytes.len());
        let whole = (self.bytes.len() - begin) / size.bytes() * size.bytes();
        let mut curve = Curve {
            name: self.name,
            offset,
            wrap: [HOLD; 2],
            keys: begin..begin + whole,
            size,
            untidy: Untidy::default(),
        };
        self.keys(&mut curve).is_ok()
    }

    fn keys(&mut self, curve: &mut Curve) -> Result<(), Fault> {
        let (size, is_state) = (curve.size, self.name.is_state());
        let mut before = f32::NEG_INFINITY;
        let stored = self.bytes[curve.keys.clone()].chunks_exact(size.bytes());
        for (i, bytes) in stored.enumerate() {
            let key = decode(bytes, size, is_state);
            let at = curve.keys.start + i * size.bytes();
            if !key.time.is_finite() {
                return Err(self.fault(at, Problem::Time(key.time)));
            }
            let untidy = &mut curve.untidy;
            if key.time < before {
                untidy.backwards += 1;
                self.bear(at, Problem::Backwards { before, time: key.time });
            }
            if !(0..=3).contains(&key.weighted) {
                untidy.modes += 1;
                self.bear(at, Problem::WeightedMode(key.weighted));
            }
            untidy.values += u32::from(!key.value.is_finite());
            untidy.tangents += u32::from(key.in_tangent.is_nan() || key.out_tangent.is_nan());
            untidy.weights += u32::from(key.in_weight.is_nan() || key.out_weight.is_nan());
            untidy.states += u32::from(is_state && key.value != 0.0 && key.value != 1.0);
            before = key.time;
        }
        Ok(())
    }
}
