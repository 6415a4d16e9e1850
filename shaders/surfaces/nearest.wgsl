// For each sample of the picture the triangle nearest to the eye: its depth and number, unless something nearer is there.
// uses: cover_pair (shared/numbered/covered.wgsl)

// Depth, reversed, in the upper half, and the number of a triangle in the lower one; 0 where there is none.
@group(4) @binding(3) var<storage, read_write> found: array<atomic<u64>>;

// Bits of depths that are not negative have the order of the depths.
fn put(at: u32, depth: u32, number: u32) {
    atomicMax(&found[at], (u64(depth) << 32u) | u64(number));
}

@compute @workgroup_size(64)
fn nearest(@builtin(global_invocation_id) id: vec3u) {
    cover_pair(id.x);
}
