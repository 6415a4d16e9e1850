// Which samples triangles with numbers cover: one thread takes two triangles, and puts each at the samples that it covers.
//
// Graphics processors have fixed circuits for that. Software adapters do it by one thread that prepares triangles one by one; this way all threads
// share the work. Samples are covered by the rules of Vulkan: corners are rounded to 1/256 of a pixel, and what lies on an edge belongs to the
// triangle whose upper or left edge that is.
//
// Two words are read at a time: a software adapter reads for one thread after the other, whatever the width.
// uses: SIDE_LEFT, SIDE_RIGHT, SUBPIXELS, VERTEX, corner_of, numbered, sample_at, sample_position, twice_area (shared/numbered/numbered.wgsl)
// `put`, which keeps what is nearest, is that of who includes this.

// Posed vertices of the mesh, and corners of its triangles, in pairs of words.
@group(4) @binding(1) var<storage, read> vertex_pairs: array<u64>;
@group(4) @binding(2) var<storage, read> index_pairs: array<u64>;

fn words_of(pair: u64) -> vec2u {
    return vec2u(u32(pair & 0xfffffffflu), u32(pair >> 32u));
}

// The first three words of two pairs, or the last three.
fn three(a: vec2u, b: vec2u, last: bool) -> vec3u {
    return select(vec3u(a, b.x), vec3u(a.y, b), last);
}

// Of a vertex, in the mesh.
fn position_of(vertex: u32) -> vec3f {
    let at = vertex * VERTEX;
    return bitcast<vec3f>(three(words_of(vertex_pairs[at >> 1u]), words_of(vertex_pairs[(at >> 1u) + 1u]), (at & 1u) == 1u));
}

// Vertices at the corners of two triangles, of which one has an even number.
struct Two {
    even: vec3u,
    odd: vec3u,
}

fn two_at(two: u32) -> Two {
    let at = (3u * two) >> numbered.narrow;
    let a = words_of(index_pairs[at]);
    let b = words_of(index_pairs[at + 1u]);
    let c = words_of(index_pairs[at + 2u]);
    // Two corners to a word.
    let words = three(a, b, (two & 1u) == 1u);
    let low = words & vec3u(0xffffu);
    let high = words >> vec3u(16u);
    let is_narrow = numbered.narrow == 1u;
    return Two(
        select(vec3u(a, b.x), vec3u(low.x, high.x, low.y), is_narrow),
        select(vec3u(b.y, c), vec3u(high.y, low.z, high.z), is_narrow),
    );
}

// Covers samples by a pair of the run's triangles.
fn cover_pair(pair: u32) {
    // Runs begin at even numbers.
    let even = numbered.first + 2u * pair;
    if even >= numbered.end {
        return;
    }
    let two = two_at(even / 2u);
    cover(even, two.even);
    if even + 1u < numbered.end {
        cover(even + 1u, two.odd);
    }
}

fn cover(triangle: u32, corners: vec3u) {
    let a = corner_of(position_of(corners.x));
    var b = corner_of(position_of(corners.y));
    var c = corner_of(position_of(corners.z));
    // Whoever asks for this sees to it that nothing is behind the eye.
    if min(a.near, min(b.near, c.near)) <= 0.0 {
        return;
    }
    var area = twice_area(a.at, b.at, c.at);
    let is_turned = area < 0.0;
    if (numbered.sides & select(SIDE_RIGHT, SIDE_LEFT, is_turned)) == 0u {
        return;
    }
    if is_turned {
        let other = b;
        b = c;
        c = other;
        area = -area;
    }
    let least = min(a.at, min(b.at, c.at));
    let most = max(a.at, max(b.at, c.at));
    // Rows of samples.
    let step = SUBPIXELS / f32(numbered.samples);
    let rows = f32(numbered.size.y * numbered.samples);
    let top = max(ceil(least.y / step - 0.5), 0.0);
    let bottom = min(floor(most.y / step - 0.5), rows - 1.0);
    // Not a number is not above 0.
    if !(area > 0.0 && top <= bottom) {
        return;
    }
    // From corner to corner, and where an edge has nothing that lies on it.
    let along_x = vec3f(c.at.x - b.at.x, a.at.x - c.at.x, b.at.x - a.at.x);
    let along_y = vec3f(c.at.y - b.at.y, a.at.y - c.at.y, b.at.y - a.at.y);
    let owns = (along_y < vec3f(0.0)) | ((along_y == vec3f(0.0)) & (along_x > vec3f(0.0)));
    let least_share = select(vec3f(1.0), vec3f(0.0), owns);
    let from_x = vec3f(b.at.x, c.at.x, a.at.x);
    let from_y = vec3f(b.at.y, c.at.y, a.at.y);
    let depths = vec3f(a.z, b.z, c.z) / area;
    // Of the edges, how far x goes for each y; rounding may add the slack to it, and the shares decide.
    let slopes = along_x / along_y;
    let slack = 1.0 + (most.x - least.x) * 1e-6;
    // Samples of a pixel are 1 or 4.
    let within = numbered.samples - 1u;
    let shift = countOneBits(within);
    // All samples of all rows in one loop: threads that go side by side wait for the triangle with most samples, and not in each row for the
    // widest one.
    var row = top - 1.0;
    var column = 1.0;
    var right = 0.0;
    var y = 0.0;
    var inside = 0.0;
    var start = 0u;
    loop {
        // Not a number ends a row, too.
        if !(column <= right) {
            row += 1.0;
            if row > bottom {
                break;
            }
            let line = u32(row);
            let sample = line & within;
            start = sample_position(vec2u(0u, line >> shift), sample);
            inside = sample_at(sample).x;
            y = row * step + 0.5 * step;
            let crossed = from_x + slopes * (y - from_y);
            let lefts = select(vec3f(least.x), crossed, along_y < vec3f(0.0));
            let rights = select(vec3f(most.x), crossed, along_y > vec3f(0.0));
            let begin = max(max(lefts.x, lefts.y), max(lefts.z, least.x)) - slack;
            let end = min(min(rights.x, rights.y), min(rights.z, most.x)) + slack;
            column = max(ceil((begin - inside) / SUBPIXELS), 0.0);
            right = min(floor((end - inside) / SUBPIXELS), f32(numbered.size.x) - 1.0);
        }
        if column <= right {
            let x = column * SUBPIXELS + inside;
            // Of each corner, twice the area that the sample and the two others have; whole numbers, exact for what is small.
            let shares = along_x * (y - from_y) - along_y * (x - from_x);
            let depth = dot(shares, depths);
            if all(shares >= least_share) && depth >= 0.0 && depth <= 1.0 {
                // Zero may be negative.
                put(start + (u32(column) << shift), bitcast<u32>(abs(depth)), numbered.before + triangle + 1u);
            }
            column += 1.0;
        }
    }
}
