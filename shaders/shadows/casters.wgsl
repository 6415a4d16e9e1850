// For each texel of the key light's map how near to the light a triangle is.
// uses: cover_pair (shared/numbered/covered.wgsl)

// Depth, reversed; 0 where there is nothing.
@group(4) @binding(3) var<storage, read_write> found: array<atomic<u32>>;

// Bits of depths that are not negative have the order of the depths. Nobody asks for numbers.
fn put(at: u32, depth: u32, number: u32) {
    atomicMax(&found[at], depth);
}

@compute @workgroup_size(64)
fn casters(@builtin(global_invocation_id) id: vec3u) {
    cover_pair(id.x);
}
