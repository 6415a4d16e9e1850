// Depth that was found by numbers of triangles (`surfaces/nearest.wgsl`), into a map of depth.

// Number and depth, reversed: 0 where there is nothing, which is as far away as can be.
@group(1) @binding(0) var<storage, read> found: array<vec2u>;
// Width and height in texels, and samples of a texel: the first stands for all.
@group(1) @binding(1) var<uniform> counts: vec4u;

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) texel: vec4f) -> @builtin(frag_depth) f32 {
    let at = vec2u(texel.xy);
    return bitcast<f32>(found[(at.y * counts.x + at.x) * counts.z].y);
}
