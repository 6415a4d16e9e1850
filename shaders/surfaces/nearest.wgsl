// For each sample of the picture the triangle nearest to the eye. One thread takes one triangle, and puts its depth and its number at each sample
// that it covers, unless something nearer is there.
//
// Graphics processors have fixed circuits for that. Software adapters do it by one thread that prepares triangles one by one; this way all threads
// share the work. Samples are covered by the rules of Vulkan: corners are rounded to 1/256 of a pixel, and what lies on an edge belongs to the
// triangle whose upper or left edge that is.
// uses: SIDE_LEFT, SIDE_RIGHT, SUBPIXELS, corner_of, numbered, position_at, sample_at, sample_position, twice_area, vertex_at (shared/numbered.wgsl)

// Depth, reversed, in the upper half, and the number of a triangle in the lower one; 0 where there is none.
@group(4) @binding(3) var<storage, read_write> found: array<atomic<u64>>;

@compute @workgroup_size(64)
fn nearest(@builtin(global_invocation_id) id: vec3u) {
    let triangle = numbered.first + id.x;
    if triangle >= numbered.end {
        return;
    }
    let a = corner_of(position_at(vertex_at(3u * triangle)));
    var b = corner_of(position_at(vertex_at(3u * triangle + 1u)));
    var c = corner_of(position_at(vertex_at(3u * triangle + 2u)));
    // Whoever asks for this sees to it that nothing is behind the eye.
    if min(a.near, min(b.near, c.near)) <= 0.0 {
        return;
    }
    var area = twice_area(a.at, b.at, c.at);
    let is_turned = area < 0.0;
    if (numbered.sides & select(SIDE_RIGHT, SIDE_LEFT, is_turned)) == 0u {
        return;
    }
    if is_turned {
        let other = b;
        b = c;
        c = other;
        area = -area;
    }
    let least = min(a.at, min(b.at, c.at));
    let most = max(a.at, max(b.at, c.at));
    // Rows of samples.
    let step = SUBPIXELS / f32(numbered.samples);
    let rows = f32(numbered.size.y * numbered.samples);
    let top = max(ceil(least.y / step - 0.5), 0.0);
    let bottom = min(floor(most.y / step - 0.5), rows - 1.0);
    // Not a number is not above 0.
    if !(area > 0.0 && top <= bottom) {
        return;
    }
    // From corner to corner, and where an edge has nothing that lies on it.
    let along_x = vec3f(c.at.x - b.at.x, a.at.x - c.at.x, b.at.x - a.at.x);
    let along_y = vec3f(c.at.y - b.at.y, a.at.y - c.at.y, b.at.y - a.at.y);
    let owns = (along_y < vec3f(0.0)) | ((along_y == vec3f(0.0)) & (along_x > vec3f(0.0)));
    let least_share = select(vec3f(1.0), vec3f(0.0), owns);
    let from_x = vec3f(b.at.x, c.at.x, a.at.x);
    let from_y = vec3f(b.at.y, c.at.y, a.at.y);
    let depths = vec3f(a.z, b.z, c.z) / area;
    let number = u64(numbered.before + triangle + 1u);
    for (var row = top; row <= bottom; row += 1.0) {
        let line = u32(row);
        let sample = line % numbered.samples;
        let inside = sample_at(sample).x;
        let left = max(ceil((least.x - inside) / SUBPIXELS), 0.0);
        let right = min(floor((most.x - inside) / SUBPIXELS), f32(numbered.size.x) - 1.0);
        let y = row * step + 0.5 * step;
        for (var column = left; column <= right; column += 1.0) {
            let x = column * SUBPIXELS + inside;
            // Of each corner, twice the area that the sample and the two others have; whole numbers, exact for what is small.
            let shares = along_x * (y - from_y) - along_y * (x - from_x);
            let depth = dot(shares, depths);
            if all(shares >= least_share) && depth >= 0.0 && depth <= 1.0 {
                let at = sample_position(vec2u(u32(column), line / numbered.samples), sample);
                atomicMax(&found[at], (u64(bitcast<u32>(abs(depth))) << 32u) | number);
            }
        }
    }
}
