//! Sources of the colours of surfaces.

use castview_base::core::{BlendShapeIndex, BoneIndex};
use castview_base::scene::{Input, Skeleton};

/// Meaning of the colours of surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ColorBy {
    /// Their materials, as [`super::Shading`] says.
    #[default]
    Material,
    /// Sum of the weights of the marked bones, from 0 to 1.
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
    /// Tangents of the file as they are posed, shown as normals are.
    Tangents,
    /// Which side of a face is seen.
    FaceSides,
    /// Vertices of faces that have no area at rest.
    DegenerateFaces,
    /// Squares over the texture coordinates of that layer.
    Uv(u8),
    /// The vertex colours of that layer, or one of their channels.
    VertexColors(u8, Channel),
    /// One input of the materials by itself: factor and map, without any light.
    Input(Input),
    /// Base colours and what glows, without any light.
    Unlit,
    /// How many texels of their images lie along a unit of length in world space.
    TexelDensity,
    /// A painted ball, looked up by the normal as the eye sees it.
    Matcap(Matcap),
    /// How far a surface is from the eye.
    Depth,
    /// How many surfaces lie behind a pixel, hidden ones too.
    Overdraw,
}

/// A painted ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Matcap {
    /// Matt and warm, lit from above.
    Clay = 0,
    /// A mirror under a sky: shows dents.
    Metal = 1,
    /// Soft, with a coloured rim: shows outlines.
    Pearl = 2,
    /// Dark, with a sharp highlight: shows small forms.
    Wax = 3,
}

impl Matcap {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Clay, Self::Metal, Self::Pearl, Self::Wax];

    /// Returns the name shown to people.
    pub fn word(self) -> &'static str {
        match self {
            Self::Clay => "clay",
            Self::Metal => "metal",
            Self::Pearl => "pearl",
            Self::Wax => "wax",
        }
    }
}

/// Linear light that each surface adds to its pixel in [`ColorBy::Overdraw`], over black; as in `shaders/surfaces/color_by.wgsl`.
pub const OVERDRAW_STEP: [f32; 3] = [0.15, 0.045, 0.014];
/// Octaves from the least texel density that has a colour of its own to the greatest.
pub const DENSITY_OCTAVES: f32 = 8.0;
/// Texels along the stage's size that are the least density.
pub const LEAST_TEXELS: f32 = 64.0;

impl ColorBy {
    /// Whether it is about what is marked: bones or shapes.
    pub fn is_heat_map(self) -> bool {
        matches!(self, Self::Weights | Self::ShapeDelta)
    }

    /// Whether surfaces are drawn with the maps of their materials.
    pub fn reads_materials(self) -> bool {
        matches!(self, Self::Material | Self::Input(_) | Self::Unlit | Self::TexelDensity)
    }

    /// Returns the name shown to people.
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
            Self::Input(input) => {
                let word = input.word().replace("colour", "color");
                let (first, rest) = word.split_at(1);
                format!("{}{rest}", first.to_uppercase())
            }
            Self::Unlit => "Unlit".into(),
            Self::TexelDensity => "Texel density".into(),
            Self::Matcap(matcap) => format!("Matcap: {}", matcap.word()),
            Self::Depth => "Depth".into(),
            Self::Overdraw => "Overdraw".into(),
        }
    }
}

/// Channels of a colour that are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
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

    /// Returns the name shown to people.
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

/// Bones and blend shapes of one model that colours are asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// Ascending; of [`ColorBy::Weights`].
    pub bones: Vec<BoneIndex>,
    /// Ascending; of [`ColorBy::ShapeDelta`].
    pub shapes: Vec<BlendShapeIndex>,
    /// One per mesh, or empty: it has nothing of what is marked and could cover it. For both heat maps.
    pub seen_through: Vec<bool>,
}

/// Told apart by the colour-blind too (Okabe and Ito 2008, with white for their black), sRGB bytes.
const BONES: [[u8; 3]; 8] = [
    [0xe6, 0x9f, 0x00],
    [0x56, 0xb4, 0xe9],
    [0x00, 0x9e, 0x73],
    [0xf0, 0xe4, 0x42],
    [0x00, 0x72, 0xb2],
    [0xd5, 0x5e, 0x00],
    [0xcc, 0x79, 0xa7],
    [0xf4, 0xf4, 0xf8],
];

/// Where no bone moves a vertex, in the view of the bones of greatest weight, sRGB bytes: dark, for all bones are lighter.
pub const NO_BONE: [u8; 3] = [0x3a, 0x3f, 0x47];

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
    use castview_base::scene::Bone;

    /// Machado et al., "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1: takes linear
    /// sRGB to what is seen without the long, the middle, the short cones.
    const BLINDNESS: [[[f32; 3]; 3]; 3] = [
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    /// CIE L*a*b* of linear sRGB under D65.
    fn lab([r, g, b]: [f32; 3]) -> [f32; 3] {
        let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
        let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
        let [x, y, z] = [x, y, z].map(|v| {
            if v > 0.008_856 {
                v.cbrt()
            } else {
                7.787 * v + 16.0 / 116.0
            }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn colors_of_bones_are_told_apart_by_the_color_blind() {
        let linear = |channel: u8| match f32::from(channel) / 255.0 {
            low if low <= 0.04045 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        };
        let all: Vec<[u8; 3]> = BONES.into_iter().chain([NO_BONE]).collect();
        for (kind, rows) in BLINDNESS.iter().enumerate() {
            let seen = |color: &[u8; 3]| {
                let color = color.map(linear);
                lab(rows.map(|row| row.iter().zip(color).map(|(a, b)| a * b).sum::<f32>().clamp(0.0, 1.0)))
            };
            for (at, one) in all.iter().enumerate() {
                for other in &all[at + 1..] {
                    let apart: f32 = seen(one).iter().zip(seen(other)).map(|(a, b)| (a - b).powi(2)).sum();
                    // A just noticeable difference is 2.3 (Mahy et al. 1994).
                    assert!(
                        apart.sqrt() > 15.0,
                        "{kind}: {one:x?} and {other:x?} are {} apart",
                        apart.sqrt()
                    );
                }
            }
        }
    }

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
