// One colour or a gradient behind everything, from the top edge to the bottom edge.
//
// The gradient runs in sRGB, because equal steps look equal there. Noise of half a step hides the bands of 8 bits. Linear light and its
// slope are computed at the edges of a few strips and interpolated between them: powers for every pixel are slow in software.
// uses: linear_from_srgb, to_target (shared/srgb.wgsl)

struct Background {
    top_srgb: vec4f,
    bottom_srgb: vec4f,
}

@group(1) @binding(0) var<uniform> background: Background;

// `STRIP` in `render::passes::background` goes by it.
const BANDS: u32 = 8u;

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) rgb: vec3f,
    // Linear light for one unit of sRGB.
    @location(1) slope: vec3f,
}

// Noise of mean zero, within ±0.5, from a fixed pattern of the pixel: interleaved gradient noise, Jimenez 2014.
fn dither(pixel: vec2f) -> f32 {
    return fract(52.9829189 * fract(dot(pixel, vec2f(0.06711056, 0.00583715)))) - 0.5;
}

// The derivative of `linear_from_srgb`.
fn slope_at(srgb: vec3f) -> vec3f {
    let high = 2.4 / 1.055 * pow((max(srgb, vec3f(0.04045)) + 0.055) / 1.055, vec3f(1.4));
    return select(high, vec3f(1.0 / 12.92), srgb <= vec3f(0.04045));
}

// A strip from edge to edge, at the far plane (reversed depth: 0): two corners for each edge of a band.
@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    let down = f32(index >> 1u) / f32(BANDS);
    let srgb = mix(background.top_srgb.rgb, background.bottom_srgb.rgb, down);
    let is_flat = all(background.top_srgb == background.bottom_srgb);
    let slope = select(slope_at(srgb), vec3f(0.0), is_flat);
    let clip = vec4f(f32(index & 1u) * 2.0 - 1.0, 1.0 - 2.0 * down, 0.0, 1.0);
    return Corner(clip, linear_from_srgb(srgb), slope);
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4f {
    let noise = dither(in.clip.xy) / 255.0;
    return to_target(saturate(in.rgb + in.slope * noise), 1.0);
}
