//! What surfaces are coloured by.

use crate::core::{BlendShapeIndex, BoneIndex};
use crate::scene::Skeleton;

/// What the colours of surfaces tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorBy {
    /// Their materials, as [`super::Shading`] says.
    #[default]
    Material,
    /// What the marked bones weigh together, from 0 to 1.
    Weights,
    /// The bone of the greatest weight, in the colour that [`bone_colors`] gives it.
    DominantBone,
    /// How many bones move a vertex.
    InfluenceCount,
    /// How far from 1 the file's weights of a vertex sum; from nothing to 1.
    WeightSum,
    /// How far the marked blend shapes move a vertex at weight 1.
    ShapeDelta,
    /// How far linear and dual-quaternion skinning take a vertex apart.
    MethodDifference,
    /// Normals as they are drawn, in world space: x, y and z as red, green and blue.
    Normals,
    /// Tangents of the file, at rest, as normals are.
    Tangents,
    /// Which side of a face is seen.
    FaceSides,
    /// Vertices of faces that have no area at rest.
    DegenerateFaces,
    /// Squares over the texture coordinates of that layer.
    Uv(u8),
    /// The vertex colours of that layer, or one of their channels.
    VertexColors(u8, Channel),
}

impl ColorBy {
    /// What people call it.
    pub fn words(self) -> String {
        match self {
            Self::Material => "Materials".into(),
            Self::Weights => "Weights".into(),
            Self::DominantBone => "Greatest weight".into(),
            Self::InfluenceCount => "Influences".into(),
            Self::WeightSum => "Sums of weights".into(),
            Self::ShapeDelta => "Shape".into(),
            Self::MethodDifference => "Methods apart".into(),
            Self::Normals => "Normals".into(),
            Self::Tangents => "Tangents".into(),
            Self::FaceSides => "Face sides".into(),
            Self::DegenerateFaces => "Faces without area".into(),
            Self::Uv(layer) => format!("UV {layer}"),
            Self::VertexColors(layer, Channel::All) => format!("Vertex colors {layer}"),
            Self::VertexColors(layer, channel) => format!("Vertex colors {layer}, {}", channel.word()),
        }
    }
}

/// What is seen of a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Red, green and blue.
    #[default]
    All,
    /// As a grey, as the next.
    Red,
    /// As a grey.
    Green,
    /// As a grey.
    Blue,
    /// As a grey.
    Alpha,
}

impl Channel {
    /// All of them.
    pub const EACH: [Self; 5] = [Self::All, Self::Red, Self::Green, Self::Blue, Self::Alpha];

    /// What people call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Alpha => "alpha",
        }
    }
}

/// What of one model colours are asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// Ascending; of [`ColorBy::Weights`].
    pub bones: Vec<BoneIndex>,
    /// Ascending; of [`ColorBy::ShapeDelta`].
    pub shapes: Vec<BlendShapeIndex>,
}

/// Told apart by the colour-blind too (Okabe and Ito 2008), sRGB bytes.
const BONES: [[u8; 3]; 8] = [
    [0xe6, 0x9f, 0x00],
    [0x56, 0xb4, 0xe9],
    [0x00, 0x9e, 0x73],
    [0xf0, 0xe4, 0x42],
    [0x00, 0x72, 0xb2],
    [0xd5, 0x5e, 0x00],
    [0xcc, 0x79, 0xa7],
    [0x88, 0x88, 0x94],
];

/// One colour per bone, sRGB bytes. A bone differs from its parent and from the six siblings before it.
pub fn bone_colors(skeleton: &Skeleton) -> Vec<[u8; 3]> {
    let mut children = vec![0usize; skeleton.len()];
    let mut roots = 0usize;
    let mut colors: Vec<usize> = vec![0; skeleton.len()];
    // Parents come before their children.
    for bone in skeleton.bones() {
        colors[bone.get()] = match skeleton.parent(bone) {
            Some(parent) => {
                let born = &mut children[parent.get()];
                *born += 1;
                (colors[parent.get()] + 1 + (*born - 1) % (BONES.len() - 1)) % BONES.len()
            }
            None => {
                roots += 1;
                (roots - 1) % BONES.len()
            }
        };
    }
    colors.into_iter().map(|at| BONES[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Bone;

    #[test]
    fn a_bone_has_neither_its_parents_color_nor_that_of_the_siblings_before_it() {
        let parent = |index: usize| (index > 0).then(|| (index - 1) / 7);
        let bone = |index: usize| Bone {
            name: format!("bone {index}"),
            parent: parent(index),
            ..Bone::default()
        };
        let skeleton = Skeleton::new((0..400).map(bone).collect()).expect("no cycle");
        let colors = bone_colors(&skeleton);
        let color = |index: usize| colors[skeleton.from_file(index).expect("it is there").get()];
        for index in 1..400 {
            let above = parent(index).expect("all but the first have one");
            assert_ne!(color(index), color(above), "bone {index} and its parent");
            let mut before = 7 * above + 1..index;
            assert!(before.all(|sibling| color(sibling) != color(index)), "bone {index}");
        }
    }
}
