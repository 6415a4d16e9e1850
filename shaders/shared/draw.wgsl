// What one draw call is about: a mesh, a hair node, a cloud of points.
// uses: octahedron_decode (shared/octahedron.wgsl)
// uses: view (shared/view.wgsl)
struct Draw {
    // Of the surface, linear light.
    color: vec4f,
    // Of its edges, linear light.
    line_color: vec4f,
    // For picking: position in the table of what can be hit, plus one.
    id: u32,
    // For picking: number of the draw call's first triangle in its mesh.
    first_triangle: u32,
    // A length of the mesh in world space, and in the units of its file.
    world_scale: f32,
    file_scale: f32,
    // Before it is placed: the width of a strand, or a length of 1 of a mesh at rest.
    length: f32,
    // How strands are seen: one of the STRANDS_ constants.
    strands: u32,
    // Of a ghost that is drawn as an outline: its number among those, from 1.
    number: f32,
    _pad0: f32,
}

@group(1) @binding(0) var<uniform> item: Draw;

// Where it stands: the columns of world_from_mesh. One draw call has as many as there are instances.
struct Placement {
    @location(8) x: vec3f,
    @location(9) y: vec3f,
    @location(10) z: vec3f,
    @location(11) origin: vec3f,
}

// The inverse transpose of its linear part times some number above 0, column by column: takes normals along.
struct NormalPlacement {
    @location(12) x: vec3f,
    @location(13) y: vec3f,
    @location(14) z: vec3f,
}

fn world_position(place: Placement, position_mesh: vec3f) -> vec3f {
    return mat4x3f(place.x, place.y, place.z, place.origin) * vec4f(position_mesh, 1.0);
}

fn world_direction(place: Placement, direction_mesh: vec3f) -> vec3f {
    return mat3x3f(place.x, place.y, place.z) * direction_mesh;
}

fn world_normal(turn: NormalPlacement, packed: vec2f) -> vec3f {
    return mat3x3f(turn.x, turn.y, turn.z) * octahedron_decode(packed);
}

fn clip_position(position_world: vec3f) -> vec4f {
    return view.clip_from_world * vec4f(position_world, 1.0);
}
