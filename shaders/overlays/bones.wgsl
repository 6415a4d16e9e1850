// Bones over everything: bright bodies with a dark edge, so that they read on any texture.
// uses: GLYPH_BALL, GLYPH_LINE, GLYPH_SHAPES, Glyph, glyph_corner (shared/bone_glyph.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: towards_eye, view (shared/view.wgsl)

// Of the edges.
struct Bones {
    // Linear light.
    color: vec4f,
}

@group(1) @binding(0) var<uniform> bones: Bones;

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) inside: vec3f,
    @location(2) color: vec4f,
    @location(3) @interpolate(flat) shape: u32,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32, glyph: Glyph) -> Corner {
    let corner = glyph_corner(glyph, index, glyph.least_px * view.line_px);
    return Corner(corner.clip, corner.position_world, corner.inside, glyph.color, glyph.shape & GLYPH_SHAPES);
}

// A light from above the camera's left shoulder, gentle: glyphs are signs, not matter.
fn shade(n: vec3f) -> f32 {
    let light = normalize(-0.35 * view.right_world + 0.75 * view.up_world + 0.55 * view.back_world);
    return 0.62 + 0.42 * saturate(dot(n, light) * 0.6 + 0.4);
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4f {
    let v = towards_eye(in.position_world);
    let across = cross(dpdx(in.position_world), dpdy(in.position_world));
    let step = fwidth(in.inside);
    if in.shape == GLYPH_LINE {
        return to_target(in.color.rgb, in.color.a);
    }
    if in.shape == GLYPH_BALL {
        let d = length(in.inside.xy);
        let pixel = max(step.x, step.y);
        if d > 1.0 {
            discard;
        }
        let n = in.inside.x * view.right_world + in.inside.y * view.up_world + sqrt(max(1.0 - d * d, 0.0)) * v;
        // A small ball keeps a middle.
        let width = min(pixel * view.line_px, 0.3);
        let rim = smoothstep(1.0 - 2.0 * width, 1.0 - width, d);
        return to_target(mix(in.color.rgb * shade(n), bones.color.rgb, rim), in.color.a);
    }
    let n = normalize(across) * select(-1.0, 1.0, dot(across, v) >= 0.0);
    let distance_px = in.inside / max(step, vec3f(1e-6));
    let nearest = min(distance_px.x, min(distance_px.y, distance_px.z));
    // A thin face keeps a middle: this is about how far that is from all edges.
    let middle = 1.0 / max(step.x + step.y + step.z, 1e-6);
    let width = min(view.line_px, 1.2 * middle);
    let edge = 1.0 - smoothstep(0.3 * width, 1.1 * width, nearest);
    return to_target(mix(in.color.rgb * shade(n), bones.color.rgb, edge * 0.9), in.color.a);
}
