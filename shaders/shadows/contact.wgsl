// How much of the light from all around the ground lacks, for each cell, by everything above it; and how low it is near the cell.
// uses: Casting, Rows, row_of (shared/light/casting.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
// Cover, mean height and least height.
@group(0) @binding(1) var cells: texture_2d<f32>;
@group(0) @binding(2) var contact_out: texture_storage_2d<rgba16float, write>;

@group(1) @binding(0) var<uniform> rows: Rows;

// What a small body takes of the sky, per area seen from above: Lambert's cosine law, held so that a ceiling without end takes all.
// `y`: above the ground; `squared`: of the way along the ground.
fn taken(y: f32, squared: f32) -> f32 {
    let far = y * y + squared;
    return y * inverseSqrt(far) / (far * 6.2831853);
}

@compute @workgroup_size(8, 8)
fn contact(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
) {
    let at = vec2u(id.x, row_of(rows, group.y, groups.y, local.y));
    let count = textureDimensions(cells);
    if any(at >= count) {
        return;
    }
    let side = 2.0 * casting.ground_half / f32(count.x);
    // Only below what is posed there is anything.
    let corner = casting.ground_world.xz - casting.ground_half;
    let first = vec2u(max((casting.foot_middle - casting.foot_half - corner) / side - 1.0, vec2f(0.0)));
    let last = min(vec2u(max((casting.foot_middle + casting.foot_half - corner) / side + 2.0, vec2f(0.0))), count);
    var sum = 0.0;
    var lowest = 1.0;
    for (var y = first.y; y < last.y; y++) {
        for (var x = first.x; x < last.x; x++) {
            let cell = textureLoad(cells, vec2u(x, y), 0);
            let way = vec2f(f32(x), f32(y)) - vec2f(at);
            let height = casting.lift_far + max(cell.y * casting.ground_range - casting.ground_below, 0.0);
            sum += cell.x * taken(height, dot(way, way) * side * side);
            lowest = select(lowest, min(lowest, cell.z), all(abs(way) < vec2f(2.5)));
        }
    }
    textureStore(contact_out, at, vec4f(min(sum * side * side, 1.0), lowest, 0.0, 0.0));
}
