//! Ways to look at surfaces that their materials do not say: unlit, one input alone, painted balls, depth, overdraw, texel density.

use super::entry::Menu::View;
use super::entry::{Command, entry, switch};
use crate::picture::{ColorBy, Matcap};
use crate::scene::Input;
use crate::session::{Action, Session, ViewAction};

/// A row for each: the command's name, its title, what colours surfaces.
macro_rules! ways {
    ($($name:literal, $title:literal, $by:expr;)*) => {
        &[$(switch(
            $name,
            $title,
            View,
            &[],
            || Action::View(ViewAction::ToggleColorBy($by)),
            |s| s.view.color_by == $by,
        )),*]
    };
}

fn is_divided(session: &Session) -> bool {
    session.view.divided.is_some()
}

/// Two halves of the picture.
pub(super) const HALVES: &[Command] = &[
    switch(
        "divide",
        "Divide the picture",
        View,
        &[],
        || Action::View(ViewAction::ToggleDivided),
        is_divided,
    ),
    entry(
        "swap_halves",
        "Swap both halves",
        View,
        &[],
        || Action::View(ViewAction::SwapHalves),
        is_divided,
    ),
];

pub(super) const COMMANDS: &[Command] = ways! {
    "unlit", "Unlit", ColorBy::Unlit;
    "depth", "Depth", ColorBy::Depth;
    "overdraw", "Overdraw", ColorBy::Overdraw;
    "texel_density", "Texel density", ColorBy::TexelDensity;
    "matcap_clay", "Matcap: clay", ColorBy::Matcap(Matcap::Clay);
    "matcap_metal", "Matcap: metal", ColorBy::Matcap(Matcap::Metal);
    "matcap_pearl", "Matcap: pearl", ColorBy::Matcap(Matcap::Pearl);
    "matcap_wax", "Matcap: wax", ColorBy::Matcap(Matcap::Wax);
    "input_base_color", "Base color alone", ColorBy::Input(Input::BaseColor);
    "input_opacity", "Opacity alone", ColorBy::Input(Input::Opacity);
    "input_metallic", "Metallic alone", ColorBy::Input(Input::Metallic);
    "input_roughness", "Roughness alone", ColorBy::Input(Input::Roughness);
    "input_specular_color", "Specular color alone", ColorBy::Input(Input::SpecularColor);
    "input_specular", "Specular strength alone", ColorBy::Input(Input::Specular);
    "input_normal", "Normals with their maps", ColorBy::Input(Input::Normal);
    "input_occlusion", "Occlusion map alone", ColorBy::Input(Input::Occlusion);
    "input_cavity", "Cavity map alone", ColorBy::Input(Input::Cavity);
    "input_emissive", "Emissive alone", ColorBy::Input(Input::Emissive);
    "input_emission_mask", "Emission mask alone", ColorBy::Input(Input::EmissionMask);
    "input_clearcoat", "Clearcoat alone", ColorBy::Input(Input::Clearcoat);
    "input_clearcoat_roughness", "Clearcoat roughness alone", ColorBy::Input(Input::ClearcoatRoughness);
    "input_clearcoat_normal", "Clearcoat normals alone", ColorBy::Input(Input::ClearcoatNormal);
    "input_transmission", "Transmission alone", ColorBy::Input(Input::Transmission);
    "input_sheen_color", "Sheen color alone", ColorBy::Input(Input::SheenColor);
    "input_sheen_roughness", "Sheen roughness alone", ColorBy::Input(Input::SheenRoughness);
    "input_thickness", "Thickness alone", ColorBy::Input(Input::Thickness);
    "input_iridescence", "Iridescence alone", ColorBy::Input(Input::Iridescence);
    "input_iridescence_thickness", "Film thickness alone", ColorBy::Input(Input::IridescenceThickness);
    "input_anisotropy", "Anisotropy alone", ColorBy::Input(Input::Anisotropy);
};
