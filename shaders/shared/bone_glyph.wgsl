// The glyphs of bones: a body from a bone to each of its children, a ball where a bone begins.
// uses: towards_eye, view, world_per_pixel (shared/view.wgsl)

struct Glyph {
    // Where the bone begins, world space.
    @location(0) head: vec3f,
    // Of the ball, or of the octahedron's waist; world space.
    @location(1) radius: f32,
    // Where the octahedron ends; equal to `head` for a ball.
    @location(2) tail: vec3f,
    // Linear light; alpha is opacity.
    @location(3) color: vec4f,
    // For picking, as `Draw.id`.
    @location(4) id: u32,
    // One of the shapes below, and perhaps `GLYPH_IN_FRONT`.
    @location(5) shape: u32,
    // It is at least so wide on each side of its middle.
    @location(6) least_px: f32,
}

const GLYPH_BALL: u32 = 0u;
const GLYPH_OCTAHEDRON: u32 = 1u;
// Four sides from head to tail.
const GLYPH_STICK: u32 = 2u;
// The same, in one flat colour and without an edge.
const GLYPH_LINE: u32 = 3u;
const GLYPH_SHAPES: u32 = 3u;
// No other glyph hides it.
const GLYPH_IN_FRONT: u32 = 4u;

struct GlyphCorner {
    clip: vec4f,
    position_world: vec3f,
    // Distances from the edges of its face, each 1 where it is greatest. Ball: position on the unit disc, and −1.
    inside: vec3f,
}

// An octahedron and the sides of a stick are 8 triangles, a ball is 2 (a disc that faces the eye) and the rest of its corners fall
// together.
const GLYPH_CORNERS: u32 = 24u;
// The waist is this far along the bone.
const WAIST: f32 = 0.16;

// Corner `index` of the glyph, which is at least `least_px` wide on each side of its middle.
fn glyph_corner(glyph: Glyph, index: u32, least_px: f32) -> GlyphCorner {
    var corner = shaped_corner(glyph, index, least_px);
    if (glyph.shape & GLYPH_IN_FRONT) != 0u {
        // Depth is reversed: this is halfway from where it is to the nearest there is.
        corner.clip.z = (corner.clip.z + corner.clip.w) * 0.5;
    }
    return corner;
}

fn shaped_corner(glyph: Glyph, index: u32, least_px: f32) -> GlyphCorner {
    switch glyph.shape & GLYPH_SHAPES {
        case GLYPH_BALL: {
            return ball_corner(glyph, index, least_px);
        }
        case GLYPH_OCTAHEDRON: {
            return octahedron_corner(glyph, index, least_px);
        }
        default: {
            return stick_corner(glyph, index, least_px);
        }
    }
}

fn wide_enough(position_world: vec3f, radius: f32, least_px: f32) -> f32 {
    let w = (view.clip_from_world * vec4f(position_world, 1.0)).w;
    return max(radius, least_px * world_per_pixel(max(w, 0.0)));
}

fn ball_corner(glyph: Glyph, index: u32, least_px: f32) -> GlyphCorner {
    let shown = index < 6u;
    let x = f32(index == 1u || index == 2u || index == 4u);
    let y = f32(index == 2u || index == 4u || index == 5u);
    let corner = select(vec2f(0.0), vec2f(x, y) * 2.0 - 1.0, shown);
    let radius = wide_enough(glyph.head, glyph.radius, least_px);
    // In front of the octahedra that meet here.
    let middle = glyph.head + towards_eye(glyph.head) * radius;
    let position = middle + (view.right_world * corner.x + view.up_world * corner.y) * radius;
    return GlyphCorner(view.clip_from_world * vec4f(position, 1.0), position, vec3f(corner, -1.0));
}

fn octahedron_corner(glyph: Glyph, index: u32, least_px: f32) -> GlyphCorner {
    let along = glyph.tail - glyph.head;
    let direction = normalize(along);
    let side = normalize(cross(direction, select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(direction.y) > 0.9)));
    let other = cross(direction, side);
    let middle = glyph.head + along * WAIST;
    let radius = wide_enough(middle, glyph.radius, least_px);
    let face = index / 3u;
    let corner = index % 3u;
    // Faces 0–3 meet in the head, 4–7 in the tail; corner 0 is that tip, 1 and 2 are neighbours on the waist.
    let turn = (face + select(0u, 1u, (corner == 1u) == (face >= 4u))) & 3u;
    let around = array(side, other, -side, -other)[turn];
    var position = middle + around * radius;
    if corner == 0u {
        position = select(glyph.head, glyph.tail, face >= 4u);
    }
    let inside = vec3f(f32(corner == 0u), f32(corner == 1u), f32(corner == 2u));
    return GlyphCorner(view.clip_from_world * vec4f(position, 1.0), position, inside);
}

fn stick_corner(glyph: Glyph, index: u32, least_px: f32) -> GlyphCorner {
    let direction = normalize(glyph.tail - glyph.head);
    let side = normalize(cross(direction, select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(direction.y) > 0.9)));
    let other = cross(direction, side);
    let face = index / 6u;
    let corner = index % 6u;
    let is_next = corner == 1u || corner == 2u || corner == 4u;
    let is_tail = corner == 2u || corner == 4u || corner == 5u;
    let turn = (face + select(0u, 1u, is_next)) & 3u;
    let around = array(side, other, -side, -other)[turn];
    let end = select(glyph.head, glyph.tail, is_tail);
    let position = end + around * wide_enough(end, glyph.radius, least_px);
    let across = f32(is_next);
    return GlyphCorner(view.clip_from_world * vec4f(position, 1.0), position, vec3f(across, 1.0 - across, 1.0));
}
