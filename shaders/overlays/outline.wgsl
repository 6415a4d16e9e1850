// A line around what is selected: the outer edge of what `mask.wgsl` draws, over the picture.
// uses: to_target (shared/srgb.wgsl)
// uses: view (shared/view.wgsl)

struct Outline {
    // Linear light.
    color: vec4f,
}

@group(2) @binding(0) var mask: texture_2d<f32>;
@group(2) @binding(1) var<uniform> outline: Outline;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return vec4f(corner, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = vec2i(pixel.xy);
    let last = vec2i(textureDimensions(mask)) - 1;
    let reach = i32(ceil(2.0 * view.line_px));
    let radius = 1.6 * view.line_px;
    // The covered pixel nearest to this one decides: a line of even width with a soft outer edge.
    var nearest = 1e6;
    for (var y = -reach; y <= reach; y++) {
        for (var x = -reach; x <= reach; x++) {
            let covered = textureLoad(mask, clamp(at + vec2i(x, y), vec2i(0), last), 0).r;
            if covered > 0.5 {
                nearest = min(nearest, length(vec2f(f32(x), f32(y))));
            }
        }
    }
    let inside = nearest < 0.5;
    let alpha = select(saturate(radius + 0.5 - nearest), 0.0, inside);
    return to_target(outline.color.rgb, alpha * 0.95);
}
