//! Keys → tracks, bone by bone: locations and scales a track for each axis, rotations one.
//!
//! In: the keys of a document. Out: tracks with lawful keys, and where each of their values lies in the file. Lawful floats stay where they lie.

use crate::lower::keys::{Order, usable_rotations};
use crate::lower::scan::{self, RotationKeys};
use crate::rules::seanim as rule;
use crate::seanim::document::KeyList;
use crate::seanim::read::place;
use crate::seanim::{Document, Header};
use crate::walk::UintWidth;
use castview_base::core::{Diagnostics, Element, Place, SharedBytes, Stream, UintStream};
use castview_base::scene::{CurveMode, KeyPlace, Keys, Property, Track, Values};
use rayon::prelude::*;
use std::sync::Arc;

/// Memory that a track takes beside its name and what was repaired.
const TRACK: u64 = 384;

const PARTS: [&str; 3] = ["locations", "rotations", "scales"];
const AXES: [[Property; 3]; 2] = [
    [Property::TranslationX, Property::TranslationY, Property::TranslationZ],
    [Property::ScaleX, Property::ScaleY, Property::ScaleZ],
];

/// The tracks of all bones, of as many as `room` bytes of memory have a place for.
pub(super) fn lower(
    document: &Document,
    names: &[String],
    modes: [CurveMode; 3],
    mut room: u64,
    diagnostics: &mut Diagnostics,
) -> Vec<(Track, KeyPlace)> {
    let mut lists: Vec<(usize, usize)> = Vec::new();
    let mut left_out = 0;
    for (bone, stored) in document.bones.iter().enumerate() {
        for (part, keys) in stored.keys.iter().enumerate() {
            let tracks = if part == 1 { 1 } else { 3 };
            let cost = tracks * (TRACK + names[bone].len() as u64);
            if keys.count == 0 {
                continue;
            }
            match room.checked_sub(cost) {
                Some(left) => {
                    room = left;
                    lists.push((bone, part));
                }
                None => left_out += 1,
            }
        }
    }
    if left_out > 0 {
        diagnostics.report(rule::SN_SIZE, Place::default, || {
            format!("the file holds far more lists of keys than its size has content for; left out: {left_out}")
        });
    }
    // The number of parts is fixed, so that results and reports are the same on any number of threads.
    const CHUNKS: usize = 16;
    let chunk = |lists: &[(usize, usize)]| {
        let mut found = Diagnostics::default();
        let mut tracks = Vec::new();
        for (bone, part) in lists {
            let list = List::of(document, *bone, *part);
            list.tracks(&names[*bone], modes[*part], &mut tracks, &mut found);
        }
        (tracks, found)
    };
    let chunks: Vec<_> = match lists.is_empty() {
        true => Vec::new(),
        false => lists.par_chunks(lists.len().div_ceil(CHUNKS)).map(chunk).collect(),
    };
    let mut out = Vec::with_capacity(chunks.iter().map(|(tracks, _)| tracks.len()).sum());
    for (tracks, found) in chunks {
        out.extend(tracks);
        diagnostics.append(found);
    }
    out
}

/// The keys of one kind of one bone.
struct List<'a> {
    bytes: &'a SharedBytes,
    header: &'a Header,
    bone: usize,
    part: usize,
    keys: KeyList,
}

impl<'a> List<'a> {
    fn of(document: &'a Document, bone: usize, part: usize) -> Self {
        Self {
            bytes: &document.bytes,
            header: &document.header,
            bone,
            part,
            keys: document.bones[bone].keys[part],
        }
    }

    fn place(&self) -> Place {
        place(&format!("bone[{}].{}", self.bone, PARTS[self.part]), self.keys.at)
    }

    fn step(&self) -> usize {
        self.header.key_size(self.part)
    }

    /// Where the number `number` of the first key lies.
    fn first(&self, number: usize) -> usize {
        self.keys.at + self.header.frame_width().bytes() + number * self.header.number_size()
    }

    /// Values that lie in each key from the number `number` on.
    fn column<T: Element>(&self, at: usize) -> Stream<T> {
        Stream::strided(self.bytes.clone(), at, self.step(), self.keys.count as usize)
            .expect("the reader checked the range")
    }

    fn frames(&self) -> UintStream {
        match self.header.frame_width() {
            UintWidth::U8 => UintStream::U8(self.column(self.keys.at)),
            UintWidth::U16 => UintStream::U16(self.column(self.keys.at)),
            UintWidth::U32 => UintStream::U32(self.column(self.keys.at)),
        }
    }

    /// One number of each key.
    fn scalars(&self, number: usize) -> Stream<f32> {
        let at = self.first(number);
        match self.header.number_size() {
            8 => self
                .column::<f64>(at)
                .iter()
                .map(|value| value as f32)
                .collect::<Vec<f32>>()
                .into(),
            _ => self.column(at),
        }
    }

    fn rotations(&self) -> Stream<[f32; 4]> {
        let at = self.first(0);
        match self.header.number_size() {
            8 => {
                let wide = self.column::<[f64; 4]>(at);
                wide.iter()
                    .map(|value| value.map(|number| number as f32))
                    .collect::<Vec<_>>()
                    .into()
            }
            _ => self.column(at),
        }
    }

    fn tracks(&self, name: &str, mode: CurveMode, out: &mut Vec<(Track, KeyPlace)>, diagnostics: &mut Diagnostics) {
        if name.is_empty() {
            diagnostics.report(
                rule::SN11,
                || self.place(),
                || "the bone has no name; its keys are left out".into(),
            );
            return;
        }
        let frames = self.frames();
        let keys = Keys::Whole(frames);
        let mut push = |keys: Keys, values: Values, property: Property, place: KeyPlace| {
            let track = Track {
                target: name.to_owned(),
                property,
                mode,
                additive_weight: 1.0,
                keys,
                values,
                interpolation: Default::default(),
                beyond: Default::default(),
            };
            out.push((track, place));
        };
        if self.part == 1 {
            let values = self.rotations();
            let found = self.judged_rotations(&values);
            if found.far > 0 {
                diagnostics.report(
                    rule::SN13,
                    || self.place(),
                    || {
                        format!(
                            "{} rotations are far from unit length; normalised when played",
                            found.far
                        )
                    },
                );
            }
            if found.ascend && found.usable {
                return push(
                    keys,
                    Values::Rotation(values),
                    Property::Rotation,
                    self.key_place(0, None),
                );
            }
            let order = self.reported(Order::new(&keys, |_| true), diagnostics);
            let stored = order.kept.iter().map(|index| values.get(*index as usize));
            let (settled, lost) = usable_rotations(stored);
            if lost > 0 {
                diagnostics.report(
                    rule::SN12,
                    || self.place(),
                    || format!("{lost} rotations have no direction; each takes the one before it"),
                );
            }
            let place = self.key_place(0, Some(&order));
            return push(
                order.chosen(&keys),
                Values::Rotation(settled.into()),
                Property::Rotation,
                place,
            );
        }
        let columns = [0, 1, 2].map(|number| self.scalars(number));
        let properties = AXES[self.part / 2];
        if self.are_lawful(&columns) {
            for (number, (values, property)) in columns.into_iter().zip(properties).enumerate() {
                push(
                    keys.clone(),
                    Values::Scalar(values),
                    property,
                    self.key_place(number, None),
                );
            }
            return;
        }
        let is_finite = |key: usize| columns.iter().all(|column| column.get(key).is_finite());
        let order = self.reported(Order::new(&keys, is_finite), diagnostics);
        if order.kept.is_empty() {
            return;
        }
        let chosen = order.chosen(&keys);
        for (number, (column, property)) in columns.iter().zip(properties).enumerate() {
            let values: Vec<f32> = order.kept.iter().map(|index| column.get(*index as usize)).collect();
            let place = self.key_place(number, Some(&order));
            push(chosen.clone(), Values::Scalar(values.into()), property, place);
        }
    }

    /// Where the values of a track lie that takes the number `number` of each key.
    fn key_place(&self, number: usize, order: Option<&Order>) -> KeyPlace {
        KeyPlace::Plain {
            of: None,
            first: self.first(number),
            step: self.step(),
            keys: order.map(|order| Arc::new(order.kept.clone())),
        }
    }

    /// The bytes of all keys.
    fn stored(&self) -> &[u8] {
        &self.bytes[self.keys.at..][..self.keys.count as usize * self.step()]
    }

    fn ascends(&self) -> bool {
        let width = self.header.frame_width();
        let frames = self.stored().chunks_exact(self.step()).map(|key| width.read(key));
        frames.is_sorted_by(|a, b| a < b)
    }

    /// Whether the frames ascend and all numbers are finite.
    fn are_lawful(&self, columns: &[Stream<f32>; 3]) -> bool {
        if self.header.number_size() == 8 {
            return self.ascends() && columns.iter().all(|column| column.iter().all(f32::is_finite));
        }
        match self.header.frame_width() {
            UintWidth::U8 => scan::vector_keys::<u8, 13>(self.stored()),
            UintWidth::U16 => scan::vector_keys::<u16, 14>(self.stored()),
            UintWidth::U32 => scan::vector_keys::<u32, 16>(self.stored()),
        }
    }

    fn judged_rotations(&self, values: &Stream<[f32; 4]>) -> RotationKeys {
        if self.header.number_size() == 8 {
            let mut found = RotationKeys {
                ascend: self.ascends(),
                ..RotationKeys::LAWFUL
            };
            values.for_each(|value| found.judge(value));
            return found;
        }
        match self.header.frame_width() {
            UintWidth::U8 => scan::rotation_keys::<u8, 17>(self.stored()),
            UintWidth::U16 => scan::rotation_keys::<u16, 18>(self.stored()),
            UintWidth::U32 => scan::rotation_keys::<u32, 20>(self.stored()),
        }
    }

    fn reported(&self, order: Order, diagnostics: &mut Diagnostics) -> Order {
        if order.dropped > 0 {
            diagnostics.report(
                rule::SN12,
                || self.place(),
                || format!("{} keys are not finite; dropped", order.dropped),
            );
        }
        if !order.was_sorted {
            diagnostics.report(
                rule::SN14,
                || self.place(),
                || "the frames are not in order; sorted".into(),
            );
        }
        if order.repeated > 0 {
            diagnostics.report(
                rule::SN14,
                || self.place(),
                || format!("{} keys share a frame with a later one; dropped", order.repeated),
            );
        }
        order
    }
}
