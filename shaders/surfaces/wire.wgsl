// Triangle edges as thin lines, those on the far side fainter; and meshes that are lines.
// uses: NormalPlacement, Placement, clip_position, item, world_normal, world_position (shared/draw.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: is_left_out, towards_eye, view, world_per_pixel (shared/view.wgsl)

// Edges over a shaded surface are fainter than edges alone.
override STRENGTH: f32 = 1.0;
// What is left of edges that lie as close as pixels do: without a surface they are all there is to see.
override LEAST: f32 = 0.0;
// 1: close edges are shaded. In a wireframe without a surface only their shade shows the form.
override SHADED: f32 = 0.0;
// 1: wide edges have borders of the other tone, each as wide as the edge.
override BORDERED: f32 = 0.0;

// Edges are whole where they lie so many of their widths apart; closer ones fade, so that the ink on a surface stays about the same.
const WHOLE: f32 = 10.0;
// The side of an equilateral triangle over its height.
const EQUILATERAL: f32 = 1.1547;
// What close light edges are darkened to where the surface is seen from the side, in linear light.
const DARKENED: vec3f = vec3f(0.06);
// Dark edges cannot be darkened: there is so much more ink where the surface is seen from the side.
const INKED: f32 = 3.0;
// Borders in linear light, of light edges and of dark ones, and how strong they are beside the edge.
const DARK_BORDER: vec3f = vec3f(0.01);
const LIGHT_BORDER: vec3f = vec3f(0.85);
const BORDER_STRENGTH: f32 = 0.5;

// As the deform pass writes it.
struct PosedVertex {
    x: f32,
    y: f32,
    z: f32,
    normal: u32,
    tangent: u32,
}

@group(2) @binding(0) var<storage, read> posed: array<PosedVertex>;
// Of each edge both ends, and the third corners of the triangles beside it.
@group(2) @binding(1) var<storage, read> edges: array<vec4u>;

struct Edge {
    @builtin(position) clip: vec4f,
    @location(0) facing: f32,
    @location(1) color: vec3f,
    // What the closeness of edges leaves of it.
    @location(2) left: f32,
    // As in Beside.
    @location(3) seen: f32,
    // From its middle to its side, in widths without borders, along the screen.
    @location(4) @interpolate(linear) aside: f32,
}

// What the two triangles beside an edge say about it.
struct Beside {
    // How far edges lie apart there, in world space and as seen by the eye.
    apart: f32,
    // The share of their area that the eye sees: 1 if they face the eye, 0 if they are seen edge-on.
    seen: f32,
}

fn facing_of(turn: NormalPlacement, normal: vec2f, world: vec3f) -> f32 {
    return dot(normalize(world_normal(turn, normal)), towards_eye(world));
}

fn posed_world(place: Placement, vertex: u32) -> vec3f {
    let at = posed[vertex];
    return world_position(place, vec3f(at.x, at.y, at.z));
}

// Lines lie a hair nearer to the eye than their surface.
fn lifted(world: vec3f) -> vec4f {
    let clip = clip_position(world);
    return vec4f(clip.xy, clip.z + view.line_bias, clip.w);
}

// Of the edge from `head` to `tail`, between triangles with the third corners `one` and `other`. Edges lie as far apart as in equilateral triangles
// that are as high as these two are seen. That is measured as they are posed and turned to the eye, so the ink on each triangle is a share of what
// it covers in the picture.
fn beside(head: vec3f, tail: vec3f, one: vec3f, other: vec3f) -> Beside {
    let towards = towards_eye(0.5 * (head + tail));
    let along = tail - head;
    // Twice the areas, as they are and as they are seen.
    let areas = array(cross(along, one - head), cross(along, other - head));
    let seen = vec2f(abs(dot(areas[0], towards)), abs(dot(areas[1], towards)));
    // In folds the narrower triangle counts more: the wider one is often hidden. It does not count alone, or edges of flat triangles would vanish.
    let weighed = 0.75 * min(seen.x, seen.y) + 0.25 * max(seen.x, seen.y);
    // An edge that points at the eye is a dot.
    let length_seen = max(length(cross(along, towards)), 1e-30);
    return Beside(
        EQUILATERAL * weighed / length_seen,
        (seen.x + seen.y) / max(length(areas[0]) + length(areas[1]), 1e-30),
    );
}

// How much of an edge is drawn, at a point of it with this clip-space w.
fn left_of(apart_world: f32, width_px: f32, clip_w: f32) -> f32 {
    let widths = apart_world / (world_per_pixel(max(clip_w, 1e-6)) * width_px);
    // Of edges that lie closer than their width several meet in one pixel.
    return mix(LEAST * min(widths, 1.0), 1.0, saturate((widths - 1.0) / (WHOLE - 1.0)));
}

// An edge of one pixel: two vertices.
@vertex
fn vertex_edge(@builtin(vertex_index) index: u32, place: Placement, turn: NormalPlacement) -> Edge {
    let corners = edges[index >> 1u];
    let head = posed_world(place, corners.x);
    let tail = posed_world(place, corners.y);
    let around = beside(head, tail, posed_world(place, corners.z), posed_world(place, corners.w));
    let at_tail = (index & 1u) == 1u;
    let world = select(head, tail, at_tail);
    let normal = unpack2x16snorm(posed[select(corners.x, corners.y, at_tail)].normal);
    let clip = lifted(world);
    return Edge(clip, facing_of(turn, normal, world), item.line_color.rgb, left_of(around.apart, 1.0, clip.w), around.seen, 0.0);
}

// An edge of several pixels: two triangles.
@vertex
fn vertex_wide(@builtin(vertex_index) index: u32, place: Placement, turn: NormalPlacement) -> Edge {
    let corners = edges[index / 6u];
    // In this order: head, head, tail, tail, head, tail; on the one side, the other, the one, the one, the other, the other.
    let corner = index % 6u;
    let at_tail = corner == 2u || corner == 3u || corner == 5u;
    let side = select(-1.0, 1.0, corner == 1u || corner >= 4u);
    let head_world = posed_world(place, corners.x);
    let tail_world = posed_world(place, corners.y);
    let around = beside(head_world, tail_world, posed_world(place, corners.z), posed_world(place, corners.w));
    var head = lifted(head_world);
    var tail = lifted(tail_world);
    // What lies behind the eye is cut off, or the line would turn around.
    let near = 1e-4 * max(abs(head.w), abs(tail.w));
    if head.w < near && tail.w < near {
        return Edge(vec4f(0.0, 0.0, 0.0, -1.0), 0.0, vec3f(0.0), 0.0, 0.0, 0.0);
    }
    if head.w < near {
        head = mix(head, tail, (near - head.w) / (tail.w - head.w));
    }
    if tail.w < near {
        tail = mix(tail, head, (near - tail.w) / (head.w - tail.w));
    }
    let size = vec2f(view.width_px, view.height_px);
    let along_px = (tail.xy / tail.w - head.xy / head.w) * size;
    let direction = along_px / max(length(along_px), 1e-6);
    let clip = select(head, tail, vec4<bool>(at_tail));
    let width_px = max(round(view.line_px), 1.0);
    let widths = 1.0 + 2.0 * BORDERED;
    let moved = clip.xy + vec2f(-direction.y, direction.x) * side * width_px * widths / size * clip.w;
    let world = select(head_world, tail_world, at_tail);
    let normal = unpack2x16snorm(posed[select(corners.x, corners.y, at_tail)].normal);
    return Edge(
        vec4f(moved, clip.zw),
        facing_of(turn, normal, world),
        item.line_color.rgb,
        left_of(around.apart, width_px, clip.w),
        around.seen,
        0.5 * side * widths,
    );
}

// A mesh that is lines.
@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Edge {
    return line_end(position, normal, place, turn, vec3f(1.0));
}

// The same with a colour for each end.
@vertex
fn vertex_colored(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(3) color: vec4f,
    place: Placement,
    turn: NormalPlacement,
) -> Edge {
    return line_end(position, normal, place, turn, color.rgb);
}

fn line_end(position: vec3f, normal: vec2f, place: Placement, turn: NormalPlacement, color: vec3f) -> Edge {
    let world = world_position(place, position);
    return Edge(lifted(world), facing_of(turn, normal, world), item.color.rgb * color, 1.0, 1.0, 0.0);
}

@fragment
fn fragment(in: Edge) -> @location(0) vec4f {
    if is_left_out(in.clip) {
        discard;
    }
    let alpha = mix(0.16, 0.85, smoothstep(-0.15, 0.25, in.facing)) * STRENGTH * in.left;
    // By the surface as its normals say, and by the triangles as they are.
    let facing = max(in.facing, 0.0);
    let close = SHADED * (1.0 - in.left) * (1.0 - in.left);
    let shade = close * (1.0 - in.seen * facing * facing);
    let is_light = in.color.g > 0.2;
    if BORDERED > 0.5 && abs(in.aside) > 0.5 {
        return to_target(select(LIGHT_BORDER, DARK_BORDER, is_light), alpha * BORDER_STRENGTH);
    }
    if is_light {
        return to_target(mix(in.color, DARKENED, shade), alpha);
    }
    return to_target(in.color, min(alpha * mix(1.0, INKED, shade), 1.0));
}

@fragment
fn fragment_colored(in: Edge) -> @location(0) vec4f {
    if is_left_out(in.clip) {
        discard;
    }
    return to_target(in.color, 1.0);
}
