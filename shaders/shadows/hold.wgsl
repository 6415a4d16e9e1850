// What is held back at each pixel: light from all around by what is near (ambient occlusion), and the key light by what is in its
// way. It is found for every second pixel of a row, as on a chequerboard; each looks at other places than its neighbours do, and
// `gather.wgsl` and `soften.wgsl` take their mean.
//
// Occlusion by horizons: Jimenez et al., "Practical Realtime Strategies for Accurate Indirect Occlusion", 2016.
// uses: Casting, Rows, held_index, held_pixel, held_size, key_reaches, pattern, row_of, seen_at, seen_index, world_of (shared/light/casting.wgsl)
// uses: NOTHING, held_from (shared/light/held.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
// How far away the surface is, as `seen_index` says; 0 where there is nothing.
@group(0) @binding(1) var<storage, read> away_map: array<f32>;
@group(0) @binding(2) var key_map: texture_2d<f32>;
// As `held_index` says. Software adapters read a buffer several times as fast as a texture.
@group(0) @binding(3) var<storage, read_write> held_out: array<u32>;

@group(1) @binding(0) var<uniform> rows: Rows;

// What is held back at all.
override HAS_KEY: bool = true;
override HAS_OCCLUSION: bool = true;

const HALF_PI: f32 = 1.5707963;
// Its multiples are spread evenly between whole numbers.
const GOLDEN: f32 = 0.618034;
const SLICES: u32 = 2u;
const STEPS: u32 = 4u;
// Of the key light's map.
const TAPS: u32 = 8u;

fn away_at(at: vec2i) -> f32 {
    return away_map[seen_index(casting, at)];
}

fn middle(at: vec2i) -> vec2f {
    return vec2f(at) + 0.5;
}

// From one pixel to the next along `step`, on the side where the surface goes on.
fn along(at: vec2i, step: vec2i, here: vec3f) -> vec3f {
    let ahead = seen_at(casting, middle(at + step), away_at(at + step)) - here;
    let behind = here - seen_at(casting, middle(at - step), away_at(at - step));
    return select(behind, ahead, abs(ahead.z) < abs(behind.z));
}

// How much of what comes from all around gets to `here`, 0 to 1. `n` and `v`: normal and towards the eye, in the eye's space; `first`:
// the direction of the first slice on the screen.
fn openness(at: vec2i, here: vec3f, n: vec3f, v: vec3f, jitter: f32, first: vec2f) -> f32 {
    let pixel = 2.0 * casting.half_seen.y / casting.size_px.y * select(here.z, 1.0, casting.parallel > 0.5);
    let reach_px = min(casting.reach / pixel, casting.size_px.y * 0.25);
    let slices = select(0u, SLICES, reach_px >= 1.5);
    // Of rays through pixels, where they are one unit away: this one, and from one pixel to the next.
    let is_parallel = casting.parallel > 0.5;
    let ray = here.xy / select(here.z, 1.0, is_parallel);
    let per_pixel = vec2f(2.0, -2.0) * casting.half_seen / casting.size_px;
    let fade = 1.25 / (casting.reach * casting.reach);
    var on_screen = first;
    var open = 0.0;
    for (var slice = 0u; slice < slices; slice++) {
        let toward = vec3f(on_screen.x, -on_screen.y, 0.0);
        let axis = normalize(cross(toward, v));
        let level = toward - v * dot(toward, v);
        let in_slice = n - axis * dot(n, axis);
        let share = max(length(in_slice), 1e-4);
        // Of the angle between the normal, as far as it lies in the slice, and the way to the eye.
        let cosine = clamp(dot(in_slice, v) / share, -1.0, 1.0);
        let sine = select(-1.0, 1.0, dot(level, in_slice) >= 0.0) * sqrt(1.0 - cosine * cosine);
        let least = vec2f(-sine, sine);
        var horizon = least;
        let start = fract(jitter + 0.5 * f32(slice)) * 0.9 + 0.1;
        for (var step = 0u; step < STEPS; step++) {
            let part = (f32(step) + start) * (1.0 / f32(STEPS));
            let offset = vec2i(round(on_screen * max(part * part * reach_px, f32(step) + 1.0)));
            let away = vec2f(away_at(at + offset), away_at(at - offset));
            let wide = select(away, vec2f(1.0), is_parallel);
            let moved = vec2f(offset) * per_pixel;
            let forth = vec3f((ray + moved) * wide.x, away.x) - here;
            let back = vec3f((ray - moved) * wide.y, away.y) - here;
            let squared = max(vec2f(dot(forth, forth), dot(back, back)), vec2f(1e-30));
            // Fades out, so that nothing is cut off at a distance.
            let near = saturate(1.25 - fade * squared);
            let cosines = vec2f(dot(forth, v), dot(back, v)) * inverseSqrt(squared);
            let seen = mix(least, cosines, select(near, vec2f(0.0), away <= vec2f(0.0)));
            horizon = max(horizon, seen);
        }
        // The arc that each side leaves open; of twice its angle, too, cosine and sine.
        let x = clamp(horizon, vec2f(-1.0), vec2f(1.0));
        let bent = vec2f(1.0, -1.0) * acos(x);
        let twice_sine = vec2f(2.0, -2.0) * x * sqrt(1.0 - x * x);
        let arcs = vec2f(cosine) + 2.0 * bent * sine - ((2.0 * x * x - 1.0) * cosine + twice_sine * sine);
        open += share * 0.25 * (arcs.x + arcs.y);
        on_screen = vec2f(-on_screen.y, on_screen.x);
    }
    return select(1.0, saturate(open / f32(SLICES)), slices > 0u);
}

// How much of the key light gets to `here`.
fn lit_share(here: vec3f, n: vec3f, first: vec2f) -> f32 {
    let n_world = world_of(casting, n);
    // What is turned away from the light gets none anyway.
    let taps = select(0u, TAPS, dot(n_world, casting.key_direction_world) > -0.3);
    let position = casting.eye_world + world_of(casting, here);
    return key_reaches(casting, key_map, position, n_world, first, taps);
}

// The direction at twice the angle.
fn doubled(v: vec2f) -> vec2f {
    return vec2f(v.x * v.x - v.y * v.y, 2.0 * v.x * v.y);
}

// What is held back of the light of a pixel where there is something.
fn shares(at: vec2i, away: f32) -> u32 {
    let here = seen_at(casting, middle(at), away);
    let v = select(-normalize(here), vec3f(0.0, 0.0, -1.0), casting.parallel > 0.5);
    let across = cross(along(at, vec2i(1, 0), here), along(at, vec2i(0, 1), here));
    let squared = dot(across, across);
    let turned = across * inverseSqrt(squared) * select(-1.0, 1.0, dot(across, v) >= 0.0);
    let n = select(v, turned, squared > 0.0);
    let turn = pattern(vec2u(at));
    // The slices are a quarter turn apart, so the pixels share a quarter: no two look in one direction. Each of its eight parts is shared by
    // four pixels, too little to bend the line to the side.
    let angle = (turn.x + 0.5) / 8.0 * HALF_PI;
    let middle_of_part = vec2f(cos(angle), sin(angle));
    let aside = vec2f(-middle_of_part.y, middle_of_part.x) * ((turn.y - 1.5) / 32.0 * HALF_PI);
    let first = middle_of_part + aside;
    var open = 1.0;
    if HAS_OCCLUSION {
        open = openness(at, here, n, v, fract(turn.x * GOLDEN + turn.y * 0.25), first);
    }
    var lit = 1.0;
    if HAS_KEY {
        lit = lit_share(here, n, doubled(doubled(middle_of_part)));
    }
    return held_from(open, lit, here.z / casting.unit);
}

@compute @workgroup_size(8, 8)
fn hold(
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
    let at = held_pixel(texel);
    let away = select(away_at(at), 0.0, at.x >= i32(casting.size_px.x));
    var held = NOTHING;
    // A loop, as software adapters would follow a branch for nothing.
    for (var covered = away; covered > 0.0; covered = 0.0) {
        held = shares(at, away);
    }
    held_out[held_index(casting, vec2i(texel))] = held;
}
