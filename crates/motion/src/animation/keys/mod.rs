//! The keys of one clip, laid out for playing.
//!
//! In: a clip. Out: [`PackedKeys`]: unit rotations and vectors, the keys of one instant beside each other in memory. Made once
//! per clip and shared by every model it drives; of long clips, what nobody has played yet is not made. Never here: bones, modes, weights, a memory of the last call.
//!
//! Tracks that share their key times stand in [`Rows`], one row per key; so do those with a key at most frames, once they are filled up;
//! the others in [`Blocks`] of time. Values on the file's own curves stay exact: at a key's frame the key's value comes back.

mod blocks;
mod channel;
mod fill;
mod rows;
mod slerp;
mod times;

pub(super) use blocks::Blocks;
pub(super) use channel::Kind;
pub(super) use rows::Rows;

use castview_base::scene::{Clip, Track, Values};
use channel::{Channel, ROWS_FROM};
use rayon::prelude::*;
use std::collections::HashMap;
use times::Times;

/// Frames beyond this are left to the sampler in f64: 38 hours at 30 frames per second.
const FARTHEST_FRAME: f64 = (1 << 22) as f64;

/// Every transform track of one clip, packed. Valid for that clip only. About as big as the keys are in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackedKeys {
    pub(super) rows: Vec<Rows>,
    pub(super) blocks: Blocks,
    /// One per track of the clip; `None` for shapes and switches, tracks that are no straight lines, and where f32 cannot tell the key times apart.
    places: Vec<Option<Place>>,
}

/// Where one track of the clip lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Position in `rows`; one past the end are the blocks.
    pub group: u32,
    /// Position among the group's rotations, or among its vectors.
    pub index: u32,
}

/// Values of many tracks at one frame. `clip` must be the one that was packed.
pub(super) trait Group {
    /// Calls `put` with (position among the rotations, unit quaternion). A few positions past the last may come, up to a
    /// multiple of four.
    fn rotations(&self, clip: &Clip, frame: f64, put: impl FnMut(usize, glam::Quat));

    /// Calls `put` with (position among the vectors, value); 0 on axes without a track.
    fn vectors(&self, clip: &Clip, frame: f64, put: impl FnMut(usize, glam::Vec3));

    /// Rotations up to a multiple of four, and vectors.
    fn counts(&self) -> [usize; 2];
}

impl PackedKeys {
    /// Packs the keys of all tracks of `clip`. Rows of a long clip are left for when a pose first needs them.
    pub fn new(clip: &Clip) -> Self {
        let channels = channel::gather(clip);
        let mut still = Vec::new();
        let mut moving: Vec<Vec<usize>> = Vec::new();
        let mut by_ends: HashMap<(usize, u64, u64), Vec<usize>> = HashMap::new();
        for (index, channel) in channels.iter().enumerate() {
            let Some([first, last]) = channel.times.ends() else {
                still.push(index);
                continue;
            };
            let alike = by_ends
                .entry((channel.times.len(), first.to_bits(), last.to_bits()))
                .or_default();
            let same = |group: &&usize| channels[moving[**group][0]].times.same(&channel.times);
            if let Some(group) = alike.iter().find(same) {
                moving[*group].push(index);
            } else {
                alike.push(moving.len());
                moving.push(vec![index]);
            }
        }
        let n_moving = channels.len() - still.len();
        let (shared, own): (Vec<_>, Vec<_>) = moving
            .into_iter()
            .partition(|group| group.len() >= ROWS_FROM || group.len() * 4 >= n_moving);
        let mut out = Self {
            places: vec![None; clip.tracks.len()],
            ..Self::default()
        };
        for group in std::iter::once(still).chain(shared).filter(|group| !group.is_empty()) {
            let group = out.place(&channels, group, out.rows.len());
            out.rows.push(Rows::new(&group));
        }
        let mut own: Vec<usize> = own.into_iter().flatten().collect();
        if let Some((run, close)) = fill::close_together(&channels, &mut own) {
            let close = out.place(&channels, close, out.rows.len());
            let filled: Vec<Channel> = close.into_iter().map(|channel| channel.filled(run)).collect();
            out.rows.push(Rows::new(&filled.iter().collect::<Vec<_>>()));
        }
        let own = told_apart(&channels, own);
        let own = out.place(&channels, own, out.rows.len());
        out.blocks = Blocks::new(&own);
        out
    }

    /// Estimates the bytes that packing `clip` will take: room for it, before it is done.
    pub fn expected_bytes(clip: &Clip) -> usize {
        let packed = |track: &&Track| track.is_plain() && !matches!(track.values, Values::Switch(_));
        let tracks = || clip.tracks.iter().filter(packed);
        let value = |track: &Track| match track.values {
            Values::Rotation(_) => size_of::<[f32; 4]>(),
            _ => size_of::<f32>(),
        };
        // Every other key of a block is another block's, too; and each has its frame.
        let blocks = tracks().map(|track| 2 * track.keys.len() * (value(track) + size_of::<f32>()));
        let rows = fill::most_bytes(tracks().map(|track| (&track.keys, value(track))));
        rows.max(blocks.sum())
    }

    /// Bytes that they take in memory by now.
    pub fn bytes(&self) -> usize {
        let rows: usize = self.rows.iter().map(Rows::bytes).sum();
        rows + self.blocks.bytes() + size_of_val(&self.places[..])
    }

    /// Rotations first, then translations, then scales; notes where each track went.
    fn place<'a>(
        &mut self,
        channels: &'a [Channel<'a>],
        mut members: Vec<usize>,
        group: usize,
    ) -> Vec<&'a Channel<'a>> {
        members.sort_by_key(|index| (channels[*index].kind, *index));
        let members: Vec<&Channel> = members.into_iter().map(|index| &channels[index]).collect();
        let rotations = members.partition_point(|channel| channel.kind == Kind::Rotation);
        for (at, channel) in members.iter().enumerate() {
            let place = Place {
                group: u32::try_from(group).expect("fewer groups than tracks"),
                index: u32::try_from(if at < rotations { at } else { at - rotations }).expect("fewer than tracks"),
            };
            for track in channel.tracks.iter().flatten() {
                self.places[*track as usize] = Some(place);
            }
        }
        members
    }

    pub(super) fn place_of(&self, track: u32) -> Option<Place> {
        self.places[track as usize]
    }
}

/// Those of `members` whose neighbouring keys still differ when their frames are counted in f32 from anywhere in the clip.
fn told_apart(channels: &[Channel], mut members: Vec<usize>) -> Vec<usize> {
    let reach = |times: &Times| times.ends().map_or(0.0, |[first, last]| first.abs().max(last.abs()));
    members.retain(|index| reach(&channels[*index].times) <= FARTHEST_FRAME);
    let farthest = members
        .iter()
        .map(|index| reach(&channels[*index].times))
        .fold(0.0, f64::max);
    let apart = |index: &usize| channels[*index].times.least_gap() > 2.0 * farthest * f64::from(f32::EPSILON);
    members.into_par_iter().filter(apart).collect()
}
