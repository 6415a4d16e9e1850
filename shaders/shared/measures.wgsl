// What surfaces and strands alike are shown by instead of by their material: how far away they are, and how many lie behind a pixel.
// uses: view (shared/view.wgsl)

// Linear light that each surface adds to its pixel.
const OVERDRAW_STEP: vec3f = vec3f(0.15, 0.045, 0.014);

// A value that changes less over a pixel, in parts of the way from line to line, is flat.
const FLAT_STEP: f32 = 1e-4;

// From the near end of the models to the far end.
const DEPTH_LINES: f32 = 24.0;

// 1 on one of so many lines of equal value, 0 away from them. `along`: 0…1 over all of them; `slope`: how much it changes over a pixel.
fn one_of_lines(along: f32, slope: f32, lines: f32) -> f32 {
    let at = along * lines;
    let step = slope * lines;
    let nearest = round(at);
    // Neither at the ends, nor where lines would run together, nor where the value stays the same and only rounding changes it.
    if nearest < 0.5 || nearest > lines - 0.5 || step < FLAT_STEP || step > 0.5 {
        return 0.0;
    }
    return 1.0 - smoothstep(0.6, 1.4, abs(at - nearest) / step);
}

// sRGB, from light at the near end of the models to dark at the far end. Lines of equal depth show what is only a little nearer.
fn depth_grey(from_eye: vec3f) -> f32 {
    let distance = -dot(from_eye, view.back_world);
    let along = saturate((distance - view.depth_near) / (view.depth_far - view.depth_near));
    let line = one_of_lines(along, fwidth(along), DEPTH_LINES);
    return mix(1.0, 0.02, along) * mix(1.0, 0.72, line);
}
