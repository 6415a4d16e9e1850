// The floor grid: fine lines, strong lines, coloured lines through the origin; all fade with distance and where they
// would be denser than pixels.
//
// If a model reaches below the grid, the grid is drawn twice: faintly at its own depth, also over surfaces, and then the rest of its
// strength beside surfaces. Over surfaces that show data nothing is drawn: it is drawn once, beside them, at full strength.
// uses: axis_strength, ground (shared/floor.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: towards_eye, view (shared/view.wgsl)

// This is the second drawing, or the only one of a picture of data: only where no surface is.
override IS_REST: bool = false;
// Strength of the first drawing, of the whole.
override SHARE: f32 = 1.0;

struct Tile {
    @builtin(position) clip: vec4f,
    @location(0) offset: vec2f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Tile {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let offset = corner * ground.radius;
    let world = ground.center_world + vec3f(offset.x, 0.0, offset.y);
    var clip = view.clip_from_world * vec4f(world, 1.0);
    if IS_REST {
        // The farthest depth: any surface hides it.
        clip.z = 0.0;
    }
    return Tile(clip, offset);
}

// Coverage of lines `step` apart, `width` pixels wide, at `position`, whose change per pixel is `change`.
fn lines(position: vec2f, change: vec2f, step: f32, width: f32) -> vec2f {
    let to_line = abs(fract(position / step + 0.5) - 0.5) * step;
    let coverage = saturate(0.5 * width + 0.5 - to_line / max(change, vec2f(1e-30)));
    // Denser than every fourth pixel is a grey veil: let it go.
    let density = change / step;
    return coverage * (1.0 - smoothstep(vec2f(0.08), vec2f(0.25), density));
}

fn axis_line(position: f32, change: f32, width: f32) -> f32 {
    return saturate(0.5 * width + 0.5 - abs(position) / max(change, 1e-30));
}

@fragment
fn fragment(in: Tile) -> @location(0) vec4f {
    let position = ground.center_world.xz + in.offset;
    let change = max(fwidth(in.offset), vec2f(1e-30));
    let world = vec3f(position.x, 0.0, position.y);
    let grazing = abs(towards_eye(world).y);
    let distance = length(in.offset) / ground.radius;
    // As in crates/picture/src/floor.rs, which labels go by.
    let fade = (1.0 - smoothstep(0.15, 1.0, distance)) * smoothstep(0.0, 0.12, grazing);
    let width = view.line_px;
    let fine = lines(position, change, ground.step, width);
    let strong = lines(position, change, ground.step * 10.0, width);
    var color = ground.line_color.rgb;
    var alpha = max(0.30 * max(fine.x, fine.y), 0.62 * max(strong.x, strong.y));
    // The line along x is where z is zero, and the other way round.
    let along_x = axis_line(position.y, change.y, width) * ground.has_axes;
    let along_z = axis_line(position.x, change.x, width) * ground.has_axes;
    if along_x > alpha {
        color = ground.x_color.rgb;
        alpha = along_x * axis_strength(world);
    }
    if along_z > alpha {
        color = ground.z_color.rgb;
        alpha = along_z * axis_strength(world);
    }
    let whole = alpha * fade;
    let over = whole * SHARE;
    // Both together are as strong as the whole.
    return to_target(color, select(over, (whole - over) / (1.0 - over), IS_REST));
}
