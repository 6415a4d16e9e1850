// Samples of mirrored surfaces → one colour for each pixel, weaker the higher the surface is above the ground, and how high that is.
// uses: Reflected, height_of (shared/light/reflected.wgsl)

@group(0) @binding(0) var<uniform> reflected: Reflected;
@group(0) @binding(1) var color_samples: texture_multisampled_2d<f32>;
@group(0) @binding(2) var depth_samples: texture_multisampled_2d<f32>;
@group(0) @binding(3) var color_map: texture_2d<f32>;
@group(0) @binding(4) var depth_map: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

struct Lifted {
    // Premultiplied.
    @location(0) color: vec4f,
    // The height as a part of the tallest, times the coverage, and the coverage.
    @location(1) height: vec4f,
}

// One sample; `depth`: 0 where there is nothing.
fn lifted(pixel: vec4f, color: vec4f, depth: f32) -> Lifted {
    let place = pixel.xy / reflected.size_px;
    let ndc = vec2f(place.x * 2.0 - 1.0, 1.0 - place.y * 2.0);
    let height = height_of(reflected, ndc, 1.0 - depth);
    let part = saturate(height / reflected.tallest);
    return Lifted(color * exp(-height * reflected.fade), vec4f(part * color.a, color.a, 0.0, 0.0));
}

@fragment
fn fragment_one(@builtin(position) pixel: vec4f) -> Lifted {
    let at = vec2i(pixel.xy);
    return lifted(pixel, textureLoad(color_map, at, 0), textureLoad(depth_map, at, 0).x);
}

@fragment
fn fragment_samples(@builtin(position) pixel: vec4f) -> Lifted {
    let at = vec2i(pixel.xy);
    var sum = Lifted(vec4f(0.0), vec4f(0.0));
    for (var i = 0; i < 4; i++) {
        let one = lifted(pixel, textureLoad(color_samples, at, i), textureLoad(depth_samples, at, i).x);
        sum = Lifted(sum.color + one.color * 0.25, sum.height + one.height * 0.25);
    }
    return sum;
}
