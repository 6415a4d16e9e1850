// The file's own axes at the world's origin: three thin lines, one instance each.
// uses: axis_strength, ground (shared/floor.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: view (shared/view.wgsl)

// Only where no surface is.
override IS_BEHIND: bool = false;

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) color: vec3f,
    // −1…1 across the line.
    @location(1) across: f32,
    @location(2) world: vec3f,
}

// A pixel, and the soft edge on both sides of it.
const WIDTH_PX: f32 = 2.0;

@vertex
fn vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) axis: u32) -> Corner {
    let size = vec2f(view.width_px, view.height_px);
    let tip_world = ground.axes[axis].xyz * ground.axes[axis].w;
    var head = view.clip_from_world * vec4f(0.0, 0.0, 0.0, 1.0);
    var tail = view.clip_from_world * vec4f(tip_world, 1.0);
    var head_world = vec3f(0.0);
    var tail_world = tip_world;
    // What lies behind the eye is cut off, or the line would turn around.
    let near = 1e-4 * max(abs(head.w), abs(tail.w));
    if head.w < near && tail.w < near {
        return Corner(vec4f(0.0, 0.0, 0.0, -1.0), vec3f(0.0), 0.0, vec3f(0.0));
    }
    if head.w < near {
        let share = (near - head.w) / (tail.w - head.w);
        head = mix(head, tail, share);
        head_world = mix(head_world, tail_world, share);
    }
    if tail.w < near {
        let share = (near - tail.w) / (head.w - tail.w);
        tail = mix(tail, head, share);
        tail_world = mix(tail_world, head_world, share);
    }
    let along_px = (tail.xy / tail.w - head.xy / head.w) * size;
    let direction = along_px / max(length(along_px), 1e-6);
    let side = vec2f(-direction.y, direction.x) * f32(i32(index & 1u) * 2 - 1);
    var clip = select(head, tail, index >= 2u);
    clip = vec4f(clip.xy + side * WIDTH_PX * view.line_px / size * clip.w, clip.z + view.line_bias, clip.w);
    if IS_BEHIND {
        // The farthest depth: any surface hides it.
        clip.z = 0.0;
    }
    let world = select(head_world, tail_world, index >= 2u);
    return Corner(clip, ground.axis_colors[axis].rgb, f32(i32(index & 1u) * 2 - 1), world);
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4f {
    let alpha = saturate((1.0 - abs(in.across)) * WIDTH_PX * view.line_px);
    return to_target(in.color, alpha * axis_strength(in.world));
}
