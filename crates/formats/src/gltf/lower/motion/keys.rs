//! Samplers: times and values, repaired where they must be (docs/formats/gltf.md §3; §8 rows 20, 21, 22, 34).

use crate::counts;
use crate::gltf::accessor::Plain;
use crate::gltf::json::{AnimationSampler, Id};
use crate::gltf::lower::context::Context;
use crate::rules::gltf as rule;
use castview_base::core::{Place, Stream};
use castview_base::scene::KeyPlace;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Linear,
    Step,
    Cubic,
}

/// Keys in seconds, strictly ascending, and one run of `width` numbers per key.
pub(crate) struct Sampled {
    pub times: Stream<f32>,
    pub mode: Mode,
    pub values: Vec<f32>,
    /// Parallel to `values` when `mode` is cubic, else empty.
    pub incoming: Vec<f32>,
    pub outgoing: Vec<f32>,
    width: usize,
    places: Result<Places, &'static str>,
}

/// Where the values lie in the file.
#[derive(Clone, Debug)]
struct Places {
    of: Option<Arc<str>>,
    /// The value of the first key.
    first: usize,
    /// From one key to the next.
    step: usize,
    /// From one component to the next.
    component: usize,
    kept: Option<Arc<Vec<u32>>>,
}

/// Numbers that make up each key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// So many components.
    Vector(usize),
    /// So many scalars in a row.
    Scalars(usize),
}

impl Sampled {
    /// Component `index` of one of the lists.
    pub fn component(&self, list: &[f32], index: usize) -> Vec<f32> {
        list.iter().skip(index).step_by(self.width).copied().collect()
    }

    /// Where component `index` of the values lies; 0 is where whole values begin.
    pub fn place(&self, index: usize) -> KeyPlace {
        match &self.places {
            Ok(places) => KeyPlace::Plain {
                of: places.of.clone(),
                // Inside of the bytes, all of it.
                first: places.first + index * places.component,
                step: places.step,
                keys: places.kept.clone(),
            },
            Err(why) => KeyPlace::Nowhere(why),
        }
    }
}

impl Places {
    /// `per_key` numbers belong to a key, its value from number `value_at` on.
    fn new(plain: Plain, width: Width, per_key: usize, value_at: usize) -> Self {
        // A vector is one element, whose components stand side by side.
        let (wide, component) = match width {
            Width::Vector(wide @ 2..=4) => (wide, 4),
            Width::Vector(_) | Width::Scalars(_) => (1, plain.stride),
        };
        Self {
            of: plain.of.map(Into::into),
            first: plain.first + value_at / wide * plain.stride,
            step: per_key / wide * plain.stride,
            component,
            kept: None,
        }
    }
}

/// Bytes that the tracks of one channel take beside their values.
const TRACK_BYTES: u64 = 1024;

const SKIPPED: &str = "the channel is left out";

pub(crate) fn read(
    context: &Context<'_>,
    json: &AnimationSampler,
    width: Width,
    place: &dyn Fn() -> Place,
) -> Option<Sampled> {
    let (Some(input), Some(output)) = (json.input, json.output) else {
        context.report(rule::G10, place, || {
            format!("the sampler has no input or no output; {SKIPPED}")
        });
        return None;
    };
    let accessor = context.accessor(input, place, SKIPPED)?;
    let times = context.checked(context.accessors.scalars(&accessor), place, SKIPPED)?;
    let (values, plain) = values(context, output, width, place)?;
    let mode = mode(context, json.interpolation.as_deref(), place);
    let shape = width;
    let width = match width {
        Width::Vector(width) | Width::Scalars(width) => width,
    };
    let (per_key, value_at) = match mode {
        Mode::Cubic => (3 * width, width),
        Mode::Linear | Mode::Step => (width, 0),
    };
    let mut places = plain.map(|plain| Places::new(plain, shape, per_key, value_at));
    let count = times.len().min(values.len() / per_key);
    if times.len() * per_key != values.len() {
        let treatment = match count {
            0 => SKIPPED.into(),
            count => format!("the first {count} keys are used"),
        };
        let [times, values] = [times.len(), values.len()];
        context.report(rule::G21, place, || {
            format!("{times} times and {values} values, {per_key} to a key; {treatment}")
        });
    }
    if count == 0 {
        return None;
    }
    let kept = kept(context, &times, &values[..count * per_key], per_key, place);
    if kept.as_ref().is_some_and(Vec::is_empty) {
        return None;
    }
    let (times, values) = match kept {
        None => (first(times, count), values),
        Some(keys) => {
            let values = keys
                .iter()
                .flat_map(|(key, _)| &values[key * per_key..(key + 1) * per_key])
                .copied()
                .collect();
            let times: Vec<f32> = keys.iter().map(|(_, time)| *time).collect();
            if let Ok(places) = &mut places {
                // Counts of accessors fit 32 bits.
                places.kept = Some(Arc::new(keys.iter().map(|(key, _)| *key as u32).collect()));
            }
            (times.into(), values)
        }
    };
    let mut sampled = Sampled {
        times,
        mode,
        values,
        incoming: Vec::new(),
        outgoing: Vec::new(),
        width,
        places,
    };
    if mode == Mode::Cubic {
        sampled.part_tangents(count);
        if sampled.times.len() == 1 {
            context.report(rule::G22, place, || "one key makes no curve; its value holds".into());
            sampled.mode = Mode::Linear;
            (sampled.incoming, sampled.outgoing) = (Vec::new(), Vec::new());
        }
    } else {
        sampled.values.truncate(sampled.times.len() * width);
    }
    Some(sampled)
}

/// The first `count` of the times.
fn first(times: Stream<f32>, count: usize) -> Stream<f32> {
    match count == times.len() {
        true => times,
        false => (0..count).map(|key| times.get(key)).collect::<Vec<f32>>().into(),
    }
}

impl Sampled {
    /// Takes tangents out of values that have three parts a key: incoming tangent, value, outgoing tangent.
    fn part_tangents(&mut self, count: usize) {
        let width = self.width;
        let part = |which: usize| -> Vec<f32> {
            let triples = self.values.chunks_exact(3 * width).take(count);
            triples
                .flat_map(|triple| &triple[which * width..(which + 1) * width])
                .copied()
                .collect()
        };
        (self.incoming, self.values, self.outgoing) = (part(0), part(1), part(2));
    }
}

/// The numbers, and where they lie.
fn values(
    context: &Context<'_>,
    output: Id,
    width: Width,
    place: &dyn Fn() -> Place,
) -> Option<(Vec<f32>, Result<Plain, &'static str>)> {
    let accessor = context.accessor(output, place, SKIPPED)?;
    let accessors = &context.accessors;
    // Channels may share a sampler; each becomes tracks of its own.
    let bytes = accessor.count as u64 * accessor.kind.components() as u64 * 8 + TRACK_BYTES;
    context.checked(accessors.charge(bytes), place, SKIPPED)?;
    let flat = match width {
        Width::Vector(2) => accessors.floats::<2>(&accessor).map(|v| v.to_vec().into_flattened()),
        Width::Vector(3) => accessors.floats::<3>(&accessor).map(|v| v.to_vec().into_flattened()),
        Width::Vector(4) => accessors.floats::<4>(&accessor).map(|v| v.to_vec().into_flattened()),
        _ => accessors.scalars(&accessor).map(|v| v.to_vec()),
    };
    let flat = context.checked(flat, place, SKIPPED)?;
    Some((flat, accessors.plain(output, &accessor)))
}

fn mode(context: &Context<'_>, word: Option<&str>, place: &dyn Fn() -> Place) -> Mode {
    match word {
        None | Some("LINEAR") => Mode::Linear,
        Some("STEP") => Mode::Step,
        Some("CUBICSPLINE") => Mode::Cubic,
        Some(other) => {
            context.report(rule::G34, place, || {
                format!("\"{}\" is no interpolation; taken as LINEAR", other.escape_debug())
            });
            Mode::Linear
        }
    }
}

/// gltf.md row 20: which keys are kept and when they are, in order; `None`: all of them as they are.
///
/// The first and the last of keys at one time make a jump: the first comes just before, by as little as times can differ. Keys between them
/// are never seen, nor is the first of those at the very beginning.
fn kept(
    context: &Context<'_>,
    times: &Stream<f32>,
    values: &[f32],
    per_key: usize,
    place: &dyn Fn() -> Place,
) -> Option<Vec<(usize, f32)>> {
    let count = values.len() / per_key;
    let is_fine = |key: usize| {
        times.get(key).is_finite()
            && values[key * per_key..(key + 1) * per_key]
                .iter()
                .all(|value| value.is_finite())
    };
    let ascends = |key: usize| key == 0 || times.get(key - 1) < times.get(key);
    if (0..count).all(|key| is_fine(key) && ascends(key)) {
        return None;
    }
    let mut keys: Vec<usize> = (0..count).filter(|key| is_fine(*key)).collect();
    let wild = count - keys.len();
    let unsorted = keys
        .windows(2)
        .filter(|pair| times.get(pair[0]) > times.get(pair[1]))
        .count();
    keys.sort_by(|a, b| times.get(*a).total_cmp(&times.get(*b)));
    let mut kept: Vec<(usize, f32)> = Vec::with_capacity(keys.len());
    let mut jumps = 0;
    for run in keys.chunk_by(|a, b| times.get(*a) == times.get(*b)) {
        let (first, last) = (run[0], run[run.len() - 1]);
        let time = times.get(last);
        let just_before = time.next_down();
        if first != last && kept.last().is_some_and(|(_, before)| *before < just_before) {
            kept.push((first, just_before));
            jumps += 1;
        }
        kept.push((last, time));
    }
    context.report(rule::G20, place, || {
        counts::told(&[
            (wild, "key is no number; left out", "keys are no numbers; left out"),
            (unsorted, "key is out of order; sorted", "keys are out of order; sorted"),
            (
                jumps,
                "time has several keys; the first and the last make a jump",
                "times have several keys; the first and the last of each make a jump",
            ),
            (
                keys.len() - kept.len(),
                "key at the time of others is never seen; left out",
                "keys at the time of others are never seen; left out",
            ),
        ])
    });
    Some(kept)
}
