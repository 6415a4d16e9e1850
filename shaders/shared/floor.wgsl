// The world's floor and axes, sized from what is drawn.
struct Floor {
    // In the plane y = 0, below what the camera looks at.
    center_world: vec3f,
    // Where the grid has faded out.
    radius: f32,
    // Linear light.
    line_color: vec4f,
    // Colours of the floor's two lines through the origin: along world x and along world z.
    x_color: vec4f,
    z_color: vec4f,
    // World directions of the file's own axes x, y, z; w is their length.
    axes: array<vec4f, 3>,
    axis_colors: array<vec4f, 3>,
    // Distance of the fine lines; every tenth is a strong one.
    step: f32,
    // 1: the two lines through the origin are coloured.
    has_axes: f32,
    _pad0: f32,
    _pad1: f32,
    // Of what is drawn: middle, and half its size.
    middle_world: vec3f,
    _pad2: f32,
    half_world: vec3f,
    _pad3: f32,
}

@group(1) @binding(0) var<uniform> ground: Floor;

// Coverage of the lines of axes: faint where the model is, or they would be louder than it.
fn axis_strength(world: vec3f) -> f32 {
    let away = length((world - ground.middle_world) / ground.half_world);
    return mix(0.12, 0.5, smoothstep(0.8, 2.2, away));
}
