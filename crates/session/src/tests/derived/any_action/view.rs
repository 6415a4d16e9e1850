//! Any action on the camera and on how the picture looks.

use super::{maybe, model, number};
use crate::*;
use castview_base::core::{MaterialIndex, StandardView};
use castview_base::scene::Input;
use castview_picture::{BoneShape, Channel, ColorBy, Matcap, Shading, Way};
use glam::{Vec2, Vec3};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

pub(super) fn any_of_view() -> BoxedStrategy<ViewAction> {
    any_of!(ViewAction:
        Camera(movement: any_move()),
        ShowFar,
        TakeHold(ndc: flat(), hold: any_of!(Hold: Orbit, Pan, Zoom, Light,)),
        TakeHoldOfCube,
        LetGo,
        TakeBackDrag,
        Fly { push: vector(), is_fast: any::<bool>() },
        FlyFaster(factor: number()),
        LookAround { yaw: number(), pitch: number() },
        SaveViewpoint(index: 0_usize..12),
        GoToViewpoint(index: 0_usize..12),
        CameraBack,
        CameraForward,
        LookThrough(camera: maybe(any_camera())),
        LookThroughNext,
        ResizeViewport(size: [0_u32..3000, 0_u32..3000]),
        ScaleViewport(pixels: maybe(number())),
        Cover(covered: prop::collection::vec([0_u32..2000, 0_u32..2000, 0_u32..2000, 0_u32..2000], 0..3)),
        KeepFoot(foot: 0_u32..2000),
        SetShading(shading: any_shading()),
        ToggleColorBy(by: any_color_by()),
        CycleShading,
        DivideAt(share: number()),
        SwapHalves,
        SeeHalf(half: any_of!(Half: Left, Right,), way: any_way()),
        TurnEnvironment(turn: number()),
        SetExposure(stops: number()),
        ChangeExposure(stops: number()),
        SetFlatColor(color: any::<[u8; 3]>()),
        SetReflection(share: number()),
        SetReflectionRoughness(roughness: number()),
        ResetLight,
        Tint(
            model: model(),
            material: (0_usize..2).prop_map(MaterialIndex::new),
            color: maybe(any::<[u8; 3]>())
        ),
        ResetTints,
        MoveSection(share: number()),
        NudgeSection(by: number()),
        SetBoneDisplay(display: any_display()),
        SetLevel(level: any_of!(LevelPick: Lowest, ByDistance, Only(number: 0_u32..4), All,)),
        SetRayLength(length: number()),
        StopDrawing,
        DrawAgain,
    )
}

fn any_move() -> BoxedStrategy<CameraMove> {
    any_of!(CameraMove:
        Orbit { yaw: number(), pitch: number() },
        Pan(by: flat()),
        Zoom { factor: number(), ndc: flat() },
        View(view: any_of!(StandardView: Front, Back, Left, Right, Top, Bottom, Iso,)),
        Look { yaw_rad: number(), pitch_rad: number() },
        Place { target: maybe(vector()), distance: maybe(number()) },
        FrameAll,
        FrameClip,
        FrameFar,
        FrameSelection,
        FramePart(part: any_of!(BodyPart: Face, Hands,)),
        ToggleProjection,
        Lens { fov_y_rad: number() },
    )
}

fn flat() -> BoxedStrategy<Vec2> {
    (number(), number()).prop_map(|(x, y)| Vec2::new(x, y)).boxed()
}

fn vector() -> BoxedStrategy<Vec3> {
    (number(), number(), number())
        .prop_map(|(x, y, z)| Vec3::new(x, y, z))
        .boxed()
}

fn any_camera() -> BoxedStrategy<CameraKey> {
    (model(), 0_usize..2)
        .prop_map(|(model, fixture)| CameraKey { model, fixture })
        .boxed()
}

fn any_shading() -> BoxedStrategy<Shading> {
    any_of!(Shading: Textured, Untextured, Wireframe,)
}

fn any_color_by() -> BoxedStrategy<ColorBy> {
    any_of!(ColorBy:
        Material,
        Weights,
        DominantBone,
        InfluenceCount,
        WeightSum,
        ShapeDelta,
        MethodDifference,
        Normals,
        Tangents,
        FaceSides,
        DegenerateFaces,
        Uv(layer: 0_u8..3),
        VertexColors(layer: 0_u8..3, channel: any_channel()),
        Input(input: select(Input::ALL.to_vec())),
        Unlit,
        TexelDensity,
        Matcap(ball: select(Matcap::ALL.to_vec())),
        Depth,
        Overdraw,
    )
}

fn any_channel() -> BoxedStrategy<Channel> {
    any_of!(Channel: All, Red, Green, Blue, Alpha,)
}

fn any_way() -> BoxedStrategy<Way> {
    (any_shading(), any_color_by(), any::<bool>(), any::<bool>())
        .prop_map(|(shading, color_by, wireframe, xray)| Way {
            shading,
            color_by,
            wireframe,
            xray,
        })
        .boxed()
}

fn any_bones_shown() -> BoxedStrategy<BonesShown> {
    any_of!(BonesShown: All, Chain, Driven, Skinning,)
}

fn any_coloring() -> BoxedStrategy<BoneColoring> {
    any_of!(BoneColoring: Plain, Depth, Side, Driven, Modes, Rig, Movement,)
}

fn any_bone_shape() -> BoxedStrategy<BoneShape> {
    any_of!(BoneShape: Octahedron, Stick, Line, Axes,)
}

fn any_display() -> BoxedStrategy<BoneDisplay> {
    (
        any_bones_shown(),
        any_coloring(),
        any_bone_shape(),
        number(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(shown, coloring, shape, size, is_constant, rig)| BoneDisplay {
            shown,
            coloring,
            shape,
            size,
            is_constant,
            rig,
        })
        .boxed()
}
