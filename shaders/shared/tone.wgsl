// Linear light of any strength → what a screen can show. `tests/common/shading.rs` has the same curves.
// uses: view (shared/view.wgsl)

const TONE_NONE: u32 = 0u;
const TONE_NEUTRAL: u32 = 1u;
const TONE_ACES: u32 = 2u;

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

// The film curve of ACES: Stephen Hill's fit, as bright as glTF viewers have it (times 1 / 0.6).
fn aces(light: vec3f) -> vec3f {
    const IN: mat3x3f = mat3x3f(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
    const OUT: mat3x3f = mat3x3f(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
    let c = IN * (light / 0.6);
    let bent = (c * (c + 0.0245786) - 0.000090537) / (c * (0.983729 * c + 0.4329510) + 0.238081);
    return saturate(OUT * bent);
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
    return exposed;
}
