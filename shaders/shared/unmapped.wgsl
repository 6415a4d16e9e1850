// What maps say where a material has none. With maps, a text of the same functions takes its place
// (`crates/render/src/upload/material/wiring.rs`).
// uses: BARE, NO_READ, Texels (shared/material.wgsl)

const NORMAL_READ: u32 = NO_READ;
const CLEARCOAT_NORMAL_READ: u32 = NO_READ;
const ANISOTROPY_READ: u32 = NO_READ;
const MEASURED_READ: u32 = NO_READ;
fn texels_at(uvs: vec4f) -> Texels {
    var texels = BARE;
    return texels;
}
fn coverage_at(uvs: vec4f) -> f32 {
    return 1.0;
}
