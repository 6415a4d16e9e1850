// Strands as ribbons that face the eye, never thinner than a pixel, a little darker at the root. Two highlights of each strand, one as
// the light is and one of the strand's colour (Kajiya and Kay 1989; Scheuermann 2004). They are lit as surfaces are: by the environment, its
// key light, and the lights of files.
// uses: Placement, clip_position, item (shared/draw.wgsl)
// uses: environment, DIM, all_around, lamp_light, lights (shared/light/light.wgsl)
// uses: OVERDRAW_STEP, depth_grey (shared/measures.wgsl)
// uses: ribbon_corner, ribbon_tangent, unit (shared/ribbon.wgsl)
// uses: linear_from_srgb, to_target (shared/srgb.wgsl)
// uses: shown (shared/light/tone.wgsl)
// uses: is_left_out, towards_eye, view (shared/view.wgsl)

// A plane leaves out what lies before it.
override SECTION: bool = false;

struct Strand {
    @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) tangent_world: vec3f,
    // 0 at the root, 1 at the tip.
    @location(2) along: f32,
}

const STRANDS_LIT: u32 = 0u;
// In their colour, without any light.
const STRANDS_FLAT: u32 = 1u;
const STRANDS_DEPTH: u32 = 2u;
const STRANDS_LAYERS: u32 = 3u;

@vertex
fn vertex(
    @location(0) position: vec3f,
    @location(1) tangent: vec3f,
    @location(2) along: f32,
    @location(3) side: f32,
    place: Placement,
) -> Strand {
    let t = ribbon_tangent(tangent, place);
    let world = ribbon_corner(position, t, along, side, place);
    return Strand(clip_position(world), world, t, along);
}

// How much of the light `l` a strand along `t` sends to the eye at `v`: the cone of directions that a cylinder reflects into.
fn shine(t: vec3f, l: vec3f, v: vec3f, sharpness: f32) -> f32 {
    let across_light = sqrt(saturate(1.0 - dot(t, l) * dot(t, l)));
    let across_view = sqrt(saturate(1.0 - dot(t, v) * dot(t, v)));
    return pow(saturate(across_light * across_view - dot(t, l) * dot(t, v)), sharpness);
}

// What a strand along `t` makes of a light from `l` that lights a white surface facing it with 1: scattered, tinted and untinted.
fn of_light(t: vec3f, n: vec3f, v: vec3f, l: vec3f) -> vec3f {
    let across_light = sqrt(saturate(1.0 - dot(t, l) * dot(t, l)));
    // Scales of a strand tilt the first highlight to the root, and light that went through it the second to the tip.
    let first = shine(unit(t - 0.10 * n), l, v, 48.0);
    let second = shine(unit(t + 0.14 * n), l, v, 14.0);
    return vec3f(SCATTERED * across_light, 0.5 * second, 0.07 * first);
}

// Of a light from one side, by a round strand; of that from all around, by strands that stand close.
const SCATTERED: f32 = 0.5;
const AROUND: f32 = 0.75;

@fragment
fn fragment(in: Strand) -> @location(0) vec4f {
    if SECTION && is_left_out(in.clip) {
        discard;
    }
    let depth = depth_grey(in.position_world - view.eye_world);
    let v = towards_eye(in.position_world);
    // A tangent of no length (points on one spot) is lit as if it stood across the view.
    let t = unit(in.tangent_world);
    let n = unit(v - t * dot(v, t));
    // Roots lie among others.
    let root = mix(0.62, 1.05, in.along);
    var light = item.color.rgb * (root * AROUND * all_around(n));
    if lights.count > 0u {
        light *= DIM;
    } else {
        let key = of_light(t, n, v, environment.key_direction_world);
        light += environment.key_light * (item.color.rgb * (root * key.x + key.y) + key.z);
    }
    for (var at = 0u; at < lights.count; at++) {
        let lamp = lights.lamps[at];
        let lamp_from = lamp_light(lamp, in.position_world);
        let made = of_light(t, n, v, lamp_from.xyz);
        light += lamp.light * lamp_from.w * (item.color.rgb * (root * made.x + made.y) + made.z);
    }
    switch item.strands {
        case STRANDS_FLAT: {
            return to_target(item.color.rgb, item.color.a);
        }
        case STRANDS_DEPTH: {
            return to_target(linear_from_srgb(vec3f(depth)), item.color.a);
        }
        case STRANDS_LAYERS: {
            return vec4f(OVERDRAW_STEP, 0.0);
        }
        default: {
            return to_target(shown(light), item.color.a);
        }
    }
}
