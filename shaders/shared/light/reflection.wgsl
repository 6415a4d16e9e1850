// How much light a point of a surface sends to the eye: the model of glTF 2.0, appendix B.
//
// Letters: `n` normal, `v` towards the eye, `l` towards a light, `h` half way between the two; all of unit length. `alpha` is the
// square of the perceptual roughness. Light is measured so that a white surface that faces a light of 1 shines with 1: π is left
// out on both sides.

const PI: f32 = 3.14159265;
// Of `n` and `v`: grazing edges of interpolated normals would divide by nothing.
const LEAST_COSINE: f32 = 1e-3;
// Perceptual: a mirror would show lamps without size as nothing.
const LEAST_ROUGHNESS: f32 = 0.045;

// A point of a surface, its maps looked up.
struct Point {
    n: vec3f,
    v: vec3f,
    // What is scattered.
    diffuse: vec3f,
    // Reflected straight on, and at grazing angles.
    f0: vec3f,
    f90: f32,
    // Perceptual.
    roughness: f32,
    // How much what is reflected is drawn out (ANISOTROPIC), and along which direction, at a right angle to `n`.
    anisotropy: f32,
    along: vec3f,
}

// Whether what is reflected may be drawn out along one direction.
override ANISOTROPIC: bool = false;

// Light that comes back in two ways; what is seen through glass lacks the first.
struct Light {
    scattered: vec3f,
    reflected: vec3f,
}

fn plus(a: Light, b: Light) -> Light {
    return Light(a.scattered + b.scattered, a.reflected + b.reflected);
}

// Schlick 1994.
fn fresnel(f0: vec3f, f90: f32, cosine: f32) -> vec3f {
    let rest = 1.0 - cosine;
    let squared = rest * rest;
    return f0 + (vec3f(f90) - f0) * (squared * squared * rest);
}

fn largest(v: vec3f) -> f32 {
    return max(v.x, max(v.y, v.z));
}

// GGX: Trowbridge and Reitz 1975, Walter et al. 2007.
fn distribution(alpha: f32, n_h: f32) -> f32 {
    let d = n_h * n_h * (alpha * alpha - 1.0) + 1.0;
    return alpha * alpha / (PI * d * d);
}

// Masking and shadowing of GGX with its denominator: Heitz 2014, height-correlated.
fn visibility(alpha: f32, n_l: f32, n_v: f32) -> f32 {
    let a = alpha * alpha;
    let eye = n_l * sqrt(n_v * n_v * (1.0 - a) + a);
    let light = n_v * sqrt(n_l * n_l * (1.0 - a) + a);
    return 0.5 / max(eye + light, 1e-6);
}

fn cosine_to_eye(p: Point) -> f32 {
    return max(dot(p.n, p.v), LEAST_COSINE);
}

fn alpha_of(roughness: f32) -> f32 {
    let held = max(roughness, LEAST_ROUGHNESS);
    return held * held;
}

// What `p` makes of the light `light` from the direction `l`. `soft`: the cosine that counts for scattering.
fn reflect_light(p: Point, l: vec3f, soft: f32, light: vec3f) -> Light {
    let n_l = saturate(dot(p.n, l));
    let h = normalize(l + p.v);
    let f = fresnel(p.f0, p.f90, saturate(dot(p.v, h)));
    let alpha = alpha_of(p.roughness);
    var mirrored = PI * distribution(alpha, saturate(dot(p.n, h))) * visibility(alpha, n_l, cosine_to_eye(p)) * n_l;
    if ANISOTROPIC {
        mirrored = PI * drawn_out(p, alpha, l, h) * n_l;
    }
    return Light(p.diffuse * (1.0 - largest(f)) * soft * light, f * mirrored * light);
}

// What `p` makes of the environment: `around` falls on it, `mirrored` is seen in it. `terms`: scale and offset of F0 for light from
// all around alike, by roughness and by the cosine to the eye.
//
// What is reflected more than once within a rough surface comes back too: Turquin, "Practical Multiple Scattering Compensation
// for Microfacet Models", 2019. A white metal reflects all of it.
fn reflect_environment(p: Point, around: vec3f, mirrored: vec3f, terms: vec2f) -> Light {
    let share = reflected_share(p, terms);
    return Light(p.diffuse * (1.0 - largest(share)) * around, share * mirrored);
}

// What of light from all around alike is reflected.
fn reflected_share(p: Point, terms: vec2f) -> vec3f {
    let once = max(terms.x + terms.y, 1e-3);
    return (p.f0 * terms.x + p.f90 * terms.y) * (1.0 + p.f0 * (1.0 / once - 1.0));
}

// Distribution times visibility of a surface that is scratched along `p.along` (KHR_materials_anisotropy; Heitz 2014).
fn drawn_out(p: Point, alpha: f32, l: vec3f, h: vec3f) -> f32 {
    let across = cross(p.n, p.along);
    let along_alpha = mix(alpha, 1.0, p.anisotropy * p.anisotropy);
    let n_l = saturate(dot(p.n, l));
    let n_v = cosine_to_eye(p);
    let both = along_alpha * alpha;
    let f = vec3f(alpha * dot(p.along, h), along_alpha * dot(across, h), both * saturate(dot(p.n, h)));
    let ratio = both / max(dot(f, f), 1e-12);
    let eye = n_l * length(vec3f(along_alpha * dot(p.along, p.v), alpha * dot(across, p.v), n_v));
    let light = n_v * length(vec3f(along_alpha * dot(p.along, l), alpha * dot(across, l), n_l));
    return both * ratio * ratio / PI * 0.5 / max(eye + light, 1e-6);
}

// The normal that mirrors the environment as a scratched surface does: bent towards the eye across the scratches, the more the
// smoother the surface is (KHR_materials_anisotropy).
fn mirroring_normal(p: Point) -> vec3f {
    if !ANISOTROPIC || p.anisotropy <= 0.0 {
        return p.n;
    }
    let across = cross(p.n, p.along);
    let turned = cross(cross(across, p.v), across);
    let straight = 1.0 - p.anisotropy * (1.0 - p.roughness);
    let squared = straight * straight;
    let out = mix(turned, p.n, squared * squared);
    return select(p.n, normalize(out), dot(out, out) > 1e-12);
}
