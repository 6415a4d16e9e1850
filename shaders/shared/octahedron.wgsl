// Unit vectors as points of a square: the octahedron's upper half in the middle, the lower half folded into the corners.
// Source: Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors", 2014.

fn octahedron_encode(v: vec3f) -> vec2f {
    let p = v.xy / (abs(v.x) + abs(v.y) + abs(v.z));
    let sign = select(vec2f(-1.0), vec2f(1.0), p >= vec2f(0.0));
    return select(p, (1.0 - abs(p.yx)) * sign, v.z < 0.0);
}

fn octahedron_decode(p: vec2f) -> vec3f {
    let z = 1.0 - abs(p.x) - abs(p.y);
    let fold = max(-z, 0.0);
    let sign = select(vec2f(-1.0), vec2f(1.0), p >= vec2f(0.0));
    return normalize(vec3f(p - sign * fold, z));
}

// A tangent of unit length and its side: sixteen bits, fifteen bits, and the sign bit of the side.
fn pack_tangent(tangent: vec4f) -> u32 {
    let p = octahedron_encode(tangent.xyz);
    let x = u32(i32(round(p.x * 32767.0))) & 0xffffu;
    let y = u32(i32(round(p.y * 16383.0))) & 0x7fffu;
    return x | (y << 16u) | select(0u, 0x80000000u, tangent.w < 0.0);
}

// Of a tangent as `pack_tangent` packs it.
fn tangent_direction(packed: u32) -> vec3f {
    let x = f32(extractBits(bitcast<i32>(packed), 0u, 16u)) / 32767.0;
    let y = f32(extractBits(bitcast<i32>(packed), 16u, 15u)) / 16383.0;
    return octahedron_decode(vec2f(x, y));
}

fn tangent_side(packed: u32) -> f32 {
    return select(1.0, -1.0, (packed & 0x80000000u) != 0u);
}
