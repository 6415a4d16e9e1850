//! The structs that Rust and WGSL share, with their sizes asserted; `tests/shaders.rs` compares them with naga's layout.

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
    pub pad: [f32; 2],
}
const _: () = assert!(size_of::<ViewUniform>() == 160);

/// `Background` in `shaders/background.wgsl`: sRGB, 0…1.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct BackgroundUniform {
    pub top_srgb: [f32; 4],
    pub bottom_srgb: [f32; 4],
}
const _: () = assert!(size_of::<BackgroundUniform>() == 32);

/// Name, size and field offsets of every struct above, to be compared with what naga reads in the shaders.
pub struct Layout {
    pub name: &'static str,
    pub size: usize,
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
            zoom_half
        }
    ),
    layout!("Background", BackgroundUniform { top_srgb, bottom_srgb }),
];
