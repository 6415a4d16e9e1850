// The mean of four samples per pixel, in linear light: what drivers do by themselves where they do it fast.

@group(0) @binding(0) var samples: texture_multisampled_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return vec4f(corner, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = vec2i(pixel.xy);
    let above = textureLoad(samples, at, 0) + textureLoad(samples, at, 1);
    return (above + textureLoad(samples, at, 2) + textureLoad(samples, at, 3)) * 0.25;
}
