//! Bytes → document: header, bones, meshes and materials, one after the other, as far as they are whole.
//!
//! The format stores no sizes of its parts, so reading ends at the first part that is cut off: its successor cannot be found. Lists grow
//! with the bytes of their entries, up to the memory bound for a file of this size (docs/formats/semodel.md §5).

use super::document::{Bone, Document, Header, Material, Mesh};
use super::error::SemodelError;
use crate::cut::{self, Here};
use crate::rules::semodel as rule;
use crate::walk::{UintWidth, Walk};
use castview_base::core::{Diagnostics, Element, Place, SharedBytes};

/// The first bytes of every file.
pub const MAGIC: [u8; 7] = *b"SEModel";
/// Bytes before the header, which counts itself.
const BEFORE: usize = MAGIC.len() + 2;
/// Bytes of the header.
const HEADER: u16 = 0x14;
/// Memory that a bone, and a mesh or material, takes beside its arrays.
const BONE: u64 = 512;
const PART: u64 = 1024;
/// Memory that a file of any size may take, and for each of its bytes.
const LEAST: u64 = 100 << 20;
const TIMES: u64 = 8;

pub(super) const BONES: u8 = 1;
pub(super) const MESHES: u8 = 2;
pub(super) const MATERIALS: u8 = 4;
pub(super) const CUSTOM: u8 = 0x80;

/// Reads a model.
pub fn read(bytes: SharedBytes, diagnostics: &mut Diagnostics) -> Result<Document, SemodelError> {
    let header = header(&bytes)?;
    if header.size > HEADER {
        let place = || place("header", MAGIC.len() + 2);
        diagnostics.report(rule::SM3, place, || {
            format!(
                "the header has {} bytes more than are known; skipped",
                header.size - HEADER
            )
        });
    }
    let mut reading = Reading {
        walk: Walk::from(&bytes, BEFORE + usize::from(header.size)),
        header,
        room: LEAST + TIMES * bytes.len() as u64,
        left_out: 0,
        bones: Vec::new(),
        meshes: Vec::new(),
        materials: Vec::new(),
    };
    let whole = reading.parts(diagnostics);
    let counts = reading.counts();
    let (custom, end) = match whole && header.presence & CUSTOM != 0 {
        true => {
            let size = reading.walk.next::<u32>();
            let custom = size.and_then(|size| reading.walk.take(size.into()));
            (custom.clone(), custom.is_some())
        }
        false => (None, whole),
    };
    let Reading {
        walk,
        left_out,
        bones,
        meshes,
        materials,
        ..
    } = reading;
    let refused = materials.iter().any(|material| material.simple != 1);
    if !end && !refused {
        let length = bytes.len();
        if counts[..2].iter().all(|count| count.here == 0) && counts[..2].iter().any(|count| count.total > 0) {
            return Err(SemodelError::Cut { length });
        }
        diagnostics.report(rule::SM5, || place("", length), || cut::sentence(&counts));
    } else if walk.left() > 0 && !refused {
        diagnostics.report(
            rule::SM6,
            || place("", walk.at()),
            || format!("{} bytes follow the last part; ignored", walk.left()),
        );
    }
    if left_out > 0 {
        diagnostics.report(rule::SM_SIZE, Place::default, || {
            format!(
                "the file holds far more bones, meshes or materials than its size has content for; left out: {left_out}"
            )
        });
    }
    Ok(Document {
        bytes: bytes.clone(),
        header,
        bones,
        meshes,
        materials,
        custom,
    })
}

pub(super) fn place(node_path: &str, offset: usize) -> Place {
    Place {
        node_path: node_path.to_owned(),
        offset: offset as u64,
    }
}

fn header(bytes: &[u8]) -> Result<Header, SemodelError> {
    let wanted = BEFORE + usize::from(HEADER);
    let short = || SemodelError::TooShort {
        length: bytes.len(),
        wanted,
    };
    let mut walk = Walk::from(bytes, MAGIC.len());
    let version: u16 = walk.next().ok_or_else(short)?;
    if version != 1 {
        return Err(SemodelError::Version(version));
    }
    let size: u16 = walk.next().ok_or_else(short)?;
    if size < HEADER {
        return Err(SemodelError::Header(size));
    }
    let [presence, bone_presence, mesh_presence] = walk.next::<[u8; 3]>().ok_or_else(short)?;
    let counts = walk.next::<[u32; 3]>().ok_or_else(short)?;
    walk.next::<[u8; 3]>().ok_or_else(short)?;
    Ok(Header {
        size,
        presence,
        bone_presence,
        mesh_presence,
        counts,
    })
}

struct Reading<'a> {
    walk: Walk<'a>,
    header: Header,
    /// Bytes of memory that are left for parts.
    room: u64,
    /// Parts for which there was no room.
    left_out: u64,
    bones: Vec<Bone>,
    meshes: Vec<Mesh>,
    materials: Vec<Material>,
}

impl Reading<'_> {
    /// Whether all parts are whole.
    fn parts(&mut self, diagnostics: &mut Diagnostics) -> bool {
        let [bones, meshes, materials] = self.header.counts;
        let parts = [
            (BONES, bones, "bones"),
            (MESHES, meshes, "meshes"),
            (MATERIALS, materials, "materials"),
        ];
        for (bit, count, words) in parts {
            if self.header.presence & bit == 0 && count > 0 {
                let place = || place("header", BEFORE + 2);
                diagnostics.report(rule::SM4, place, || {
                    format!("{count} {words} are counted, and the header says that the file has none; taken as none")
                });
            }
        }
        let has = |bit| self.header.presence & bit != 0;
        let (has_bones, has_meshes, has_materials) = (has(BONES), has(MESHES), has(MATERIALS));
        (!has_bones || self.bones(bones).is_some())
            && (!has_meshes || (0..meshes).try_for_each(|_| self.mesh()).is_some())
            && (!has_materials || (0..materials).try_for_each(|_| self.material(diagnostics)).is_some())
    }

    /// How much of each kind is whole.
    fn counts(&self) -> [Here; 3] {
        let total = |bit: u8, at: usize| match self.header.presence & bit {
            0 => 0,
            _ => u64::from(self.header.counts[at]),
        };
        let here = |kind, here: usize, total| Here {
            kind,
            here: here as u64,
            total,
            at_least: false,
        };
        [
            here(["bone", "bones"], self.bones.len(), total(BONES, 0)),
            here(["mesh", "meshes"], self.meshes.len(), total(MESHES, 1)),
            here(["material", "materials"], self.materials.len(), total(MATERIALS, 2)),
        ]
    }

    /// Whether a part that takes `cost` bytes may be kept.
    fn has_room(&mut self, cost: u64) -> bool {
        let left = self.room.checked_sub(cost);
        self.left_out += u64::from(left.is_none());
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    fn bones(&mut self, count: u32) -> Option<()> {
        for _ in 0..count {
            let Some(name) = self.walk.string() else {
                self.bones.clear();
                return None;
            };
            if self.has_room(BONE) {
                // Its data follow all names, and are not whole until they are met.
                self.bones.push(Bone {
                    name,
                    at: 0,
                    flags: 0,
                    parent: -1,
                });
            }
        }
        let size = self.header.bone_size();
        for bone in 0..count as usize {
            let Some(data) = self.walk.take(size as u64) else {
                self.bones.truncate(bone);
                return None;
            };
            if let Some(kept) = self.bones.get_mut(bone) {
                let mut walk = Walk::from(self.walk.bytes(), data.start);
                kept.at = data.start;
                kept.flags = walk.next()?;
                kept.parent = walk.next::<u32>()? as i32;
            }
        }
        Some(())
    }

    fn mesh(&mut self) -> Option<()> {
        let walk = &mut self.walk;
        let at = walk.at();
        let [flags, layers, influences] = walk.next::<[u8; 3]>()?;
        let [vertices, faces] = walk.next::<[u32; 2]>()?;
        let presence = self.header.mesh_presence;
        let mut each = |is_there: bool, size: u64| {
            let size = if is_there { size } else { 0 };
            walk.take(u64::from(vertices) * size)
        };
        let bone = UintWidth::of(self.header.counts[0]).bytes() as u64;
        let mesh = Mesh {
            at,
            flags,
            layers,
            influences,
            vertices,
            faces,
            positions: each(true, <[f32; 3]>::SIZE as u64)?,
            uvs: each(presence & 1 != 0, 8 * u64::from(layers))?,
            normals: each(presence & 2 != 0, 12)?,
            colors: each(presence & 4 != 0, 4)?,
            weights: each(presence & 8 != 0, u64::from(influences) * (bone + 4))?,
            corners: walk.take(3 * u64::from(faces) * UintWidth::of(vertices).bytes() as u64)?,
            materials: walk.take(4 * u64::from(layers))?,
        };
        if self.has_room(PART) {
            self.meshes.push(mesh);
        }
        Some(())
    }

    fn material(&mut self, diagnostics: &mut Diagnostics) -> Option<()> {
        let name = self.walk.string()?;
        let at = self.walk.at();
        let simple: u8 = self.walk.next()?;
        let mut images = [0..0, 0..0, 0..0];
        if simple == 1 {
            for image in &mut images {
                *image = self.walk.string()?;
            }
        } else {
            diagnostics.report(
                rule::SM20,
                || place(&format!("material[{}]", self.materials.len()), at),
                || {
                    format!(
                        "its kind is {simple}, which is not known; it has no images, and what follows cannot be read"
                    )
                },
            );
        }
        if self.has_room(PART) {
            self.materials.push(Material { name, simple, images });
        }
        (simple == 1).then_some(())
    }
}
