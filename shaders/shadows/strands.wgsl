// Depth of hair as the key light sees it: ribbons that face the light, never thinner than a texel of its map.
// uses: Placement, clip_position (shared/draw.wgsl)
// uses: ribbon_corner, ribbon_tangent (shared/ribbon.wgsl)
// uses: is_left_out (shared/view.wgsl)

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) tangent: vec3f,
    @location(2) along: f32,
    @location(3) side: f32,
    place: Placement,
) -> @builtin(position) vec4f {
    let t = ribbon_tangent(tangent, place);
    return clip_position(ribbon_corner(position, t, along, side, place));
}

// Where a plane leaves something out.
@fragment
fn fragment(@builtin(position) clip: vec4f) {
    if is_left_out(clip) {
        discard;
    }
}
