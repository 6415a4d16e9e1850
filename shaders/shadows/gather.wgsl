// Occlusion at each pixel that `hold.wgsl` looked from: the mean of four pixels on the same surface, each two pixels to the side and two
// above or below. Together they looked in four times as many directions as one. The key light's share stays as it is.
// uses: Casting, Rows, held_index, held_pixel, held_size, row_of, seen_index (shared/light/casting.wgsl)
// uses: NOTHING, held_away, held_from, held_shares (shared/light/held.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
// As `seen_index` says; 0 where there is nothing.
@group(0) @binding(1) var<storage, read> away_map: array<f32>;
// As `held_index` says.
@group(0) @binding(2) var<storage, read> held_in: array<u32>;
@group(0) @binding(3) var<storage, read_write> held_out: array<u32>;

@group(1) @binding(0) var<uniform> rows: Rows;

// Farther than anything, in units of `casting.unit`.
const NOWHERE: f32 = 1e9;

// In units of `casting.unit`.
fn distance_at(at: vec2i) -> f32 {
    let away = away_map[seen_index(casting, at)];
    return select(away / casting.unit, NOWHERE, away <= 0.0);
}

// How the distance changes from pixel to pixel, on the side where the surface goes on.
fn slope(behind: f32, ahead: f32) -> f32 {
    return select(behind, ahead, abs(ahead) < abs(behind));
}

// `own`: what is held back at the pixel itself, which stands in for those that lie on another surface.
fn mean(texel: vec2i, own: u32) -> u32 {
    let at = held_pixel(vec2u(texel));
    let here = distance_at(at);
    let slope_x = slope(here - distance_at(at - vec2i(1, 0)), distance_at(at + vec2i(1, 0)) - here);
    let slope_y = slope(here - distance_at(at - vec2i(0, 1)), distance_at(at + vec2i(0, 1)) - here);
    let sharpness = 1.0 / (0.004 * here + 0.5 * (min(abs(slope_x), 0.1) + min(abs(slope_y), 0.1)));
    let shares = held_shares(own);
    var open = 0.0;
    var weights = 0.0;
    let size = held_size(casting);
    for (var i = 0; i < 4; i++) {
        let toward = vec2i((i & 1) * 2 - 1, (i >> 1u) * 2 - 1);
        let beside = clamp(texel + toward * vec2i(1, 2), vec2i(0), size - 1);
        let other = held_in[beside.y * size.x + beside.x];
        let away = held_away(other);
        let expected = here + dot(vec2f(slope_x, slope_y), vec2f(2 * toward));
        let near = saturate(2.0 - abs(away - expected) * sharpness);
        let weight = select(0.0, near, away > 0.0);
        open += weight * held_shares(other).x;
        weights += weight;
    }
    return held_from(0.25 * (open + (4.0 - weights) * shares.x), shares.y, here);
}

@compute @workgroup_size(8, 8)
fn gather(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
) {
    let row = row_of(rows, group.y, groups.y, local.y);
    let texel = vec2u(casting.first_px.x / 2u + id.x, casting.first_px.y + row);
    // Beyond the picture nothing is written: it would land on the edge.
    let is_beyond = any(vec2i(texel) >= held_size(casting));
    if is_beyond || id.x > casting.count_px.x / 2u || row >= casting.count_px.y {
        return;
    }
    let at = held_index(casting, vec2i(texel));
    let own = held_in[at];
    var held = own;
    // A loop, as software adapters would follow a branch for nothing.
    for (var covered = own != NOTHING; covered; covered = false) {
        held = mean(vec2i(texel), own);
    }
    held_out[at] = held;
}
