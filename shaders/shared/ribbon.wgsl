// A strand of hair as a ribbon that faces the eye.
// uses: Placement, clip_position, item, world_direction, world_position (shared/draw.wgsl)
// uses: towards_eye, view, world_per_pixel (shared/view.wgsl)

// By what a place multiplies lengths; the mean of all directions where it stretches.
fn size_of(place: Placement) -> f32 {
    return pow(abs(dot(cross(place.x, place.y), place.z)), 1.0 / 3.0);
}

// Of unit length, or none.
fn unit(v: vec3f) -> vec3f {
    let size = length(v);
    return select(vec3f(0.0), v / max(size, 1e-30), size > 1e-30);
}

// A corner of the ribbon: never thinner than a pixel. `t`: the strand's tangent in the world; `along`: 0 at the root, 1 at the tip;
// `side`: -1 or 1.
fn ribbon_corner(position: vec3f, t: vec3f, along: f32, side: f32, place: Placement) -> vec3f {
    let middle = world_position(place, position);
    // A strand that points at the eye, or nowhere, is as wide across the view.
    let turned = cross(t, towards_eye(middle));
    let across = select(unit(turned), view.right_world, dot(turned, turned) < 1e-6);
    let pixel = world_per_pixel(max(clip_position(middle).w, 1e-6));
    // Tips are half as wide.
    let width = max(item.length * size_of(place) * (1.0 - 0.5 * along), pixel);
    return middle + across * (side * 0.5 * width);
}

fn ribbon_tangent(tangent: vec3f, place: Placement) -> vec3f {
    return unit(world_direction(place, tangent));
}
