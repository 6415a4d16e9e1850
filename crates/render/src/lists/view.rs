//! Camera → the uniform that every drawing pass reads.

use crate::gpu::gpu_types::ViewUniform;
use crate::gpu::srgb::linear;
use castview_base::core::Projection;
use castview_picture::Picture;
use glam::{Mat4, Vec3};

/// As [`view_uniform`], shifted as the picture is, and seen from its point of the lens: surfaces and lines lie there. Words stay on whole
/// pixels.
pub fn shifted_view(picture: &Picture) -> ViewUniform {
    ViewUniform {
        clip_from_world: clip_from_world(picture).to_cols_array_2d(),
        eye_world: picture.seeing().eye().to_array(),
        section: section_in(picture, clip_from_world(picture)),
        ..view_uniform(picture)
    }
}

/// World space to the clip space of the picture, shifted as it is, and seen from its point of the lens.
pub fn clip_from_world(picture: &Picture) -> Mat4 {
    let size = picture.size.map(|pixels| pixels as f32);
    let [right, down] = picture.shift_px;
    let shift = Mat4::from_translation(Vec3::new(2.0 * right / size[0], -2.0 * down / size[1], 0.0));
    shift * picture.seeing().clip_from_world(picture.aspect())
}

/// The plane of the section in the clip space of whoever sees it: a point of that space times this is below 0 where nothing is drawn.
/// Zeros: there is none.
pub fn section_in(picture: &Picture, clip_from_world: Mat4) -> [f32; 4] {
    let Some(section) = picture.section else {
        return [0.0; 4];
    };
    let plane = (-section.toward).extend(section.at).as_dvec4();
    let seen = clip_from_world.as_dmat4().inverse().transpose() * plane;
    let size = seen.abs().max_element();
    match size > 0.0 && size.is_finite() {
        true => (seen / size).as_vec4().to_array(),
        false => [0.0; 4],
    }
}

pub fn view_uniform(picture: &Picture) -> ViewUniform {
    let camera = &picture.camera;
    let clip_from_view = camera.clip_from_view(picture.aspect());
    let parallel = camera.projection == Projection::Orthographic;
    // A thousandth of the way to the eye, whatever the projection makes of depth.
    let line_bias = if parallel {
        camera.distance * 1e-3 * clip_from_view.z_axis.z
    } else {
        clip_from_view.w_axis.z * 1e-3
    };
    let [depth_near, depth_far] = picture.depth_range();
    let [width, height] = picture.size.map(|pixels| pixels as f32);
    ViewUniform {
        clip_from_world: camera.clip_from_world(picture.aspect()).to_cols_array_2d(),
        eye_world: camera.eye().to_array(),
        line_bias,
        right_world: camera.right().to_array(),
        width_px: width,
        up_world: camera.up().to_array(),
        height_px: height,
        back_world: (-camera.forward()).to_array(),
        parallel: f32::from(u8::from(parallel)),
        line_px: picture.line_px(),
        height_world: if parallel {
            camera.half_height() * 2.0
        } else {
            (camera.fov_y_rad * 0.5).tan() * 2.0
        },
        zoom_middle: [0.0; 2],
        zoom_half: [1.0; 2],
        exposure: picture.exposure.exp2(),
        tone: picture.tone as u32,
        depth_near,
        depth_far,
        least_density: picture.least_density(),
        pad: 0,
        file_axes: {
            let axes = picture.world_from_stage.matrix3;
            [axes.x_axis, axes.y_axis, axes.z_axis]
                .map(|axis| Vec3::from(axis).normalize_or_zero().extend(0.0).to_array())
        },
        section: section_in(picture, camera.clip_from_world(picture.aspect())),
        cap: linear(picture.colors.back),
    }
}
