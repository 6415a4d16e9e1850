// Surroundings of the model: radiance by direction, prefiltered on the CPU (`crates/picture/src/light`). Each shader sets its own bindings.

struct Environment {
    // What falls on scattering surfaces: factors of 1, y, z, x, xy, yz, 3z² − 1, xz and x² − y² of the normal.
    irradiance: array<vec4f, 9>,
    // Towards the key light, unit length.
    key_direction_world: vec3f,
    // The sine of half the angle that it takes up.
    key_sine: f32,
    // What a white surface that faces it shines with; 0: there is none.
    key_light: vec3f,
    // The level of the cube map that is seen as the background.
    background_level: f32,
    // Cosine and sine of how far the environment is turned about y.
    turn: vec2f,
    // Distances in the map of what is held back are parts of this; 0: there is no such map.
    held_unit: f32,
    _pad: f32,
}

// Levels of the cube map beside the sharp one: `BLURRED` in `crates/picture/src/light/prefilter.rs`.
const BLURRED_LEVELS: f32 = 5.0;

// A direction of the world as the environment has it.
fn in_environment(environment: Environment, v: vec3f) -> vec3f {
    return vec3f(environment.turn.x * v.x - environment.turn.y * v.z, v.y, environment.turn.y * v.x + environment.turn.x * v.z);
}

// The level for reflections of a surface with that perceptual roughness.
fn level_of_roughness(roughness: f32) -> f32 {
    return BLURRED_LEVELS * roughness * (2.0 - roughness);
}
