// The mean of what is held back around each pixel, on the same surface: sixteen pixels have looked everywhere together.
// uses: Casting, Rows, row_of (shared/light/casting.wgsl)
// uses: held_away, held_from, held_shares (shared/light/held.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
@group(0) @binding(1) var held_in: texture_2d<u32>;
@group(0) @binding(2) var held_out: texture_storage_2d<r32uint, write>;

@group(1) @binding(0) var<uniform> rows: Rows;

fn held_at(at: vec2i) -> u32 {
    return textureLoad(held_in, clamp(at, vec2i(0), vec2i(casting.size_px) - 1), 0).x;
}

// In units of `casting.unit`; nothing is infinitely far away.
fn distance_at(at: vec2i) -> f32 {
    let away = held_away(held_at(at));
    return select(away, 1e9, away <= 0.0);
}

// The mean around a pixel where there is something.
fn mean(at: vec2i, own: u32) -> u32 {
    let here = held_away(own);
    // How the distance changes from pixel to pixel, on the side where the surface goes on.
    let ahead = vec2f(distance_at(at + vec2i(1, 0)), distance_at(at + vec2i(0, 1))) - here;
    let behind = here - vec2f(distance_at(at - vec2i(1, 0)), distance_at(at - vec2i(0, 1)));
    let slope = select(behind, ahead, abs(ahead) < abs(behind));
    let allowed = 0.004 * here + 0.5 * (min(abs(slope.x), 0.1) + min(abs(slope.y), 0.1));
    var sum = vec2f(0.0);
    var weights = 0.0;
    for (var i = 0; i < 16; i++) {
        let step = vec2i(i & 3, i >> 2) - 2;
        let other = held_at(at + step);
        let away = held_away(other);
        let expected = here + dot(slope, vec2f(step));
        let weight = select(saturate(2.0 - abs(away - expected) / allowed), 0.0, away <= 0.0);
        sum += weight * held_shares(other);
        weights += weight;
    }
    let mean = select(held_shares(own), sum / weights, weights > 0.0);
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
    let own = held_at(at);
    var held = own;
    // A loop, as software adapters would follow a branch for nothing.
    for (var covered = held_away(own); covered > 0.0; covered = 0.0) {
        held = mean(at, own);
    }
    textureStore(held_out, at, vec4u(held));
}
