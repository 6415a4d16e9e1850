// What one draw call is about: a mesh, a hair node, a cloud of points.
struct Draw {
    // Of the surface, linear light.
    color: vec4f,
    // Of its edges, linear light.
    line_color: vec4f,
    // Light of its own.
    emissive: vec3f,
    // Where the coverage is less there is no surface, if it is masked.
    cutoff: f32,
    // Rows that take (u, v, 1) to where the texture is looked up.
    lookup_u: vec3f,
    // 1: the base colour as it is, whatever the lights.
    unlit: f32,
    lookup_v: vec3f,
    // For picking: position in the table of what can be hit, plus one.
    id: u32,
}

@group(1) @binding(0) var<uniform> item: Draw;

// Where it stands: the columns of world_from_mesh. One draw call has as many as there are instances.
struct Placement {
    @location(8) x: vec3f,
    @location(9) y: vec3f,
    @location(10) z: vec3f,
    @location(11) origin: vec3f,
}

// The cofactor matrix of its linear part, column by column: takes normals along.
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
