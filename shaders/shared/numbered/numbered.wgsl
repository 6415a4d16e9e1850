// Triangles with numbers: for each sample of a picture the nearest triangle is found first (`nearest.wgsl`), and each sample is shaded once
// (`mesh.wgsl`). What both know about a mesh and its triangles.
//
// No branch hangs on a uniform alone: Mesa's software renderer translates a shader anew for each value of such a uniform.
//
// Burns and Hunt, "The Visibility Buffer: A Cache-Friendly Approach to Deferred Shading", 2013.

struct Numbered {
    clip_from_world: mat4x4f,
    world_from_mesh: mat4x3f,
    // As `NormalPlacement` has it.
    normal_from_mesh: mat3x3f,
    // Of the picture, in pixels.
    size: vec2u,
    // Of a pixel: 1 or 4.
    samples: u32,
    // The number of the first triangle is one more: 0 is none.
    before: u32,
    // The first triangle or dot of a run, and how many the mesh has.
    first: u32,
    end: u32,
    // The sides that are drawn: SIDE_LEFT, SIDE_RIGHT or both.
    sides: u32,
    // 1: indices have 16 bits instead of 32.
    narrow: u32,
    // Of dots: of so many vertices one.
    step: u32,
}

// The corners run counter-clockwise on the screen, or clockwise.
const SIDE_LEFT: u32 = 1u;
const SIDE_RIGHT: u32 = 2u;

// Words of a posed vertex.
const VERTEX: u32 = 5u;

// Of a pixel on each side: corners are rounded to them, as in a rasterizer.
const SUBPIXELS: f32 = 256.0;

@group(4) @binding(0) var<uniform> numbered: Numbered;

// A corner of a triangle on the screen.
struct Corner {
    world: vec3f,
    // From the upper left, in subpixels.
    at: vec2f,
    // Depth, reversed.
    z: f32,
    // One over the distance from the eye; not above 0 behind it.
    near: f32,
}

fn corner_of(position: vec3f) -> Corner {
    let world = numbered.world_from_mesh * vec4f(position, 1.0);
    let clip = numbered.clip_from_world * vec4f(world, 1.0);
    let near = 1.0 / clip.w;
    let shares = clip.xy * near * vec2f(0.5, -0.5) + 0.5;
    return Corner(world, round(shares * vec2f(numbered.size) * SUBPIXELS), clip.z * near, near);
}

// Twice the area of a triangle, in subpixels; below 0 where its corners run counter-clockwise on the screen.
fn twice_area(a: vec2f, b: vec2f, c: vec2f) -> f32 {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Where a sample of a pixel lies, in subpixels: of four as every adapter has them, each in a row of its own; else in the middle.
fn sample_at(sample: u32) -> vec2f {
    let of_four = vec2f(96.0 + 128.0 * f32(sample & 1u) - 64.0 * f32(sample >> 1u), 32.0 + 64.0 * f32(sample));
    return select(vec2f(128.0), of_four, numbered.samples == 4u);
}

// Position of a sample among those of the picture.
fn sample_position(pixel: vec2u, sample: u32) -> u32 {
    return (pixel.y * numbered.size.x + pixel.x) * numbered.samples + sample;
}
