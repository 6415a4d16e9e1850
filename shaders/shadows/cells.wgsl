// The ground's map in fewer cells: how much of each is covered, how high above the ground it is in the mean, and its lowest point; heights are
// parts of the range of the map.
// uses: Casting, Rows, row_of (shared/light/casting.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
// What the ground sees above it: 1 at the ground, 0 where there is nothing.
@group(0) @binding(1) var under_map: texture_2d<f32>;
@group(0) @binding(2) var cells_out: texture_storage_2d<rgba16float, write>;

@group(1) @binding(0) var<uniform> rows: Rows;

@compute @workgroup_size(8, 8)
fn cells(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
) {
    let at = vec2u(id.x, row_of(rows, group.y, groups.y, local.y));
    if any(at >= textureDimensions(cells_out)) {
        return;
    }
    let each = textureDimensions(under_map) / textureDimensions(cells_out);
    var covered = 0.0;
    var depths = 0.0;
    var lowest = 0.0;
    for (var y = 0u; y < each.y; y++) {
        for (var x = 0u; x < each.x; x++) {
            let depth = textureLoad(under_map, at * each + vec2u(x, y), 0).x;
            covered += select(0.0, 1.0, depth > 0.0);
            depths += depth;
            lowest = max(lowest, depth);
        }
    }
    let height = 1.0 - depths / max(covered, 1.0);
    textureStore(cells_out, at, vec4f(covered / f32(each.x * each.y), height, 1.0 - lowest, 0.0));
}
