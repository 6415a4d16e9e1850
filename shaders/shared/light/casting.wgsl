// What holds light back: the map of the key light, the ground, and how the eye sees what is posed. Bindings are those of whoever
// uses it.

struct Casting {
    // World space → texels of the key light's map (x, y) and its depth (z): the greater, the nearer to the light.
    key_from_world: mat4x4f,
    eye_world: vec3f,
    // Of the eye's view, along the line of sight.
    near: f32,
    right_world: vec3f,
    far: f32,
    up_world: vec3f,
    // 1 for a parallel projection, else 0.
    parallel: f32,
    // From the target to the eye, unit length.
    back_world: vec3f,
    // Distances in the picture are kept as parts of this.
    unit: f32,
    key_direction_world: vec3f,
    // World size of the depth of the key light's map, …
    key_range: f32,
    // … and of one of its texels.
    key_texel: f32,
    // Radius of the key light, one unit away from what it lights.
    key_tan: f32,
    // Texels: the widest edge of a shadow.
    key_search: f32,
    // What is farther away holds no light back.
    reach: f32,
    size_px: vec2f,
    // Half of what is seen one unit away (perspective) or everywhere (parallel).
    half_seen: vec2f,
    // 1: the key light throws shadows.
    has_key: f32,
    // 1: the picture has no background.
    over_nothing: f32,
    // Half the side of the square of ground that has a map.
    ground_half: f32,
    // World size of the depth of the ground's map.
    ground_range: f32,
    // The middle of that square; y is the height of the ground.
    ground_world: vec3f,
    // Of the light that falls on the ground, what comes from the key light.
    key_share: f32,
    // Middle and half size of what stands on the ground, seen from above.
    foot_middle: vec2f,
    foot_half: vec2f,
    // How far from there shadows have faded out.
    fade: f32,
    // Of cells of the ground: how high above it what touches it is held to be, near and far.
    lift_near: f32,
    lift_far: f32,
    // How far below the ground its map begins.
    ground_below: f32,
    // The first pixel to the right of which, and below which, anything is to be seen.
    first_px: vec2u,
    // … and how many there are.
    count_px: vec2u,
    // How far surfaces are shifted to the right and down.
    shift_px: vec2f,
    _pad0: u32,
    _pad1: u32,
}

// A run of a compute pass: some rows of what it writes.
struct Rows {
    // The first of them.
    first: u32,
    _pad0: u32,
    _pad1: u32,
    _pad2: u32,
}

// The row that an invocation is at, of a run with that many groups of eight rows: a multiple of eight. Software adapters give each
// processor groups that follow each other; side by side in the picture, they would all be at what is in one part of it.
fn row_of(run: Rows, group: u32, groups: u32, local: u32) -> u32 {
    let spread = (group % 8u) * (groups / 8u) + group / 8u;
    return run.first + spread * 8u + local;
}

// From the eye along the line of sight, of what has that depth in the eye's map.
fn distance_of(c: Casting, depth: f32) -> f32 {
    let between = c.far - c.near;
    return select(c.near * c.far / (depth * between + c.near), c.far - depth * between, c.parallel > 0.5);
}

// Where in the eye's space what is so far away at a pixel's middle is: right, up and ahead.
fn seen_at(c: Casting, pixel: vec2f, away: f32) -> vec3f {
    let at = (pixel - c.shift_px) * (vec2f(2.0, -2.0) * c.half_seen / c.size_px) + vec2f(-1.0, 1.0) * c.half_seen;
    return vec3f(at * select(away, 1.0, c.parallel > 0.5), away);
}

// Where in a buffer the word of a pixel is, of those where anything is to be seen; of others, that of the nearest.
fn seen_index(c: Casting, at: vec2i) -> u32 {
    let within = vec2u(clamp(at - vec2i(c.first_px), vec2i(0), vec2i(c.count_px) - 1));
    return within.y * c.count_px.x + within.x;
}

// Eye's space → world space, of directions.
fn world_of(c: Casting, v: vec3f) -> vec3f {
    return c.right_world * v.x + c.up_world * v.y - c.back_world * v.z;
}

// The pixel of which a texel says what is held back: there is one for every second pixel of a row, as on a chequerboard.
fn held_pixel(texel: vec2u) -> vec2i {
    return vec2i(i32(2u * texel.x + (texel.y & 1u)), i32(texel.y));
}

// How many such texels a picture has.
fn held_size(c: Casting) -> vec2i {
    return (vec2i(c.size_px) + vec2i(1, 0)) / vec2i(2, 1);
}

// Where in a buffer a texel is; beyond the picture, that of its edge.
fn held_index(c: Casting, texel: vec2i) -> u32 {
    let size = held_size(c);
    let within = clamp(texel, vec2i(0), size - 1);
    return u32(within.y * size.x + within.x);
}

// Two numbers from 0 to 7 and from 0 to 3: `held_pixel` gives all of the first in every square of four by four pixels, and all pairs in
// every square of eight by eight.
fn pattern(at: vec2u) -> vec2f {
    let low = at.y & 1u;
    let mid = ((at.x >> 1u) ^ (at.y >> 1u)) & 1u;
    let high = (at.y >> 1u) & 1u;
    let across = ((at.x >> 2u) ^ (at.y >> 2u)) & 1u;
    let down = (at.y >> 2u) & 1u;
    return vec2f(vec2u(low * 4u + mid * 2u + high, across * 2u + down));
}

const GOLDEN_COS: f32 = -0.7373688;
const GOLDEN_SIN: f32 = 0.6754903;

// Half of a shadow's edge at least, in texels of the key light's map.
const LEAST_EDGE: f32 = 1.5;

// Maps of depth are textures of numbers: OpenGL has no way to read a texel of a depth texture.
//
// How far above a depth something is in the key light's map; not above 0 where there is nothing.
fn key_above(map: texture_2d<f32>, last: vec2f, at: vec2f, depth: f32) -> f32 {
    let there = textureLoad(map, vec2u(clamp(at, vec2f(0.0), last)), 0).x;
    return select(there - depth, 0.0, there <= 0.0);
}

// How much of the key light reaches a point with that normal, 0 to 1. Its shadows have wide edges far from what throws them:
// Fernando, "Percentage-Closer Soft Shadows", 2005. What lies aside, but not high enough above the point to be before the light, which is
// as wide as `key_tan` says, tells nothing: so it is with the next face of a hollow. `first`: a unit direction in the map, where the first of
// the places that are looked at lies.
fn key_reaches(c: Casting, map: texture_2d<f32>, position: vec3f, n: vec3f, first: vec2f, taps: u32) -> f32 {
    let facing = dot(n, c.key_direction_world);
    // Out of the surface: its own texels must not hide it.
    let out = position + n * c.key_texel * 1.5;
    let at = (c.key_from_world * vec4f(out, 1.0)).xyz;
    let axes = transpose(mat3x3f(c.key_from_world[0].xyz, c.key_from_world[1].xyz, c.key_from_world[2].xyz));
    // Depth along the plane of the surface, per texel.
    let across = vec2f(dot(axes[0], n), dot(axes[1], n)) * c.key_texel;
    let slope = -across / max(facing, 0.15) * (c.key_texel / c.key_range);
    let bias = 1.5 * c.key_texel / c.key_range;
    // Texels that the light reaches aside, per depth.
    let reach = c.key_range * c.key_tan / c.key_texel;
    let last = vec2f(textureDimensions(map)) - 1.0;
    var toward = first;
    let golden = mat2x2f(GOLDEN_COS, GOLDEN_SIN, -GOLDEN_SIN, GOLDEN_COS);
    var held = 0.0;
    var nearer = 0.0;
    let part = 1.0 / f32(max(taps, 1u));
    for (var i = 0u; i < taps; i++) {
        let offset = toward * (c.key_search * sqrt((f32(i) + 0.5) * part));
        let above = key_above(map, last, at.xy + offset, at.z + dot(slope, offset) + bias);
        held += select(0.0, 1.0, above > 0.0);
        nearer += max(above, 0.0);
        toward = golden * toward;
    }
    // Where nothing is in the way nothing more is looked at.
    let more = select(0u, taps, held > 0.0);
    let wide = clamp(nearer / max(held, 1.0) * reach, LEAST_EDGE, c.key_search);
    var dark = 0.0;
    var free = 0.0;
    for (var i = 0u; i < more; i++) {
        let aside = wide * sqrt((f32(i) + 0.5) * part);
        let offset = toward * aside;
        let above = key_above(map, last, at.xy + offset, at.z + dot(slope, offset) + bias);
        dark += select(0.0, 1.0, above > 0.0 && above * reach >= aside - LEAST_EDGE);
        free += select(1.0, 0.0, above > 0.0);
        toward = golden * toward;
    }
    return 1.0 - dark / max(dark + free, 1.0);
}
