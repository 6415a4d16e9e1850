// Shaded triangles: base colour under the lights. Opaque (alpha of a texture is not transparency unless told, A39).

@group(2) @binding(0) var base_color: texture_2d<f32>;
@group(2) @binding(1) var base_sampler: sampler;

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) normal_world: vec3f,
    @location(2) uv: vec2f,
}

fn surface(position: vec3f, normal: vec2f, uv: vec2f, place: Placement, turn: NormalPlacement) -> Surface {
    let world = world_position(place, position);
    return Surface(clip_position(world), world, world_normal(turn, normal), uv);
}

@vertex
fn vertex_uv(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, uv, place, turn);
}

@vertex
fn vertex_plain(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, vec2f(0.0), place, turn);
}

@fragment
fn fragment(in: Surface) -> @location(0) vec4f {
    let v = towards_eye(in.position_world);
    // The side that is seen is lit, whatever the winding, a mirroring matrix or a negative bone scale made of it.
    let across = cross(dpdx(in.position_world), dpdy(in.position_world));
    let facing = across * select(-1.0, 1.0, dot(across, v) >= 0.0);
    var n = normalize(in.normal_world);
    n *= select(1.0, -1.0, dot(n, facing) < 0.0);
    let texel = textureSample(base_color, base_sampler, in.uv);
    return to_target(lit(texel.rgb * item.color.rgb, n, v), 1.0);
}
