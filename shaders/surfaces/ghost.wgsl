// A mesh as it stood or will stand: glass in one colour, densest at its silhouette.
// uses: NormalPlacement, Placement, clip_position, item, world_normal, world_position (shared/draw.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: towards_eye, view (shared/view.wgsl)

// How much of it is seen. 0: only its depth, so that its far side does not show through its near side.
override SEEN: f32 = 1.0;
// 1: its silhouette and nothing else.
override OUTLINED: f32 = 0.0;
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

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    let world = world_position(place, position);
    var clip = clip_position(world);
    // A hair behind: where model and ghost stand alike, the model is seen.
    clip.z = (clip.z - view.line_bias) * mix(1.0, BEHIND_RANGE, BEHIND);
    return Surface(clip, world, world_normal(turn, normal));
}

@fragment
fn fragment(in: Surface) -> @location(0) vec4f {
    let n = normalize(in.normal_world);
    let facing = abs(dot(n, towards_eye(in.position_world)));
    let rim = pow(1.0 - facing, 1.5);
    let line = smoothstep(0.62, 0.8, 1.0 - facing);
    let seen = mix(mix(0.42, 1.0, rim), line, OUTLINED);
    return to_target(item.color.rgb * mix(0.72, 1.0, rim), item.color.a * seen * SEEN);
}
