//! An SEAnim and its bytes.

use super::{counted, text};

#[derive(Clone, Debug, Default)]
pub struct Bone {
    pub name: Vec<u8>,
    pub flags: u8,
    pub locations: Vec<(u32, [f64; 3])>,
    /// x, y, z, w.
    pub rotations: Vec<(u32, [f64; 4])>,
    pub scales: Vec<(u32, [f64; 3])>,
}

impl Bone {
    pub fn named(name: &str) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }
}

#[derive(Clone, Debug)]
pub struct Anim {
    pub version: u16,
    /// Bytes of the header beyond those that it has.
    pub more_header: u16,
    /// 0 absolute, 1 additive, 2 relative, 3 delta.
    pub kind: u8,
    pub looping: bool,
    /// Numbers are stored as doubles.
    pub doubles: bool,
    pub rate: f32,
    /// Greatest frame and one more; `None`: as the keys and notes have it.
    pub frames: Option<u32>,
    pub bones: Vec<Bone>,
    /// Bone and kind.
    pub modifiers: Vec<(u32, u8)>,
    pub notes: Vec<(u32, Vec<u8>)>,
    pub custom: Option<Vec<u8>>,
}

impl Anim {
    pub fn of_kind(kind: u8) -> Self {
        Self {
            version: 1,
            more_header: 0,
            kind,
            looping: false,
            doubles: false,
            rate: 30.0,
            frames: None,
            bones: Vec::new(),
            modifiers: Vec::new(),
            notes: Vec::new(),
            custom: None,
        }
    }

    pub fn frame_count(&self) -> u32 {
        let of_bone = |bone: &Bone| -> Vec<u32> {
            let locations = bone.locations.iter().map(|key| key.0);
            let rotations = bone.rotations.iter().map(|key| key.0);
            locations
                .chain(rotations)
                .chain(bone.scales.iter().map(|key| key.0))
                .collect()
        };
        let notes = self.notes.iter().map(|note| note.0);
        let greatest = self.bones.iter().flat_map(of_bone).chain(notes).max();
        self.frames.unwrap_or(greatest.map_or(0, |frame| frame + 1))
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.parts().concat()
    }

    /// The file in pieces: header, names and modifiers, then each bone, note and the custom block.
    pub fn parts(&self) -> Vec<Vec<u8>> {
        let frames = self.frame_count();
        let has = |bit: u8, is_there: bool| if is_there { bit } else { 0 };
        let any = |is_there: fn(&Bone) -> bool| self.bones.iter().any(is_there);
        let parts_of_bones = has(1, any(|bone| !bone.locations.is_empty()))
            | has(2, any(|bone| !bone.rotations.is_empty()))
            | has(4, any(|bone| !bone.scales.is_empty()));
        let presence = parts_of_bones | has(0x40, !self.notes.is_empty()) | has(0x80, self.custom.is_some());
        let mut head = b"SEAnim".to_vec();
        head.extend(self.version.to_le_bytes());
        head.extend((0x1c + self.more_header).to_le_bytes());
        head.extend([self.kind, self.looping.into(), presence, self.doubles.into(), 0, 0]);
        head.extend(self.rate.to_le_bytes());
        head.extend(frames.to_le_bytes());
        head.extend((self.bones.len() as u32).to_le_bytes());
        head.extend([self.modifiers.len() as u8, 0, 0, 0]);
        head.extend((self.notes.len() as u32).to_le_bytes());
        head.extend(vec![0xee; self.more_header.into()]);
        let mut parts = vec![head];
        if parts_of_bones != 0 {
            let mut names = Vec::new();
            self.bones.iter().for_each(|bone| text(&mut names, &bone.name));
            for (bone, kind) in &self.modifiers {
                counted(&mut names, *bone, self.bones.len() as u32);
                names.push(*kind);
            }
            parts.push(names);
            parts.extend(self.bones.iter().map(|bone| self.bone(bone, parts_of_bones, frames)));
        }
        for (frame, name) in &self.notes {
            let mut out = Vec::new();
            counted(&mut out, *frame, frames);
            text(&mut out, name);
            parts.push(out);
        }
        if let Some(custom) = &self.custom {
            parts.push([&(custom.len() as u32).to_le_bytes()[..], custom].concat());
        }
        parts
    }

    fn bone(&self, bone: &Bone, presence: u8, frames: u32) -> Vec<u8> {
        let mut out = vec![bone.flags];
        if presence & 1 != 0 {
            self.keys(&mut out, &bone.locations, frames);
        }
        if presence & 2 != 0 {
            self.keys(&mut out, &bone.rotations, frames);
        }
        if presence & 4 != 0 {
            self.keys(&mut out, &bone.scales, frames);
        }
        out
    }

    fn keys<const N: usize>(&self, out: &mut Vec<u8>, keys: &[(u32, [f64; N])], frames: u32) {
        counted(out, keys.len() as u32, frames);
        for (frame, numbers) in keys {
            counted(out, *frame, frames);
            for number in numbers {
                match self.doubles {
                    true => out.extend(number.to_le_bytes()),
                    false => out.extend((*number as f32).to_le_bytes()),
                }
            }
        }
    }
}

/// Something of everything, for the bones of [`super::model::everything`].
pub fn everything() -> Anim {
    let half = 0.5f64.sqrt();
    let mut anim = Anim::of_kind(0);
    anim.looping = true;
    anim.bones = ["tag_origin", "j_hip", "j_knee"].map(Bone::named).to_vec();
    anim.bones[0].flags = 1;
    anim.bones[0].locations = vec![(0, [0.0; 3]), (10, [0.0, 1.0, 0.0]), (20, [0.0; 3])];
    anim.bones[1].rotations = vec![(0, [0.0, 0.0, 0.0, 1.0]), (20, [half, 0.0, 0.0, half])];
    anim.bones[2].locations = vec![(5, [2.0, 0.0, 0.0])];
    anim.bones[2].rotations = vec![(0, [0.0, 0.0, 0.0, 1.0]), (9, [0.0, 0.0, half, half])];
    anim.bones[2].scales = vec![(0, [1.0; 3]), (20, [2.0, 1.0, 0.5])];
    anim.modifiers = vec![(1, 2), (2, 1)];
    anim.notes = vec![(4, b"step".to_vec()), (12, b"land".to_vec()), (2, b"step".to_vec())];
    anim.custom = Some(vec![7; 5]);
    anim
}
