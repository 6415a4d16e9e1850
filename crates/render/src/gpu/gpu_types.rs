//! The structs that Rust and WGSL share, with their sizes asserted; `crates/render/tests/shaders.rs` compares them with naga's layout.

use bytemuck::{Pod, Zeroable};

/// `View` in `shaders/shared/view.wgsl`, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ViewUniform {
    pub clip_from_world: [[f32; 4]; 4],
    pub eye_world: [f32; 3],
    pub line_bias: f32,
    pub right_world: [f32; 3],
    pub width_px: f32,
    pub up_world: [f32; 3],
    pub height_px: f32,
    pub back_world: [f32; 3],
    pub parallel: f32,
    pub line_px: f32,
    pub height_world: f32,
    pub zoom_middle: [f32; 2],
    pub zoom_half: [f32; 2],
    pub exposure: f32,
    pub tone: u32,
    pub depth_near: f32,
    pub depth_far: f32,
    pub least_density: f32,
    pub pad: u32,
    pub file_axes: [[f32; 4]; 3],
    pub section: [f32; 4],
    pub cap: [f32; 4],
}
const _: () = assert!(size_of::<ViewUniform>() == 256);

/// `Background` in `shaders/screen/background.wgsl`: sRGB, 0…1.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct BackgroundUniform {
    pub top_srgb: [f32; 4],
    pub bottom_srgb: [f32; 4],
}
const _: () = assert!(size_of::<BackgroundUniform>() == 32);

/// `Chunk` in `shaders/shared/deformation.wgsl`, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct ChunkUniform {
    pub vertex_count: u32,
    pub skinning: u32,
    pub morphs: u32,
    pub palette: u32,
    pub motions: u32,
    pub weights: u32,
    pub delta_rows: u32,
    pub tangents: u32,
    pub slot: u32,
    pub rest: u32,
    pub posed: u32,
    pub rows: u32,
}
const _: () = assert!(size_of::<ChunkUniform>() == 48);

/// `Run` in `shaders/shared/deformation.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct RunUniform {
    pub first: u32,
    pub pad: [u32; 3],
}
const _: () = assert!(size_of::<RunUniform>() == 16);

/// `Question` in `shaders/vertices/vertex_values.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct QuestionUniform {
    pub asked: u32,
    pub slots: u32,
    pub shapes: u32,
    pub pad: u32,
}
const _: () = assert!(size_of::<QuestionUniform>() == 16);

/// `ColorBy` in `shaders/surfaces/color_by.wgsl`, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ColorByUniform {
    pub ramp: [[f32; 4]; 5],
    pub neutral: [f32; 4],
    pub back: [f32; 4],
    pub scale: f32,
    pub lines: f32,
    pub lengths: f32,
    pub matcap: u32,
}
const _: () = assert!(size_of::<ColorByUniform>() == 128);

/// `RestVertex` in `shaders/shared/deformation.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct RestVertex {
    /// In mesh space.
    pub position: [f32; 3],
    /// Row at which the influences of the vertex begin.
    pub influences: u32,
    /// Unit length, in mesh space.
    pub normal: [f32; 3],
    /// Row at which its deltas begin.
    pub deltas: u32,
}
const _: () = assert!(size_of::<RestVertex>() == 32);

/// `PosedVertex` in `shaders/vertices/deform.wgsl`: what the deform pass writes and every later pass reads.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct PosedVertex {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub normal: u32,
    pub tangent: u32,
}
const _: () = assert!(size_of::<PosedVertex>() == 20);

/// `Draw` in `shaders/shared/draw.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct DrawUniform {
    pub color: [f32; 4],
    pub line_color: [f32; 4],
    pub id: u32,
    pub first_triangle: u32,
    pub world_scale: f32,
    pub file_scale: f32,
    pub length: f32,
    pub strands: u32,
    pub number: f32,
    pub pad: f32,
}
const _: () = assert!(size_of::<DrawUniform>() == 64);

/// `Numbered` in `shaders/shared/numbered/numbered.wgsl`, where the fields are explained. Columns are padded.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct NumberedUniform {
    pub clip_from_world: [[f32; 4]; 4],
    pub world_from_mesh: [[f32; 4]; 4],
    pub normal_from_mesh: [[f32; 4]; 3],
    pub size: [u32; 2],
    pub samples: u32,
    pub before: u32,
    pub first: u32,
    pub end: u32,
    pub sides: u32,
    pub narrow: u32,
    pub step: u32,
    pub padding: [u32; 3],
}
const _: () = assert!(size_of::<NumberedUniform>() == 224);

/// `Map` in `shaders/shared/material.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct MapUniform {
    pub lookup_u: [f32; 3],
    pub layer: u32,
    pub lookup_v: [f32; 3],
    pub size: u32,
}
const _: () = assert!(size_of::<MapUniform>() == 32);

/// `Material` in `shaders/shared/material.wgsl`, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MaterialUniform {
    pub base_color: [f32; 4],
    pub emissive: [f32; 3],
    pub cutoff: f32,
    pub specular_color: [f32; 3],
    pub specular: f32,
    pub metallic: f32,
    pub roughness: f32,
    pub dielectric: f32,
    pub normal_scale: f32,
    pub occlusion_strength: f32,
    pub openness: f32,
    pub transmission: f32,
    pub clearcoat: f32,
    pub clearcoat_roughness: f32,
    pub clearcoat_normal_scale: f32,
    pub flags: u32,
    pub ior: f32,
    pub sheen_color: [f32; 3],
    pub sheen_roughness: f32,
    pub absorption: [f32; 3],
    pub thickness: f32,
    pub iridescence: f32,
    pub iridescence_ior: f32,
    pub film_thickness: f32,
    pub film_range: f32,
    pub anisotropy_direction: [f32; 2],
    pub anisotropy: f32,
    pub pad: u32,
    /// By position of the read in the text that reads them.
    pub maps: [MapUniform; 21],
}
const _: () = assert!(size_of::<MaterialUniform>() == 832);

/// `Lamp` in `shaders/shared/light/light.wgsl`, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct LampUniform {
    pub position_world: [f32; 3],
    pub range: f32,
    pub direction_world: [f32; 3],
    pub kind: u32,
    pub light: [f32; 3],
    pub cosine_outer: f32,
    pub cone: f32,
    pub pad: [u32; 3],
}
const _: () = assert!(size_of::<LampUniform>() == 64);

/// `Lights` in `shaders/shared/light/light.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct LightsUniform {
    pub count: u32,
    pub pad: [u32; 3],
    pub lamps: [LampUniform; 16],
}
const _: () = assert!(size_of::<LightsUniform>() == 1040);

/// `Environment` in `shaders/shared/light/environment.wgsl`, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct EnvironmentUniform {
    pub irradiance: [[f32; 4]; 9],
    pub key_direction_world: [f32; 3],
    pub key_sine: f32,
    pub key_light: [f32; 3],
    pub background_level: f32,
    pub turn: [f32; 2],
    pub held_unit: f32,
    pub pad: f32,
}
const _: () = assert!(size_of::<EnvironmentUniform>() == 192);

/// `Casting` in `shaders/shared/light/casting.wgsl`, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct CastingUniform {
    pub key_from_world: [[f32; 4]; 4],
    pub eye_world: [f32; 3],
    pub near: f32,
    pub right_world: [f32; 3],
    pub far: f32,
    pub up_world: [f32; 3],
    pub parallel: f32,
    pub back_world: [f32; 3],
    pub unit: f32,
    pub key_direction_world: [f32; 3],
    pub key_range: f32,
    pub key_texel: f32,
    pub key_tan: f32,
    pub key_search: f32,
    pub reach: f32,
    pub size_px: [f32; 2],
    pub half_seen: [f32; 2],
    pub has_key: f32,
    pub over_nothing: f32,
    pub ground_half: f32,
    pub ground_range: f32,
    pub ground_world: [f32; 3],
    pub key_share: f32,
    pub foot_middle: [f32; 2],
    pub foot_half: [f32; 2],
    pub fade: f32,
    pub lift_near: f32,
    pub lift_far: f32,
    pub ground_below: f32,
    pub first_px: [u32; 2],
    pub count_px: [u32; 2],
    pub shift_px: [f32; 2],
    pub pad: [u32; 2],
}
const _: () = assert!(size_of::<CastingUniform>() == 272);

/// `Rows` in `shaders/shared/light/casting.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct RowsUniform {
    pub first: u32,
    pub pad: [u32; 3],
}
const _: () = assert!(size_of::<RowsUniform>() == 16);

/// `Reflectance` in `shaders/shared/light/light.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ReflectanceUniform {
    pub cells: [[u32; 4]; 961],
}
const _: () = assert!(size_of::<ReflectanceUniform>() == 15_376);

/// `Fibres` in `shaders/shared/light/sheen.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct FibresUniform {
    pub cells: [[f32; 4]; 225],
}
const _: () = assert!(size_of::<FibresUniform>() == 3_600);

/// `Placement` and `NormalPlacement` in `shaders/shared/draw.wgsl`, as vertex attributes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct PlacementInstance {
    pub world_from_mesh: [[f32; 3]; 4],
    pub normal_from_mesh: [[f32; 3]; 3],
}
const _: () = assert!(size_of::<PlacementInstance>() == 84);

/// `Placement` alone, for clouds of points.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct PointPlacement {
    pub world_from_mesh: [[f32; 3]; 4],
}
const _: () = assert!(size_of::<PointPlacement>() == 48);

/// `Floor` in `shaders/shared/floor.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct FloorUniform {
    pub center_world: [f32; 3],
    pub radius: f32,
    pub line_color: [f32; 4],
    pub x_color: [f32; 4],
    pub z_color: [f32; 4],
    pub axes: [[f32; 4]; 3],
    pub axis_colors: [[f32; 4]; 3],
    pub step: f32,
    pub has_axes: f32,
    pub pad: [f32; 2],
    pub middle_world: [f32; 3],
    pub pad_2: f32,
    pub half_world: [f32; 3],
    pub pad_3: f32,
}
const _: () = assert!(size_of::<FloorUniform>() == 208);

/// `Reflected` in `shaders/shared/light/reflected.wgsl`, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ReflectedUniform {
    pub middle_world: [f32; 3],
    pub strength: f32,
    pub half_world: [f32; 2],
    pub spread: f32,
    pub fade: f32,
    pub under: [f32; 4],
    pub over: f32,
    pub tallest: f32,
    pub size_px: [f32; 2],
}
const _: () = assert!(size_of::<ReflectedUniform>() == 64);

/// `Outlines` in `shaders/overlays/outline.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct OutlinesUniform {
    pub colors: [[f32; 4]; 256],
}
const _: () = assert!(size_of::<OutlinesUniform>() == 4096);

/// `Bones` in `shaders/overlays/bones.wgsl`: one colour, linear light.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ColorUniform {
    pub color: [f32; 4],
}
const _: () = assert!(size_of::<ColorUniform>() == 16);

/// One instance of `Glyph` in `shaders/shared/bone_glyph.wgsl`, as vertex attributes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GlyphInstance {
    pub head: [f32; 3],
    pub radius: f32,
    pub tail: [f32; 3],
    pub color: [f32; 4],
    pub id: u32,
    /// `GLYPH_…` in the shader.
    pub shape: u32,
    pub least_px: f32,
}
const _: () = assert!(size_of::<GlyphInstance>() == 56);

/// `Rectangle` in `shaders/overlays/label.wgsl`, as vertex attributes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct LabelInstance {
    pub pixels: [f32; 4],
    pub texels: [f32; 4],
    pub color: [f32; 4],
}
const _: () = assert!(size_of::<LabelInstance>() == 48);

/// `Segment` in `shaders/overlays/trail.wgsl`, as vertex attributes; world space, colours are sRGB bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct TrailSegment {
    pub head: [f32; 3],
    pub tail: [f32; 3],
    pub head_color: [u8; 4],
    pub tail_color: [u8; 4],
    /// Width of the line, in pixels of a picture of usual density.
    pub width_px: f32,
}
const _: () = assert!(size_of::<TrailSegment>() == 36);

impl TrailSegment {
    /// Width of lines that are looked at.
    pub const WIDTH_PX: f32 = 2.5;
    /// Width of lines beside a model: a little more than a pixel, so that none breaks up between two rows.
    pub const THIN_PX: f32 = 1.25;
}

/// `Dot` in `shaders/overlays/trail.wgsl`, as vertex attributes; world space, colours are sRGB bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct TrailDot {
    pub position: [f32; 3],
    pub radius_px: f32,
    pub color: [u8; 4],
    pub edge: [u8; 4],
}
const _: () = assert!(size_of::<TrailDot>() == 24);

/// One control point of a strand, as vertex attributes of `shaders/surfaces/hair.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct HairVertex {
    pub position: [f32; 3],
    pub tangent: [f32; 3],
    pub along: f32,
    /// −1 or 1: which edge of the ribbon.
    pub side: f32,
}
const _: () = assert!(size_of::<HairVertex>() == 32);

/// Name, size and field offsets of every struct above, to be compared with what naga reads in the shaders.
pub struct Layout {
    /// Name of the struct in WGSL.
    pub name: &'static str,
    /// Bytes.
    pub size: usize,
    /// Names of the fields, and how many bytes from the beginning each lies.
    pub fields: &'static [(&'static str, usize)],
}

macro_rules! layout {
    ($name:literal, $rust:ident { $($field:ident),* }) => {
        Layout {
            name: $name,
            size: size_of::<$rust>(),
            fields: &[$((stringify!($field), std::mem::offset_of!($rust, $field))),*],
        }
    };
}

/// Every struct of this file that shaders read, once.
pub const LAYOUTS: &[Layout] = &[
    layout!(
        "View",
        ViewUniform {
            clip_from_world,
            eye_world,
            line_bias,
            right_world,
            width_px,
            up_world,
            height_px,
            back_world,
            parallel,
            line_px,
            height_world,
            zoom_middle,
            zoom_half,
            exposure,
            tone,
            depth_near,
            depth_far,
            least_density,
            file_axes,
            section,
            cap
        }
    ),
    layout!("Background", BackgroundUniform { top_srgb, bottom_srgb }),
    layout!(
        "Chunk",
        ChunkUniform {
            vertex_count,
            skinning,
            morphs,
            palette,
            motions,
            weights,
            delta_rows,
            tangents,
            slot,
            rest,
            posed,
            rows
        }
    ),
    layout!("Run", RunUniform { first }),
    layout!("Question", QuestionUniform { asked, slots, shapes }),
    layout!(
        "ColorBy",
        ColorByUniform {
            ramp,
            neutral,
            back,
            scale,
            lines,
            lengths,
            matcap
        }
    ),
    layout!(
        "RestVertex",
        RestVertex {
            position,
            influences,
            normal,
            deltas
        }
    ),
    layout!(
        "PosedVertex",
        PosedVertex {
            x,
            y,
            z,
            normal,
            tangent
        }
    ),
    layout!(
        "Draw",
        DrawUniform {
            color,
            line_color,
            id,
            first_triangle,
            world_scale,
            file_scale,
            length,
            strands,
            number
        }
    ),
    layout!(
        "Numbered",
        NumberedUniform {
            clip_from_world,
            world_from_mesh,
            normal_from_mesh,
            size,
            samples,
            before,
            first,
            end,
            sides,
            narrow,
            step
        }
    ),
    layout!(
        "Map",
        MapUniform {
            lookup_u,
            layer,
            lookup_v,
            size
        }
    ),
    layout!(
        "Material",
        MaterialUniform {
            base_color,
            emissive,
            cutoff,
            specular_color,
            specular,
            metallic,
            roughness,
            dielectric,
            normal_scale,
            occlusion_strength,
            openness,
            transmission,
            clearcoat,
            clearcoat_roughness,
            clearcoat_normal_scale,
            flags,
            ior,
            sheen_color,
            sheen_roughness,
            absorption,
            thickness,
            iridescence,
            iridescence_ior,
            film_thickness,
            film_range,
            anisotropy_direction,
            anisotropy,
            maps
        }
    ),
    layout!(
        "Lamp",
        LampUniform {
            position_world,
            range,
            direction_world,
            kind,
            light,
            cosine_outer,
            cone
        }
    ),
    layout!("Lights", LightsUniform { count, lamps }),
    layout!(
        "Environment",
        EnvironmentUniform {
            irradiance,
            key_direction_world,
            key_sine,
            key_light,
            background_level,
            turn,
            held_unit
        }
    ),
    layout!(
        "Casting",
        CastingUniform {
            key_from_world,
            eye_world,
            near,
            right_world,
            far,
            up_world,
            parallel,
            back_world,
            unit,
            key_direction_world,
            key_range,
            key_texel,
            key_tan,
            key_search,
            reach,
            size_px,
            half_seen,
            has_key,
            over_nothing,
            ground_half,
            ground_range,
            ground_world,
            key_share,
            foot_middle,
            foot_half,
            fade,
            lift_near,
            lift_far,
            ground_below,
            first_px,
            count_px,
            shift_px
        }
    ),
    layout!("Rows", RowsUniform { first }),
    layout!("Reflectance", ReflectanceUniform { cells }),
    layout!("Fibres", FibresUniform { cells }),
    layout!(
        "Floor",
        FloorUniform {
            center_world,
            radius,
            line_color,
            x_color,
            z_color,
            axes,
            axis_colors,
            step,
            has_axes,
            middle_world,
            half_world
        }
    ),
    layout!(
        "Reflected",
        ReflectedUniform {
            middle_world,
            strength,
            half_world,
            spread,
            fade,
            under,
            over,
            tallest,
            size_px
        }
    ),
    layout!("Outlines", OutlinesUniform { colors }),
    layout!("Bones", ColorUniform { color }),
];
