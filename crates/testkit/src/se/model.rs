//! An SEModel and its bytes.

use super::{counted, floats, text};

#[derive(Clone, Debug)]
pub struct Bone {
    pub name: Vec<u8>,
    pub flags: u8,
    pub parent: i32,
    pub global: ([f32; 3], [f32; 4]),
    pub local: ([f32; 3], [f32; 4]),
    pub scale: [f32; 3],
}

impl Bone {
    /// At `local`, not turned.
    pub fn at(name: &str, parent: i32, local: [f32; 3]) -> Self {
        const STRAIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
        Self {
            name: name.into(),
            flags: 0,
            parent,
            global: ([0.0; 3], STRAIGHT),
            local: (local, STRAIGHT),
            scale: [1.0; 3],
        }
    }
}

/// All lists but that of faces have an entry for each vertex.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    pub flags: u8,
    pub positions: Vec<[f32; 3]>,
    /// Layer by layer.
    pub uvs: Vec<Vec<[f32; 2]>>,
    pub normals: Vec<[f32; 3]>,
    pub colors: Vec<[u8; 4]>,
    pub influences: Vec<Vec<(u32, f32)>>,
    /// Clockwise.
    pub faces: Vec<[u32; 3]>,
    /// One for each layer.
    pub materials: Vec<i32>,
}

#[derive(Clone, Debug)]
pub struct Material {
    pub name: Vec<u8>,
    pub simple: u8,
    /// Diffuse, normal, specular.
    pub images: [Vec<u8>; 3],
}

impl Material {
    pub fn of(name: &str, images: [&str; 3]) -> Self {
        Self {
            name: name.into(),
            simple: 1,
            images: images.map(|image| image.as_bytes().to_vec()),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Model {
    pub version: u16,
    /// Bytes of the header beyond those that it has.
    pub more_header: u16,
    /// Which transforms of bones are written: bit 0 global, 1 local, 2 scales.
    pub bone_presence: u8,
    pub bones: Vec<Bone>,
    pub meshes: Vec<Mesh>,
    pub materials: Vec<Material>,
    pub custom: Option<Vec<u8>>,
}

impl Model {
    pub fn empty() -> Self {
        Self {
            version: 1,
            more_header: 0,
            bone_presence: 2,
            bones: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            custom: None,
        }
    }

    /// The file has an array of meshes where one of them has it.
    pub fn mesh_presence(&self) -> u8 {
        let has = |bit: u8, is_there: fn(&Mesh) -> bool| if self.meshes.iter().any(is_there) { bit } else { 0 };
        has(1, |mesh| !mesh.uvs.is_empty())
            | has(2, |mesh| !mesh.normals.is_empty())
            | has(4, |mesh| !mesh.colors.is_empty())
            | has(8, |mesh| !mesh.influences.is_empty())
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.parts().concat()
    }

    /// The file in pieces: its header, the names of its bones, then each bone, mesh, material and the custom block.
    pub fn parts(&self) -> Vec<Vec<u8>> {
        let has = |bit: u8, is_there: bool| if is_there { bit } else { 0 };
        let mut head = b"SEModel".to_vec();
        head.extend(self.version.to_le_bytes());
        head.extend((0x14 + self.more_header).to_le_bytes());
        head.push(
            has(1, !self.bones.is_empty())
                | has(2, !self.meshes.is_empty())
                | has(4, !self.materials.is_empty())
                | has(0x80, self.custom.is_some()),
        );
        head.extend([self.bone_presence, self.mesh_presence()]);
        for count in [self.bones.len(), self.meshes.len(), self.materials.len()] {
            head.extend((count as u32).to_le_bytes());
        }
        head.extend([0; 3]);
        head.extend(vec![0xee; self.more_header.into()]);
        let mut names = Vec::new();
        self.bones.iter().for_each(|bone| text(&mut names, &bone.name));
        let mut parts = vec![head, names];
        parts.extend(self.bones.iter().map(|bone| self.bone(bone)));
        parts.extend(self.meshes.iter().map(|mesh| self.mesh(mesh)));
        for material in &self.materials {
            let mut out = Vec::new();
            text(&mut out, &material.name);
            out.push(material.simple);
            material.images.iter().for_each(|image| text(&mut out, image));
            parts.push(out);
        }
        if let Some(custom) = &self.custom {
            parts.push([&(custom.len() as u32).to_le_bytes()[..], custom].concat());
        }
        parts
    }

    fn bone(&self, bone: &Bone) -> Vec<u8> {
        let mut out = vec![bone.flags];
        out.extend(bone.parent.to_le_bytes());
        for (bit, (place, turn)) in [(1, &bone.global), (2, &bone.local)] {
            if self.bone_presence & bit != 0 {
                floats(&mut out, place);
                floats(&mut out, turn);
            }
        }
        if self.bone_presence & 4 != 0 {
            floats(&mut out, &bone.scale);
        }
        out
    }

    fn mesh(&self, mesh: &Mesh) -> Vec<u8> {
        let (vertices, presence) = (mesh.positions.len(), self.mesh_presence());
        let mut out = vec![mesh.flags, mesh.uvs.len() as u8];
        out.push(mesh.influences.first().map_or(0, Vec::len) as u8);
        out.extend((vertices as u32).to_le_bytes());
        out.extend((mesh.faces.len() as u32).to_le_bytes());
        mesh.positions.iter().for_each(|position| floats(&mut out, position));
        for vertex in 0..vertices {
            mesh.uvs.iter().for_each(|layer| floats(&mut out, &layer[vertex]));
        }
        // A file says of all meshes together which arrays they have.
        for vertex in 0..vertices * usize::from(presence & 2 != 0) {
            floats(&mut out, mesh.normals.get(vertex).unwrap_or(&[0.0, 0.0, 1.0]));
        }
        for vertex in 0..vertices * usize::from(presence & 4 != 0) {
            out.extend(mesh.colors.get(vertex).unwrap_or(&[255; 4]));
        }
        for (bone, weight) in mesh.influences.iter().flatten() {
            counted(&mut out, *bone, self.bones.len() as u32);
            floats(&mut out, &[*weight]);
        }
        for corner in mesh.faces.iter().flatten() {
            counted(&mut out, *corner, vertices as u32);
        }
        for layer in 0..mesh.uvs.len() {
            out.extend(mesh.materials.get(layer).unwrap_or(&-1).to_le_bytes());
        }
        out
    }
}

/// Something of everything: a chain of three bones with all transforms, two meshes of two layers, colors and weights, two materials.
pub fn everything() -> Model {
    let mut model = Model::empty();
    model.bone_presence = 7;
    let half = 0.5f32.sqrt();
    for (at, name) in ["tag_origin", "j_hip", "j_knee"].into_iter().enumerate() {
        model.bones.push(Bone {
            flags: at as u8,
            global: ([at as f32, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]),
            local: ([if at == 0 { 0.0 } else { 1.0 }, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]),
            ..Bone::at(name, at as i32 - 1, [0.0; 3])
        });
    }
    model.bones[0].global.1 = [0.0, 0.0, half, half];
    model.bones[0].local.1 = [0.0, 0.0, half, half];
    for (at, place) in [(1, [0.0, 1.0, 0.0]), (2, [0.0, 2.0, 0.0])] {
        model.bones[at].global = (place, [0.0, 0.0, half, half]);
    }
    for mesh in 0..2 {
        let z = mesh as f32;
        model.meshes.push(Mesh {
            flags: 0,
            positions: vec![[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 2.0, z], [1.0, 2.0, z]],
            uvs: vec![
                vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
                vec![[0.5, 0.5], [0.6, 0.5], [0.5, 0.6], [0.6, 0.6]],
            ],
            normals: vec![[0.0, 0.0, 1.0]; 4],
            colors: vec![[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 128], [10, 20, 30, 40]],
            influences: vec![
                vec![(1, 1.0), (0, 0.0)],
                vec![(1, 1.0), (0, 0.0)],
                vec![(1, 0.25), (2, 0.75)],
                vec![(1, 0.25), (2, 0.75)],
            ],
            // Clockwise seen from +z.
            faces: vec![[0, 2, 1], [1, 2, 3]],
            materials: vec![mesh, -1],
        });
    }
    model
        .materials
        .push(Material::of("skin", ["_images/skin.png", "_images/skin_n.png", ""]));
    model
        .materials
        .push(Material::of("cloth", [r"..\images\cloth.png", "", "cloth_s.png"]));
    model
}
