// Linear light ↔ sRGB, one channel at a time.

fn srgb_from_linear(c: vec3f) -> vec3f {
    let high = 1.055 * pow(max(c, vec3f(0.0031308)), vec3f(1.0 / 2.4)) - 0.055;
    return select(high, 12.92 * c, c <= vec3f(0.0031308));
}

fn linear_from_srgb(c: vec3f) -> vec3f {
    let high = pow((max(c, vec3f(0.04045)) + 0.055) / 1.055, vec3f(2.4));
    return select(high, c / 12.92, c <= vec3f(0.04045));
}

// What a fragment shader returns: linear light with its coverage, premultiplied. The target encodes it.
fn to_target(rgb: vec3f, alpha: f32) -> vec4f {
    return vec4f(rgb * alpha, alpha);
}
