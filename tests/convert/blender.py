"""Vertices of a GLB file as Blender shows them: FILE OUT SECONDS... -> for each time a count (u32) and as many x y z (f32), y up."""
import array
import sys

import bpy

FRAMES_PER_SECOND = 30

path, out, *times = sys.argv[1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = FRAMES_PER_SECOND
bpy.ops.import_scene.gltf(filepath=path)
# Shapes of bones lie in a collection of their own.
shapes = bpy.data.collections.get("glTF_not_exported")
shapes = set(shapes.all_objects) if shapes else set()
# Blender holds weights of shapes to 0..1 unless their sliders go further; glTF does not.
for keys in bpy.data.shape_keys:
    for block in keys.key_blocks:
        block.slider_min, block.slider_max = -10.0, 10.0
with open(out, "wb") as written:
    for time in map(float, times):
        frame = time * FRAMES_PER_SECOND
        scene.frame_set(int(frame), subframe=frame - int(frame))
        graph = bpy.context.evaluated_depsgraph_get()
        points = array.array("f")
        for item in scene.objects:
            if item.type != "MESH" or item in shapes:
                continue
            shown = item.evaluated_get(graph)
            mesh = shown.to_mesh()
            for vertex in mesh.vertices:
                x, y, z = shown.matrix_world @ vertex.co
                points.extend((x, z, -y))
            shown.to_mesh_clear()
        array.array("I", [len(points) // 3]).tofile(written)
        points.tofile(written)
