// Which numbers were found in each tile of a picture (`nearest.wgsl`), so that meshes are shaded where they are seen and nowhere else: Mesa's software
// renderer shades what is discarded like everything else.

@group(0) @binding(0) var<storage, read> found: array<vec2u>;
// Width and height of the picture in pixels, and samples of a pixel.
@group(0) @binding(1) var<uniform> counts: vec4u;
// Of each tile the least number and the greatest; 0 where nothing was found.
@group(0) @binding(2) var<storage, read_write> tiles: array<vec2u>;

// Pixels along an edge of a tile; `mesh.wgsl` and `render::passes::software::nearest` have the same number.
const TILE: u32 = 16u;

@compute @workgroup_size(64)
fn tiles_of(@builtin(global_invocation_id) id: vec3u) {
    let columns = (counts.x + TILE - 1u) / TILE;
    let first = vec2u(id.x % columns, id.x / columns) * TILE;
    if first.y >= counts.y {
        return;
    }
    let end = min(first + TILE, counts.xy);
    var least = 0xffffffffu;
    var most = 0u;
    for (var y = first.y; y < end.y; y++) {
        let row = y * counts.x;
        let last = (row + end.x) * counts.z;
        for (var at = (row + first.x) * counts.z; at < last; at++) {
            let number = found[at].x;
            most = max(most, number);
            // Nothing is no number: it becomes the greatest of all.
            least = min(least, number - 1u);
        }
    }
    tiles[id.x] = vec2u(select(0u, least + 1u, most > 0u), most);
}
