// What one draw call is about: a mesh, a hair node, a cloud of points.
struct Draw {
    world_from_mesh: mat4x4f,
    // The cofactor matrix of its linear part: takes normals along.
    normal_x: vec4f,
    normal_y: vec4f,
    normal_z: vec4f,
    // Of the surface, linear light.
    color: vec4f,
    // Of its edges, linear light.
    line_color: vec4f,
    // For picking: position in the table of what can be hit, plus one.
    id: u32,
    _pad0: u32,
    _pad1: u32,
    _pad2: u32,
}

@group(1) @binding(0) var<uniform> item: Draw;

fn world_position(position_mesh: vec3f) -> vec3f {
    return (item.world_from_mesh * vec4f(position_mesh, 1.0)).xyz;
}

fn world_normal(packed: vec2f) -> vec3f {
    return mat3x3f(item.normal_x.xyz, item.normal_y.xyz, item.normal_z.xyz) * octahedron_decode(packed);
}

fn clip_position(position_world: vec3f) -> vec4f {
    return view.clip_from_world * vec4f(position_world, 1.0);
}
