// Triangles as numbers: what an outline is drawn around. 1 is what is selected; ghosts have numbers of their own.
// uses: Placement, clip_position, item, world_position (shared/draw.wgsl)
// uses: is_hole (shared/cut.wgsl)
// uses: is_left_out (shared/view.wgsl)

override OF_GHOST: bool = false;

fn number() -> vec4f {
    return vec4f(select(1.0, item.number, OF_GHOST) / 255.0);
}

// Where holes are found on a surface that has some.
struct Cut {
    @builtin(position) clip: vec4f,
    // Two pairs.
    @location(0) uvs: vec4f,
    @location(1) coverage: f32,
}

@vertex
fn vertex(@location(0) position: vec3f, place: Placement) -> @builtin(position) vec4f {
    return clip_position(world_position(place, position));
}

@vertex
fn vertex_cut(@location(0) position: vec3f, place: Placement) -> Cut {
    return Cut(clip_position(world_position(place, position)), vec4f(0.0), 1.0);
}

@vertex
fn vertex_cut_uv(@location(0) position: vec3f, @location(2) uv: vec2f, place: Placement) -> Cut {
    return Cut(clip_position(world_position(place, position)), uv.xyxy, 1.0);
}

@vertex
fn vertex_cut_full(
    @location(0) position: vec3f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    place: Placement,
) -> Cut {
    return Cut(clip_position(world_position(place, position)), uvs, color.a);
}

@fragment
fn fragment(@builtin(position) clip: vec4f) -> @location(0) vec4f {
    if is_left_out(clip) {
        discard;
    }
    return number();
}

@fragment
fn fragment_cut(in: Cut) -> @location(0) vec4f {
    if is_left_out(in.clip) || is_hole(in.uvs, in.coverage) {
        discard;
    }
    return number();
}
