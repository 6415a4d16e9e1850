// What moves a vertex: blend shapes, then skinning. The inputs of the deform pass, and the functions of one vertex.
//
// An entry sets `chunk` first.
//
// The twin of `crates/motion/src/deform`: functions of one name do the same, in the same order of rows; the module comment there is the
// specification.
// uses: quat_conjugate, quat_multiply, quat_rotate (shared/quaternion.wgsl)

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
    // Rows of one delta: two, or five if there are deltas of normals or tangents; 0 without blend shapes.
    delta_rows: u32,
    // First of `rows` for the tangents, two per vertex, or NO_TANGENTS.
    tangents: u32,
    // The slot that carries all vertices, whose influences are no rows then, or NO_SLOT.
    slot: u32,
    // Its first vertex in `rest` and in `posed`; its first row in `rows`.
    rest: u32,
    posed: u32,
    rows: u32,
}

// At the distance that every adapter takes between uniforms.
struct ChunkSlot {
    @size(256) chunk: Chunk,
}

// At most so many chunks are deformed in one run.
const MOST_CHUNKS: u32 = 16;

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
    // First influence row of this vertex; the next vertex's is the end. Counted as one each where chunk.slot carries all.
    influences: u32,
    normal: vec3f,
    // First delta row.
    deltas: u32,
}

const METHOD_NONE: u32 = 0;
const METHOD_LINEAR: u32 = 1;
const METHOD_DUAL_QUATERNION: u32 = 2;
const NO_TANGENTS: u32 = 0xffffffffu;
const NO_SLOT: u32 = 0xffffffffu;

// The chunk may be skinned by dual quaternions. What is ruled out costs nothing, also where a branch does (software adapters run both
// ways).
override DUAL: bool = true;
// One slot may carry it.
override ONE: bool = true;

@group(0) @binding(0) var<storage, read> rest: array<RestVertex>;
// Three lists, one after the other, each in the order of the vertices. Numbers that are no indices are the bits of an f32.
//
//   | list       | rows of an entry                                                | read by       |
//   | influences | (slot, weight)                                                  | influence     |
//   | deltas     | (shape, x) (y, z), and if chunk.delta_rows is 5 also those of   | delta         |
//   |            | normal n and tangent t: (nx, ny) (nz, tx) (ty, tz)              |               |
//   | tangents   | (x, y) (z, side)                                                | rest_tangent  |
//
// `render::upload::pack` writes them.
@group(0) @binding(1) var<storage, read> rows: array<vec2u>;
@group(0) @binding(2) var<storage, read> pose: array<vec4f>;
// A run deforms consecutive ones, of which each has a row of workgroups.
@group(0) @binding(4) var<uniform> chunks: array<ChunkSlot, MOST_CHUNKS>;
var<private> chunk: Chunk;
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
    // A direction, and the side w: the bitangent is cross(normal, tangent.xyz) · w. The direction is zero where there is none.
    tangent: vec4f,
}

// Rows of one vertex.
struct Range {
    first: u32,
    end: u32,
}

struct Influence {
    slot: u32,
    weight: f32,
}

// What one blend shape adds to one vertex at weight 1.
struct Delta {
    position: vec3f,
    normal: vec3f,
    tangent: vec3f,
}

fn influence(row: u32) -> Influence {
    if ONE && chunk.slot != NO_SLOT {
        return Influence(chunk.slot, 1.0);
    }
    return Influence(rows[row].x, bitcast<f32>(rows[row].y));
}

// The blend shape of the delta whose first row this is.
fn shape_of(row: u32) -> u32 {
    return rows[row].x;
}

// The delta whose first row this is.
fn delta(row: u32) -> Delta {
    let yz = bitcast<vec2f>(rows[row + 1u]);
    var out = Delta(vec3f(bitcast<f32>(rows[row].y), yz), vec3f(0.0), vec3f(0.0));
    if bends() {
        let a = bitcast<vec2f>(rows[row + 2u]);
        let b = bitcast<vec2f>(rows[row + 3u]);
        let c = bitcast<vec2f>(rows[row + 4u]);
        out.normal = vec3f(a, b.x);
        out.tangent = vec3f(b.y, c);
    }
    return out;
}

// Deltas have those of normals and tangents.
fn bends() -> bool {
    return chunk.delta_rows == 5u;
}

// The tangent of vertex `v` and its side.
fn rest_tangent(v: u32) -> vec4f {
    let row = chunk.tangents + 2u * v;
    return vec4f(bitcast<vec2f>(rows[row]), bitcast<vec2f>(rows[row + 1u]));
}

fn is_finite(v: vec3f) -> bool {
    return all(abs(v) <= vec3f(LARGEST));
}

// `v` at unit length, or `otherwise` for a vector without direction. The largest component becomes 1 before anything is squared: the
// squares of tiny and huge vectors would be lost.
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

// The unit `normal` after `m`, of handedness `hand`, moved its surface; unchanged if the surface collapsed.
fn turned_normal(normal: vec3f, m: mat3x3f, hand: f32) -> vec3f {
    return unit_or(hand * (cofactor(m) * normal), normal);
}

fn weight_of(shape: u32) -> f32 {
    return pose[chunk.weights + (shape >> 2u)][shape & 3u];
}

// `x = rest + Σ weight · delta`, rows in order; the same for normal and tangent, then at unit length.
fn morph(vertex: Vertex, deltas: Range) -> Vertex {
    var position = vertex.position;
    var normal = vertex.normal;
    var tangent = vertex.tangent.xyz;
    for (var row = deltas.first; row < deltas.end; row += chunk.delta_rows) {
        let weight = weight_of(shape_of(row));
        if weight != 0.0 {
            let delta = delta(row);
            let moved = position + weight * delta.position;
            if is_finite(moved) {
                position = moved;
            }
            if bends() {
                normal += weight * delta.normal;
                tangent += weight * delta.tangent;
            }
        }
    }
    if any(normal != vertex.normal) {
        normal = unit_or(normal, vertex.normal);
    }
    if any(tangent != vertex.tangent.xyz) {
        tangent = unit_or(tangent, vertex.tangent.xyz);
    }
    return Vertex(position, normal, vec4f(tangent, vertex.tangent.w));
}

fn skin_linear(influences: Range, vertex: Vertex) -> Vertex {
    var x = vec4f(0.0);
    var y = vec4f(0.0);
    var z = vec4f(0.0);
    for (var row = influences.first; row < influences.end; row++) {
        let influence = influence(row);
        let at = chunk.palette + 3u * influence.slot;
        x += influence.weight * pose[at];
        y += influence.weight * pose[at + 1u];
        z += influence.weight * pose[at + 2u];
    }
    let position = vec4f(vertex.position, 1.0);
    let m = transpose(mat3x3f(x.xyz, y.xyz, z.xyz));
    let hand = handedness(m);
    return Vertex(
        vec3f(dot(x, position), dot(y, position), dot(z, position)),
        turned_normal(vertex.normal, m, hand),
        vec4f(unit_or(m * vertex.tangent.xyz, vertex.tangent.xyz), hand * vertex.tangent.w),
    );
}

// The slot of the largest weight, the first of equals.
fn pivot(influences: Range) -> u32 {
    var best = influence(influences.first);
    for (var row = influences.first + 1u; row < influences.end; row++) {
        let other = influence(row);
        if other.weight > best.weight {
            best = other;
        }
    }
    return best.slot;
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
        let influence = influence(row);
        let at = chunk.motions + 4u * influence.slot;
        let real = pose[at];
        // q and −q are one rotation: all are taken on the pivot's side.
        let signed = select(influence.weight, -influence.weight, dot(real, real_pivot) < 0.0);
        diagonal += influence.weight * pose[at + 2u];
        corners += influence.weight * pose[at + 3u].xy;
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
    let tangent = unit_or(h * vertex.tangent.xyz, vertex.tangent.xyz);
    return Vertex(
        quat_rotate(r, h * vertex.position) + translation,
        quat_rotate(r, turned_normal(vertex.normal, h, hand)),
        vec4f(quat_rotate(r, tangent), hand * vertex.tangent.w),
    );
}

fn skin(influences: Range, vertex: Vertex) -> Vertex {
    if chunk.skinning == METHOD_NONE || influences.first == influences.end {
        return vertex;
    }
    if DUAL && chunk.skinning == METHOD_DUAL_QUATERNION {
        return skin_dual_quaternion(influences, vertex);
    }
    return skin_linear(influences, vertex);
}
