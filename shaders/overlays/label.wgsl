// Labels: rectangles of the picture that an atlas of letters covers.
// uses: to_target (shared/srgb.wgsl)
// uses: view (shared/view.wgsl)

@group(1) @binding(0) var letters: texture_2d<f32>;
@group(1) @binding(1) var nearest: sampler;

struct Rectangle {
    // Left, top, right and bottom: in pixels of the picture, and as shares of the atlas.
    @location(0) pixels: vec4f,
    @location(1) texels: vec4f,
    // Linear light; alpha is opacity.
    @location(2) color: vec4f,
}

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) texel: vec2f,
    @location(1) color: vec4f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32, rectangle: Rectangle) -> Corner {
    let share = vec2f(f32(index == 1u || index == 2u || index == 4u), f32(index == 2u || index >= 4u));
    let pixel = mix(rectangle.pixels.xy, rectangle.pixels.zw, share) / vec2f(view.width_px, view.height_px);
    let clip = vec4f(pixel.x * 2.0 - 1.0, 1.0 - pixel.y * 2.0, 0.5, 1.0);
    return Corner(clip, mix(rectangle.texels.xy, rectangle.texels.zw, share), rectangle.color);
}

// Blending in linear light thins dark letters on a light plate out, as it fattens light ones on a dark plate: more of the pixel
// counts as covered. Chosen by eye.
fn readable(coverage: f32, color: vec3f) -> f32 {
    let darkness = 1.0 - smoothstep(0.15, 0.4, dot(color, vec3f(0.2126, 0.7152, 0.0722)));
    let bare = 1.0 - coverage;
    return mix(coverage, 1.0 - bare * bare, darkness);
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4f {
    let coverage = textureSample(letters, nearest, in.texel).r;
    return to_target(in.color.rgb, in.color.a * readable(coverage, in.color.rgb));
}
