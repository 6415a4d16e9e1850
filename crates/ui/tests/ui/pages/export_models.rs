//! The page on which models and clips are exported.

use crate::panels::*;
use castview_session::{ExportAction, ModelExport, ModelFormat, ModelTextures};

fn open(size: Vec2) -> Panels {
    let mut harness = build(builder(size), paused());
    act(&mut harness, Action::Export(ExportAction::ToggleModels));
    actions(&mut harness);
    harness
}

#[test]
fn each_choice_is_kept_by_its_name_and_the_command_follows() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let mut harness = open(size);
        let mut wanted = ModelExport::default();
        type Change = fn(&mut ModelExport);
        let changes: [(&str, Change); 6] = [
            ("Frames a second: 60", |choice| choice.per_sec = 60),
            ("Textures: Named by their paths", |choice| {
                choice.textures = ModelTextures::Named;
            }),
            ("Textures: Copied beside it", |choice| {
                choice.textures = ModelTextures::Copied;
            }),
            ("Format: Cast", |choice| choice.format = ModelFormat::Cast),
            ("Content: This pose", |choice| choice.pose = true),
            ("Format: OBJ", |choice| choice.format = ModelFormat::Obj),
        ];
        for (label, change) in changes {
            change(&mut wanted);
            harness.get_by_label(label).click();
            let asked = actions(&mut harness);
            assert_eq!(asked, [Action::Export(ExportAction::ChooseModels(wanted))], "{label}");
        }
        harness.get_by_label("Copy as command").click();
        assert_eq!(actions(&mut harness), [Action::Export(ExportAction::CopyModelsCommand)]);
        harness.get_by_label("Export…").click();
        assert_eq!(actions(&mut harness), [Action::Export(ExportAction::BeginModels)]);
    }
}
