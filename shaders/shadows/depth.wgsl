// Depth alone: what the eye, the key light or the ground sees of the surfaces that hide something.
//
// The same words as in `mesh.wgsl` place a vertex, so that both find the same depth.
// uses: Placement, clip_position, world_position (shared/draw.wgsl)
// uses: material (shared/material.wgsl)
// uses: coverage_at (shared/unmapped.wgsl)
// uses: is_left_out (shared/view.wgsl)

// A surface that blends counts where it covers at least half: strands and cloth throw shadows, panes of glass do not.
override BLENDED: bool = false;
// A plane leaves out what lies before it.
override SECTION: bool = false;

struct Cut {
    @invariant @builtin(position) clip: vec4f,
    // Two pairs.
    @location(0) uvs: vec4f,
    @location(1) coverage: f32,
}

fn cut(position: vec3f, uvs: vec4f, coverage: f32, place: Placement) -> Cut {
    return Cut(clip_position(world_position(place, position)), uvs, coverage);
}

@vertex
fn vertex_whole(@location(0) position: vec3f, place: Placement) -> @invariant @builtin(position) vec4f {
    return clip_position(world_position(place, position));
}

@vertex
fn vertex_plain(@location(0) position: vec3f, place: Placement) -> Cut {
    return cut(position, vec4f(0.0), 1.0, place);
}

@vertex
fn vertex_uv(@location(0) position: vec3f, @location(2) uv: vec2f, place: Placement) -> Cut {
    return cut(position, uv.xyxy, 1.0, place);
}

@vertex
fn vertex_full(
    @location(0) position: vec3f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    place: Placement,
) -> Cut {
    return cut(position, uvs, color.a, place);
}

@fragment
fn fragment(in: Cut) {
    let coverage = material.base_color.a * in.coverage * coverage_at(in.uvs);
    if coverage < select(material.cutoff, 0.5, BLENDED) || (SECTION && is_left_out(in.clip)) {
        discard;
    }
}

// A whole surface, of which a plane leaves something out.
@fragment
fn fragment_whole(@builtin(position) clip: vec4f) {
    if is_left_out(clip) {
        discard;
    }
}
