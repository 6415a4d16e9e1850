//! Which inputs of a surface the open files say anything about.

use crate::{Session, Stage};
use castview_base::scene::{Alpha, Input, Material, Workflow};
use glam::Vec3;

/// Whether a material of the open files has that input, from a map or a factor. Every surface has a base colour, a roughness, a
/// metalness and normals.
pub fn has_input(session: &Session, input: Input) -> bool {
    session.view.inputs.get_or_init(|| session.stage.find_inputs())[input as usize]
}

impl Stage {
    /// By the numbers of [`Input`].
    pub(crate) fn find_inputs(&self) -> [bool; Input::COUNT] {
        let mut found = Input::ALL.map(is_always_there);
        let models = self.models().iter();
        for material in models.flat_map(|placed| &placed.model().materials) {
            for slot in &material.slots {
                for (input, _) in material.fed_by(slot) {
                    found[input as usize] = true;
                }
            }
            for input in Input::ALL {
                found[input as usize] |= has_factor(material, input);
            }
        }
        found
    }
}

fn is_always_there(input: Input) -> bool {
    matches!(
        input,
        Input::BaseColor | Input::Metallic | Input::Roughness | Input::Normal
    )
}

/// Whether a factor of the material is another than that of a surface of which a file says nothing.
fn has_factor(material: &Material, input: Input) -> bool {
    let surface = &material.surface;
    match input {
        Input::BaseColor | Input::Metallic | Input::Roughness | Input::Normal => true,
        Input::Opacity => surface.alpha != Alpha::Opaque,
        Input::SpecularColor => surface.workflow == Workflow::SpecularGloss || surface.specular_color != Vec3::ONE,
        Input::Specular => surface.specular != 1.0,
        Input::Emissive => surface.emissive != Vec3::ZERO,
        Input::Clearcoat | Input::ClearcoatRoughness => surface.clearcoat > 0.0,
        Input::Transmission => surface.transmission > 0.0,
        Input::SheenColor | Input::SheenRoughness => surface.sheen_color != Vec3::ZERO,
        Input::Thickness => surface.interior.thickness > 0.0,
        Input::Iridescence | Input::IridescenceThickness => surface.iridescence > 0.0,
        Input::Anisotropy => surface.anisotropy > 0.0,
        // Only maps say anything about these.
        Input::Occlusion | Input::Cavity | Input::EmissionMask | Input::ClearcoatNormal => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::surfaces::inputs;
    use crate::{Action, Message, ViewAction, command};
    use castview_base::core::TextureIndex;
    use castview_base::scene::{Model, Scene, Slot, SlotSource, Surface};
    use castview_picture::ColorBy;
    use castview_picture::opened::{FileKey, OpenedFile, Placement};

    fn open(session: &mut Session, key: u64, materials: Vec<Material>) {
        let model = Model {
            materials,
            ..Model::default()
        };
        let scene = Scene {
            models: vec![model],
            ..Scene::default()
        };
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![OpenedFile::of(FileKey(key), "a.cast".to_owned(), scene)],
            placement: Placement::Replace,
        });
    }

    #[test]
    fn inputs_are_there_by_a_map_or_a_factor_of_any_material() {
        let always = [Input::BaseColor, Input::Metallic, Input::Roughness, Input::Normal];
        let there = |session: &Session| -> Vec<Input> {
            let all = Input::ALL.into_iter();
            all.filter(|input| inputs::has_input(session, *input)).collect()
        };
        let mut session = Session::default();
        assert_eq!(there(&session), always, "nothing is open");
        let mapped = Material {
            slots: vec![Slot::new("ao", SlotSource::Texture(TextureIndex::new(0)))],
            ..Material::default()
        };
        let glowing = Material {
            surface: Surface {
                emissive: Vec3::X,
                ..Surface::default()
            },
            ..Material::default()
        };
        open(&mut session, 1, vec![Material::default(), mapped, glowing]);
        let wanted: Vec<Input> = always.into_iter().chain([Input::Occlusion, Input::Emissive]).collect();
        assert_eq!(there(&session), wanted);
        let is_enabled = |session: &Session, name: &str| command(name).is_enabled(session);
        assert!(is_enabled(&session, "input_occlusion") && !is_enabled(&session, "input_clearcoat"));
        // An input that is shown can be switched off in other files, too.
        let occlusion = ViewAction::ToggleColorBy(ColorBy::Input(Input::Occlusion));
        session.apply(Action::View(occlusion.clone()));
        open(&mut session, 2, vec![Material::default()]);
        assert_eq!(there(&session), always);
        assert!(is_enabled(&session, "input_occlusion"));
        session.apply(Action::View(occlusion));
        assert!(!is_enabled(&session, "input_occlusion"));
    }
}
