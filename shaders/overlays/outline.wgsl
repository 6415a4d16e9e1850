// Lines around what is selected, or around ghosts: the outer edges of what `mask.wgsl` draws, over the picture. Of two ghosts the one with the
// greater number lies on top.
// uses: to_target (shared/srgb.wgsl)
// uses: view (shared/view.wgsl)

// Width of a line on both sides of the edge, in widths of thin lines: of 0.5 it is one pixel.
override RADIUS: f32 = 1.6;

struct Outlines {
    // By number: linear light, and how much of the line is seen.
    colors: array<vec4f, 256>,
}

@group(2) @binding(0) var mask: texture_2d<f32>;
@group(2) @binding(1) var<uniform> outlines: Outlines;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return vec4f(corner, 0.0, 1.0);
}

fn number_at(at: vec2i) -> u32 {
    return u32(round(textureLoad(mask, at, 0).r * 255.0));
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = vec2i(pixel.xy);
    let last = vec2i(textureDimensions(mask)) - 1;
    let reach = i32(ceil(2.0 * view.line_px));
    let radius = RADIUS * view.line_px;
    let own = number_at(at);
    // The covered pixel nearest to this one decides: a line of even width with a soft outer edge.
    var nearest = 1e6;
    var number = 0u;
    for (var y = -reach; y <= reach; y++) {
        for (var x = -reach; x <= reach; x++) {
            let other = number_at(clamp(at + vec2i(x, y), vec2i(0), last));
            let away = length(vec2f(f32(x), f32(y)));
            if other > own && away < nearest {
                nearest = away;
                number = other;
            }
        }
    }
    let color = outlines.colors[number];
    return to_target(color.rgb, saturate(radius + 0.5 - nearest) * color.a);
}
