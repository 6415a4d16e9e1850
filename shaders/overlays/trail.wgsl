// Ways of bones: lines of even width in the colours of their speed, and dots on them.
// uses: linear_from_srgb, to_target (shared/srgb.wgsl)
// uses: view (shared/view.wgsl)

// How much of what lies below a line covers: faint where the line runs inside or behind something.
override STRENGTH: f32 = 1.0;

// Outermost part of a dot, for the edge that keeps it apart from the line.
const EDGE_PX: f32 = 1.2;

// Colours are sRGB.
struct Segment {
    @location(0) head_world: vec3f,
    @location(1) tail_world: vec3f,
    @location(2) head_color: vec4f,
    @location(3) tail_color: vec4f,
    @location(4) width_px: f32,
}

struct Dot {
    @location(0) position_world: vec3f,
    @location(1) radius_px: f32,
    @location(2) color: vec4f,
    @location(3) edge: vec4f,
}

struct LineCorner {
    @builtin(position) clip: vec4f,
    // Linear light; alpha is opacity.
    @location(0) color: vec4f,
    // −1…1 across the line.
    @location(1) across: f32,
    // Of the line, in pixels.
    @location(2) width: f32,
}

struct DotCorner {
    @builtin(position) clip: vec4f,
    @location(0) color: vec3f,
    @location(1) edge: vec3f,
    // In pixels from the middle.
    @location(2) from_middle: vec2f,
    @location(3) radius: f32,
}

@vertex
fn vertex_line(@builtin(vertex_index) index: u32, segment: Segment) -> LineCorner {
    let size = vec2f(view.width_px, view.height_px);
    var head = view.clip_from_world * vec4f(segment.head_world, 1.0);
    var tail = view.clip_from_world * vec4f(segment.tail_world, 1.0);
    // What lies behind the eye is cut off, or the line would turn around.
    let near = 1e-4 * max(abs(head.w), abs(tail.w));
    if head.w < near && tail.w < near {
        return LineCorner(vec4f(0.0, 0.0, 0.0, -1.0), vec4f(0.0), 0.0, 0.0);
    }
    if head.w < near {
        head = mix(head, tail, (near - head.w) / (tail.w - head.w));
    }
    if tail.w < near {
        tail = mix(tail, head, (near - tail.w) / (head.w - tail.w));
    }
    let along_px = (tail.xy / tail.w - head.xy / head.w) * size;
    let direction = along_px / max(length(along_px), 1e-6);
    let across = f32(i32(index & 1u) * 2 - 1);
    let side = vec2f(-direction.y, direction.x) * across;
    let at_tail = index >= 2u;
    // A full line reaches a little over its ends, so that no gap shows where the way turns; a faint one would show the overlap.
    let over = direction * select(-0.3, 0.3, at_tail) * select(0.0, 1.0, STRENGTH >= 1.0);
    let clip = select(head, tail, vec4<bool>(at_tail));
    let width = segment.width_px * view.line_px;
    let moved = clip.xy + (side + over) * width / size * clip.w;
    let color = select(segment.head_color, segment.tail_color, at_tail);
    let linear = vec4f(linear_from_srgb(color.rgb), color.a);
    return LineCorner(vec4f(moved, clip.z + view.line_bias, clip.w), linear, across, width);
}

@vertex
fn vertex_dot(@builtin(vertex_index) index: u32, dot: Dot) -> DotCorner {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let radius = dot.radius_px * view.line_px;
    // A pixel more, for the soft edge.
    let from_middle = corner * (radius + 1.0);
    var clip = view.clip_from_world * vec4f(dot.position_world, 1.0);
    clip = vec4f(clip.xy + from_middle * 2.0 / vec2f(view.width_px, view.height_px) * clip.w, clip.z, clip.w);
    clip.z += 2.0 * view.line_bias;
    return DotCorner(clip, linear_from_srgb(dot.color.rgb), linear_from_srgb(dot.edge.rgb), from_middle, radius);
}

@fragment
fn fragment_line(in: LineCorner) -> @location(0) vec4f {
    let alpha = saturate((1.0 - abs(in.across)) * 0.5 * in.width + 0.25);
    return to_target(in.color.rgb, alpha * STRENGTH * in.color.a);
}

@fragment
fn fragment_dot(in: DotCorner) -> @location(0) vec4f {
    let inside = in.radius - length(in.from_middle);
    let body = saturate(inside - EDGE_PX * view.line_px + 0.5);
    return to_target(mix(in.edge, in.color, body), saturate(inside + 0.5));
}
