// How dark the ground is, seen from above: what it lacks of the key light and of the light from all around.
// uses: Casting, Rows, key_reaches, row_of (shared/light/casting.wgsl)

@group(0) @binding(0) var<uniform> casting: Casting;
@group(0) @binding(1) var key_map: texture_2d<f32>;
@group(0) @binding(2) var under_map: texture_2d<f32>;
// What the cells of the ground lack of the light from all around.
@group(0) @binding(3) var contact_cells: texture_2d<f32>;
@group(0) @binding(4) var ground_out: texture_storage_2d<rgba16float, write>;

@group(1) @binding(0) var<uniform> rows: Rows;

const NEAR: i32 = 5;
// Of the key light's map.
const TAPS: u32 = 24u;

// Between four cells.
fn far_contact(at: vec2f) -> f32 {
    let last = vec2i(textureDimensions(contact_cells)) - 1;
    let place = at - 0.5;
    let low = vec2i(floor(place));
    let share = place - floor(place);
    var sum = 0.0;
    for (var i = 0; i < 4; i++) {
        let corner = vec2i(i & 1, i >> 1);
        let weight = mix(1.0 - share, share, vec2f(corner));
        sum += weight.x * weight.y * textureLoad(contact_cells, clamp(low + corner, vec2i(0), last), 0).x;
    }
    return sum;
}

// What touches the ground, or nearly: a narrow dark edge.
fn near_contact(at: vec2i, width: i32) -> f32 {
    let last = vec2i(textureDimensions(under_map)) - 1;
    var sum = 0.0;
    var all = 0.0;
    for (var y = -width; y <= width; y++) {
        for (var x = -width; x <= width; x++) {
            let depth = textureLoad(under_map, clamp(at + vec2i(x, y), vec2i(0), last), 0).x;
            let height = max((1.0 - depth) * casting.ground_range - casting.ground_below, 0.0);
            let weight = 1.0 / (1.0 + f32(x * x + y * y) * 0.25);
            let low = saturate(1.0 - height / casting.lift_near);
            sum += weight * select(0.0, low * low, depth > 0.0);
            all += weight;
        }
    }
    return saturate(1.6 * sum / max(all, 1.0));
}

@compute @workgroup_size(8, 8)
fn ground_map(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
) {
    let at = vec2u(id.x, row_of(rows, group.y, groups.y, local.y));
    let count = textureDimensions(ground_out);
    if any(at >= count) {
        return;
    }
    let side = 2.0 * casting.ground_half / f32(count.x);
    let offset = (vec2f(at) + 0.5) * side - casting.ground_half;
    let position = casting.ground_world + vec3f(offset.x, 0.0, offset.y);
    let cells = vec2f(textureDimensions(contact_cells)) / vec2f(count);
    let far = far_contact((vec2f(at) + 0.5) * cells);
    // Only where something is low.
    let lowest = textureLoad(contact_cells, vec2u((vec2f(at) + 0.5) * cells), 0).y;
    let low = lowest * casting.ground_range - casting.ground_below < casting.lift_near;
    let near = near_contact(vec2i(at), select(-1, NEAR, low));
    let around = 1.0 - (1.0 - min(1.25 * far, 1.0)) * (1.0 - near);
    // Far away there is nothing to stand on.
    let away = length(max(abs(position.xz - casting.foot_middle) - casting.foot_half, vec2f(0.0))) / casting.fade;
    let key_place = (casting.key_from_world * vec4f(position, 1.0)).xy;
    let key_side = vec2f(textureDimensions(key_map));
    let in_map = all(key_place > vec2f(-casting.key_search)) && all(key_place < key_side + casting.key_search);
    let taps = select(0u, TAPS, casting.has_key > 0.5 && in_map && away < 1.0);
    let lit = key_reaches(casting, key_map, position, vec3f(0.0, 1.0, 0.0), vec2f(1.0, 0.0), taps);
    let gets = 1.0 - casting.key_share * (1.0 - lit) - (1.0 - casting.key_share) * around;
    // What touches the ground holds back some of a wide lamp, too.
    let lacks = 1.0 - gets * (1.0 - 0.5 * near);
    textureStore(ground_out, at, vec4f(lacks * (1.0 - smoothstep(0.35, 1.0, away)), 0.0, 0.0, 0.0));
}
