// Linear light of any strength → what a screen can show. `crates/testkit/src/shading.rs` has the same curves.
// uses: view (shared/view.wgsl)

const TONE_NONE: u32 = 0u;
const TONE_NEUTRAL: u32 = 1u;
const TONE_ACES: u32 = 2u;
const TONE_AGX: u32 = 3u;

// Khronos PBR Neutral: base colours under white light stay what they are, and only what is bright is bent.
fn neutral(light: vec3f) -> vec3f {
    const START: f32 = 0.8 - 0.04;
    const DESATURATION: f32 = 0.15;
    let least = min(light.r, min(light.g, light.b));
    let color = light - select(0.04, least - 6.25 * least * least, least < 0.08);
    let peak = max(color.r, max(color.g, color.b));
    if peak < START {
        return color;
    }
    const REST: f32 = 1.0 - START;
    let bent = 1.0 - REST * REST / (peak + REST - START);
    let white = 1.0 - 1.0 / (DESATURATION * (peak - bent) + 1.0);
    return mix(color * (bent / peak), vec3f(bent), white);
}

// The film curve of ACES: Stephen Hill's fit, brightened until middle grey stays as bright as it is. Brighter than this it would lose its contrast.
fn aces(light: vec3f) -> vec3f {
    const IN: mat3x3f = mat3x3f(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
    const OUT: mat3x3f = mat3x3f(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
    let c = IN * (light / 0.68);
    let bent = (c * (c + 0.0245786) - 0.000090537) / (c * (0.983729 * c + 0.4329510) + 0.238081);
    return saturate(OUT * bent);
}

// Middle grey, and how far the curve reaches from it: Troy Sobotka's AgX, https://github.com/sobotka/AgX, its configuration for Rec. 709.
const AGX_LEAST: f32 = -12.473931;
const AGX_MOST: f32 = 4.026069;
const AGX_MIDDLE: f32 = 0.6060606;

// One of the curve's halves for the distance `d` from middle grey: 2 d (1 + a d^b)^(-1 / b).
fn agx_half(d: f32) -> f32 {
    let a = select(59.507875, 69.862789, d > 0.0);
    let b = select(3.0, 3.25, d > 0.0);
    return 2.0 * d * pow(1.0 + a * pow(abs(d), b), -1.0 / b);
}

// Channels come nearer to each other, each is bent between its darkest and its brightest, and they go apart again: colours of lamps become
// white slowly, and keep their hue. It ends in values for screens with a power of 2.2.
fn agx(light: vec3f) -> vec3f {
    const IN: mat3x3f = mat3x3f(0.842401, 0.042401, 0.042401, 0.078437, 0.878437, 0.078437, 0.079162, 0.079162, 0.879162);
    const OUT: mat3x3f = mat3x3f(1.196999, -0.053001, -0.053001, -0.098046, 1.151954, -0.098046, -0.098953, -0.098953, 1.151047);
    let stops = clamp(log2(max(IN * light, vec3f(1e-10))), vec3f(AGX_LEAST), vec3f(AGX_MOST));
    let d = (stops - AGX_LEAST) / (AGX_MOST - AGX_LEAST) - AGX_MIDDLE;
    let bent = 0.5 + vec3f(agx_half(d.x), agx_half(d.y), agx_half(d.z));
    return pow(saturate(OUT * bent), vec3f(2.2));
}

// The light of a surface as the picture shows it.
fn shown(light: vec3f) -> vec3f {
    // Too strong for numbers is white, not black.
    let exposed = min(max(light, vec3f(0.0)) * view.exposure, vec3f(1e6));
    if view.tone == TONE_NEUTRAL {
        return neutral(exposed);
    }
    if view.tone == TONE_ACES {
        return aces(exposed);
    }
    if view.tone == TONE_AGX {
        return agx(exposed);
    }
    return exposed;
}

// The light that `neutral` shows as `color`; of what is shown as white a strong one. No light is shown as strong and as pure as some
// colours of screens: for those a weaker one stands.
fn neutral_back(color: vec3f) -> vec3f {
    const START: f32 = 0.8 - 0.04;
    const DESATURATION: f32 = 0.15;
    const REST: f32 = 1.0 - START;
    let peak = min(max(color.r, max(color.g, color.b)), 0.995);
    var out = min(color, vec3f(0.995));
    if peak > START {
        // How much white there may be in it.
        let purest = 1.0 / max(1.0 - min(out.r, min(out.g, out.b)) / peak, 1e-3);
        let white = min(DESATURATION * (REST * REST / (1.0 - peak) - REST + START - peak) + 1.0, purest);
        let strong = peak + (white - 1.0) / DESATURATION;
        out = max((out + (1.0 / white - 1.0) * peak) * white, vec3f(0.0)) * (strong / peak);
    }
    let least = min(out.r, min(out.g, out.b));
    let low = sqrt(max(least, 0.0) / 6.25);
    return out + select(0.04, low - least, least < 0.04);
}

// The same of `aces`.
fn aces_back(color: vec3f) -> vec3f {
    const IN: mat3x3f = mat3x3f(0.64304, 0.05927, 0.00596, 0.31119, 0.93144, 0.06393, 0.04578, 0.00930, 0.93012);
    const OUT: mat3x3f = mat3x3f(1.76474, -0.14703, -0.03634, -0.67577, 1.16025, -0.16244, -0.08896, -0.01322, 1.19877);
    let y = clamp(IN * min(color, vec3f(0.98)), vec3f(0.0), vec3f(0.98));
    // y (0.983729 c² + 0.432951 c + 0.238081) = c² + 0.0245786 c − 0.000090537.
    let a = 1.0 - y * 0.983729;
    let b = 0.0245786 - y * 0.4329510;
    let c = -0.000090537 - y * 0.238081;
    let root = (sqrt(max(b * b - 4.0 * a * c, vec3f(0.0))) - b) / (2.0 * a);
    return max(OUT * root * 0.68, vec3f(0.0));
}

// The same of `agx_half`: what is `q` from the middle.
fn agx_half_back(q: f32) -> f32 {
    let a = select(59.507875, 69.862789, q > 0.0);
    let b = select(3.0, 3.25, q > 0.0);
    let bent = pow(abs(q) * 0.5, b);
    return sign(q) * pow(bent / max(1.0 - a * bent, 1e-4), 1.0 / b);
}

// The same of `agx`.
fn agx_back(color: vec3f) -> vec3f {
    const IN: mat3x3f = mat3x3f(0.842401, 0.042401, 0.042401, 0.078437, 0.878437, 0.078437, 0.079162, 0.079162, 0.879162);
    const OUT: mat3x3f = mat3x3f(1.196999, -0.053001, -0.053001, -0.098046, 1.151954, -0.098046, -0.098953, -0.098953, 1.151047);
    let bent = IN * pow(clamp(color, vec3f(0.0), vec3f(0.98)), vec3f(1.0 / 2.2)) - 0.5;
    let d = vec3f(agx_half_back(bent.x), agx_half_back(bent.y), agx_half_back(bent.z));
    let stops = clamp((d + AGX_MIDDLE) * (AGX_MOST - AGX_LEAST) + AGX_LEAST, vec3f(AGX_LEAST), vec3f(AGX_MOST));
    return max(OUT * exp2(stops), vec3f(0.0));
}

// The light of a surface that the picture shows as `color`.
fn unshown(color: vec3f) -> vec3f {
    var light = color;
    if view.tone == TONE_NEUTRAL {
        light = neutral_back(color);
    } else if view.tone == TONE_ACES {
        light = aces_back(color);
    } else if view.tone == TONE_AGX {
        light = agx_back(color);
    }
    return light / view.exposure;
}
