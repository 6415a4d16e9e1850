// Draws a dense mesh into the ground's map as dots: each thread writes the depth of one vertex.
//
// All threads of a software adapter share them. Points of a draw would be prepared by one thread.
// uses: SUBPIXELS, corner_of, numbered, sample_position (shared/numbered/numbered.wgsl)
// uses: position_at (shared/numbered/words.wgsl)

// As `casters.wgsl` has it.
@group(4) @binding(3) var<storage, read_write> found: array<atomic<u32>>;

@compute @workgroup_size(64)
fn dots(@builtin(global_invocation_id) id: vec3u) {
    let dot = numbered.first + id.x;
    if dot >= numbered.end {
        return;
    }
    let corner = corner_of(position_at(dot * numbered.step));
    let texel = floor(corner.at / SUBPIXELS);
    let is_inside = all(texel >= vec2f(0.0)) && all(texel < vec2f(numbered.size));
    // Not a number is not inside.
    if is_inside && corner.z >= 0.0 && corner.z <= 1.0 {
        atomicMax(&found[sample_position(vec2u(texel), 0u)], bitcast<u32>(abs(corner.z)));
    }
}
