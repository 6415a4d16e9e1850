// The view: how world space meets the picture. The one binding that lives in shared code.
struct View {
    clip_from_world: mat4x4f,
    eye_world: vec3f,
    // Added to clip z, it brings lines a hair nearer to the eye than the surface they lie on.
    line_bias: f32,
    right_world: vec3f,
    width_px: f32,
    up_world: vec3f,
    height_px: f32,
    // From the target to the eye, unit length.
    back_world: vec3f,
    // 1 for a parallel projection, else 0.
    parallel: f32,
    // Width of thin lines.
    line_px: f32,
    // World height of the picture per unit of distance (perspective) or as a whole (parallel).
    height_world: f32,
    // The part of the picture that is drawn, in its normalised device coordinates: middle and half size. All of it,
    // except when picking one pixel.
    zoom_middle: vec2f,
    zoom_half: vec2f,
    // Multiplies the light of surfaces.
    exposure: f32,
    // One of the TONE_ constants.
    tone: u32,
    // Along the view, where what is posed begins and ends.
    depth_near: f32,
    depth_far: f32,
    // Texels along a unit of length that have the first colour of the ramp.
    least_density: f32,
    _pad: u32,
    // The axes of the files, as unit vectors of the world.
    file_axes: mat3x3f,
    // The clipping plane in clip space: its product with a point is below 0 on the side without a picture. All 0: no plane.
    section: vec4f,
    // Color of the backs of faces beyond that plane, linear light.
    cap: vec4f,
}

@group(0) @binding(0) var<uniform> view: View;

// Unit vector to the eye, of a point that lies so from it.
fn back_along(from_eye: vec3f) -> vec3f {
    return select(-normalize(from_eye), view.back_world, view.parallel > 0.5);
}

// Unit vector from `point_world` to the eye.
fn towards_eye(point_world: vec3f) -> vec3f {
    return back_along(point_world - view.eye_world);
}

// A direction of the world by the axes of the files.
fn by_file_axes(direction: vec3f) -> vec3f {
    return direction * view.file_axes;
}

// World size of one pixel at a point with this clip-space w (its distance from the eye; 1 in a parallel projection).
fn world_per_pixel(clip_w: f32) -> f32 {
    return view.height_world * clip_w / view.height_px;
}

// Clip space of the whole picture → clip space of the part that is drawn.
fn zoomed(clip: vec4f) -> vec4f {
    return vec4f((clip.xy - view.zoom_middle * clip.w) / view.zoom_half, clip.zw);
}

// Whether a fragment lies before the plane of the section; `at`: its place in the target, as the built-in position.
//
// Fragments are left out one by one: the distances by which hardware cuts triangles are not to be had from Direct3D 12. The edge of the plane
// has whole pixels therefore; the mean of several shifted pictures makes it smooth.
fn is_left_out(at: vec4f) -> bool {
    let ndc = vec2f(2.0 * at.x / view.width_px - 1.0, 1.0 - 2.0 * at.y / view.height_px);
    return dot(view.section, vec4f(ndc, at.z, 1.0)) < 0.0;
}

// Thin where the surface faces the eye, to show the inside of the model; denser at the rim, to keep its outline readable.
// `facing`: cosine between normal and direction to the eye. The shares were chosen by eye.
fn xray_coverage(facing: f32) -> f32 {
    let rim = 1.0 - min(abs(facing), 1.0);
    return mix(0.14, 0.6, rim * rim);
}
