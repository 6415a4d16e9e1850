// Holes of a surface whose material is cut out.
// uses: material, samples_of (shared/material.wgsl)
// uses: coverage_at (shared/unmapped.wgsl)

// The alpha of the material at a point. `uvs`: two pairs of texture coordinates; `coverage`: the alpha of its vertex colours.
fn alpha_at(uvs: vec4f, coverage: f32) -> f32 {
    return material.base_color.a * coverage * coverage_at(uvs);
}

// Whether the material leaves nothing of the surface at a point.
fn is_hole(uvs: vec4f, coverage: f32) -> bool {
    return alpha_at(uvs, coverage) < material.cutoff;
}

// Of the four samples of a pixel those that the material leaves, as surfaces are cut.
fn samples_at(uvs: vec4f, coverage: f32) -> u32 {
    return samples_of(alpha_at(uvs, coverage));
}
