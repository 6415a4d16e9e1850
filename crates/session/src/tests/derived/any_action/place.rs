//! Any action on files, the selection and pins.

use super::{any_selected, bone, file, location, maybe, mesh, model};
use crate::*;
use castview_base::core::{BoneIndex, InstanceIndex, Options, TextureIndex};
use castview_picture::opened::{Consent, Placement, Retry, Wish};
use proptest::prelude::*;
use proptest::strategy::Union;

pub(super) fn any_of_stage() -> BoxedStrategy<StageAction> {
    let texture = || (0_usize..2).prop_map(TextureIndex::new);
    let files = || prop::collection::vec(file(), 0..3);
    let instance = || (0_usize..2).prop_map(InstanceIndex::new);
    any_of!(StageAction:
        ChooseFiles,
        ShowDemo,
        Open { locations: prop::collection::vec(location(), 0..3), placement: any_placement() },
        OpenAs(retry: any_retry()),
        Allow { wishes: prop::collection::vec(any_wish(), 0..2), files: files() },
        Revoke(consent: any_consent()),
        Relink { file: file(), texture: texture(), location: maybe(location()) },
        UseOffered(files: files()),
        RelinkInstance { file: file(), instance: instance(), location: maybe(location()) },
        ChooseImage { file: file(), texture: texture() },
        DropImage(location: location()),
        PutImage(on: maybe(any_selected())),
        CancelLoad,
        AddInstead,
        HangInstead,
        TakeBackHung,
        OpenInstead,
        PutFilesBack(files: files()),
        LiftBudget,
        Reload,
        Decide {
            file: file(),
            key: Just("matrix".to_owned()),
            value: Just("row".to_owned())
        },
        Compare(pair: [any_side(), any_side()]),
        CloseAll,
        CloseFile(file: file()),
    )
}

fn any_side() -> BoxedStrategy<CompareSide> {
    any_of!(CompareSide: Now(file: file()), Before(file: file()),)
}

fn any_placement() -> BoxedStrategy<Placement> {
    let bone = || (0_usize..3).prop_map(BoneIndex::new);
    any_of!(Placement:
        Replace,
        Over { leader: model(), bone: bone() },
        Add,
        On { leader: model(), bone: bone() },
        Reload,
        Walk,
    )
}

fn any_wish() -> BoxedStrategy<Wish> {
    (location(), location())
        .prop_map(|(of, folder)| Wish { of, folder })
        .boxed()
}

fn any_consent() -> BoxedStrategy<Consent> {
    (location(), location(), location())
        .prop_map(|(of, folder, real)| Consent { of, folder, real })
        .boxed()
}

fn any_retry() -> BoxedStrategy<Retry> {
    (
        file(),
        location(),
        prop::collection::vec(any_wish(), 0..2),
        any_placement(),
    )
        .prop_map(|(file, location, wishes, placement)| Retry {
            label: "Open",
            file,
            location,
            options: Options::NONE,
            wishes,
            placement,
        })
        .boxed()
}

pub(super) fn any_of_browser() -> BoxedStrategy<BrowserAction> {
    any_of!(BrowserAction:
        ChooseFolder,
        OpenFolder(location: location()),
        Refresh,
        ToggleDeep,
        Search(query: location()),
        Open(location: location()),
        Step { forward: any::<bool>() },
        Restore,
        Dialog(action: any_of_dialog()),
        SetPrefetch(megabytes: any::<u32>()),
        ForgetRecent,
        ForgetOne(location: location()),
        ForgetGone,
        HangAgain,
    )
}

fn any_of_dialog() -> BoxedStrategy<DialogAction> {
    any_of!(DialogAction:
        Enter(location: location()),
        GoTo(location: location()),
        Open(location: location()),
        Choose(location: location()),
        OpenChosen,
        OpenFolder,
        Save(name: location()),
    )
}

pub(super) fn any_of_selection() -> BoxedStrategy<SelectionAction> {
    any_of!(SelectionAction:
        Select(item: maybe(any_selected())),
        Toggle(item: any_selected()),
        SelectAll { active: any_selected(), others: prop::collection::vec(any_selected(), 0..4) },
        SelectRelated(related: any_of!(Related: Children, Chain, Mirror, SameName,)),
        CopyTransform,
        Hover(item: maybe(any_selected())),
        ToggleShown(item: any_selected()),
        ToggleAllShown(items: prop::collection::vec(any_selected(), 0..4)),
        ToggleGeosets,
        HideSelected,
        ShowAll,
    )
}

pub(super) fn any_of_probe() -> BoxedStrategy<ProbeAction> {
    any_of!(ProbeAction:
        Pin(spot: any_spot()),
        PinVertex(model: model(), mesh: mesh(), vertex: 0_u32..5),
        SaveVertices(model: model(), mesh: mesh()),
        ListInfluences(model: model(), mesh: mesh(), influences: 0_usize..3),
        Remove(number: 0_u32..4),
        Clear,
        Measure(measure: any_measure()),
        MeasureSelected,
        RemoveMeasure(at: 0_usize..3),
        ClearMeasures,
        HoverLayout(spots: prop::collection::vec(any_spot(), 0..3)),
        HoverSurface(spot: maybe(any_spot())),
    )
}

fn any_measure() -> BoxedStrategy<Measure> {
    let point = || {
        any_of!(MeasurePoint:
            Bone(model: model(), bone: bone()),
            Pin(number: 0_u32..4),
            Ground,
        )
    };
    any_of!(Measure:
        Distance(ends: [point(), point()]),
        Angle { corner: point(), arms: [point(), point()] },
    )
}

fn any_spot() -> BoxedStrategy<Spot> {
    (model(), mesh(), 0_u32..2, 0_u32..4)
        .prop_map(|(model, mesh, placement, vertex)| Spot {
            model,
            mesh,
            placement,
            triangle: 0,
            corners: [0, 1, 2],
            shares: [0.25, 0.5, 0.25],
            vertex,
        })
        .boxed()
}
