// Surfaces that were blended in any order, over the picture: their weighted mean, as strong as all of them cover together (McGuire and
// Bavoil 2013).

@group(0) @binding(0) var sums: texture_2d<f32>;
@group(0) @binding(1) var left: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = vec2i(pixel.xy);
    let sum = textureLoad(sums, at, 0);
    let coverage = saturate(1.0 - textureLoad(left, at, 0).r);
    return vec4f(sum.rgb / max(sum.a, 1e-6), 1.0) * coverage;
}
