// Triangle edges as thin lines, those on the far side fainter; and meshes that are lines.
// uses: NormalPlacement, Placement, clip_position, item, world_normal, world_position (shared/draw.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: towards_eye, view (shared/view.wgsl)

// Edges over a shaded surface are fainter than edges alone.
override STRENGTH: f32 = 1.0;

struct Edge {
    @builtin(position) clip: vec4f,
    @location(0) facing: f32,
    @location(1) color: vec3f,
}

fn edge(position: vec3f, normal: vec2f, place: Placement, turn: NormalPlacement, color: vec3f) -> Edge {
    let world = world_position(place, position);
    var clip = clip_position(world);
    clip.z += view.line_bias;
    return Edge(clip, dot(normalize(world_normal(turn, normal)), towards_eye(world)), item.color.rgb * color);
}

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Edge {
    return edge(position, normal, place, turn, vec3f(1.0));
}

// With a colour for each end.
@vertex
fn vertex_colored(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(3) color: vec4f,
    place: Placement,
    turn: NormalPlacement,
) -> Edge {
    return edge(position, normal, place, turn, color.rgb);
}

@fragment
fn fragment(in: Edge) -> @location(0) vec4f {
    let alpha = mix(0.16, 0.85, smoothstep(-0.15, 0.25, in.facing)) * STRENGTH;
    return to_target(item.line_color.rgb, alpha);
}

@fragment
fn fragment_colored(in: Edge) -> @location(0) vec4f {
    return to_target(in.color, 1.0);
}
