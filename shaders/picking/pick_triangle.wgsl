// What is at a pixel, with the triangle of the mesh: follows `vertex_mesh` of shaders/picking/pick.wgsl.
//
// Only for adapters that number triangles; the extension has to be named before everything else.
enable primitive_index;

struct Hit {
    @location(0) @interpolate(flat) id: u32,
    @location(1) @interpolate(flat) placement: u32,
    @location(2) @interpolate(flat) first_triangle: u32,
    @location(3) beyond: f32,
}

// `index` begins with 0 in each draw call and in each of its instances.
@fragment
fn fragment(in: Hit, @builtin(primitive_index) index: u32) -> @location(0) vec4u {
    if in.beyond < 0.0 {
        discard;
    }
    return vec4u(in.id, in.placement, in.first_triangle + index + 1u, 0u);
}
