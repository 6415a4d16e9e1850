// Triangles coloured by what is asked about them instead of by their materials, with as much light as shows their shape.
// uses: NormalPlacement, Placement, clip_position, world_direction, world_normal, world_position (shared/draw.wgsl)
// uses: tangent_direction (shared/octahedron.wgsl)
// uses: material, samples_of, share_of (shared/material.wgsl)
// uses: linear_from_srgb, to_target (shared/srgb.wgsl)
// uses: OVERDRAW_STEP, depth_grey, one_of_lines (shared/measures.wgsl)
// uses: coverage_at (shared/unmapped.wgsl)
// uses: back_along, by_file_axes, is_left_out, view, xray_coverage (shared/view.wgsl)

struct ColorBy {
    // From the least value to the greatest, evenly spaced; sRGB, in which legends mix them. The other colours are linear light.
    ramp: array<vec4f, 5>,
    // Where there is nothing to show.
    neutral: vec4f,
    // The side of a face that its corners run clockwise on.
    back: vec4f,
    // What a value is multiplied by to lie on the ramp.
    scale: f32,
    // Lines of equal value there are over the ramp; 0: none.
    lines: f32,
    // Values are lengths in the mesh: 1, and 0 else.
    lengths: f32,
    // One of the MATCAP_ constants.
    matcap: u32,
}

@group(3) @binding(0) var<uniform> by: ColorBy;

// What is shown, mostly of what stands beside a vertex: a number, a colour, texture coordinates, a direction, a colour of a bone, or nothing.
const NUMBER: u32 = 0;
const COUNT: u32 = 1;
const COLOR: u32 = 2;
const UVS: u32 = 3;
const NORMAL: u32 = 4;
const SIDE: u32 = 5;
const TANGENT: u32 = 6;
const BONE: u32 = 7;
const MATCAP: u32 = 8;
const DEPTH: u32 = 9;
const LAYERS: u32 = 10;

const MATCAP_CLAY: u32 = 0;
const MATCAP_METAL: u32 = 1;
const MATCAP_PEARL: u32 = 2;
const MATCAP_WAX: u32 = 3;

// A plane leaves out what lies before it.
override SECTION: bool = false;
override SHOWN: u32 = 0;
// Front faces are those whose corners run clockwise, as the mesh is mirrored.
override MIRRORED: bool = false;
// The surface lets one see through it.
override IS_SEEN_THROUGH: bool = false;
// A pixel has four samples.
override CUTS_SAMPLES: bool = false;

// Along a texture.
const SQUARES: f32 = 16.0;

// Both words of texture coordinates that a mesh lacks: no number has these bits.
const NO_UV: u32 = 0xffffffff;

// The brightest value of a count that has a colour of its own.
const MOST_COUNTED: f32 = 8.0;

// Small counts are the common ones: below 1, their colours lie farther apart than those of large counts.
const COUNT_BEND: f32 = 0.6;

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) from_eye: vec3f,
    @location(1) @interpolate(perspective, centroid) normal_world: vec3f,
    // A number in x, a colour, texture coordinates in xy, or a direction in world space (of both w: 1 where there is one).
    @location(2) value: vec4f,
    // As it stands beside the first corner of a triangle: colours of bones do not run into each other.
    @location(3) @interpolate(flat) of_corner: u32,
}

// A surface with holes.
struct CutSurface {
    @builtin(position) clip: vec4f,
    @location(0) from_eye: vec3f,
    @location(1) @interpolate(perspective, centroid) normal_world: vec3f,
    @location(2) value: vec4f,
    @location(3) @interpolate(flat) of_corner: u32,
    // Two pairs.
    @location(4) uvs: vec4f,
    @location(5) coverage: f32,
}

// `value`: what stands beside the vertex, one word of it or two.
fn surface(position: vec3f, normal: vec2f, value: vec2u, place: Placement, turn: NormalPlacement) -> Surface {
    let world = world_position(place, position);
    var seen = vec4f(0.0);
    switch SHOWN {
        case NUMBER, COUNT: {
            seen = vec4f(bitcast<f32>(value.x) * mix(1.0, size_of(place), by.lengths), 0.0, 0.0, 1.0);
        }
        case COLOR: {
            seen = unpack4x8unorm(value.x);
        }
        case UVS: {
            seen = select(vec4f(0.0), vec4f(bitcast<vec2f>(value), 0.0, 1.0), any(value != vec2u(NO_UV)));
        }
        case TANGENT: {
            let along = normalize(world_direction(place, tangent_direction(value.x)));
            seen = select(vec4f(0.0), vec4f(along, 1.0), value.x != 0u);
        }
        default: {}
    }
    return Surface(clip_position(world), world - view.eye_world, world_normal(turn, normal), seen, value.x);
}

fn cut(whole: Surface, uvs: vec4f, coverage: f32) -> CutSurface {
    return CutSurface(whole.clip, whole.from_eye, whole.normal_world, whole.value, whole.of_corner, uvs, coverage);
}

// By what a place multiplies lengths; the mean of all directions where it stretches.
fn size_of(place: Placement) -> f32 {
    return pow(abs(dot(cross(place.x, place.y), place.z)), 1.0 / 3.0);
}

@vertex
fn vertex_plain(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, vec2u(0u), place, turn);
}

@vertex
fn vertex_valued(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(5) value: vec2u,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, value, place, turn);
}

// A material that is cut without any maps.
@vertex
fn vertex_plain_cut(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> CutSurface {
    return cut(surface(position, normal, vec2u(0u), place, turn), vec4f(0.0), 1.0);
}

@vertex
fn vertex_valued_cut(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(5) value: vec2u,
    place: Placement,
    turn: NormalPlacement,
) -> CutSurface {
    return cut(surface(position, normal, value, place, turn), vec4f(0.0), 1.0);
}

@vertex
fn vertex_plain_cut_uv(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> CutSurface {
    return cut(surface(position, normal, vec2u(0u), place, turn), uv.xyxy, 1.0);
}

@vertex
fn vertex_valued_cut_uv(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    @location(5) value: vec2u,
    place: Placement,
    turn: NormalPlacement,
) -> CutSurface {
    return cut(surface(position, normal, value, place, turn), uv.xyxy, 1.0);
}

@vertex
fn vertex_plain_cut_full(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    place: Placement,
    turn: NormalPlacement,
) -> CutSurface {
    return cut(surface(position, normal, vec2u(0u), place, turn), uvs, color.a);
}

@vertex
fn vertex_valued_cut_full(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    @location(5) value: vec2u,
    place: Placement,
    turn: NormalPlacement,
) -> CutSurface {
    return cut(surface(position, normal, value, place, turn), uvs, color.a);
}

// A direction of any length but 0, its parts along the axes of the files from −1 to 1 as red, green and blue from none to all.
fn directed(direction: vec3f) -> vec3f {
    return linear_from_srgb(normalize(by_file_axes(direction)) * 0.5 + 0.5);
}

// The colour at `along` of the ramp, 0…1.
fn on_ramp(along: f32) -> vec3f {
    let at = saturate(along) * 4.0;
    let low = min(u32(at), 3u);
    return linear_from_srgb(mix(by.ramp[low].rgb, by.ramp[low + 1u].rgb, at - f32(low)));
}

// 1 on a line of equal value, 0 away from it. `along`: 0…1 over the ramp; `slope`: how much it changes over a pixel.
fn isoline(along: f32, slope: f32) -> f32 {
    return one_of_lines(along, slope, by.lines);
}

fn heat(value: f32) -> vec3f {
    let along = value * by.scale;
    let slope = fwidth(along);
    let line = isoline(along, slope);
    if along <= 0.0 {
        return by.neutral.rgb;
    }
    // The first hundredth fades in, as a smooth edge.
    let color = mix(by.neutral.rgb, on_ramp(along), saturate(along * 100.0));
    return mix(color, color * 0.25, line);
}

fn counted(value: f32) -> vec3f {
    let whole = round(value);
    if whole < 0.5 {
        return by.neutral.rgb;
    }
    return on_ramp(pow((min(whole, MOST_COUNTED) - 1.0) / (MOST_COUNTED - 1.0), COUNT_BEND));
}

// Squares over the texture: hue tells u, lightness tells v, the finer pattern tells stretching.
fn checker(uv: vec2f) -> vec3f {
    // The share of dark squares in the pixel: their stripes along u and along v, each averaged over the pixel (Quilez, "Filtering the
    // checkerboard pattern", 2017). Edges are one pixel wide however near they are, and far squares become even instead of noise.
    let at = uv * SQUARES;
    let wide = max(abs(dpdx(at)) + abs(dpdy(at)), vec2f(1e-4));
    let stripes = (abs(fract((at - 0.5 * wide) * 0.5) - 0.5) - abs(fract((at + 0.5 * wide) * 0.5) - 0.5)) * 2.0 / wide;
    let odd = 0.5 - 0.5 * clamp(stripes.x, -1.0, 1.0) * clamp(stripes.y, -1.0, 1.0);
    let inside = fract(uv);
    let tint = vec3f(0.25 + 0.6 * inside.x, 0.45, 0.25 + 0.6 * inside.y);
    return mix(linear_from_srgb(tint), linear_from_srgb(tint * 0.55), odd);
}

// A painted ball at `n`, a unit normal with x to the right, y up and z to the eye. sRGB.
fn painted(n: vec3f) -> vec3f {
    let above = saturate(dot(n, normalize(vec3f(-0.35, 0.75, 0.55))));
    let rim = pow(1.0 - saturate(n.z), 3.0);
    switch by.matcap {
        case MATCAP_METAL: {
            // What a mirror shows: light ground, a dark horizon, a sky that grows darker.
            let up = 2.0 * n.z * n.y;
            let sky = mix(vec3f(0.62, 0.68, 0.76), vec3f(0.94, 0.96, 0.98), smoothstep(0.0, 0.9, up));
            let ground = mix(vec3f(0.16, 0.16, 0.18), vec3f(0.52, 0.50, 0.48), smoothstep(0.0, 1.0, -up));
            return mix(ground, sky, smoothstep(-0.06, 0.06, up)) * (1.0 - 0.35 * rim);
        }
        case MATCAP_PEARL: {
            let base = mix(vec3f(0.58, 0.60, 0.66), vec3f(0.95, 0.93, 0.90), 0.5 + 0.5 * n.y);
            let film = 0.5 + 0.5 * cos(6.2831853 * (n.z * 1.2 + vec3f(0.0, 0.33, 0.67)));
            return mix(base, film, 0.18 + 0.5 * rim) + 0.25 * pow(above, 24.0);
        }
        case MATCAP_WAX: {
            let base = mix(vec3f(0.13, 0.05, 0.05), vec3f(0.62, 0.14, 0.10), above);
            return base + 0.7 * pow(above, 60.0) + vec3f(0.30, 0.10, 0.08) * rim;
        }
        default: {
            let base = mix(vec3f(0.27, 0.20, 0.17), vec3f(0.86, 0.66, 0.54), 0.35 + 0.65 * above);
            return base * (1.0 - 0.45 * rim);
        }
    }
}

struct Cut {
    @location(0) color: vec4f,
    @builtin(sample_mask) samples: u32,
}

@fragment
fn fragment(in: Surface, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4f {
    return colored(in, counter_clockwise);
}

// Where the material has holes. The same words as in `mesh.wgsl` find them.
fn coverage(in: CutSurface) -> f32 {
    return material.base_color.a * in.coverage * coverage_at(in.uvs);
}

fn whole(in: CutSurface) -> Surface {
    return Surface(in.clip, in.from_eye, in.normal_world, in.value, in.of_corner);
}

@fragment
fn fragment_cut(in: CutSurface, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4f {
    let alpha = coverage(in);
    let color = colored(whole(in), counter_clockwise);
    if CUTS_SAMPLES {
        // It is blended with what is behind it.
        return color * share_of(samples_of(alpha));
    }
    if alpha < material.cutoff {
        discard;
    }
    return color;
}

@fragment
fn fragment_cut_samples(in: CutSurface, @builtin(front_facing) counter_clockwise: bool) -> Cut {
    let samples = samples_of(coverage(in));
    let color = colored(whole(in), counter_clockwise);
    if samples == 0u {
        discard;
    }
    return Cut(color, samples);
}

fn colored(in: Surface, counter_clockwise: bool) -> vec4f {
    let v = back_along(in.from_eye);
    let across = cross(dpdx(in.from_eye), dpdy(in.from_eye));
    let size = length(in.normal_world);
    let n = select(normalize(across), in.normal_world / size, size > 0.0);
    let heated = heat(in.value.x);
    let depth = depth_grey(in.from_eye);
    let squares = checker(in.value.xy);
    if SECTION && is_left_out(in.clip) {
        discard;
    }
    var color = by.neutral.rgb;
    switch SHOWN {
        case NUMBER: {
            color = heated;
        }
        case COUNT: {
            color = counted(in.value.x);
        }
        case COLOR: {
            color = mix(by.neutral.rgb, linear_from_srgb(in.value.rgb), in.value.a);
        }
        case UVS: {
            if in.value.w > 0.5 {
                color = squares;
            }
        }
        case BONE: {
            let given = unpack4x8unorm(in.of_corner);
            color = mix(by.neutral.rgb, linear_from_srgb(given.rgb), given.a);
        }
        case TANGENT: {
            if in.value.w > 0.5 && dot(in.value.xyz, in.value.xyz) > 0.0 {
                color = directed(in.value.xyz);
            }
        }
        case NORMAL: {
            color = directed(n);
        }
        case MATCAP: {
            // The side that is seen.
            let seen = n * select(-1.0, 1.0, dot(n, v) >= 0.0);
            let in_view = vec3f(dot(seen, view.right_world), dot(seen, view.up_world), dot(seen, view.back_world));
            color = linear_from_srgb(saturate(painted(in_view)));
        }
        case DEPTH: {
            color = linear_from_srgb(vec3f(depth));
        }
        case LAYERS: {
            // It covers nothing and adds up.
            return vec4f(OVERDRAW_STEP, 0.0);
        }
        default: {
            color = select(by.back.rgb, by.neutral.rgb, counter_clockwise != MIRRORED);
        }
    }
    let facing = min(abs(dot(n, v)), 1.0);
    let is_direction = SHOWN == NORMAL || SHOWN == MATCAP || SHOWN == DEPTH || SHOWN == TANGENT && in.value.w > 0.5;
    let light = select(0.78 + 0.22 * facing, 1.0, is_direction);
    let coverage = select(1.0, xray_coverage(facing), IS_SEEN_THROUGH);
    return to_target(color * light, coverage);
}
