// Fibres that stand up from a surface and reflect at grazing angles (KHR_materials_sheen): Estevez and Kulla, "Production Friendly
// Microfacet Sheen BRDF", 2017. `crates/picture/src/light/sheen.rs` has the same distribution and makes the table.
// uses: DIM, all_around, from_key, lamp_light, lights (shared/light/light.wgsl)
// uses: LEAST_COSINE, PI (shared/light/reflection.wgsl)

// What is reflected of light from all around alike, by perceptual roughness (rows) and by the root of the cosine to the eye
// (columns), both from 0 to 1: for each cell between four entries those four, row by row.
struct Fibres {
    cells: array<vec4f, 225>,
}

const FIBRE_CELLS: u32 = 15u;

@group(3) @binding(7) var<uniform> fibres: Fibres;

// Perceptual: what is smoother reflects at no angle that a pixel shows.
const LEAST_SHEEN_ROUGHNESS: f32 = 0.1;

fn sheen_albedo(roughness: f32, n_v: f32) -> f32 {
    let at = saturate(vec2f(sqrt(n_v), roughness)) * f32(FIBRE_CELLS);
    let cell = min(vec2u(at), vec2u(FIBRE_CELLS - 1u));
    let share = at - vec2f(cell);
    let corners = fibres.cells[cell.y * FIBRE_CELLS + cell.x];
    return mix(mix(corners.x, corners.y, share.x), mix(corners.z, corners.w, share.x), share.y);
}

// The curve that masking and shadowing of fibres follow.
fn fibre_curve(x: f32, alpha: f32) -> f32 {
    let t = (1.0 - alpha) * (1.0 - alpha);
    let a = mix(21.5473, 25.3245, t);
    let b = mix(3.82987, 3.32435, t);
    let c = mix(0.19823, 0.16801, t);
    let d = mix(-1.97760, -1.27393, t);
    let e = mix(-4.32054, -4.85967, t);
    return a / (1.0 + b * pow(x, c)) + d * x + e;
}

fn fibre_lambda(cosine: f32, alpha: f32) -> f32 {
    if cosine < 0.5 {
        return exp(fibre_curve(cosine, alpha));
    }
    return exp(2.0 * fibre_curve(0.5, alpha) - fibre_curve(1.0 - cosine, alpha));
}

// Distribution times visibility.
fn fibre_reflection(roughness: f32, n_h: f32, n_l: f32, n_v: f32) -> f32 {
    let held = max(roughness, LEAST_SHEEN_ROUGHNESS);
    let alpha = held * held;
    let sine = sqrt(max(1.0 - n_h * n_h, 0.0));
    let distribution = (2.0 + 1.0 / alpha) * pow(sine, 1.0 / alpha) / (2.0 * PI);
    let masked = 1.0 + fibre_lambda(n_v, alpha) + fibre_lambda(n_l, alpha);
    return distribution / (masked * 4.0 * max(n_v * n_l, 1e-4));
}

// What fibres of white reflect to the eye. `albedo`: as `sheen_albedo` says; the rest as in `lit`.
fn sheen_light(n: vec3f, v: vec3f, roughness: f32, albedo: f32, position: vec3f, openness: f32, reach: vec2f) -> vec3f {
    let dim = select(1.0, DIM, lights.count > 0u);
    let n_v = max(dot(n, v), LEAST_COSINE);
    var around = all_around(n) * (openness * reach.x);
    if lights.count == 0u {
        around += from_key(n) * reach.y;
    }
    var sum = around * (albedo * dim);
    for (var i = 0u; i < lights.count; i++) {
        let from_lamp = lamp_light(lights.lamps[i], position);
        let n_l = saturate(dot(n, from_lamp.xyz));
        if from_lamp.w > 0.0 && n_l > 0.0 {
            let h = normalize(from_lamp.xyz + v);
            let back = PI * fibre_reflection(roughness, saturate(dot(n, h)), n_l, n_v) * n_l;
            sum += lights.lamps[i].light * (from_lamp.w * back);
        }
    }
    return sum;
}
