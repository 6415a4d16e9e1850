//! Geosets: meshes of a model that belong together by their names.
//!
//! In: the names of all meshes, in the file's order. Out: groups of two or more. Never here: whether a mesh is shown.

use crate::core::MeshIndex;
use std::collections::{BTreeMap, HashMap};

/// Meshes of one model whose names begin alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geoset {
    /// The part of the names that they share, as its first mesh spells it; `unnamed` of meshes without a name.
    pub name: String,
    /// At least two, in the file's order.
    pub meshes: Vec<MeshIndex>,
}

/// All groups of a model, and the one of each mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Geosets {
    /// In the order of their first meshes.
    pub all: Vec<Geoset>,
    of_mesh: Vec<Option<u32>>,
}

impl Geosets {
    /// The groups of meshes of these names, in the file's order.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut names = names.peekable();
        if names.peek().is_none() {
            return Self::default();
        }
        let names: Vec<&str> = names.map(str::trim).collect();
        let all = geosets(&names);
        let mut of_mesh = vec![None; names.len()];
        for (at, geoset) in all.iter().enumerate() {
            geoset
                .meshes
                .iter()
                .for_each(|mesh| of_mesh[mesh.get()] = Some(at as u32));
        }
        Self { all, of_mesh }
    }

    /// The place among all groups of the one that `mesh` belongs to.
    pub fn place_of(&self, mesh: MeshIndex) -> Option<usize> {
        self.of_mesh.get(mesh.get()).copied().flatten().map(|at| at as usize)
    }
}

const SEPARATORS: [char; 7] = ['_', '-', '.', ':', '|', '/', ' '];

/// Name of the group of meshes without a name.
const UNNAMED: &str = "unnamed";

/// Groups meshes by the [`stem`] of their names, capitals aside: `head_a` and `head_b` are *head*, and so is a mesh named `head`. Meshes without a
/// name are the group [`UNNAMED`]. Groups of a single mesh, or of all meshes of the model, are left out.
fn geosets(names: &[&str]) -> Vec<Geoset> {
    let mut members: HashMap<String, Vec<usize>> = HashMap::new();
    for (mesh, stem) in names.iter().map(|name| stem(name)).enumerate() {
        members.entry(stem.to_lowercase()).or_default().push(mesh);
    }
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (mesh, name) in names.iter().enumerate() {
        let whole = name.to_lowercase();
        let key = match members.contains_key(&whole) {
            true => whole,
            false => stem(name).to_lowercase(),
        };
        groups.entry(key).or_default().push(mesh);
    }
    let is_group = |meshes: &Vec<usize>| (2..names.len()).contains(&meshes.len());
    let mut all: Vec<Geoset> = (groups.into_iter())
        .filter(|(_, meshes)| is_group(meshes))
        .map(|(key, meshes)| {
            let first = names[meshes[0]];
            // Capitals may take more bytes than small letters: the whole name is taken where it is the key.
            let name = match first.to_lowercase() == key {
                _ if key.is_empty() => UNNAMED,
                true => first,
                false => stem(first),
            };
            Geoset {
                name: name.to_owned(),
                meshes: meshes.into_iter().map(MeshIndex::new).collect(),
            }
        })
        .collect();
    all.sort_by_key(|group| group.meshes[0]);
    all
}

/// The name up to its last separator, else up to the number at its end, else the whole name. Numbers of three digits and more behind
/// the word geoset have their kind before the last two digits: `geoset_0101` is one of `geoset_01`.
fn stem(name: &str) -> &str {
    let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = name.len() - unnumbered.len();
    let is_geoset = name.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("geoset"));
    if is_geoset && digits > 2 && unnumbered.trim_end_matches(SEPARATORS).len() == 6 {
        return &name[..name.len() - 2];
    }
    let before = name.rfind(SEPARATORS).map(|at| name[..at].trim_end_matches(SEPARATORS));
    let stem = before.filter(|stem| !stem.is_empty()).unwrap_or(unnumbered);
    if stem.trim_end_matches(SEPARATORS).is_empty() {
        name
    } else {
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &str, wanted: &str) {
        let geosets = Geosets::of(names.split(','));
        let told: Vec<String> = (geosets.all.iter())
            .map(|group| {
                let meshes: Vec<String> = group.meshes.iter().map(|mesh| mesh.get().to_string()).collect();
                format!("{}:{}", group.name, meshes.join("+"))
            })
            .collect();
        for (at, geoset) in geosets.all.iter().enumerate() {
            assert!(geoset.meshes.iter().all(|mesh| geosets.place_of(*mesh) == Some(at)));
        }
        assert_eq!(told.join(" "), wanted, "{names}");
    }

    #[test]
    fn meshes_belong_together_by_the_beginning_of_their_names() {
        check("body_lod0,body_lod1,head_a,head_b,gun", "body:0+1 head:2+3");
        check("geoset_0000,geoset_0101,geoset_0102,geoset_0201", "geoset_01:1+2");
        check("Geoset101,Geoset102,Geoset201,Geoset3", "Geoset1:0+1");
        check("arm_L_01,arm_L_02,arm_R_01,arm_R_02,x", "arm_L:0+1 arm_R:2+3");
        check("Cube,Cube.001,Cube.002,Lamp", "Cube:0+1+2");
        check("arm,arm_L,arm_L_01,hat", "arm_L:1+2");
        check("wheel1,wheel2,wheel30,car", "wheel:0+1+2");
        check("body,body,hat", "body:0+1");
        check("Head_a,HEAD_b,head c,torso", "Head:0+1+2");
    }

    #[test]
    fn odd_names_make_no_groups_of_nothing() {
        check("", "");
        check(",,a,b", "unnamed:0+1");
        check("head_a, ,head_b,\t", "head:0+2 unnamed:1+3");
        check(",a,b", "");
        check(",,", "");
        check("a,b,c", "");
        // All of them: the model itself is that group.
        check("part_0,part_1,part_2", "");
        check("01,02,hat", "");
        check("_01,_02,hat", "");
        check("___,___,hat", "___:0+1");
        check("body_,body__a,hat", "body:0+1");
        check("  body_a , body_b,hat", "body:0+1");
        check("ÄRMEL_1,ärmel_2,İ_1,İ_2", "ÄRMEL:0+1 İ:2+3");
        check("geoset,geoset_1,geo", "geoset:0+1");
        let long = "x".repeat(100_000);
        check(&format!("{long}_1,{long}_2,y"), &format!("{long}:0+1"));
    }
}
