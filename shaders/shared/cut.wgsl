// Holes of a surface whose material is cut out.
// uses: material (shared/material.wgsl)
// uses: coverage_at (shared/unmapped.wgsl)

// Whether the material leaves nothing of the surface at a point. `uvs`: two pairs of texture coordinates; `coverage`: the alpha of its
// vertex colours.
fn is_hole(uvs: vec4f, coverage: f32) -> bool {
    return material.base_color.a * coverage * coverage_at(uvs) < material.cutoff;
}
