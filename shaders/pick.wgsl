// What is at one pixel, as a number: the position in the table of things that can be hit, plus one. Nothing is 0.
//
// The target is that one pixel: the view is zoomed to it.

struct Hit {
    @builtin(position) clip: vec4f,
    @location(0) @interpolate(flat) id: u32,
}

// Bones are easier to hit than they look.
const LEAST_BALL_PX: f32 = 7.0;
const LEAST_OCTAHEDRON_PX: f32 = 4.0;
const POINT_PX: f32 = 4.0;

@vertex
fn vertex_mesh(@location(0) position: vec3f) -> Hit {
    return Hit(zoomed(clip_position(world_position(position))), item.id);
}

@vertex
fn vertex_point(@builtin(vertex_index) index: u32, @location(0) position: vec3f) -> Hit {
    let corner = vec2f(f32(index == 1u || index == 2u || index == 4u), f32(index == 2u || index >= 4u)) * 2.0 - 1.0;
    let clip = clip_position(world_position(position));
    let size = vec2f(2.0 * POINT_PX * view.line_px) / vec2f(view.width_px, view.height_px);
    return Hit(zoomed(vec4f(clip.xy + corner * size * clip.w, clip.zw)), item.id);
}

@vertex
fn vertex_bone(@builtin(vertex_index) index: u32, glyph: Glyph) -> Hit {
    let least = select(LEAST_OCTAHEDRON_PX, LEAST_BALL_PX, all(glyph.head == glyph.tail));
    let corner = glyph_corner(glyph, index, least * view.line_px);
    return Hit(zoomed(corner.clip), glyph.id);
}

@fragment
fn fragment(in: Hit) -> @location(0) u32 {
    return in.id;
}
