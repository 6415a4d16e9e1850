//! A clip → an SEAnim (docs/formats/seanim.md §2, §3).
//!
//! In: a clip as stored, or as played on models. Out: bytes; a report names everything the format cannot hold. Never here: files,
//! sampling.

use super::document::Kind;
use super::read::MAGIC;
use crate::rules::convert as rule;
use crate::walk::UintWidth;
use crate::{PlainMovement, PlainTarget};
use castview_base::core::{Diagnostics, Place};
use castview_base::scene::{Clip, CurveMode, ModeOverride, Model, Property, Track, Values};
use std::collections::{BTreeSet, HashMap};

/// How far from a whole frame a key may lie and still be on it.
const SLACK: f64 = 1e-6;
/// Modifiers are counted in a byte.
const MOST_MODIFIERS: usize = 255;

/// Keys of one bone: frames and numbers.
#[derive(Default)]
struct Part {
    name: String,
    locations: Vec<(u32, [f32; 3])>,
    rotations: Vec<(u32, [f32; 4])>,
    scales: Vec<(u32, [f32; 3])>,
}

/// Everything that a file says.
struct Draft {
    name: String,
    kind: Kind,
    looping: bool,
    rate: f64,
    end: u32,
    parts: Vec<Part>,
    known: HashMap<String, usize>,
    modifiers: Vec<(u32, Kind)>,
    notes: Vec<(u32, String)>,
    /// How far a key was moved at most: frames.
    moved: f64,
}

impl Draft {
    fn part(&mut self, name: &str) -> &mut Part {
        let next = self.parts.len();
        let at = *self.known.entry(name.to_owned()).or_insert(next);
        if at == next {
            self.parts.push(Part {
                name: name.to_owned(),
                ..Part::default()
            });
        }
        &mut self.parts[at]
    }

    /// `frame` of a clip of `fps` frames a second.
    fn frame(&mut self, frame: f64, fps: f64) -> u32 {
        let exact = frame / fps * self.rate;
        let whole = exact.round() as u32;
        self.moved = self.moved.max((f64::from(whole) - exact).abs());
        whole
    }

    fn lost(&self, losses: &mut Diagnostics, message: impl FnOnce() -> String) {
        losses.report(rule::X_LOST, || place(&self.name), message);
    }
}

fn place(name: &str) -> Place {
    Place {
        node_path: format!("clip \"{}\"", name.escape_debug()),
        offset: 0,
    }
}

/// A clip that no model comes with, with its modes. `wish`: frames of a second, as the user wants them.
pub fn write_stored(clip: &Clip, wish: Option<f64>, losses: &mut Diagnostics) -> Vec<u8> {
    let fps = clip.frames_per_second;
    let mut draft = begun(clip.name.clone(), clip.looping, wish.unwrap_or(fps), kind_of(clip));
    draft.end = draft.frame(clip.range.end, fps);
    let modes = draft.kind.modes();
    let mut lists: Vec<([Option<&Track>; 3], usize)> = Vec::new();
    let mut found: HashMap<(&str, usize), usize> = HashMap::new();
    for track in &clip.tracks {
        let Some((channel, axis)) = channel(track.property).filter(|_| track.is_plain()) else {
            let what = track.property.short_name();
            draft.lost(losses, || {
                format!("SEAnim has no curves of {what}; those of {} are left out", track.target)
            });
            continue;
        };
        if track.mode != modes[channel] || track.mode == CurveMode::Additive && track.additive_weight != 1.0 {
            draft.lost(losses, || {
                let (mode, kind) = (track.mode.word(), draft.kind.word());
                format!(
                    "a curve of {} is {mode}, which a clip of type {kind} cannot say; left out",
                    track.target
                )
            });
            continue;
        }
        let at = *found.entry((&track.target, channel)).or_insert_with(|| {
            lists.push(([None; 3], channel));
            lists.len() - 1
        });
        lists[at].0[axis] = Some(track);
    }
    for (tracks, channel) in lists {
        written(&mut draft, fps, tracks, channel, losses);
    }
    modifiers(clip, &mut draft, losses);
    for one in &clip.notifications {
        for frame in &one.frames {
            let frame = draft.frame(*frame, fps);
            draft.notes.push((frame, one.name.clone()));
        }
    }
    finished(draft, losses)
}

/// A clip as it plays on `models`: absolute values.
pub fn write_played(
    models: &[Model],
    movement: &PlainMovement,
    wish: Option<f64>,
    losses: &mut Diagnostics,
) -> Vec<u8> {
    let Some((_, first)) = movement.first() else {
        return Vec::new();
    };
    let fps = first.frames_per_second;
    let mut draft = begun(first.name.clone(), first.looping, wish.unwrap_or(fps), Kind::Absolute);
    draft.end = draft.frame(first.range.end, fps);
    let mut known = BTreeSet::new();
    let mut shapes = 0;
    for (model, clip) in movement {
        let skeleton = &models[*model].skeleton;
        for channel in &clip.channels {
            let (bone, part) = match channel.target {
                PlainTarget::Translation(bone) => (bone, 0),
                PlainTarget::Rotation(bone) => (bone, 1),
                PlainTarget::Scale(bone) => (bone, 2),
                PlainTarget::Shape(_) => {
                    shapes += 1;
                    continue;
                }
            };
            // One list of keys moves every model with that bone.
            if !known.insert((skeleton.name(bone), part)) {
                continue;
            }
            let frames: Vec<u32> = channel.frames.iter().map(|frame| draft.frame(*frame, fps)).collect();
            let list = draft.part(skeleton.name(bone));
            let rows = channel.values.chunks_exact(channel.target.width());
            for (frame, row) in frames.into_iter().zip(rows) {
                match part {
                    0 => put(&mut list.locations, frame, std::array::from_fn(|i| row[i])),
                    1 => put(&mut list.rotations, frame, std::array::from_fn(|i| row[i])),
                    _ => put(&mut list.scales, frame, std::array::from_fn(|i| row[i])),
                }
            }
        }
    }
    if shapes > 0 {
        draft.lost(losses, || {
            format!("SEAnim has no blend shapes; their curves are left out: {shapes}")
        });
    }
    for (name, frames) in &first.notifications {
        for frame in frames {
            let frame = draft.frame(*frame, fps);
            draft.notes.push((frame, name.clone()));
        }
    }
    finished(draft, losses)
}

fn begun(name: String, looping: bool, rate: f64, kind: Kind) -> Draft {
    Draft {
        name,
        kind,
        looping,
        rate,
        end: 0,
        parts: Vec::new(),
        known: HashMap::new(),
        modifiers: Vec::new(),
        notes: Vec::new(),
        moved: 0.0,
    }
}

/// The last of the keys on one frame counts.
fn put<const N: usize>(keys: &mut Vec<(u32, [f32; N])>, frame: u32, numbers: [f32; N]) {
    if keys.last().is_some_and(|key| key.0 == frame) {
        keys.pop();
    }
    keys.push((frame, numbers));
}

/// Location, rotation or scale, and its axis.
fn channel(property: Property) -> Option<(usize, usize)> {
    use Property::{Rotation, ScaleX, ScaleY, ScaleZ, TranslationX, TranslationY, TranslationZ};
    let all = [
        (TranslationX, 0, 0),
        (TranslationY, 0, 1),
        (TranslationZ, 0, 2),
        (Rotation, 1, 0),
        (ScaleX, 2, 0),
        (ScaleY, 2, 1),
        (ScaleZ, 2, 2),
    ];
    let found = all.into_iter().find(|(known, ..)| *known == property)?;
    Some((found.1, found.2))
}

/// The type in which most curves have the modes that they have.
fn kind_of(clip: &Clip) -> Kind {
    let fits = |kind: &Kind| {
        let modes = kind.modes();
        let is_said = |track: &&Track| channel(track.property).is_some_and(|(at, _)| modes[at] == track.mode);
        clip.tracks.iter().filter(is_said).count()
    };
    let kinds = [Kind::Relative, Kind::Additive, Kind::Absolute];
    kinds.into_iter().max_by_key(fits).unwrap_or(Kind::Absolute)
}

/// The keys of up to three axes as one list, at all of their frames.
fn written(draft: &mut Draft, fps: f64, tracks: [Option<&Track>; 3], channel: usize, losses: &mut Diagnostics) {
    let Some(first) = tracks.iter().flatten().next() else {
        return;
    };
    if let Values::Rotation(values) = &first.values {
        for key in 0..values.len() {
            let frame = draft.frame(first.keys.frame(key), fps);
            put(&mut draft.part(&first.target).rotations, frame, values.get(key));
        }
        return;
    }
    let [Some(x), Some(y), Some(z)] = tracks else {
        draft.lost(losses, || {
            format!(
                "SEAnim has keys of all three axes alone; those of {} are left out",
                first.target
            )
        });
        return;
    };
    let mut frames: Vec<f64> = Vec::new();
    for track in [x, y, z] {
        frames.extend((0..track.keys.len()).map(|key| track.keys.frame(key)));
    }
    frames.sort_by(f64::total_cmp);
    frames.dedup();
    for at in frames {
        let frame = draft.frame(at, fps);
        let numbers = [x, y, z].map(|track| value(track, at));
        let part = draft.part(&first.target);
        match channel {
            0 => put(&mut part.locations, frame, numbers),
            _ => put(&mut part.scales, frame, numbers),
        }
    }
}

/// The value of a straight track at a frame.
fn value(track: &Track, frame: f64) -> f32 {
    let Values::Scalar(values) = &track.values else {
        return 0.0;
    };
    let after = track.keys.count_until(frame);
    let Some(before) = after.checked_sub(1) else {
        return values.get(0);
    };
    if after == track.keys.len() || track.keys.frame(before) == frame {
        return values.get(before);
    }
    let (from, to) = (track.keys.frame(before), track.keys.frame(after));
    let (a, b) = (f64::from(values.get(before)), f64::from(values.get(after)));
    (a + (b - a) * (frame - from) / (to - from)) as f32
}

/// Overrides of one bone together are a modifier, if they are those of a type.
fn modifiers(clip: &Clip, draft: &mut Draft, losses: &mut Diagnostics) {
    let mut bones: Vec<(&str, [Option<CurveMode>; 3])> = Vec::new();
    let mut found: HashMap<&str, usize> = HashMap::new();
    for ModeOverride {
        bone,
        mode,
        translation,
        rotation,
        scale,
    } in &clip.overrides
    {
        let at = *found.entry(bone).or_insert_with(|| {
            bones.push((bone, [None; 3]));
            bones.len() - 1
        });
        for (own, covers) in bones[at].1.iter_mut().zip([translation, rotation, scale]) {
            if *covers {
                *own = Some(*mode);
            }
        }
    }
    for (bone, modes) in bones {
        let kinds = [Kind::Absolute, Kind::Additive, Kind::Relative];
        let kind = kinds.into_iter().find(|kind| kind.modes().map(Some) == modes);
        let Some(kind) = kind.filter(|_| draft.modifiers.len() < MOST_MODIFIERS) else {
            draft.lost(losses, || {
                format!("SEAnim has no modifier for the modes that {bone} overrides, or too many; left out")
            });
            continue;
        };
        draft.part(bone);
        let at = draft.known[bone] as u32;
        draft.modifiers.push((at, kind));
    }
}

fn finished(draft: Draft, losses: &mut Diagnostics) -> Vec<u8> {
    if draft.moved > SLACK {
        losses.report(
            rule::X_RATE,
            || place(&draft.name),
            || {
                format!(
                    "keys fall between whole frames; moved by up to {:.1e} frames",
                    draft.moved
                )
            },
        );
    }
    let mut last = draft.end;
    for part in &draft.parts {
        let ends = [
            part.locations.last().map(|key| key.0),
            part.rotations.last().map(|key| key.0),
            part.scales.last().map(|key| key.0),
        ];
        last = ends.into_iter().flatten().fold(last, u32::max);
    }
    last = draft.notes.iter().map(|note| note.0).fold(last, u32::max);
    let frames = last.saturating_add(1);
    let (frame_width, bone_width) = (UintWidth::of(frames), UintWidth::of(draft.parts.len() as u32));
    let has = |bit: u8, is_there: bool| if is_there { bit } else { 0 };
    let any = |is_there: fn(&Part) -> bool| draft.parts.iter().any(is_there);
    let keyed = has(1, any(|part| !part.locations.is_empty()))
        | has(2, any(|part| !part.rotations.is_empty()))
        | has(4, any(|part| !part.scales.is_empty()));
    let mut out = MAGIC.to_vec();
    out.extend(1u16.to_le_bytes());
    out.extend(0x1cu16.to_le_bytes());
    out.extend([
        draft.kind as u8,
        draft.looping.into(),
        keyed | has(0x40, !draft.notes.is_empty()),
        0,
        0,
        0,
    ]);
    out.extend((draft.rate as f32).to_le_bytes());
    out.extend(frames.to_le_bytes());
    let bones = if keyed == 0 { 0 } else { draft.parts.len() as u32 };
    out.extend(bones.to_le_bytes());
    let modifiers = if keyed == 0 { &[][..] } else { &draft.modifiers };
    out.extend([modifiers.len() as u8, 0, 0, 0]);
    out.extend((draft.notes.len() as u32).to_le_bytes());
    if keyed != 0 {
        draft.parts.iter().for_each(|part| text(&mut out, &part.name));
        for (bone, kind) in modifiers {
            uint(&mut out, *bone, bone_width);
            out.push(*kind as u8);
        }
        for part in &draft.parts {
            out.push(0);
            if keyed & 1 != 0 {
                keys(&mut out, &part.locations, frame_width);
            }
            if keyed & 2 != 0 {
                keys(&mut out, &part.rotations, frame_width);
            }
            if keyed & 4 != 0 {
                keys(&mut out, &part.scales, frame_width);
            }
        }
    }
    for (frame, name) in &draft.notes {
        uint(&mut out, *frame, frame_width);
        text(&mut out, name);
    }
    out
}

fn keys<const N: usize>(out: &mut Vec<u8>, keys: &[(u32, [f32; N])], width: UintWidth) {
    uint(out, keys.len() as u32, width);
    for (frame, numbers) in keys {
        uint(out, *frame, width);
        out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
}

fn uint(out: &mut Vec<u8>, number: u32, width: UintWidth) {
    out.extend(&number.to_le_bytes()[..width.bytes()]);
}

/// A zero byte would end the string: what comes after it is not written.
fn text(out: &mut Vec<u8>, text: &str) {
    out.extend(text.split('\0').next().unwrap_or_default().bytes());
    out.push(0);
}
