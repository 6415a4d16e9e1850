// Depth that compute shaders found (`surfaces/nearest.wgsl`, `casters.wgsl`, `dots.wgsl`), into a map of depth.

// Depth, reversed: 0 where there is nothing, which is as far away as can be. Of two words to a sample it is the second.
@group(1) @binding(0) var<storage, read> found: array<u32>;
// Width and height in texels, samples of a texel, of which the first stands for all, and words of a sample.
@group(1) @binding(1) var<uniform> counts: vec4u;

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) texel: vec4f) -> @builtin(frag_depth) f32 {
    let at = vec2u(texel.xy);
    let texel_at = at.y * counts.x + at.x;
    return bitcast<f32>(found[(texel_at * counts.z + 1u) * counts.w - 1u]);
}
