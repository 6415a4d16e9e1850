// What a thin film over a surface reflects (KHR_materials_iridescence): Belcour and Barla, "A Practical Extension to Microfacet
// Theory for the Modeling of Varying Iridescence", 2017, as glTF viewers have it. `crates/testkit/src/film.rs` has the same.
//
// Letters as there: 1 is outside, 2 the film, 3 the surface below; `R` is a share of light that is reflected, `T` one that goes through.

const FROM_XYZ: mat3x3f = mat3x3f(3.2404542, -0.9692660, 0.0556434, -1.5371385, 1.8760108, -0.2040259,
    -0.4985314, 0.0415560, 1.0572252);
const TAU: f32 = 6.28318531;

fn reflected_between(one: f32, other: f32) -> f32 {
    let r = (other - one) / (other + one);
    return r * r;
}

fn schlick(f0: f32, cosine: f32) -> f32 {
    return f0 + (1.0 - f0) * pow(1.0 - cosine, 5.0);
}

// The colour of what is `path` nanometres late and shifted in phase, as red, green and blue.
fn late_light(path: f32, shift: vec3f) -> vec3f {
    let phase = TAU * path * 1e-9;
    // Of the curves of x, y and z: height over that of white, place and width.
    const HEIGHT: vec3f = vec3f(5.4856e-13, 4.4201e-13, 5.2481e-13) / 1.0685e-7;
    const PLACE: vec3f = vec3f(1.6810e6, 1.7953e6, 2.2084e6);
    const WIDTH: vec3f = vec3f(4.3278e9, 9.3046e9, 6.6121e9);
    var xyz = HEIGHT * sqrt(TAU * WIDTH) * cos(PLACE * phase + shift) * exp(-phase * phase * WIDTH);
    // The second hump of x.
    const HUMP: f32 = 9.7470e-14 / 1.0685e-7;
    xyz.x += HUMP * sqrt(TAU * 4.5282e9) * cos(2.2399e6 * phase + shift.x) * exp(-4.5282e9 * phase * phase);
    return FROM_XYZ * xyz;
}

// What comes back of white light. `film_ior`: of the film, which is `thickness` nanometres thick; `f0`: of the surface without it.
fn film_reflection(film_ior: f32, cosine: f32, thickness: f32, f0: vec3f) -> vec3f {
    // A film of no thickness is none.
    let ior = mix(1.0, film_ior, smoothstep(0.0, 0.03, thickness));
    let inside = 1.0 - (1.0 - cosine * cosine) / (ior * ior);
    if inside < 0.0 {
        return vec3f(1.0);
    }
    let cosine_2 = sqrt(inside);
    let r_12 = schlick(reflected_between(1.0, ior), cosine);
    let t_121 = 1.0 - r_12;
    let root = sqrt(clamp(f0, vec3f(0.0), vec3f(0.9999)));
    let below = (1.0 + root) / (1.0 - root);
    let r_23_0 = (below - ior) / (below + ior);
    let r_23 = r_23_0 * r_23_0 + (1.0 - r_23_0 * r_23_0) * pow(1.0 - cosine_2, 5.0);
    // Light that meets what is denser comes back turned over.
    let shift = TAU * 0.5 + select(vec3f(0.0), vec3f(TAU * 0.5), below < vec3f(ior));
    let both = clamp(r_12 * r_23, vec3f(1e-5), vec3f(0.9999));
    let all = t_121 * t_121 * r_23 / (1.0 - both);
    var sum = r_12 + all;
    var left = all - t_121;
    for (var m = 1; m <= 2; m++) {
        left *= sqrt(both);
        sum += left * 2.0 * late_light(f32(m) * 2.0 * ior * thickness * cosine_2, f32(m) * shift);
    }
    return max(sum, vec3f(0.0));
}

// The F0 of a surface that reflects `share` at that cosine to the eye.
fn f0_of(share: vec3f, cosine: f32) -> vec3f {
    let grazing = clamp(pow(1.0 - saturate(cosine), 5.0), 0.0, 0.9999);
    return saturate((share - grazing) / (1.0 - grazing));
}
