// Strands as ribbons that face the eye, never thinner than a pixel, a little darker at the root. Two highlights of each strand, one as
// the light is and one of the strand's colour (Kajiya and Kay 1989; Scheuermann 2004).
// uses: Placement, clip_position, item, world_direction, world_position (shared/draw.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: shown (shared/light/tone.wgsl)
// uses: towards_eye, view, world_per_pixel (shared/view.wgsl)

struct Strand {
    @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) tangent_world: vec3f,
    // 0 at the root, 1 at the tip.
    @location(2) along: f32,
}

// Of unit length, or none.
fn unit(v: vec3f) -> vec3f {
    let size = length(v);
    return select(vec3f(0.0), v / max(size, 1e-30), size > 1e-30);
}

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) tangent: vec3f,
    @location(2) along: f32,
    @location(3) side: f32,
    place: Placement,
) -> Strand {
    let middle = world_position(place, position);
    let t = unit(world_direction(place, tangent));
    // A strand that points at the eye, or nowhere, is as wide across the view.
    let turned = cross(t, towards_eye(middle));
    let across = select(unit(turned), view.right_world, dot(turned, turned) < 1e-6);
    let pixel = world_per_pixel(max(clip_position(middle).w, 1e-6));
    // Tips are half as wide.
    let width = max(item.edge * (1.0 - 0.5 * along), pixel);
    let world = middle + across * (side * 0.5 * width);
    return Strand(clip_position(world), world, t, along);
}

// How much of the light `l` a strand along `t` sends to the eye at `v`: the cone of directions that a cylinder reflects into.
fn shine(t: vec3f, l: vec3f, v: vec3f, sharpness: f32) -> f32 {
    let across_light = sqrt(saturate(1.0 - dot(t, l) * dot(t, l)));
    let across_view = sqrt(saturate(1.0 - dot(t, v) * dot(t, v)));
    return pow(saturate(across_light * across_view - dot(t, l) * dot(t, v)), sharpness);
}

@fragment
fn fragment(in: Strand) -> @location(0) vec4f {
    let v = towards_eye(in.position_world);
    let l = normalize(-0.45 * view.right_world + 0.60 * view.up_world + 0.80 * view.back_world);
    // A tangent of no length (points on one spot) is lit as if it stood across the view.
    let t = unit(in.tangent_world);
    let n = unit(v - t * dot(v, t));
    let across_light = sqrt(saturate(1.0 - dot(t, l) * dot(t, l)));
    // Scales of a strand tilt the first highlight to the root, and light that went through it the second to the tip.
    let first = shine(unit(t - 0.10 * n), l, v, 48.0);
    let second = shine(unit(t + 0.14 * n), l, v, 14.0);
    let shade = (0.28 + 0.56 * across_light) * mix(0.62, 1.05, in.along);
    let light = item.color.rgb * (shade + 0.55 * second) + 0.07 * first;
    return to_target(shown(light), item.color.a);
}
