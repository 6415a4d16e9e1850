//! Any action on the window around the view.

use super::{any_selected, clip, file, location, long_number, maybe, number};
use crate::*;
use castview_base::core::EulerOrder;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

pub(super) fn any_of_window() -> BoxedStrategy<WindowAction> {
    any_of!(WindowAction:
        SetTreeWidth(width: number()),
        SetInspectorWidth(width: number()),
        SetUvLayoutWidth(width: number()),
        FitCurves { all: any::<bool>() },
        FocusCurves,
        SetDockHeight(height: number()),
        ShowTab(tab: select(DockTab::ALL.to_vec())),
        CloseDock,
        SetMotion(motion: any_of!(Motion: System, Always, Never,)),
        SetUnit(unit: any_of!(LengthUnit: Unknown, Millimeter, Centimeter, Inch, Meter,)),
        SetPictureMemory(megabytes: prop_oneof![0_u32..3, any::<u32>()]),
        BindKeys(name: name(), keys: maybe(prop::collection::vec(any_binding(), 0..2))),
        PreferAdapter(name: maybe(location())),
        TogglePage(page: select(Page::ALL.to_vec())),
        ShowInFile(place: any_file_place()),
        ToggleFile,
        NoteCommand(name: name()),
        TellNeed(name: name()),
        TellSwitched(name: name(), before: Just(Box::new(crate::command::switches(&Session::default())))),
        FocusSearch,
        FocusPanel { forward: any::<bool>() },
        FocusMenuBar,
        FocusFrame,
        CopyView,
        SavePicture,
        ReplacePicture(place: location()),
        CopyPicture,
        SaveDiagnostics,
        Copy(text: location()),
        Paste(text: location()),
        SetReadout(readout: any_readout()),
        DropHint { hint: maybe(location()), onto: maybe(any_selected()) },
        Quit,
    )
}

pub(super) fn any_of_export() -> BoxedStrategy<ExportAction> {
    any_of!(ExportAction:
        TogglePage,
        Choose(choice: any_export()),
        SetFrames(frames: maybe([long_number(), long_number()])),
        Begin,
        CopyCommand,
        Replace(location: location()),
        ToggleModels,
        ChooseModels(choice: any_models()),
        BeginModels,
        CopyModelsCommand,
        SavePose,
        Cancel,
        Open(location: location()),
        CopyPath(location: location()),
        ShowFolder(location: location()),
    )
}

fn any_models() -> BoxedStrategy<ModelExport> {
    let format = select(ModelFormat::ALL.map(|(format, _)| format).to_vec());
    let textures = select(ModelTextures::ALL.map(|(textures, _)| textures).to_vec());
    (format, any::<bool>(), any::<u32>(), textures)
        .prop_map(|(format, pose, per_sec, textures)| ModelExport {
            format,
            pose,
            per_sec,
            textures,
        })
        .boxed()
}

fn any_export() -> BoxedStrategy<ExportChoice> {
    let content = select(ExportContent::ALL.map(|(content, _)| content).to_vec());
    let format = || select(ExportFormat::MOVING.map(|(format, _)| format).to_vec());
    let own = [any::<u32>(), any::<u32>()].prop_map(ExportSize::Own);
    let size = prop_oneof![
        own,
        select(vec![
            ExportSize::AsView,
            ExportSize::Discord,
            ExportSize::Square,
            ExportSize::Wide
        ])
    ];
    let background = select(ExportBackground::ALL.map(|(background, _)| background).to_vec());
    let numbers = (any::<u32>(), any::<i32>(), any::<bool>(), 0_u32..6);
    (content, format(), format(), size, background, numbers)
        .prop_map(
            |(content, still, moving, size, background, (per_sec, turns, holds_pose, samples))| ExportChoice {
                content,
                still,
                moving,
                size,
                per_sec,
                turns,
                holds_pose,
                samples,
                background,
            },
        )
        .boxed()
}

fn any_file_place() -> BoxedStrategy<FilePlace> {
    any_of!(FilePlace:
        Item(item: any_selected()),
        Bytes(file: file(), first: any::<usize>(), count: 0_usize..20),
        Note(clip: clip(), index: 0_usize..3),
    )
}

/// Name of a command.
fn name() -> BoxedStrategy<&'static str> {
    select(commands().map(|command| command.name).collect::<Vec<_>>()).boxed()
}

fn any_binding() -> BoxedStrategy<Binding> {
    (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        select(vec!["K", "F9"]).prop_map(str::to_owned),
    )
        .prop_map(|(ctrl, shift, alt, key)| Binding { ctrl, shift, alt, key })
        .boxed()
}

fn any_readout() -> BoxedStrategy<Readout> {
    (
        any_of!(BoneSpace: Local, Model, World, Offset, Rest,),
        any::<bool>(),
        select(EulerOrder::ALL.to_vec()),
        maybe(any::<u8>()),
    )
        .prop_map(|(space, upright, order, decimals)| Readout {
            space,
            upright,
            order,
            decimals,
        })
        .boxed()
}
