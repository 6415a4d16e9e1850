// One texel of what is held back at a pixel: the shares of light that get there, and how far away the surface is.

const NOTHING: u32 = 0x0000ffffu;

// `open`: of what comes from all around; `lit`: of the key light. `away`: above 0.
fn held_from(open: f32, lit: f32, away: f32) -> u32 {
    // Whatever the distance, a number below 1.
    let bent = max(away / (1.0 + away), 2e-5);
    return pack4x8unorm(vec4f(open, lit, 0.0, 0.0)) | pack2x16unorm(vec2f(0.0, bent));
}

// Open and lit.
fn held_shares(held: u32) -> vec2f {
    return unpack4x8unorm(held).xy;
}

// 0 where there is nothing.
fn held_away(held: u32) -> f32 {
    let bent = unpack2x16unorm(held).y;
    return bent / max(1.0 - bent, 1e-5);
}
