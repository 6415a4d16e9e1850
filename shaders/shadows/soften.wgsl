// The mean of what is held back around each pixel, on the same surface: eight pixels have looked everywhere together.
// uses: Casting, Rows, distance_of, held_index, row_of (shared/light/casting.wgsl)
// uses: NOTHING, held_away, held_from, held_shares (shared/light/held.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
// Depth as the eye sees it; 0 where there is nothing.
@group(0) @binding(1) var eye_map: texture_2d<f32>;
// As `held_index` says.
@group(0) @binding(2) var<storage, read> held_in: array<u32>;
@group(0) @binding(3) var held_out: texture_storage_2d<r32uint, write>;

@group(1) @binding(0) var<uniform> rows: Rows;

// In units of `casting.unit`; nothing is infinitely far away.
fn distance_at(at: vec2i) -> f32 {
    let depth = textureLoad(eye_map, clamp(at, vec2i(0), vec2i(casting.size_px) - 1), 0).x;
    return select(distance_of(casting, depth) / casting.unit, 1e9, depth <= 0.0);
}

// The mean around a pixel where there is something.
fn mean(at: vec2i) -> u32 {
    let here = distance_at(at);
    // How the distance changes from pixel to pixel, on the side where the surface goes on.
    let ahead = vec2f(distance_at(at + vec2i(1, 0)), distance_at(at + vec2i(0, 1))) - here;
    let behind = here - vec2f(distance_at(at - vec2i(1, 0)), distance_at(at - vec2i(0, 1)));
    let slope = select(behind, ahead, abs(ahead) < abs(behind));
    let allowed = 0.004 * here + 0.5 * (min(abs(slope.x), 0.1) + min(abs(slope.y), 0.1));
    var sum = vec2f(0.0);
    var weights = 0.0;
    for (var i = 0; i < 8; i++) {
        // Two pixels in each of four rows.
        let down = (i >> 1u) - 2;
        let across = ((at.x ^ (at.y + down)) & 1) + (i & 1) * 2 - 2;
        let other = held_in[held_index(casting, vec2i((at.x + across) >> 1u, at.y + down))];
        let away = held_away(other);
        let expected = here + slope.x * f32(across) + slope.y * f32(down);
        // Of a speck as small as a pixel nothing may be known: it takes what is around it.
        let near = max(saturate(2.0 - abs(away - expected) / allowed), 1e-4);
        let weight = select(near, 0.0, away <= 0.0);
        sum += weight * held_shares(other);
        weights += weight;
    }
    let mean = select(vec2f(1.0), sum / weights, weights > 0.0);
    return held_from(mean.x, mean.y, here);
}

@compute @workgroup_size(8, 8)
fn soften(
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
    var held = NOTHING;
    // A loop, as software adapters would follow a branch for nothing.
    for (var covered = textureLoad(eye_map, at, 0).x; covered > 0.0; covered = 0.0) {
        held = mean(at);
    }
    textureStore(held_out, at, vec4u(held));
}
