// A mesh as it stood or will stand: glass in one colour, densest at its silhouette.
// uses: NormalPlacement, Placement, clip_position, item, world_normal, world_position (shared/draw.wgsl)
// uses: is_hole, samples_at (shared/cut.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: is_left_out, towards_eye, view (shared/view.wgsl)

// How much of it is seen. 0: only its depth, so that its far side does not show through its near side.
override SEEN: f32 = 1.0;
// 1: behind everything that is there now, which stays the clearest thing in the picture.
override BEHIND: f32 = 0.0;
// What lies behind everything keeps its own order in this part of the depth range; depth is reversed.
const BEHIND_RANGE: f32 = 1e-3;

struct Surface {
    // Both runs must meet at the same depth.
    @invariant @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) normal_world: vec3f,
}

fn surface(position: vec3f, normal: vec2f, place: Placement, turn: NormalPlacement) -> Surface {
    let world = world_position(place, position);
    var clip = clip_position(world);
    // A hair behind: where model and ghost stand alike, the model is seen.
    clip.z = (clip.z - view.line_bias) * mix(1.0, BEHIND_RANGE, BEHIND);
    return Surface(clip, world, world_normal(turn, normal));
}

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, place, turn);
}

// Where the material has holes.
struct Cut {
    @invariant @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) normal_world: vec3f,
    // Two pairs.
    @location(2) uvs: vec4f,
    @location(3) coverage: f32,
}

fn cut(s: Surface, uvs: vec4f, coverage: f32) -> Cut {
    return Cut(s.clip, s.position_world, s.normal_world, uvs, coverage);
}

@vertex
fn vertex_cut(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Cut {
    return cut(surface(position, normal, place, turn), vec4f(0.0), 1.0);
}

@vertex
fn vertex_cut_uv(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Cut {
    return cut(surface(position, normal, place, turn), uv.xyxy, 1.0);
}

@vertex
fn vertex_cut_full(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    place: Placement,
    turn: NormalPlacement,
) -> Cut {
    return cut(surface(position, normal, place, turn), uvs, color.a);
}

fn shade(clip: vec4f, position_world: vec3f, normal_world: vec3f) -> vec4f {
    if is_left_out(vec4f(clip.xy, clip.z / mix(1.0, BEHIND_RANGE, BEHIND), 1.0)) {
        discard;
    }
    let n = normalize(normal_world);
    let facing = abs(dot(n, towards_eye(position_world)));
    let rim = pow(1.0 - facing, 1.5);
    return to_target(item.color.rgb * mix(0.72, 1.0, rim), item.color.a * mix(0.42, 1.0, rim) * SEEN);
}

@fragment
fn fragment(in: Surface) -> @location(0) vec4f {
    return shade(in.clip, in.position_world, in.normal_world);
}

@fragment
fn fragment_cut(in: Cut) -> @location(0) vec4f {
    if is_hole(in.uvs, in.coverage) {
        discard;
    }
    return shade(in.clip, in.position_world, in.normal_world);
}

struct Sampled {
    @location(0) color: vec4f,
    @builtin(sample_mask) samples: u32,
}

// As `fragment_cut`, where a pixel has four samples: the edge of a hole keeps a share of them.
@fragment
fn fragment_cut_samples(in: Cut) -> Sampled {
    let samples = samples_at(in.uvs, in.coverage);
    if samples == 0u {
        discard;
    }
    return Sampled(shade(in.clip, in.position_world, in.normal_world), samples);
}
