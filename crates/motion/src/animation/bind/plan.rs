//! For each bone its packed keys and how they are applied. Made once; each pose follows it.
//!
//! In: a binding's transform tracks and the clip's packed keys. Out: a [`Plan`], parallel to the packed groups. Never here:
//! names, values, time.

use super::parts::{AxisFit, BoundTransform, RotationTurn, VectorFit};
use crate::animation::keys::{Group, Kind, PackedKeys, Place};
use castview_base::core::BoneIndex;
use castview_base::scene::{Clip, CurveMode, Property};

/// No bone: what is packed there moves nothing in this model. Or no turn or fit: the values are used as they are.
const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Plan {
    /// One per group of packed keys: the rows, then the blocks.
    pub groups: Vec<Uses>,
    /// Channels of several tracks, channels of copies of a bone, tracks beyond packing, and tracks for another axis than their own: sampled
    /// one by one, in this order.
    pub chains: Vec<BoundTransform>,
}

/// One per rotation and vector of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Uses {
    pub rotations: Vec<RotationUse>,
    pub vectors: Vec<VectorUse>,
    /// Changes of values before they are used, for those that have one.
    pub turns: Vec<RotationTurn>,
    pub fits: Vec<VectorFit>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RotationUse {
    bone: u32,
    /// Position in [`Uses::turns`].
    turn: u32,
    pub mode: CurveMode,
    /// Position in the clip's tracks.
    pub track: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VectorUse {
    bone: u32,
    /// Position in [`Uses::fits`].
    fit: u32,
    pub is_scale: bool,
    /// Every axis has a track, and all replace what is there.
    pub replaces: bool,
    /// Mode and position in the clip's tracks; `None`: the axis stays as it is (cast.md A18).
    pub axes: [Option<(CurveMode, u32)>; 3],
}

impl RotationUse {
    const NONE: Self = Self {
        bone: NOWHERE,
        turn: NOWHERE,
        mode: CurveMode::Absolute,
        track: 0,
    };

    #[inline]
    pub fn turn(&self) -> Option<usize> {
        (self.turn != NOWHERE).then_some(self.turn as usize)
    }

    #[inline]
    pub fn bone(&self) -> Option<usize> {
        (self.bone != NOWHERE).then_some(self.bone as usize)
    }
}

impl VectorUse {
    const NONE: Self = Self {
        bone: NOWHERE,
        fit: NOWHERE,
        is_scale: false,
        replaces: false,
        axes: [None; 3],
    };

    #[inline]
    pub fn fit(&self) -> Option<usize> {
        (self.fit != NOWHERE).then_some(self.fit as usize)
    }

    #[inline]
    pub fn bone(&self) -> Option<usize> {
        (self.bone != NOWHERE).then_some(self.bone as usize)
    }
}

impl Plan {
    /// `transforms` in bone order; the tracks of one channel are neighbours in the order they apply.
    pub fn new(clip: &Clip, transforms: &[BoundTransform], keys: &PackedKeys) -> Self {
        let uses = |[rotations, vectors]: [usize; 2]| Uses {
            rotations: vec![RotationUse::NONE; rotations],
            vectors: vec![VectorUse::NONE; vectors],
            ..Uses::default()
        };
        let mut plan = Self {
            groups: keys.rows.iter().map(|rows| uses(rows.counts())).collect(),
            chains: Vec::new(),
        };
        plan.groups.push(uses(keys.blocks.counts()));
        let kind = |bound: &BoundTransform| Kind::of(bound.property);
        for channel in transforms.chunk_by(|a, b| a.bone == b.bone && kind(a) == kind(b)) {
            match shared_place(clip, channel, keys).filter(|place| plan.is_free(channel, *place)) {
                Some(place) => plan.follow(channel, place),
                None => plan.chains.extend_from_slice(channel),
            }
        }
        plan
    }

    /// Whether the packed keys at `place` drive no bone yet. The first bone takes the place; its copies read the same keys as chains.
    fn is_free(&self, channel: &[BoundTransform], place: Place) -> bool {
        let uses = &self.groups[place.group as usize];
        match channel[0].property {
            Property::Rotation => uses.rotations[place.index as usize].bone().is_none(),
            _ => uses.vectors[place.index as usize].bone().is_none(),
        }
    }

    fn follow(&mut self, channel: &[BoundTransform], place: Place) {
        let uses = &mut self.groups[place.group as usize];
        let bone = index(channel[0].bone);
        if let [only] = channel
            && only.property == Property::Rotation
        {
            let turn = only.turn.map(|_| only.rotation_turn());
            let at = add(&mut uses.turns, turn);
            uses.rotations[place.index as usize] = RotationUse {
                bone,
                turn: at,
                mode: only.mode,
                track: only.track,
            };
            return;
        }
        let mut axes = [None; 3];
        let mut fits = [AxisFit::NONE; 3];
        for bound in channel {
            axes[axis(bound.property)] = Some((bound.mode, bound.track));
            fits[axis(bound.property)] = bound.axis_fit();
        }
        let is_fitted = channel.iter().any(|bound| bound.turn.is_some());
        let is_scale = Kind::of(channel[0].property) == Some(Kind::Scale);
        let fit = is_fitted.then(|| VectorFit::of(fits, is_scale));
        let fit = add(&mut uses.fits, fit);
        uses.vectors[place.index as usize] = VectorUse {
            bone,
            fit,
            is_scale,
            replaces: axes.iter().all(|axis| matches!(axis, Some((CurveMode::Absolute, _)))),
            axes,
        };
    }
}

/// Puts `change` at the end of the list; its place there.
fn add<T>(list: &mut Vec<T>, change: Option<T>) -> u32 {
    let Some(change) = change else { return NOWHERE };
    list.push(change);
    u32::try_from(list.len() - 1).expect("fewer than tracks")
}

/// Where the tracks of one channel of one bone are packed, if they are so together, each axis has only one, and each drives its own axis.
fn shared_place(clip: &Clip, channel: &[BoundTransform], keys: &PackedKeys) -> Option<Place> {
    let place = keys.place_of(channel[0].track)?;
    let together = channel.iter().all(|bound| keys.place_of(bound.track) == Some(place));
    let as_stored = |bound: &BoundTransform| clip.tracks[bound.track as usize].property == bound.property;
    let as_stored = channel.iter().all(as_stored);
    let distinct = channel.windows(2).all(|pair| pair[0].property != pair[1].property);
    (together && distinct && as_stored).then_some(place)
}

fn axis(property: Property) -> usize {
    match property {
        Property::TranslationY | Property::ScaleY => 1,
        Property::TranslationZ | Property::ScaleZ => 2,
        _ => 0,
    }
}

fn index(bone: BoneIndex) -> u32 {
    u32::try_from(bone.get()).expect("bones are bounded by the file's own 32-bit counts")
}
