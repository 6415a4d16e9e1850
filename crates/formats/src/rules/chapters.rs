//! The tables in the order of the page, and the search by id.

use super::{cast, common, convert, gltf, mrtk, seanim, semodel, shape};
use castview_base::core::Rule;

/// The rules of one format, or of converting.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// The heading, for people.
    pub title: &'static str,
    /// The page of docs/formats that says more.
    pub page: Option<&'static str>,
    /// In the order of their ids; those of one id stand together.
    pub rules: &'static [&'static Rule],
}

/// All rules.
pub const CHAPTERS: [Chapter; 8] = [
    Chapter {
        title: "Cast",
        page: Some("docs/formats/cast.md"),
        rules: cast::ALL,
    },
    Chapter {
        title: "glTF",
        page: Some("docs/formats/gltf.md"),
        rules: gltf::ALL,
    },
    Chapter {
        title: ".Shape",
        page: Some("docs/formats/shape.md"),
        rules: shape::ALL,
    },
    Chapter {
        title: "MRTK2 recordings",
        page: Some("docs/formats/mrtk.md"),
        rules: mrtk::ALL,
    },
    Chapter {
        title: "SEModel",
        page: Some("docs/formats/semodel.md"),
        rules: semodel::ALL,
    },
    Chapter {
        title: "SEAnim",
        page: Some("docs/formats/seanim.md"),
        rules: seanim::ALL,
    },
    Chapter {
        title: "Every format",
        page: None,
        rules: common::ALL,
    },
    Chapter {
        title: "Converting",
        page: None,
        rules: convert::ALL,
    },
];

/// The rules of `id`, and the chapter they are in. The letter case of `id` does not matter. `None`: there is no such id.
pub fn find(id: &str) -> Option<(Chapter, Vec<&'static Rule>)> {
    CHAPTERS.into_iter().find_map(|chapter| {
        let rules = chapter.rules.iter().copied();
        let rules: Vec<&Rule> = rules.filter(|rule| rule.id.eq_ignore_ascii_case(id)).collect();
        (!rules.is_empty()).then_some((chapter, rules))
    })
}
