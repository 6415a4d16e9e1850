// Rest vertices + pose → posed vertices, in model space. One thread per vertex.
//
// Runs once for several small chunks of meshes, once for one chunk, or several times for a large one.
// uses: NO_TANGENTS, ONE, Range, Vertex, chunk, chunks, is_finite, morph, rest, rest_tangent, run, skin (shared/deformation.wgsl)
// uses: octahedron_encode, pack_tangent (shared/octahedron.wgsl)

// Twenty bytes; an array of structs with vec3f would step by more.
struct PosedVertex {
    x: f32,
    y: f32,
    z: f32,
    // Octahedral, two snorm16.
    normal: u32,
    // Octahedral, snorm16 and snorm15, and the bitangent's side in the highest bit; 0 where there are none.
    tangent: u32,
}

@group(0) @binding(3) var<storage, read_write> posed: array<PosedVertex>;

// The chunk may have blend shapes; it may have tangents.
override MORPHS: bool = true;
override TANGENTS: bool = true;

@compute @workgroup_size(64)
fn deform(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
    chunk = chunks[group.y].chunk;
    let v = run.first + id.x;
    if v >= chunk.vertex_count {
        return;
    }
    let start = rest[chunk.rest + v];
    let end = rest[chunk.rest + v + 1u];
    var vertex = Vertex(start.position, start.normal, vec4f(0.0, 0.0, 0.0, 1.0));
    let has_tangent = TANGENTS && chunk.tangents != NO_TANGENTS;
    if has_tangent {
        vertex.tangent = rest_tangent(v);
    }
    if MORPHS && chunk.morphs != 0u {
        vertex = morph(vertex, Range(chunk.rows + start.deltas, chunk.rows + end.deltas));
    }
    var influences = Range(chunk.rows + start.influences, chunk.rows + end.influences);
    if ONE {
        influences = Range(0, 1);
    }
    let moved = skin(influences, vertex);
    if is_finite(moved.position) {
        vertex.position = moved.position;
    }
    if is_finite(moved.normal) {
        vertex.normal = moved.normal;
    }
    var tangent = 0u;
    if has_tangent {
        if is_finite(moved.tangent.xyz) {
            vertex.tangent = moved.tangent;
        }
        tangent = pack_tangent(vertex.tangent);
    }
    posed[chunk.posed + v] = PosedVertex(
        vertex.position.x,
        vertex.position.y,
        vertex.position.z,
        pack2x16snorm(octahedron_encode(vertex.normal)),
        tangent,
    );
}
