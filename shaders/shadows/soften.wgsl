// The mean of what is held back around each pixel, on the same surface: eight pixels have looked everywhere together, and of occlusion
// four more for each of them (`gather.wgsl`).
// uses: Casting, Rows, held_size, row_of, seen_index (shared/light/casting.wgsl)
// uses: NOTHING, held_away, held_from, held_shares (shared/light/held.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
// How far away the surface is, as `seen_index` says; 0 where there is nothing.
@group(0) @binding(1) var<storage, read> away_map: array<f32>;
// As `held_index` says.
@group(0) @binding(2) var<storage, read> held_in: array<u32>;
@group(0) @binding(3) var held_out: texture_storage_2d<r32uint, write>;

@group(1) @binding(0) var<uniform> rows: Rows;

// Farther than anything, in units of `casting.unit`.
const NOWHERE: f32 = 1e9;

// In units of `casting.unit`.
fn distance_at(at: vec2i) -> f32 {
    let away = away_map[seen_index(casting, at)];
    return select(away / casting.unit, NOWHERE, away <= 0.0);
}

// Of a thread, one below the other: they share most of what is around them.
const EACH: u32 = 2u;

// How the distance changes from pixel to pixel, on the side where the surface goes on.
fn slope(behind: vec2f, ahead: vec2f) -> vec2f {
    return select(behind, ahead, abs(ahead) < abs(behind));
}

// The means around two pixels, one below the other, of which there is something at one at least. `here`: their distances.
fn means(at: vec2i, here: vec2f) -> vec2u {
    let left = vec2f(distance_at(at + vec2i(-1, 0)), distance_at(at + vec2i(-1, 1)));
    let right = vec2f(distance_at(at + vec2i(1, 0)), distance_at(at + vec2i(1, 1)));
    let above = vec2f(distance_at(at - vec2i(0, 1)), here.x);
    let below = vec2f(here.y, distance_at(at + vec2i(0, 2)));
    let slope_x = slope(here - left, right - here);
    let slope_y = slope(here - above, below - here);
    let sharpness = 1.0 / (0.004 * here + 0.5 * (min(abs(slope_x), vec2f(0.1)) + min(abs(slope_y), vec2f(0.1))));
    var open = vec2f(0.0);
    var lit = vec2f(0.0);
    var weights = vec2f(0.0);
    let size = held_size(casting);
    for (var i = 0; i < 10; i++) {
        // Two pixels in each of five rows, of which the upper looks at all but the last, and the lower at all but the first.
        let down = (i >> 1u) - 2;
        let across = ((at.x ^ (at.y + down)) & 1) + (i & 1) * 2 - 2;
        let row = clamp(at.y + down, 0, size.y - 1);
        let other = held_in[row * size.x + clamp((at.x + across) >> 1u, 0, size.x - 1)];
        let away = held_away(other);
        let expected = here + slope_x * f32(across) + slope_y * vec2f(f32(down), f32(down - 1));
        // Of a speck as small as a pixel nothing may be known: it takes what is around it.
        let near = max(saturate(2.0 - abs(away - expected) * sharpness), vec2f(1e-4));
        let weight = select(vec2f(0.0), near, vec2<bool>(down < 2, -2 < down) & vec2<bool>(away > 0.0));
        let shares = held_shares(other);
        open += weight * shares.x;
        lit += weight * shares.y;
        weights += weight;
    }
    open = select(vec2f(1.0), open / weights, weights > vec2f(0.0));
    lit = select(vec2f(1.0), lit / weights, weights > vec2f(0.0));
    return vec2u(held_from(open.x, lit.x, here.x), held_from(open.y, lit.y, here.y));
}

@compute @workgroup_size(8, 8)
fn soften(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
) {
    let within = vec2u(id.x, EACH * row_of(rows, group.y, groups.y, local.y));
    if any(within >= casting.count_px) {
        return;
    }
    let at = vec2i(casting.first_px + within);
    let here = vec2f(distance_at(at), distance_at(at + vec2i(0, 1)));
    let is_there = here < vec2f(NOWHERE);
    var held = vec2u(NOTHING);
    // A loop, as software adapters would follow a branch for nothing.
    for (var covered = any(is_there); covered; covered = false) {
        held = select(held, means(at, here), is_there);
    }
    for (var i = 0u; i < min(EACH, casting.count_px.y - within.y); i++) {
        textureStore(held_out, at + vec2i(0, i32(i)), vec4u(held[i]));
    }
}
