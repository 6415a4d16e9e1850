// Three numbers per pixel: the hit thing as its row of the pick table plus one (0 is nothing), its placement, and the triangle plus one.
// The triangle is written by shaders/picking/pick_triangle.wgsl; here it is 0.
//
// The target is one pixel, to which the view is zoomed, or the whole picture. Surfaces are hit wherever their triangles
// are drawn: neither an alpha mask nor transparency lets a click through.
// uses: GLYPH_BALL, GLYPH_SHAPES, Glyph, glyph_corner (shared/bone_glyph.wgsl)
// uses: Placement, clip_position, item, world_position (shared/draw.wgsl)
// uses: view, zoomed (shared/view.wgsl)

struct Hit {
    @builtin(position) clip: vec4f,
    @location(0) @interpolate(flat) id: u32,
    @location(1) @interpolate(flat) placement: u32,
    @location(2) @interpolate(flat) first_triangle: u32,
    // Below 0 where the plane of the section leaves it out: nobody picks what is not seen.
    @location(3) beyond: f32,
}

// Bones are easier to hit than they look.
const LEAST_BALL_PX: f32 = 7.0;
const LEAST_BODY_PX: f32 = 4.0;
const POINT_PX: f32 = 4.0;

@vertex
fn vertex_mesh(@builtin(instance_index) placement: u32, @location(0) position: vec3f, place: Placement) -> Hit {
    let clip = clip_position(world_position(place, position));
    return Hit(zoomed(clip), item.id, placement, item.first_triangle, dot(view.section, clip));
}

@vertex
fn vertex_point(@builtin(vertex_index) vertex: u32, @location(0) position: vec3f, place: Placement) -> Hit {
    let index = vertex % 6u;
    let corner = vec2f(f32(index == 1u || index == 2u || index == 4u), f32(index == 2u || index >= 4u)) * 2.0 - 1.0;
    let clip = clip_position(world_position(place, position));
    let size = vec2f(2.0 * POINT_PX * view.line_px) / vec2f(view.width_px, view.height_px);
    return Hit(zoomed(vec4f(clip.xy + corner * size * clip.w, clip.zw)), item.id, vertex / 6u, 0u, dot(view.section, clip));
}

@vertex
fn vertex_bone(@builtin(vertex_index) index: u32, glyph: Glyph) -> Hit {
    let least = select(LEAST_BODY_PX, LEAST_BALL_PX, (glyph.shape & GLYPH_SHAPES) == GLYPH_BALL);
    let corner = glyph_corner(glyph, index, max(glyph.least_px, least) * view.line_px);
    // The table has a row for each bone of each placement.
    return Hit(zoomed(corner.clip), glyph.id, 0u, 0u, 1.0);
}

@fragment
fn fragment(in: Hit) -> @location(0) vec4u {
    if in.beyond < 0.0 {
        discard;
    }
    return vec4u(in.id, in.placement, 0u, 0u);
}
