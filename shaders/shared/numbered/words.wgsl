// Vertices and triangles with numbers, as whoever reads few of them reads them.
// uses: VERTEX, numbered (shared/numbered/numbered.wgsl)

// Posed vertices of the mesh, in words, and corners of its triangles.
@group(4) @binding(1) var<storage, read> vertices: array<u32>;
@group(4) @binding(2) var<storage, read> indices: array<u32>;

// The vertex at a corner: three corners to a triangle.
fn vertex_at(corner: u32) -> u32 {
    let narrow = numbered.narrow;
    return extractBits(indices[corner >> narrow], (corner & narrow) * 16u, 32u - 16u * narrow);
}

// Of a vertex, in the mesh.
fn position_at(vertex: u32) -> vec3f {
    let at = vertex * VERTEX;
    return bitcast<vec3f>(vec3u(vertices[at], vertices[at + 1u], vertices[at + 2u]));
}
