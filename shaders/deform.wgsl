// Rest vertices + pose → posed vertices, in model space: blend shapes, then skinning. One thread per vertex.
//
// The twin of `src/deform`: same steps, same order of rows, same names; its module comment is the specification.
// Runs once or several times per chunk of a mesh; the chunk's output is a sub-range of the mesh's vertex buffer.

struct Chunk {
    vertex_count: u32,
    // One of the METHOD_ constants.
    skinning: u32,
    // Any blend shape weight of this mesh is not zero.
    morphs: u32,
    // Where the mesh's palette starts in `pose`: three vec4f per slot, the rows of model_from_mesh.
    palette: u32,
    // Where its motions start: four vec4f per slot (real, dual, stretch xx yy zz xy, stretch xz yz 0 0).
    motions: u32,
    // Where the model's blend shape weights start: four to a vec4f.
    weights: u32,
    // Rows of one delta: two, or five if there are deltas of normals or tangents.
    delta_rows: u32,
    // First row of the tangents, two per vertex, or NO_TANGENTS.
    tangents: u32,
}

struct Run {
    // The chunk's vertex that the first thread deforms.
    first: u32,
    _pad0: u32,
    _pad1: u32,
    _pad2: u32,
}

// One more than there are vertices: the last holds the ends of the ranges.
struct RestVertex {
    position: vec3f,
    // First influence row of this vertex; the next vertex's is the end.
    influences: u32,
    normal: vec3f,
    // First delta row.
    deltas: u32,
}

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

const METHOD_NONE: u32 = 0;
const METHOD_LINEAR: u32 = 1;
const METHOD_DUAL_QUATERNION: u32 = 2;
const NO_TANGENTS: u32 = 0xffffffffu;

@group(0) @binding(0) var<storage, read> rest: array<RestVertex>;
// Influences first: (slot, weight). Then deltas, each (shape, x), (y, z), and maybe those of normal n and tangent t (nx, ny),
// (nz, tx), (ty, tz). Then tangents, (x, y), (z, side).
@group(0) @binding(1) var<storage, read> rows: array<vec2u>;
@group(0) @binding(2) var<storage, read> pose: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> posed: array<PosedVertex>;
@group(0) @binding(4) var<uniform> chunk: Chunk;
// A large chunk is deformed in several runs.
@group(1) @binding(0) var<uniform> run: Run;

// Below this length the blended rotations cancel out and say nothing.
const VANISHING: f32 = 1e-6;
const LARGEST: f32 = 3.4e38;
// A matrix that leaves less of a cube is flat, not a mirror: rounding would say now this, now that.
const FLAT: f32 = 1e-5;

struct Vertex {
    position: vec3f,
    normal: vec3f,
    // Zero where there is none.
    tangent: vec3f,
    // The bitangent is cross(normal, tangent) · side.
    side: f32,
}

struct Range {
    first: u32,
    end: u32,
}

fn is_finite(v: vec3f) -> bool {
    return all(abs(v) <= vec3f(LARGEST));
}

// `v` at unit length, or `otherwise` where it has no direction. Scaled by its largest component first, so that neither
// tiny nor huge vectors lose their squares.
fn unit_or(v: vec3f, otherwise: vec3f) -> vec3f {
    let largest = max(abs(v.x), max(abs(v.y), abs(v.z)));
    if largest > 1e-30 && largest <= LARGEST {
        return normalize(v / largest);
    }
    return otherwise;
}

// cofactor(m) · (a × b) = (m · a) × (m · b).
fn cofactor(m: mat3x3f) -> mat3x3f {
    return mat3x3f(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
}

// −1 if `m` turns left hands into right ones, else 1. The inverse transpose is the cofactor matrix over the determinant, so
// this on the cofactor matrix keeps normals on the outside.
fn handedness(m: mat3x3f) -> f32 {
    let volume = dot(cross(m[0], m[1]), m[2]);
    return select(1.0, -1.0, volume < -FLAT * length(m[0]) * length(m[1]) * length(m[2]));
}

fn weight_of(shape: u32) -> f32 {
    return pose[chunk.weights + (shape >> 2u)][shape & 3u];
}

// `x = rest + Σ weight · delta`, rows in order; the same for normal and tangent, then at unit length.
fn morph(vertex: Vertex, deltas: Range) -> Vertex {
    var out = vertex;
    for (var row = deltas.first; row < deltas.end; row += chunk.delta_rows) {
        let head = rows[row];
        let tail = rows[row + 1u];
        let weight = weight_of(head.x);
        if weight != 0.0 {
            let delta = vec3f(bitcast<f32>(head.y), bitcast<f32>(tail.x), bitcast<f32>(tail.y));
            let moved = out.position + weight * delta;
            if is_finite(moved) {
                out.position = moved;
            }
            if chunk.delta_rows == 5u {
                let a = bitcast<vec2f>(rows[row + 2u]);
                let b = bitcast<vec2f>(rows[row + 3u]);
                let c = bitcast<vec2f>(rows[row + 4u]);
                out.normal += weight * vec3f(a, b.x);
                out.tangent += weight * vec3f(b.y, c);
            }
        }
    }
    if any(out.normal != vertex.normal) {
        out.normal = unit_or(out.normal, vertex.normal);
    }
    if any(out.tangent != vertex.tangent) {
        out.tangent = unit_or(out.tangent, vertex.tangent);
    }
    return out;
}

fn skin_linear(influences: Range, vertex: Vertex) -> Vertex {
    var x = vec4f(0.0);
    var y = vec4f(0.0);
    var z = vec4f(0.0);
    for (var row = influences.first; row < influences.end; row++) {
        let weight = bitcast<f32>(rows[row].y);
        let at = chunk.palette + 3u * rows[row].x;
        x += weight * pose[at];
        y += weight * pose[at + 1u];
        z += weight * pose[at + 2u];
    }
    let position = vec4f(vertex.position, 1.0);
    let m = transpose(mat3x3f(x.xyz, y.xyz, z.xyz));
    let hand = handedness(m);
    return Vertex(
        vec3f(dot(x, position), dot(y, position), dot(z, position)),
        unit_or(hand * (cofactor(m) * vertex.normal), vertex.normal),
        unit_or(m * vertex.tangent, vertex.tangent),
        hand * vertex.side,
    );
}

// The slot of the largest weight, the first of equals.
fn pivot(influences: Range) -> u32 {
    var best = rows[influences.first];
    for (var row = influences.first + 1u; row < influences.end; row++) {
        if bitcast<f32>(rows[row].y) > bitcast<f32>(best.y) {
            best = rows[row];
        }
    }
    return best.x;
}

// Dual quaternion blending, Kavan et al. 2008, with its stretch part. `h` is the blended stretch, `r` and `d` the
// blended real and dual parts.
fn skin_dual_quaternion(influences: Range, vertex: Vertex) -> Vertex {
    let real_pivot = pose[chunk.motions + 4u * pivot(influences)];
    var diagonal = vec4f(0.0);
    var corners = vec2f(0.0);
    var r = vec4f(0.0);
    var d = vec4f(0.0);
    for (var row = influences.first; row < influences.end; row++) {
        let weight = bitcast<f32>(rows[row].y);
        let at = chunk.motions + 4u * rows[row].x;
        let real = pose[at];
        // q and −q are one rotation: all are taken on the pivot's side.
        let signed = select(weight, -weight, dot(real, real_pivot) < 0.0);
        diagonal += weight * pose[at + 2u];
        corners += weight * pose[at + 3u].xy;
        r += signed * real;
        d += signed * pose[at + 1u];
    }
    let size = length(r);
    if size < VANISHING {
        return skin_linear(influences, vertex);
    }
    r /= size;
    d /= size;
    let h = mat3x3f(
        vec3f(diagonal.x, diagonal.w, corners.x),
        vec3f(diagonal.w, diagonal.y, corners.y),
        vec3f(corners.x, corners.y, diagonal.z),
    );
    let translation = 2.0 * quat_multiply(d, quat_conjugate(r)).xyz;
    let hand = handedness(h);
    return Vertex(
        quat_rotate(r, h * vertex.position) + translation,
        quat_rotate(r, unit_or(hand * (cofactor(h) * vertex.normal), vertex.normal)),
        quat_rotate(r, unit_or(h * vertex.tangent, vertex.tangent)),
        hand * vertex.side,
    );
}

fn skin(influences: Range, vertex: Vertex) -> Vertex {
    if chunk.skinning == METHOD_NONE || influences.first == influences.end {
        return vertex;
    }
    if chunk.skinning == METHOD_DUAL_QUATERNION {
        return skin_dual_quaternion(influences, vertex);
    }
    return skin_linear(influences, vertex);
}

// Sixteen bits, fifteen bits, and the sign bit of `side`.
fn pack_tangent(tangent: vec3f, side: f32) -> u32 {
    let p = octahedron_encode(tangent);
    let x = u32(i32(round(p.x * 32767.0))) & 0xffffu;
    let y = u32(i32(round(p.y * 16383.0))) & 0x7fffu;
    return x | (y << 16u) | select(0u, 0x80000000u, side < 0.0);
}

@compute @workgroup_size(64)
fn deform(@builtin(global_invocation_id) id: vec3u) {
    let v = run.first + id.x;
    if v >= chunk.vertex_count {
        return;
    }
    let start = rest[v];
    let end = rest[v + 1u];
    var vertex = Vertex(start.position, start.normal, vec3f(0.0), 1.0);
    let has_tangent = chunk.tangents != NO_TANGENTS;
    if has_tangent {
        let head = bitcast<vec2f>(rows[chunk.tangents + 2u * v]);
        let tail = bitcast<vec2f>(rows[chunk.tangents + 2u * v + 1u]);
        vertex.tangent = vec3f(head, tail.x);
        vertex.side = tail.y;
    }
    if chunk.morphs != 0u {
        vertex = morph(vertex, Range(start.deltas, end.deltas));
    }
    let moved = skin(Range(start.influences, end.influences), vertex);
    if is_finite(moved.position) {
        vertex.position = moved.position;
    }
    if is_finite(moved.normal) {
        vertex.normal = moved.normal;
    }
    var tangent = 0u;
    if has_tangent {
        if is_finite(moved.tangent) {
            vertex.tangent = moved.tangent;
            vertex.side = moved.side;
        }
        tangent = pack_tangent(vertex.tangent, vertex.side);
    }
    posed[v] = PosedVertex(
        vertex.position.x,
        vertex.position.y,
        vertex.position.z,
        pack2x16snorm(octahedron_encode(vertex.normal)),
        tangent,
    );
}
