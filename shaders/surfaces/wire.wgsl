// Triangle edges as thin lines, those on the far side fainter; and meshes that are lines.
// uses: NormalPlacement, Placement, clip_position, item, world_normal, world_position (shared/draw.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: towards_eye, view, world_per_pixel (shared/view.wgsl)

// Edges over a shaded surface are fainter than edges alone.
override STRENGTH: f32 = 1.0;
// What is left of edges that lie as close as pixels do: without a surface they are all there is to see.
override LEAST: f32 = 0.0;

// Edges are whole where they lie so many pixels apart; closer ones fade, so that the ink on a surface stays about the same.
const WHOLE_PX: f32 = 10.0;

struct Edge {
    @builtin(position) clip: vec4f,
    @location(0) facing: f32,
    @location(1) color: vec3f,
    // What the closeness of edges leaves of it.
    @location(2) left: f32,
}

fn edge(
    position: vec3f,
    normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
    color: vec3f,
    spacing: f32,
) -> Edge {
    let world = world_position(place, position);
    var clip = clip_position(world);
    clip.z += view.line_bias;
    // By what the place multiplies lengths; the mean of all directions where it stretches.
    let size = pow(abs(dot(cross(place.x, place.y), place.z)), 1.0 / 3.0);
    let apart_px = spacing * item.length * size / world_per_pixel(max(clip.w, 1e-6));
    // Of edges that lie closer than a pixel several meet in one.
    let left = mix(LEAST * min(apart_px, 1.0), 1.0, saturate((apart_px - 1.0) / (WHOLE_PX - 1.0)));
    return Edge(clip, dot(normalize(world_normal(turn, normal)), towards_eye(world)), item.color.rgb * color, left);
}

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Edge {
    return edge(position, normal, place, turn, vec3f(1.0), 0.0);
}

// `spacing`: how far edges lie apart around the vertex at rest.
@vertex
fn vertex_edge(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) spacing: f32,
    place: Placement,
    turn: NormalPlacement,
) -> Edge {
    return edge(position, normal, place, turn, vec3f(1.0), spacing);
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
    return edge(position, normal, place, turn, color.rgb, 0.0);
}

@fragment
fn fragment(in: Edge) -> @location(0) vec4f {
    let alpha = mix(0.16, 0.85, smoothstep(-0.15, 0.25, in.facing)) * STRENGTH * in.left;
    return to_target(item.line_color.rgb, alpha);
}

@fragment
fn fragment_colored(in: Edge) -> @location(0) vec4f {
    return to_target(in.color, 1.0);
}
