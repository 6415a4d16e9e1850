//! Ways to look at surfaces that their materials do not say: unlit, one input alone, painted balls, depth, overdraw, texel density.

use super::entry::Menu::View;
use super::entry::{Command, entry, switch};
use super::switch::rows;
use crate::view::surfaces::inputs::has_input;
use crate::{Action, Session, ViewAction};
use castview_base::scene::Input;
use castview_picture::{ColorBy, Matcap};

/// A row for each: the command's name, its title, what colours surfaces.
macro_rules! ways {
    ($($name:literal, $title:literal, $by:expr;)*) => {
        &[$(switch(
            $name,
            $title,
            View,
            &[],
            || Action::View(ViewAction::ToggleColorBy($by)),
            |s| s.view.color_by() == $by,
        )),*]
    };
}

/// The same of one input of the materials. One that is shown can be switched off whatever the files have.
macro_rules! inputs {
    ($($name:literal, $title:literal, $input:expr;)*) => {
        &[$(Command {
            enabled: |s| has_input(s, $input) || s.view.color_by() == ColorBy::Input($input),
            ..switch(
                $name,
                $title,
                View,
                &[],
                || Action::View(ViewAction::ToggleColorBy(ColorBy::Input($input))),
                |s| s.view.color_by() == ColorBy::Input($input),
            )
        }),*]
    };
}

fn is_divided(session: &Session) -> bool {
    session.view.divided().is_some()
}

/// Two halves of the picture.
pub(super) const COMMANDS: &[&[Command]] = &[rows::HALVES, SWAP, WAYS, INPUTS];

const SWAP: &[Command] = &[entry(
    "swap_halves",
    "Swap both halves",
    View,
    &[],
    || Action::View(ViewAction::SwapHalves),
    is_divided,
)];

const WAYS: &[Command] = ways! {
    "unlit", "Unlit", ColorBy::Unlit;
    "depth", "Depth", ColorBy::Depth;
    "overdraw", "Overdraw", ColorBy::Overdraw;
    "texel_density", "Texel density", ColorBy::TexelDensity;
    "matcap_clay", "Matcap: clay", ColorBy::Matcap(Matcap::Clay);
    "matcap_metal", "Matcap: metal", ColorBy::Matcap(Matcap::Metal);
    "matcap_pearl", "Matcap: pearl", ColorBy::Matcap(Matcap::Pearl);
    "matcap_wax", "Matcap: wax", ColorBy::Matcap(Matcap::Wax);
};

const INPUTS: &[Command] = inputs! {
    "input_base_color", "Base color alone", Input::BaseColor;
    "input_opacity", "Opacity alone", Input::Opacity;
    "input_metallic", "Metallic alone", Input::Metallic;
    "input_roughness", "Roughness alone", Input::Roughness;
    "input_specular_color", "Specular color alone", Input::SpecularColor;
    "input_specular", "Specular strength alone", Input::Specular;
    "input_normal", "Normals with their maps", Input::Normal;
    "input_occlusion", "Occlusion map alone", Input::Occlusion;
    "input_cavity", "Cavity map alone", Input::Cavity;
    "input_emissive", "Emissive alone", Input::Emissive;
    "input_emission_mask", "Emission mask alone", Input::EmissionMask;
    "input_clearcoat", "Clearcoat alone", Input::Clearcoat;
    "input_clearcoat_roughness", "Clearcoat roughness alone", Input::ClearcoatRoughness;
    "input_clearcoat_normal", "Clearcoat normals alone", Input::ClearcoatNormal;
    "input_transmission", "Transmission alone", Input::Transmission;
    "input_sheen_color", "Sheen color alone", Input::SheenColor;
    "input_sheen_roughness", "Sheen roughness alone", Input::SheenRoughness;
    "input_thickness", "Thickness alone", Input::Thickness;
    "input_iridescence", "Iridescence alone", Input::Iridescence;
    "input_iridescence_thickness", "Film thickness alone", Input::IridescenceThickness;
    "input_anisotropy", "Anisotropy alone", Input::Anisotropy;
};
