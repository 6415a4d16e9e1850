//! Camera → the uniform that every drawing pass reads.

use crate::gpu::gpu_types::ViewUniform;
use castview_base::core::Projection;
use castview_picture::Picture;
use glam::{Mat4, Vec3};

/// As [`view_uniform`], shifted as the picture is, and seen from its point of the lens: surfaces and lines lie there. Words stay on whole
/// pixels.
pub fn shifted_view(picture: &Picture) -> ViewUniform {
    ViewUniform {
        clip_from_world: clip_from_world(picture).to_cols_array_2d(),
        eye_world: picture.seeing().eye().to_array(),
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
    }
}
