// Vertices of a mesh without triangles: one small round dot each.
//
// An instance of the draw is a vertex of the mesh; its vertices are six corners for each place the mesh stands at.
// uses: Placement, clip_position, item, world_position (shared/draw.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: view (shared/view.wgsl)

struct Dot {
    @builtin(position) clip: vec4f,
    @location(0) corner: vec2f,
    @location(1) @interpolate(flat) color: vec3f,
    // Below 0 where the plane of the section leaves it out.
    @location(2) @interpolate(flat) beyond: f32,
}

const DIAMETER_PX: f32 = 3.5;

fn dot_at(vertex: u32, position: vec3f, place: Placement, color: vec3f) -> Dot {
    let index = vertex % 6u;
    let corner = vec2f(f32(index == 1u || index == 2u || index == 4u), f32(index == 2u || index >= 4u)) * 2.0 - 1.0;
    var clip = clip_position(world_position(place, position));
    let beyond = dot(view.section, clip);
    let size = vec2f(DIAMETER_PX * view.line_px) / vec2f(view.width_px, view.height_px);
    clip = vec4f(clip.xy + corner * size * clip.w, clip.zw);
    return Dot(clip, corner, item.color.rgb * color, beyond);
}

@vertex
fn vertex(@builtin(vertex_index) vertex: u32, @location(0) position: vec3f, place: Placement) -> Dot {
    return dot_at(vertex, position, place, vec3f(1.0));
}

// With a colour each.
@vertex
fn vertex_colored(
    @builtin(vertex_index) vertex: u32,
    @location(0) position: vec3f,
    @location(3) color: vec4f,
    place: Placement,
) -> Dot {
    return dot_at(vertex, position, place, color.rgb);
}

@fragment
fn fragment(in: Dot) -> @location(0) vec4f {
    if dot(in.corner, in.corner) > 1.0 || in.beyond < 0.0 {
        discard;
    }
    return to_target(in.color, 1.0);
}
