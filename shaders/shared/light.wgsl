// One key light that travels with the camera, a soft fill, sky and ground, a little rim: surfaces read from every side.

// Reflected light of a surface of colour `albedo` with unit normal `n`, seen from the unit direction `v`.
fn lit(albedo: vec3f, n: vec3f, v: vec3f) -> vec3f {
    let key_direction = normalize(-0.45 * view.right_world + 0.60 * view.up_world + 0.80 * view.back_world);
    let fill_direction = normalize(0.85 * view.right_world - 0.15 * view.up_world + 0.45 * view.back_world);
    // The key wraps a little past the horizon, so that its edge is soft.
    let key = pow(saturate((dot(n, key_direction) + 0.12) / 1.12), 1.2);
    let fill = saturate(dot(n, fill_direction));
    let sky = vec3f(0.24, 0.27, 0.32);
    let ground = vec3f(0.12, 0.108, 0.10);
    let ambient = mix(ground, sky, 0.5 + 0.5 * n.y);
    let diffuse = ambient + key * vec3f(0.82, 0.80, 0.76) + fill * vec3f(0.09, 0.10, 0.12);
    let half_way = normalize(key_direction + v);
    let gloss = 0.07 * pow(saturate(dot(n, half_way)), 36.0);
    let rim = 0.14 * pow(1.0 - saturate(dot(n, v)), 4.0) * saturate(0.6 + 0.6 * dot(n, view.up_world));
    return albedo * diffuse + gloss + rim * (0.35 + 0.65 * albedo);
}
