// Shaded triangles: a material under the lights. Alpha means what the material says; mostly nothing (A39).
// uses: NormalPlacement, Placement, clip_position, world_direction, world_normal, world_position (shared/draw.wgsl)
// uses: lit, reaches (shared/light.wgsl)
// uses: BASE_COLOR, CAVITY, CLEARCOAT, CLEARCOAT_NORMAL, CLEARCOAT_ROUGHNESS, DETAIL, EMISSION_MASK (shared/material.wgsl)
// uses: EMISSIVE, Frame, GLOSS, METALLIC, NORMAL, OCCLUSION, OPACITY, ROUGHNESS, SPECULAR, SPECULAR_COLOR (shared/material.wgsl)
// uses: SEEN_THROUGH, SPECULAR_GLOSS, TRANSMISSION, UNLIT, WHOLE, WITH_ALL, bent, has_flag, material, number, texel, *_map (shared/material.wgsl)
// uses: *_sampler (shared/material.wgsl)
// uses: octahedron_decode, tangent_direction, tangent_side (shared/octahedron.wgsl)
// uses: Point, fresnel, largest (shared/reflection.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: shown (shared/tone.wgsl)
// uses: towards_eye, view, xray_coverage (shared/view.wgsl)

const OPAQUE: u32 = 0;
const MASKED: u32 = 1;
const BLENDED: u32 = 2;
override ALPHA: u32 = 0;
// Faces are flat, and shapes turn them: normals are those of the faces as they are posed.
override FACETED: bool = false;

struct Surface {
    @invariant @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) normal_world: vec3f,
    // Two pairs.
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
}

// A surface whose file says where its normal maps lie.
struct Framed {
    @invariant @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    @location(1) normal_world: vec3f,
    @location(2) uvs: vec4f,
    @location(3) color: vec4f,
    @location(4) tangent_world: vec3f,
    @location(5) bitangent_world: vec3f,
}

fn surface(position: vec3f, normal: vec2f, uvs: vec4f, color: vec4f, place: Placement, turn: NormalPlacement) -> Surface {
    let world = world_position(place, position);
    return Surface(clip_position(world), world, world_normal(turn, normal), uvs, color);
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
    return Framed(s.clip, s.position_world, s.normal_world, s.uvs, s.color,
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

fn luminance(c: vec3f) -> f32 {
    return dot(c, vec3f(0.2126, 0.7152, 0.0722));
}

@fragment
fn fragment(in: Surface) -> @location(0) vec4f {
    return shaded(in, mat2x3f());
}

@fragment
fn fragment_framed(in: Framed) -> @location(0) vec4f {
    let s = Surface(in.clip, in.position_world, in.normal_world, in.uvs, in.color);
    return shaded(s, mat2x3f(in.tangent_world, in.bitangent_world));
}

// `given`: tangent and bitangent, where FRAMED.
fn shaded(in: Surface, given: mat2x3f) -> vec4f {
    let uvs = in.uvs;
    var base = material.base_color * in.color * texel(BASE_COLOR, base_color_map, base_color_sampler, uvs);
    base.a *= number(OPACITY, opacity_map, opacity_sampler, uvs);
    let emitted = material.emissive * texel(EMISSIVE, emissive_map, emissive_sampler, uvs).rgb
        * number(EMISSION_MASK, emission_mask_map, emission_mask_sampler, uvs);

    let v = towards_eye(in.position_world);
    // The side that is seen is lit, whatever the winding, a mirroring matrix or a negative bone scale made of it.
    let across = cross(dpdx(in.position_world), dpdy(in.position_world));
    let facing = across * select(-1.0, 1.0, dot(across, v) >= 0.0);
    var own = normalize(in.normal_world);
    if FACETED {
        own = normalize(facing) * select(-1.0, 1.0, dot(facing, own) >= 0.0);
    }
    let side = select(1.0, -1.0, dot(own, facing) < 0.0);
    let frame = Frame(own, in.position_world, given);
    let n = side * bent(NORMAL, normal_map, normal_sampler, uvs, material.normal_scale, frame);

    var roughness = number(ROUGHNESS, roughness_map, roughness_sampler, uvs);
    roughness = select(material.roughness * roughness, 1.0 - (1.0 - material.roughness) * roughness, has_flag(GLOSS));
    let tint = material.specular_color * texel(SPECULAR_COLOR, specular_color_map, specular_color_sampler, uvs).rgb;
    let metallic = material.metallic * number(METALLIC, metallic_map, metallic_sampler, uvs);
    let specular = material.specular * number(SPECULAR, specular_map, specular_sampler, uvs);
    let occlusion = number(OCCLUSION, occlusion_map, occlusion_sampler, uvs);
    let openness = material.openness * (1.0 + material.occlusion_strength * (occlusion - 1.0))
        * number(CAVITY, cavity_map, cavity_sampler, uvs);
    let transmission = material.transmission * number(TRANSMISSION, transmission_map, transmission_sampler, uvs);
    let coat = material.clearcoat * number(CLEARCOAT, clearcoat_map, clearcoat_sampler, uvs);
    let coat_roughness = material.clearcoat_roughness
        * number(CLEARCOAT_ROUGHNESS, clearcoat_roughness_map, clearcoat_roughness_sampler, uvs);
    let coat_normal = side * bent(CLEARCOAT_NORMAL, clearcoat_normal_map, clearcoat_normal_sampler, uvs,
        material.clearcoat_normal_scale, frame);

    if (ALPHA == MASKED || has_flag(WHOLE)) && base.a < material.cutoff {
        discard;
    }
    var coverage = select(1.0, saturate(base.a), ALPHA == BLENDED && !has_flag(WHOLE));
    if has_flag(SEEN_THROUGH) {
        coverage *= xray_coverage(dot(n, v));
    }
    if has_flag(UNLIT) {
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
    let reach = reaches(in.clip.xy, dot(view.eye_world - in.position_world, view.back_world));
    var light = lit(p, in.position_world, openness, reach);
    if DETAIL == WITH_ALL && coat > 0.0 {
        // KHR_materials_clearcoat: a dielectric layer of index 1.5 on top takes its share of what is below.
        let layer = Point(coat_normal, v, vec3f(0.0), vec3f(0.04), 1.0, saturate(coat_roughness));
        let left = 1.0 - coat * fresnel(vec3f(0.04), 1.0, saturate(dot(coat_normal, v))).x;
        let on_top = lit(layer, in.position_world, openness, reach);
        light.scattered *= left;
        light.reflected = light.reflected * left + coat * on_top.reflected;
    }
    // Nothing behind is bent or blurred: what goes through thins the colour out, the less the darker it is.
    let through = transmission * (1.0 - metallic) * luminance(saturate(base.rgb));
    let seen = shown(light.scattered * (1.0 - through) + light.reflected + emitted);
    let held = 1.0 - through * (1.0 - largest(saturate(light.reflected)));
    return vec4f(seen * coverage, coverage * held);
}
