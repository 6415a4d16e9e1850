// How far away each pixel's surface is, by the eye's depth. Reading it costs less than reading depth many times: software adapters read
// a buffer several times as fast as a texture.
// uses: Casting, Rows, distance_of, row_of, seen_index (shared/light/casting.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
// Depth as the eye sees it; 0 where there is nothing.
@group(0) @binding(1) var eye_map: texture_2d<f32>;
// As `seen_index` says; 0 where there is nothing.
@group(0) @binding(2) var<storage, read_write> away_out: array<f32>;

@group(1) @binding(0) var<uniform> rows: Rows;

@compute @workgroup_size(8, 8)
fn away(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
) {
    let within = vec2u(id.x, row_of(rows, group.y, groups.y, local.y));
    if any(within >= casting.count_px) {
        return;
    }
    let at = vec2i(casting.first_px + within);
    let depth = textureLoad(eye_map, at, 0).x;
    away_out[seen_index(casting, at)] = select(distance_of(casting, depth), 0.0, depth <= 0.0);
}
