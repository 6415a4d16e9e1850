// Shaded triangles: a material under the lights. Alpha means what the material says; mostly nothing (A39).
// uses: entry, light_behind (shared/light/behind.wgsl)
// uses: NormalPlacement, Placement, clip_position, item, world_direction, world_normal, world_position (shared/draw.wgsl)
// uses: f0_of, film_reflection (shared/light/film.wgsl)
// uses: environment_terms, lit, reaches (shared/light/light.wgsl)
// uses: FRAMED, Frame, GLOSS, NO_READ, SEEN_THROUGH, SPECULAR_GLOSS, Steps, UNLIT, WHOLE, bent, directions (shared/material.wgsl)
// uses: has_flag, material, samples_of, share_of, steps, steps_in, steps_of_position, steps_of_uv, unit_or_zero (shared/material.wgsl)
// uses: SUBPIXELS, VERTEX, corner_of, numbered, sample_at, sample_position (shared/numbered/numbered.wgsl)
// uses: position_at, vertex_at, vertices (shared/numbered/words.wgsl)
// uses: octahedron_decode, tangent_direction, tangent_side (shared/octahedron.wgsl)
// uses: ANISOTROPIC, Light, Point, cosine_to_eye, fresnel, largest, reflected_share (shared/light/reflection.wgsl)
// uses: sheen_albedo, sheen_light (shared/light/sheen.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: shown (shared/light/tone.wgsl)
// uses: SHOWS_INPUTS, input_seen (shared/inputs.wgsl)
// uses: ANISOTROPY_READ, CLEARCOAT_NORMAL_READ, NORMAL_READ, texels_at (shared/unmapped.wgsl)
// uses: back_along, is_left_out, view, xray_coverage (shared/view.wgsl)

const OPAQUE: u32 = 0;
const MASKED: u32 = 1;
const BLENDED: u32 = 2;
override ALPHA: u32 = 0;
// Faces are flat, and shapes turn them: normals are those of the faces as they are posed.
override FACETED: bool = false;
// What a material has beside metal and roughness. What is left out costs nothing, also where a branch does (software adapters run
// both ways).
override COATED: bool = false;
override SHEEN: bool = false;
override IRIDESCENT: bool = false;
override TRANSMITS: bool = false;
// Edges of holes are cut out sample by sample, where a pixel has four of them.
override CUTS_SAMPLES: bool = false;

// A plane leaves out what lies before it; CAPPED: backs of faces beyond it are flat, as if bodies were solid.
override SECTION: bool = false;
override CAPPED: bool = false;
// The corners of front faces run clockwise.
override MIRRORED: bool = false;

// The look of the material: 0 is all of it under the lights, then come the inputs by number plus one, then the other looks.
override SHOWS: u32 = 0;
const SHOWS_UNLIT: u32 = 22;
// Of all that its maps and colours say, the holes alone.
const SHOWS_CLAY: u32 = 24;
// Emission alone, as strong as it is, to be spread as bloom.
const SHOWS_GLOW: u32 = 25;

// Linear light of what may be behind a picture without background.
const UNKNOWN: f32 = 0.5;

// What shading has made of factors and maps.
struct Inputs {
    base: vec4f,
    tint: vec3f,
    emitted: vec3f,
    n: vec3f,
    coat_normal: vec3f,
    metallic: f32,
    roughness: f32,
    specular: f32,
}

// Positions go from the eye, along the axes of the world: far from the world's origin they would lose what tells a pixel from the next.
// Normals and tangents are those of a place that the triangle covers: carried on to the middle of a pixel beside it they would point anywhere, and
// thin strips of metal would sparkle. Texture coordinates are not, as their differences choose the level of a texture.
struct Surface {
    @invariant @builtin(position) clip: vec4f,
    @location(0) from_eye: vec3f,
    @location(1) @interpolate(perspective, centroid) normal_world: vec3f,
    // Two pairs.
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
}

// A surface whose file says where its normal maps lie.
struct Framed {
    @invariant @builtin(position) clip: vec4f,
    @location(0) from_eye: vec3f,
    @location(1) @interpolate(perspective, centroid) normal_world: vec3f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    @location(4) @interpolate(perspective, centroid) tangent_world: vec3f,
    @location(5) @interpolate(perspective, centroid) bitangent_world: vec3f,
}

// Most surfaces, whose pipelines exchange no more than they need: a software adapter keeps all of it for every corner of every triangle.
struct Bare {
    @invariant @builtin(position) clip: vec4f,
    @location(0) from_eye: vec3f,
    @location(1) @interpolate(perspective, centroid) normal_world: vec3f,
}

struct Mapped {
    @invariant @builtin(position) clip: vec4f,
    @location(0) from_eye: vec3f,
    @location(1) @interpolate(perspective, centroid) normal_world: vec3f,
    @location(2) uv: vec2f,
}

fn surface(position: vec3f, normal: vec2f, uvs: vec4f, color: vec4f, place: Placement, turn: NormalPlacement) -> Surface {
    let world = world_position(place, position);
    return Surface(clip_position(world), world - view.eye_world, world_normal(turn, normal), uvs, color);
}

@vertex
fn vertex_uv(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, uv.xyxy, vec4f(1.0), place, turn);
}

@vertex
fn vertex_plain(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, vec4f(0.0), vec4f(1.0), place, turn);
}

@vertex
fn vertex_bare(@location(0) position: vec3f, @location(1) normal: vec2f, place: Placement, turn: NormalPlacement) -> Bare {
    let world = world_position(place, position);
    return Bare(clip_position(world), world - view.eye_world, world_normal(turn, normal));
}

@vertex
fn vertex_mapped(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    place: Placement,
    turn: NormalPlacement,
) -> Mapped {
    let world = world_position(place, position);
    return Mapped(clip_position(world), world - view.eye_world, world_normal(turn, normal), uv);
}

// Everything a mesh may have.
@vertex
fn vertex_full(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    place: Placement,
    turn: NormalPlacement,
) -> Surface {
    return surface(position, normal, uvs, color, place, turn);
}

// `tangent`: as the deform pass packed it.
fn framed(s: Surface, normal: vec2f, tangent: u32, place: Placement) -> Framed {
    let along = tangent_direction(tangent);
    // In the mesh, so that whatever places it takes both along.
    let across = cross(octahedron_decode(normal), along) * tangent_side(tangent);
    return Framed(s.clip, s.from_eye, s.normal_world, s.uvs, s.color,
        world_direction(place, along), world_direction(place, across));
}

@vertex
fn vertex_uv_framed(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uv: vec2f,
    @location(4) tangent: u32,
    place: Placement,
    turn: NormalPlacement,
) -> Framed {
    return framed(surface(position, normal, uv.xyxy, vec4f(1.0), place, turn), normal, tangent, place);
}

@vertex
fn vertex_full_framed(
    @location(0) position: vec3f,
    @location(1) normal: vec2f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    @location(4) tangent: u32,
    place: Placement,
    turn: NormalPlacement,
) -> Framed {
    return framed(surface(position, normal, uvs, color, place, turn), normal, tangent, place);
}

// A back of a face is seen.
var<private> is_back: bool = false;

fn tell_side(counter_clockwise: bool) {
    if CAPPED {
        is_back = counter_clockwise == MIRRORED;
    }
}

@fragment
fn fragment(in: Surface, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4f {
    tell_side(counter_clockwise);
    return shaded(in, mat2x3f());
}

@fragment
fn fragment_bare(in: Bare, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4f {
    tell_side(counter_clockwise);
    return shaded(Surface(in.clip, in.from_eye, in.normal_world, vec4f(0.0), vec4f(1.0)), mat2x3f());
}

@fragment
fn fragment_mapped(in: Mapped, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4f {
    tell_side(counter_clockwise);
    return shaded(Surface(in.clip, in.from_eye, in.normal_world, in.uv.xyxy, vec4f(1.0)), mat2x3f());
}

@fragment
fn fragment_framed(in: Framed, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4f {
    tell_side(counter_clockwise);
    let s = Surface(in.clip, in.from_eye, in.normal_world, in.uvs, in.color);
    return shaded(s, mat2x3f(in.tangent_world, in.bitangent_world));
}

// What is drawn into two textures at once, in any order. `compose.wgsl` makes one color of them.
struct Weighed {
    // Premultiplied light and coverage, times the weight.
    @location(0) sum: vec4f,
    // The share of light from behind that the surface holds back; the target multiplies the rest.
    @location(1) coverage: f32,
}

// Nearer surfaces weigh more: doublings from the far end of the models to the near one, and of the least weight.
const DOUBLINGS: f32 = 3.0;
const LEAST_WEIGHT: f32 = -1.5;

fn weighed(color: vec4f, from_eye: vec3f) -> Weighed {
    let depth = -dot(from_eye, view.back_world);
    let nearness = saturate((view.depth_far - depth) / (view.depth_far - view.depth_near));
    return Weighed(color * exp2(LEAST_WEIGHT + DOUBLINGS * nearness), color.a);
}

@fragment
fn fragment_weighed(in: Surface) -> Weighed {
    return weighed(shaded(in, mat2x3f()), in.from_eye);
}

@fragment
fn fragment_weighed_framed(in: Framed) -> Weighed {
    let s = Surface(in.clip, in.from_eye, in.normal_world, in.uvs, in.color);
    return weighed(shaded(s, mat2x3f(in.tangent_world, in.bitangent_world)), in.from_eye);
}

// Of each tile of the picture the least number that was found in it and the greatest (`tiles_of.wgsl`).
@group(4) @binding(6) var<storage, read> tiles: array<vec2u>;

// Pixels along an edge of a tile.
const TILE: u32 = 16u;

// A tile of the picture, or nothing if no triangle of this mesh is seen in it.
@vertex
fn vertex_tile(@builtin(vertex_index) corner: u32, @builtin(instance_index) tile: u32) -> @builtin(position) vec4f {
    let columns = (numbered.size.x + TILE - 1u) / TILE;
    let seen = tiles[tile];
    let is_seen = seen.y > numbered.before && seen.x <= numbered.before + numbered.end;
    let side = select(0u, 1u, is_seen);
    let at = (vec2u(tile % columns, tile / columns) + vec2u(corner & 1u, corner >> 1u) * side) * TILE;
    let share = vec2f(at) / vec2f(numbered.size);
    return vec4f(share.x * 2.0 - 1.0, 1.0 - share.y * 2.0, 0.0, 1.0);
}

// What `nearest.wgsl` found: number and depth.
@group(4) @binding(3) var<storage, read> found: array<vec2u>;
// Of each vertex one pair of texture coordinates or two, as STREAMS says, …
@group(4) @binding(4) var<storage, read> uvs_of: array<f32>;
// … and four numbers of 16 bits.
@group(4) @binding(5) var<storage, read> colors_of: array<u32>;
// 0: nothing beside the vertices themselves, 1: one pair of texture coordinates, 2: two pairs and colours.
override STREAMS: u32 = 0;

struct Found {
    @location(0) color: vec4f,
    @builtin(frag_depth) depth: f32,
}

// A sample of a mesh whose triangles have numbers.
@fragment
fn fragment_found(@builtin(position) pixel: vec4f, @builtin(sample_index) sample: u32) -> Found {
    let here = found[sample_position(vec2u(pixel.xy), sample)];
    let triangle = here.x - numbered.before - 1u;
    if here.x <= numbered.before || triangle >= numbered.end {
        discard;
    }
    let vertex = vec3u(vertex_at(3u * triangle), vertex_at(3u * triangle + 1u), vertex_at(3u * triangle + 2u));
    let a = corner_of(position_at(vertex.x));
    let b = corner_of(position_at(vertex.y));
    let c = corner_of(position_at(vertex.z));
    // Of each corner, what the sample and the two others have of the triangle, first on the screen and then in the world.
    let along_x = vec3f(c.at.x - b.at.x, a.at.x - c.at.x, b.at.x - a.at.x);
    let along_y = vec3f(c.at.y - b.at.y, a.at.y - c.at.y, b.at.y - a.at.y);
    let at = floor(pixel.xy) * SUBPIXELS + sample_at(sample);
    let from_x = at.x - vec3f(b.at.x, c.at.x, a.at.x);
    let from_y = at.y - vec3f(b.at.y, c.at.y, a.at.y);
    let near = vec3f(a.near, b.near, c.near);
    let areas = (along_x * from_y - along_y * from_x) * near;
    let all = areas.x + areas.y + areas.z;
    let shares = areas / all;
    let right = -SUBPIXELS * along_y * near;
    let below = SUBPIXELS * along_x * near;
    let shares_x = (right - shares * (right.x + right.y + right.z)) / all;
    let shares_y = (below - shares * (below.x + below.y + below.z)) / all;
    let worlds = mat3x3f(a.world - view.eye_world, b.world - view.eye_world, c.world - view.eye_world);
    let normals = mat3x3f(normal_at(vertex.x), normal_at(vertex.y), normal_at(vertex.z));
    let uvs = mat3x4f(uvs_at(vertex.x), uvs_at(vertex.y), uvs_at(vertex.z));
    let colors = mat3x4f(color_at(vertex.x), color_at(vertex.y), color_at(vertex.z));
    steps = Steps(worlds * shares_x, worlds * shares_y, uvs * shares_x, uvs * shares_y);
    var given = mat2x3f();
    if FRAMED {
        given = frame_at(vertex.x) * shares.x + frame_at(vertex.y) * shares.y + frame_at(vertex.z) * shares.z;
    }
    let s = Surface(pixel, worlds * shares, numbered.normal_from_mesh * (normals * shares), uvs * shares, colors * shares);
    return Found(shaded(s, given), bitcast<f32>(here.y));
}

fn normal_at(vertex: u32) -> vec3f {
    return octahedron_decode(unpack2x16snorm(vertices[vertex * VERTEX + 3u]));
}

fn uvs_at(vertex: u32) -> vec4f {
    if STREAMS == 0u {
        return vec4f(0.0);
    }
    if STREAMS == 1u {
        return vec2f(uvs_of[2u * vertex], uvs_of[2u * vertex + 1u]).xyxy;
    }
    let at = 4u * vertex;
    return vec4f(uvs_of[at], uvs_of[at + 1u], uvs_of[at + 2u], uvs_of[at + 3u]);
}

fn color_at(vertex: u32) -> vec4f {
    if STREAMS == 2u {
        return vec4f(unpack2x16unorm(colors_of[2u * vertex]), unpack2x16unorm(colors_of[2u * vertex + 1u]));
    }
    return vec4f(1.0);
}

// Tangent and bitangent, in the world.
fn frame_at(vertex: u32) -> mat2x3f {
    let tangent = vertices[vertex * VERTEX + 4u];
    let along = tangent_direction(tangent);
    let across = cross(normal_at(vertex), along) * tangent_side(tangent);
    let turn = mat3x3f(numbered.world_from_mesh[0], numbered.world_from_mesh[1], numbered.world_from_mesh[2]);
    return mat2x3f(turn * along, turn * across);
}

struct Cut {
    @location(0) color: vec4f,
    @builtin(sample_mask) samples: u32,
}

@fragment
fn fragment_cut(in: Surface) -> Cut {
    let color = shaded(in, mat2x3f());
    return Cut(color, samples_left);
}

@fragment
fn fragment_cut_framed(in: Framed) -> Cut {
    let s = Surface(in.clip, in.from_eye, in.normal_world, in.uvs, in.color);
    let color = shaded(s, mat2x3f(in.tangent_world, in.bitangent_world));
    return Cut(color, samples_left);
}

// Of four; all of them where nothing is cut out.
var<private> samples_left: u32 = 15u;

// `given`: tangent and bitangent, where FRAMED.
fn shaded(in: Surface, given: mat2x3f) -> vec4f {
    let uvs = in.uvs;
    let texels = texels_at(uvs);
    var base = material.base_color * in.color * texels.base_color;
    base.a *= texels.opacity;
    if SHOWS == SHOWS_CLAY {
        base = vec4f(material.base_color.rgb, base.a);
    }
    let emitted = material.emissive * texels.emissive.rgb * texels.emission_mask;

    let position = view.eye_world + in.from_eye;
    let v = back_along(in.from_eye);
    // The side that is seen is lit, whatever the winding, a mirroring matrix or a negative bone scale made of it.
    let to = steps_of_position(in.from_eye);
    let across = cross(to[0], to[1]);
    let facing = across * select(-1.0, 1.0, dot(across, v) >= 0.0);
    var own = normalize(in.normal_world);
    if FACETED {
        own = normalize(facing) * select(-1.0, 1.0, dot(facing, own) >= 0.0);
    }
    let side = select(1.0, -1.0, dot(own, facing) < 0.0);
    let frame = Frame(own, in.from_eye, given);
    let n = side * bent(NORMAL_READ, texels.normal, uvs, material.normal_scale, frame);

    let roughness = select(material.roughness * texels.roughness, 1.0 - (1.0 - material.roughness) * texels.roughness,
        has_flag(GLOSS));
    let tint = material.specular_color * texels.specular_color.rgb;
    let metallic = material.metallic * texels.metallic;
    let specular = material.specular * texels.specular;
    let openness = material.openness * (1.0 + material.occlusion_strength * (texels.occlusion - 1.0)) * texels.cavity;

    if SECTION {
        // Here and not earlier, as differences of texture coordinates need the pixels beside it.
        if is_left_out(in.clip) {
            discard;
        }
        if CAPPED && is_back {
            return to_target(view.cap.rgb, 1.0);
        }
    }
    if CUTS_SAMPLES {
        samples_left = samples_of(base.a);
        if samples_left == 0u {
            discard;
        }
    } else if (ALPHA == MASKED || has_flag(WHOLE)) && base.a < material.cutoff {
        discard;
    }
    var coverage = select(1.0, saturate(base.a), ALPHA == BLENDED && !has_flag(WHOLE));
    if has_flag(SEEN_THROUGH) {
        coverage *= xray_coverage(dot(n, v));
        if CUTS_SAMPLES {
            coverage *= share_of(samples_left);
        }
    }
    if SHOWS_INPUTS && SHOWS != SHOWS_UNLIT {
        let coat_normal = side
            * bent(CLEARCOAT_NORMAL_READ, texels.clearcoat_normal, uvs, material.clearcoat_normal_scale, frame);
        let inputs = Inputs(base, tint, emitted, n, coat_normal, metallic, roughness, specular);
        return to_target(input_seen(inputs, texels, uvs, in.from_eye), coverage);
    }
    if SHOWS == SHOWS_UNLIT || has_flag(UNLIT) {
        return to_target(base.rgb + emitted, coverage);
    }

    var p: Point;
    p.n = n;
    p.v = v;
    p.roughness = saturate(roughness);
    if has_flag(SPECULAR_GLOSS) {
        // The archived extension: what is reflected is not scattered.
        p.f0 = tint;
        p.f90 = 1.0;
        p.diffuse = base.rgb * (1.0 - largest(saturate(tint)));
    } else {
        let f0 = min(material.dielectric * tint, vec3f(1.0)) * specular;
        p.f0 = mix(saturate(f0), base.rgb, metallic);
        p.f90 = mix(saturate(specular), 1.0, metallic);
        p.diffuse = base.rgb * (1.0 - metallic);
    }
    if IRIDESCENT {
        let thickness = material.film_thickness + material.film_range * texels.iridescence_thickness;
        let film = film_reflection(material.iridescence_ior, cosine_to_eye(p), thickness, p.f0);
        let share = saturate(material.iridescence * texels.iridescence);
        p.f0 = mix(p.f0, f0_of(film, cosine_to_eye(p)), select(share, 0.0, thickness <= 0.0));
    }
    if ANISOTROPIC {
        p.anisotropy = saturate(material.anisotropy * texels.anisotropy.b);
        p.along = scratched(texels.anisotropy.xy * 2.0 - 1.0, uvs, frame, n);
        p.anisotropy *= dot(p.along, p.along);
    }
    let reach = reaches(in.clip.xy, -dot(in.from_eye, view.back_world));
    var light = lit(p, position, openness, reach);
    // What is left of the coverage where light goes through to nothing.
    var held = 1.0;
    if TRANSMITS {
        let share = saturate(material.transmission * texels.transmission);
        let thickness = material.thickness * texels.thickness;
        let at = entry(position, n, v, material.ior, thickness * item.world_scale);
        let behind = light_behind(at, p.roughness, material.ior);
        let left = exp(-material.absorption * (thickness * item.file_scale));
        let reflected = reflected_share(p, environment_terms(p.roughness, cosine_to_eye(p)));
        let through = p.diffuse * left * (1.0 - largest(saturate(reflected)));
        light.scattered = mix(light.scattered, through * behind.rgb * behind.a, share);
        // Without a background the picture will be laid over another one, and alpha dims all channels alike. So alpha follows the channel
        // with the least transmission, and the other channels get the light that a grey wall would add to them.
        let tint = saturate(through);
        let least = min(min(tint.r, tint.g), tint.b);
        let unknown = share * (1.0 - behind.a);
        light.scattered += unknown * (tint - least) * UNKNOWN;
        held = 1.0 - unknown * pow(least, 1.0 / 2.2);
    }
    var glow = emitted;
    if SHEEN {
        // Fibres take their share of what is below.
        let color = material.sheen_color * texels.sheen_color.rgb;
        let fibre_roughness = saturate(material.sheen_roughness * texels.sheen_roughness);
        let albedo = sheen_albedo(fibre_roughness, cosine_to_eye(p));
        let left = 1.0 - largest(color) * albedo;
        let on_top = color * sheen_light(n, v, fibre_roughness, albedo, position, openness, reach);
        light = Light(light.scattered * left, light.reflected * left + on_top);
    }
    if COATED {
        // KHR_materials_clearcoat: a dielectric layer of index 1.5 on top takes its share of what is below.
        let coat = material.clearcoat * texels.clearcoat;
        let coat_roughness = saturate(material.clearcoat_roughness * texels.clearcoat_roughness);
        let coat_normal = side
            * bent(CLEARCOAT_NORMAL_READ, texels.clearcoat_normal, uvs, material.clearcoat_normal_scale, frame);
        let layer = Point(coat_normal, v, vec3f(0.0), vec3f(0.04), 1.0, coat_roughness, 0.0, vec3f(0.0));
        let left = 1.0 - coat * fresnel(vec3f(0.04), 1.0, saturate(dot(coat_normal, v))).x;
        let on_top = lit(layer, position, openness, reach);
        light = Light(light.scattered * left, light.reflected * left + coat * on_top.reflected);
        glow *= left;
    }
    let seen = shown(light.scattered + light.reflected + glow);
    return vec4f(seen * coverage, coverage * held);
}

// The direction of scratches, at a right angle to `n`; none where texture coordinates have no directions. `turn`: what their map says.
fn scratched(turn: vec2f, uvs: vec4f, frame: Frame, n: vec3f) -> vec3f {
    var to = steps_of_uv(uvs.xy);
    if ANISOTROPY_READ != NO_READ {
        to = steps_in(ANISOTROPY_READ, uvs);
    } else if NORMAL_READ != NO_READ {
        to = steps_in(NORMAL_READ, uvs);
    }
    let direction = material.anisotropy_direction;
    let turned = vec2f(direction.x * turn.x - direction.y * turn.y, direction.x * turn.y + direction.y * turn.x);
    let along = directions(to, frame) * turned;
    return unit_or_zero(along - n * dot(n, along));
}
