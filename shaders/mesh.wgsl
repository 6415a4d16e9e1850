// Shaded triangles: base colour under the lights. Alpha means what the material says; mostly nothing (A39).

@group(2) @binding(0) var base_color: texture_2d<f32>;
@group(2) @binding(1) var base_sampler: sampler;

const OPAQUE: u32 = 0;
const MASKED: u32 = 1;
const BLENDED: u32 = 2;
override ALPHA: u32 = 0;

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) normal_world: vec3f,
    @location(2) uv: vec2f,
    @location(3) color: vec4f,
}

fn surface(position: vec3f, normal: vec2f, uv: vec2f, color: vec4f, place: Placement, turn: NormalPlacement) -> Surface {
    let world = world_position(place, position);
    let at = vec3f(uv, 1.0);
    let looked_up = vec2f(dot(item.lookup_u, at), dot(item.lookup_v, at));
    return Surface(clip_position(world), world, world_normal(turn, normal), looked_up, color * item.color);
}

@vertex
fn vertex_uv(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, uv, vec4f(1.0), place, turn);
}

@vertex
fn vertex_plain(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, vec2f(0.0), vec4f(1.0), place, turn);
}

@vertex
fn vertex_colored(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    @location(3) color: vec4f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, uv, color, place, turn);
}

@fragment
fn fragment(in: Surface) -> @location(0) vec4f {
    let v = towards_eye(in.position_world);
    // The side that is seen is lit, whatever the winding, a mirroring matrix or a negative bone scale made of it.
    let across = cross(dpdx(in.position_world), dpdy(in.position_world));
    let facing = across * select(-1.0, 1.0, dot(across, v) >= 0.0);
    var n = normalize(in.normal_world);
    n *= select(1.0, -1.0, dot(n, facing) < 0.0);
    let base = textureSample(base_color, base_sampler, in.uv) * in.color;
    if ALPHA == MASKED && base.a < item.cutoff {
        discard;
    }
    let shone = select(lit(base.rgb, n, v), base.rgb, item.unlit > 0.5) + item.emissive;
    return to_target(shone, select(1.0, saturate(base.a), ALPHA == BLENDED));
}
