// Strands as lines, shaded by their direction (Kajiya and Kay 1989), a little darker at the root.
// uses: Placement, clip_position, item, world_direction, world_position (shared/draw.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: shown (shared/tone.wgsl)
// uses: towards_eye, view (shared/view.wgsl)

struct Strand {
    @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) tangent_world: vec3f,
    // 0 at the root, 1 at the tip.
    @location(2) along: f32,
}

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) tangent: vec3f,
    @location(2) along: f32,
    place: Placement,
) -> Strand {
    let world = world_position(place, position);
    return Strand(clip_position(world), world, world_direction(place, tangent), along);
}

@fragment
fn fragment(in: Strand) -> @location(0) vec4f {
    let v = towards_eye(in.position_world);
    let l = normalize(-0.45 * view.right_world + 0.60 * view.up_world + 0.80 * view.back_world);
    // A tangent of no length (points on one spot) is lit as if it stood across the view.
    let size = length(in.tangent_world);
    let t = select(vec3f(0.0), in.tangent_world / max(size, 1e-30), size > 1e-30);
    let across_light = sqrt(saturate(1.0 - dot(t, l) * dot(t, l)));
    let across_view = sqrt(saturate(1.0 - dot(t, v) * dot(t, v)));
    let gloss = pow(saturate(across_light * across_view - dot(t, l) * dot(t, v)), 24.0);
    let shade = (0.30 + 0.62 * across_light) * mix(0.62, 1.05, in.along);
    return to_target(shown(item.color.rgb * shade + 0.10 * gloss), item.color.a);
}
