//! A curve as stored, and its keys made fit for use.

use super::CurveName;
use castview_base::core::{Element, Place};
use std::fmt;
use std::ops::Range;

/// Bytes of a curve before its keys: two wrap modes and the count.
pub const CURVE_HEAD: usize = 12;
/// The weight of a tangent that has none of its own.
const THIRD: f32 = 1.0 / 3.0;
/// Weight that the toolkit gives keys of on/off curves, so that they hold.
const HOLDING_WEIGHT: f32 = 1e6;
/// Both tangents are weighted.
const BOTH: i32 = 3;

/// How much of each key of a float curve is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeySize {
    /// Time and value.
    Short,
    /// Tangents and weights, too.
    Full,
}

impl KeySize {
    /// Bytes of one stored key.
    pub fn bytes(self) -> usize {
        match self {
            Self::Short => 8,
            Self::Full => 28,
        }
    }

    /// The one of the two sizes that this is not.
    pub fn other(self) -> Self {
        match self {
            Self::Short => Self::Full,
            Self::Full => Self::Short,
        }
    }
}

impl fmt::Display for KeySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "keys of {} bytes", self.bytes())
    }
}

/// A key of Unity's curves. Short keys are filled up with what the toolkit fills in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Seconds.
    pub time: f32,
    /// The value at the key, in the unit of its curve.
    pub value: f32,
    /// Slope on arrival, value per second; infinite: a step.
    pub in_tangent: f32,
    /// Slope on departure, value per second; infinite: a step.
    pub out_tangent: f32,
    /// Share of the stretch before the key at which its control point lies.
    pub in_weight: f32,
    /// Share of the stretch after the key at which its control point lies.
    pub out_weight: f32,
    /// Bit 0: `in_weight` counts for the segment before; bit 1: `out_weight` for the one after.
    pub weighted: i32,
}

/// Faults of the keys of a curve that can be put right, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Untidy {
    pub backwards: u32,
    pub values: u32,
    pub tangents: u32,
    pub weights: u32,
    pub modes: u32,
    /// States that are neither 0 nor 1.
    pub states: u32,
}

/// Where a curve lies.
#[derive(Clone, Debug)]
pub struct Curve {
    pub name: CurveName,
    pub offset: usize,
    pub wrap: [i32; 2],
    pub keys: Range<usize>,
    pub size: KeySize,
    pub untidy: Untidy,
}

impl Curve {
    pub fn len(&self) -> usize {
        self.keys.len() / self.size.bytes()
    }

    pub fn place(&self) -> Place {
        Place {
            node_path: self.name.to_string(),
            offset: self.offset as u64,
        }
    }
}

/// One curve of a [`Document`](super::Document).
#[derive(Clone, Copy, Debug)]
pub struct CurveView<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) curve: &'a Curve,
}

impl<'a> CurveView<'a> {
    /// Which curve it is.
    pub fn name(self) -> CurveName {
        self.curve.name
    }

    /// Name and offset, for reports.
    pub fn place(self) -> Place {
        self.curve.place()
    }

    /// How much of each key is stored.
    pub fn key_size(self) -> KeySize {
        self.curve.size
    }

    /// Before the first key and after the last, as stored.
    pub fn wrap_modes(self) -> [i32; 2] {
        self.curve.wrap
    }

    /// How many keys there are.
    pub fn len(self) -> usize {
        self.curve.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(self) -> bool {
        self.curve.keys.is_empty()
    }

    /// Where the keys lie in the file.
    pub fn stored_range(self) -> Range<usize> {
        self.curve.keys.clone()
    }

    /// The keys as stored.
    pub fn stored(self) -> impl ExactSizeIterator<Item = Key> + 'a {
        let (size, is_state) = (self.curve.size, self.curve.name.is_state());
        self.bytes[self.curve.keys.clone()]
            .chunks_exact(size.bytes())
            .map(move |bytes| decode(bytes, size, is_state))
    }

    /// The keys in order of time, all numbers but tangents finite, weighted modes within 0…3.
    pub fn keys(self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.stored().collect();
        if self.curve.untidy.backwards > 0 {
            keys.sort_by(|a, b| a.time.total_cmp(&b.time));
        }
        let mut before = 0.0;
        for key in &mut keys {
            if !key.value.is_finite() {
                key.value = before;
            }
            before = key.value;
            for tangent in [&mut key.in_tangent, &mut key.out_tangent] {
                if tangent.is_nan() {
                    *tangent = 0.0;
                }
            }
            for weight in [&mut key.in_weight, &mut key.out_weight] {
                *weight = if weight.is_nan() {
                    THIRD
                } else {
                    weight.clamp(f32::MIN, f32::MAX)
                };
            }
            key.weighted &= BOTH;
        }
        keys
    }

    /// The time of the last key, whatever the order.
    pub fn end(self) -> Option<f32> {
        match self.curve.untidy.backwards {
            0 => self.stored().last().map(|key| key.time),
            _ => self.stored().map(|key| key.time).reduce(f32::max),
        }
    }
}

pub fn decode(bytes: &[u8], size: KeySize, is_state: bool) -> Key {
    let number = |field: usize| f32::from_le(&bytes[field * 4..]);
    match size {
        KeySize::Short => Key {
            time: number(0),
            value: number(1),
            in_tangent: 0.0,
            out_tangent: 0.0,
            in_weight: 0.0,
            out_weight: if is_state { HOLDING_WEIGHT } else { 0.0 },
            weighted: BOTH,
        },
        KeySize::Full => Key {
            time: number(0),
            value: number(1),
            in_tangent: number(2),
            out_tangent: number(3),
            in_weight: number(4),
            out_weight: number(5),
            weighted: <u32 as Element>::from_le(&bytes[24..]).cast_signed(),
        },
    }
}
