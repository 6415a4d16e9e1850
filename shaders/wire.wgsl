// Triangle edges as thin lines, those on the far side fainter; and meshes that are lines.

// Edges over a shaded surface are fainter than edges alone.
override STRENGTH: f32 = 1.0;

struct Edge {
    @builtin(position) clip: vec4f,
    @location(0) facing: f32,
}

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Edge {
    let world = world_position(place, position);
    var clip = clip_position(world);
    clip.z += view.line_bias;
    return Edge(clip, dot(normalize(world_normal(turn, normal)), towards_eye(world)));
}

@fragment
fn fragment(in: Edge) -> @location(0) vec4f {
    let alpha = mix(0.16, 0.85, smoothstep(-0.15, 0.25, in.facing)) * STRENGTH;
    return to_target(item.line_color.rgb, alpha);
}

@fragment
fn fragment_colored(in: Edge) -> @location(0) vec4f {
    return to_target(item.color.rgb, 1.0);
}
