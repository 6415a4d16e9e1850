// A level of the picture behind what lets light through, from the one above it, twice as large: the mean of sixteen texels around
// each new one.

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var source_sampler: sampler;

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(source));
    // Of the larger one: a side may be odd.
    let middle = pixel.xy * 2.0 * texel;
    var sum = vec4f(0.0);
    for (var i = 0; i < 4; i++) {
        // Each look takes four texels.
        let away = vec2f(f32(i & 1), f32(i >> 1u)) * 2.0 - 1.0;
        sum += textureSampleLevel(source, source_sampler, middle + away * texel, 0.0);
    }
    return sum / 4.0;
}
