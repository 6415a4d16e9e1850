// One input of a material by itself, without any light. A text without it takes its place where materials are lit
// (`crates/render/src/gpu/shaders.rs`): shaders of materials are many.
// uses: NO_READ, SPECULAR_GLOSS, Texels, has_flag, material, size_in, steps_in, steps_of_position (shared/material.wgsl)
// uses: linear_from_srgb (shared/srgb.wgsl)
// uses: MEASURED_READ (shared/unmapped.wgsl)
// uses: by_file_axes, view (shared/view.wgsl)

const SHOWS_INPUTS: bool = true;

// Numbers are as bright as the byte that stands for them.
fn input_seen(i: Inputs, texels: Texels, uvs: vec4f, position: vec3f) -> vec3f {
    var number = 0.0;
    switch SHOWS {
        case 1u: {
            return saturate(i.base.rgb);
        }
        case 2u: {
            number = i.base.a;
        }
        case 3u: {
            number = select(i.metallic, 0.0, has_flag(SPECULAR_GLOSS));
        }
        case 4u: {
            number = i.roughness;
        }
        case 5u: {
            return saturate(i.tint);
        }
        case 6u: {
            number = i.specular;
        }
        case 7u: {
            return linear_from_srgb(by_file_axes(i.n) * 0.5 + 0.5);
        }
        case 8u: {
            number = 1.0 + material.occlusion_strength * (texels.occlusion - 1.0);
        }
        case 9u: {
            number = texels.cavity;
        }
        case 10u: {
            return saturate(i.emitted);
        }
        case 11u: {
            number = texels.emission_mask;
        }
        case 12u: {
            number = material.clearcoat * texels.clearcoat;
        }
        case 13u: {
            number = material.clearcoat_roughness * texels.clearcoat_roughness;
        }
        case 14u: {
            return linear_from_srgb(by_file_axes(i.coat_normal) * 0.5 + 0.5);
        }
        case 15u: {
            number = material.transmission * texels.transmission;
        }
        case 16u: {
            return saturate(material.sheen_color * texels.sheen_color.rgb);
        }
        case 17u: {
            number = material.sheen_roughness * texels.sheen_roughness;
        }
        case 18u: {
            number = material.thickness * texels.thickness;
        }
        case 19u: {
            number = material.iridescence * texels.iridescence;
        }
        case 20u: {
            number = (material.film_thickness + material.film_range * texels.iridescence_thickness) * 0.001;
        }
        case SHOWS_GLOW: {
            // Not held to what a screen shows: the halo of strong light is larger. Half floats end at 65504.
            return min(max(i.emitted, vec3f(0.0)), vec3f(4096.0));
        }
        case 21u: {
            number = material.anisotropy * texels.anisotropy.b;
        }
        default: {
            return density(uvs, position);
        }
    }
    return linear_from_srgb(vec3f(saturate(number)));
}

// As `picture::Colors` has them: sRGB, evenly spaced.
const HEAT_0: vec3f = vec3f(68.0, 1.0, 84.0);
const HEAT_1: vec3f = vec3f(59.0, 82.0, 139.0);
const HEAT_2: vec3f = vec3f(33.0, 145.0, 140.0);
const HEAT_3: vec3f = vec3f(94.0, 201.0, 98.0);
const HEAT_4: vec3f = vec3f(253.0, 231.0, 37.0);
const UNMEASURED: vec3f = vec3f(182.0, 183.0, 186.0);
// Of interpolated texture coordinates around 1, about four of the last places of a float.
const ROUNDING: f32 = 4.8e-7;
// From the least density to the greatest.
const DENSITY_OCTAVES: f32 = 8.0;

// The colour of how many texels lie along a unit of length.
fn density(uvs: vec4f, position: vec3f) -> vec3f {
    let none = linear_from_srgb(UNMEASURED / 255.0);
    if MEASURED_READ == NO_READ {
        return none;
    }
    let size = size_in(MEASURED_READ);
    let change = steps_in(MEASURED_READ, uvs);
    let along = change[0] * size;
    let down = change[1] * size;
    let texels = abs(determinant(mat2x2f(along, down)));
    // Faces whose texture coordinates fall on one point or line have as many texels as rounding makes.
    let largest = max(max(abs(uvs.x), abs(uvs.y)), max(abs(uvs.z), abs(uvs.w)));
    let rounding = ROUNDING * max(largest, 1.0) * max(size.x, size.y);
    let made_up = rounding * (length(along) + length(down) + rounding);
    let to = steps_of_position(position);
    let area = length(cross(to[0], to[1]));
    let is_known = texels > made_up && area > 0.0;
    // No return before the end: software adapters fail over one that hangs on derivatives.
    let octaves = 0.5 * log2(select(1.0, texels / area, is_known)) - log2(view.least_density);
    let step = clamp(octaves / DENSITY_OCTAVES, 0.0, 1.0) * 4.0;
    var heat = mix(HEAT_0, HEAT_1, saturate(step));
    heat = mix(heat, HEAT_2, saturate(step - 1.0));
    heat = mix(heat, HEAT_3, saturate(step - 2.0));
    heat = mix(heat, HEAT_4, saturate(step - 3.0));
    return select(none, linear_from_srgb(heat / 255.0), is_known);
}
