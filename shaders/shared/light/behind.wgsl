// The picture of all that lets no light through, as it is seen through what does.
// uses: environment_sampler (shared/light/light.wgsl)
// uses: unshown (shared/light/tone.wgsl)
// uses: view (shared/view.wgsl)

// Of the picture's size, premultiplied, as it is shown; each level is half the size of the one above and blurred.
@group(3) @binding(8) var behind_map: texture_2d<f32>;

// What is behind `at`, linear light, with its coverage: blurred as a wall of that roughness does.
fn light_behind(at: vec3f, roughness: f32, ior: f32) -> vec4f {
    let clip = view.clip_from_world * vec4f(at, 1.0);
    let place = clip.xy / max(clip.w, 1e-6) * vec2f(0.5, -0.5) + 0.5;
    // What hardly bends light hardly scatters it.
    let scattering = roughness * saturate(ior * 2.0 - 2.0);
    let level = scattering * log2(f32(textureDimensions(behind_map).y));
    let seen = textureSampleLevel(behind_map, environment_sampler, place, level);
    return vec4f(unshown(seen.rgb / max(seen.a, 1e-4)), seen.a);
}

// The point at which light entered the volume, found by following the refracted ray back from the surface. `depth`: length of its
// way inside, in world units.
fn entry(position: vec3f, n: vec3f, v: vec3f, ior: f32, depth: f32) -> vec3f {
    return position + refract(-v, n, 1.0 / max(ior, 1.0)) * depth;
}
