// Reflections of the ground: surfaces are drawn once more, as an eye sees them that is as far below the ground as the picture's is above it. Left and
// right are exchanged there, so that triangles keep their sides.

struct Reflected {
    // The middle of the part of the ground that may show something, …
    middle_world: vec3f,
    // The share of light that it throws back.
    strength: f32,
    // … and how far it reaches along x and z.
    half_world: vec2f,
    // How wide what is mirrored is spread, along each unit of length from the ground.
    spread: f32,
    // A surface so high has 1 / e of the light of one that touches the ground: one over its height.
    fade: f32,
    // The height of a surface above the ground by its place on the screen and its depth, which is 1 on the ground: `height_of`.
    under: vec4f,
    over: f32,
    // The height of the models.
    tallest: f32,
    size_px: vec2f,
}

// `ndc`: the place of a surface on the screen; `below`: 1 less its depth.
fn height_of(reflected: Reflected, ndc: vec2f, below: f32) -> f32 {
    let under = dot(reflected.under, vec4f(ndc, below, 1.0));
    return max(reflected.over * below / under, 0.0);
}
