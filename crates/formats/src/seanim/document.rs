//! An SEAnim as stored: where its parts lie beside the one shared buffer.

use crate::walk::UintWidth;
use castview_base::core::SharedBytes;
use castview_base::scene::CurveMode;
use std::ops::Range;

/// The header of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Header {
    /// Bytes of the header, which counts itself.
    pub size: u16,
    /// As stored; see [`Kind`].
    pub kind: u8,
    /// Bit 0: looping.
    pub flags: u8,
    /// Bit 0 locations, 1 rotations, 2 scales, 6 notes, 7 custom block.
    pub presence: u8,
    /// Bit 0: doubles instead of floats.
    pub properties: u8,
    /// Frames of a second.
    pub rate: f32,
    /// The greatest frame and one more; decides the width of frames.
    pub frames: u32,
    /// Decides the width of a bone's number.
    pub bones: u32,
    /// How many modifiers there are.
    pub modifiers: u8,
    /// How many notes there are.
    pub notes: u32,
}

/// How values join with the rest pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// They are local transforms.
    Absolute,
    /// On top of the rest pose.
    Additive,
    /// Locations from the rest pose, rotations and scales as they are.
    Relative,
    /// As relative; the first bone carries the movement of the whole model.
    Delta,
}

/// The keys of one kind of a bone: a frame and numbers each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyList {
    /// Where the first key begins.
    pub at: usize,
    /// How many keys there are.
    pub count: u32,
}

/// One bone. Its keys are whole.
#[derive(Clone, Debug)]
pub struct Bone {
    /// Where its name lies.
    pub name: Range<usize>,
    /// Where its data begin.
    pub at: usize,
    /// 1: cosmetic.
    pub flags: u8,
    /// Keys of location, rotation and scale.
    pub keys: [KeyList; 3],
}

/// From a bone down, another kind than that of the clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Where it begins.
    pub at: usize,
    /// Number of the bone.
    pub bone: u32,
    /// As stored; see [`Kind`].
    pub kind: u8,
}

/// A notification.
#[derive(Clone, Debug)]
pub struct Note {
    /// When it fires.
    pub frame: u32,
    /// Where its name lies.
    pub name: Range<usize>,
}

/// One clip. Made only by [`read`](super::read()), which checks every range.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) bytes: SharedBytes,
    pub(super) header: Header,
    pub(super) modifiers: Vec<Modifier>,
    pub(super) bones: Vec<Bone>,
    pub(super) notes: Vec<Note>,
    /// Content of the custom block.
    pub(super) custom: Option<Range<usize>>,
}

impl Document {
    /// The bytes of the whole file.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// As stored.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// In file order.
    pub fn modifiers(&self) -> &[Modifier] {
        &self.modifiers
    }

    /// Bones that are whole.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// Notes that are whole.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Content of the custom block; `None`: there is none.
    pub fn custom(&self) -> Option<Range<usize>> {
        self.custom.clone()
    }
}

impl Header {
    /// Bytes of a frame, and of a count of keys.
    pub fn frame_width(&self) -> UintWidth {
        UintWidth::of(self.frames)
    }

    /// Bytes of a number of keys.
    pub fn number_size(&self) -> usize {
        if self.properties & 1 != 0 { 8 } else { 4 }
    }

    /// Bytes of a key of location, rotation or scale.
    pub(super) fn key_size(&self, part: usize) -> usize {
        self.frame_width().bytes() + NUMBERS[part] * self.number_size()
    }
}

/// Numbers of a location, a rotation and a scale.
pub(super) const NUMBERS: [usize; 3] = [3, 4, 3];

impl Kind {
    /// `None`: the number has no meaning.
    pub fn of(stored: u8) -> Option<Self> {
        [Self::Absolute, Self::Additive, Self::Relative, Self::Delta]
            .get(usize::from(stored))
            .copied()
    }

    /// Modes of locations, rotations and scales.
    pub fn modes(self) -> [CurveMode; 3] {
        match self {
            Self::Absolute => [CurveMode::Absolute; 3],
            Self::Additive => [CurveMode::Additive; 3],
            Self::Relative | Self::Delta => [CurveMode::Relative, CurveMode::Absolute, CurveMode::Absolute],
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Absolute => "absolute",
            Self::Additive => "additive",
            Self::Relative => "relative",
            Self::Delta => "delta",
        }
    }
}
