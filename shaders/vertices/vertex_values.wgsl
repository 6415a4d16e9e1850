// What a view of the inputs of deformation shows: one number per vertex, from the same rows as the deform pass. One thread per vertex.
//
// The twin of `crates/motion/src/deform/values.rs`: functions of one name do the same.
// uses: Range, Vertex, chunk, chunks, delta, influence, is_finite, morph, pivot, rest, run (shared/deformation.wgsl)
// uses: shape_of, skin, skin_dual_quaternion, skin_linear (shared/deformation.wgsl)
// uses: pack_tangent, tangent_direction (shared/octahedron.wgsl)

struct Question {
    // One of the ASKED_ constants.
    asked: u32,
    // Of `table`: the first entry for the slots of the mesh's skin.
    slots: u32,
    // Of `table`: the first entry for the blend shapes of the model.
    shapes: u32,
    _pad: u32,
}

const ASKED_WEIGHT: u32 = 0;
const ASKED_DOMINANT: u32 = 1;
const ASKED_COUNT: u32 = 2;
const ASKED_DELTA: u32 = 3;
const ASKED_DIFFERENCE: u32 = 4;
const ASKED_TANGENT: u32 = 5;

// Bits of an f32, but for two questions. ASKED_DOMINANT: an entry of `table`, 0 for a vertex without influences. ASKED_TANGENT: as
// the table has it.
@group(0) @binding(3) var<storage, read_write> values: array<u32>;
// For each slot: not 0 if it is asked about; for ASKED_DOMINANT its colour. For each blend shape: not 0 if it is asked about.
// For ASKED_TANGENT one entry per vertex instead: its tangent at rest, packed with the side −1, so that 0 means none.
@group(0) @binding(5) var<storage, read> table: array<u32>;
@group(0) @binding(6) var<uniform> question: Question;

fn is_marked(entry: u32) -> bool {
    return table[entry] != 0u;
}

// What the marked slots weigh together.
fn marked_weight(influences: Range) -> f32 {
    var sum = 0.0;
    for (var row = influences.first; row < influences.end; row++) {
        let influence = influence(row);
        if is_marked(question.slots + influence.slot) {
            sum += influence.weight;
        }
    }
    return sum;
}

// How far the marked blend shapes move the vertex at weight 1, before skinning.
fn marked_delta(deltas: Range) -> f32 {
    var sum = vec3f(0.0);
    for (var row = deltas.first; row < deltas.end; row += chunk.delta_rows) {
        if is_marked(question.shapes + shape_of(row)) {
            sum += delta(row).position;
        }
    }
    return length(sum);
}

// How far apart the two methods of skinning take the vertex; 0 where the adapter has no room for the motions, which stand behind a palette.
fn method_difference(influences: Range, vertex: Vertex) -> f32 {
    if influences.first == influences.end || chunk.motions == 0u {
        return 0.0;
    }
    let linear = skin_linear(influences, vertex).position;
    let dual = skin_dual_quaternion(influences, vertex).position;
    let apart = dual - linear;
    return select(0.0, length(apart), is_finite(apart));
}

@compute @workgroup_size(64)
fn vertex_values(@builtin(global_invocation_id) id: vec3u) {
    chunk = chunks[0].chunk;
    let v = run.first + id.x;
    if v >= chunk.vertex_count {
        return;
    }
    let start = rest[chunk.rest + v];
    let end = rest[chunk.rest + v + 1u];
    let influences = Range(chunk.rows + start.influences, chunk.rows + end.influences);
    let deltas = Range(chunk.rows + start.deltas, chunk.rows + end.deltas);
    var value = 0u;
    switch question.asked {
        case ASKED_WEIGHT: {
            value = bitcast<u32>(marked_weight(influences));
        }
        case ASKED_DOMINANT: {
            if influences.first != influences.end {
                value = table[question.slots + pivot(influences)];
            }
        }
        case ASKED_COUNT: {
            value = bitcast<u32>(f32(influences.end - influences.first));
        }
        case ASKED_DELTA: {
            value = bitcast<u32>(marked_delta(deltas));
        }
        case ASKED_TANGENT: {
            let at_rest = table[v];
            if at_rest != 0u {
                var vertex = Vertex(start.position, start.normal, vec4f(tangent_direction(at_rest), 1.0));
                if chunk.morphs != 0u {
                    vertex = morph(vertex, deltas);
                }
                let moved = skin(influences, vertex).tangent.xyz;
                value = pack_tangent(vec4f(select(vertex.tangent.xyz, moved, is_finite(moved)), -1.0));
            }
        }
        default: {
            var vertex = Vertex(start.position, start.normal, vec4f(0.0, 0.0, 0.0, 1.0));
            if chunk.morphs != 0u {
                vertex = morph(vertex, deltas);
            }
            value = bitcast<u32>(method_difference(influences, vertex));
        }
    }
    values[v] = value;
}
