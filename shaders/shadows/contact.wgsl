// How much of the light from all around the ground lacks, for each cell, by everything above it; and how low it is near the cell.
// uses: Casting, Rows, row_of (shared/light/casting.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
// Cover, mean height and least height.
@group(0) @binding(1) var cells: texture_2d<f32>;
@group(0) @binding(2) var contact_out: texture_storage_2d<rgba16float, write>;

@group(1) @binding(0) var<uniform> rows: Rows;

// Cells that one thread fills, side by side: each cell above them is read once for all.
const EACH: u32 = 4u;

// What a small body takes of the sky, per area seen from above: Lambert's cosine law, held so that a ceiling without end takes all.
// `y`: above the ground; `squared`: of the way along the ground.
fn taken(y: f32, squared: vec4f) -> vec4f {
    let near = inverseSqrt(y * y + squared);
    return y * 0.15915494 * near * near * near;
}

@compute @workgroup_size(8, 8)
fn contact(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
) {
    let at = vec2u(EACH * id.x, row_of(rows, group.y, groups.y, local.y));
    let count = textureDimensions(cells);
    if any(at >= textureDimensions(contact_out)) {
        return;
    }
    // Of a cell that is read, in cells that are filled.
    let scale = vec2f(textureDimensions(contact_out)) / vec2f(count);
    let side = 2.0 * casting.ground_half / f32(count.x);
    let own_side = side / scale.x;
    // Only below what is posed there is anything.
    let corner = casting.ground_world.xz - casting.ground_half;
    let first = vec2u(max((casting.foot_middle - casting.foot_half - corner) / side - 1.0, vec2f(0.0)));
    let last = min(vec2u(max((casting.foot_middle + casting.foot_half - corner) / side + 2.0, vec2f(0.0))), count);
    let middle_x = vec4f(0.5, 1.5, 2.5, 3.5) + f32(at.x);
    let middle_y = f32(at.y) + 0.5;
    // Whose shadow may touch a cell that is filled: `ground_map.wgsl` looks a little beyond that.
    let touches = 0.5 * scale.x + 2.0;
    var sum = vec4f(0.0);
    var lowest = vec4f(1.0);
    for (var y = first.y; y < last.y; y++) {
        let down = (f32(y) + 0.5) * scale.y - middle_y;
        for (var x = first.x; x < last.x; x++) {
            let cell = textureLoad(cells, vec2u(x, y), 0);
            let across = (f32(x) + 0.5) * scale.x - middle_x;
            let height = casting.lift_far + max(cell.y * casting.ground_range - casting.ground_below, 0.0);
            sum += cell.x * taken(height, (across * across + down * down) * own_side * own_side);
            let below = max(abs(across), vec4f(abs(down))) < vec4f(touches);
            lowest = select(lowest, min(lowest, vec4f(cell.z)), below);
        }
    }
    for (var i = 0u; i < EACH; i++) {
        let value = vec4f(min(sum[i] * side * side, 1.0), lowest[i], 0.0, 0.0);
        textureStore(contact_out, at + vec2u(i, 0u), value);
    }
}
