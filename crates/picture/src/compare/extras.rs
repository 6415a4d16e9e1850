//! Whatever else files hold: hair, rigs, fixtures, levels, volumes, hands, instances, facts.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName, Tally};
use super::matched::Matched;
use super::pairs::by_name;
use super::rest;
use super::skeleton::BoneMap;
use super::streams::apart;
use super::terms::content::FileContent;
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{Constraint, Fact, Fixture, FixtureKind, IkHandle, Model, Scene};

/// Which models belong together, with the bones of each.
pub type PairedBones = [((usize, usize), BoneMap)];

/// Tells the differences of what the file says of itself, and of other files that stand in it.
pub fn compare(out: &mut Differences, files: [FileContent<'_>; 2], bones: &PairedBones) {
    let scenes = files.map(|file| file.scene);
    let about = (DifferencePart::File, &OwnerName::NONE, "");
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    let metadata = scenes.map(|scene| &scene.metadata);
    let text = |value: &'_ Option<String>| value.clone().unwrap_or_else(|| "none".into());
    for (property, values) in [
        ("author", metadata.map(|metadata| text(&metadata.author))),
        ("software", metadata.map(|metadata| text(&metadata.software))),
        ("scene root", metadata.map(|metadata| text(&metadata.scene_root))),
    ] {
        out.set(about, property, [&values[0], &values[1]]);
    }
    out.set(
        about,
        "up axis",
        metadata.map(|metadata| metadata.up_axis().map_or("none", |up| up.letter())),
    );
    out.set(about, "in meters", metadata.map(|metadata| yes(metadata.in_meters)));
    compare_facts(
        out,
        (DifferencePart::File, &OwnerName::NONE),
        scenes.map(|scene| &*scene.facts),
    );
    compare_instances(out, scenes);
    let on = scenes.map(|scene| scene.instances_on);
    let first = bones.iter().find(|(pair, _)| *pair == (0, 0));
    if !same_bone(on, first.map(|(_, bones)| bones)) {
        out.set(about, "bone of the instances", ["one", "another"]);
    }
}

/// Tells the differences of two models beside skeletons, materials and meshes.
pub fn of_models(out: &mut Differences, of: &OwnerName, models: [&Model; 2], matched: &mut Matched) {
    compare_hair(out, of, models, matched);
    compare_rig(out, of, models, &matched.bones);
    compare_fixtures(out, of, models, &matched.bones);
    let about = (DifferencePart::Model, &OwnerName::NONE, &*models[0].name);
    out.count(about, "volumes", models.map(|model| model.volumes.len()));
    let volumes = models.map(|model| &*model.volumes);
    let other = volumes[0].iter().zip(volumes[1]).filter(|(a, b)| {
        let is_same = same_bone([a.bone, b.bone], Some(&matched.bones));
        !is_same || (a.of, a.bounds, a.center, a.radius) != (b.of, b.bounds, b.center, b.radius)
    });
    counted(out, about, "volumes", other.count());
    out.count(about, "hands", models.map(|model| model.hands.len()));
    let hands = models[0].hands.iter().zip(&models[1].hands);
    counted(out, about, "hands", hands.filter(|(a, b)| a != b).count());
    let levels = models.map(|model| model.levels.as_deref());
    let is_same = match levels {
        [Some(a), Some(b)] => a.numbers == b.numbers && a.nodes == b.nodes && a.of_mesh == b.of_mesh,
        [a, b] => a.is_none() && b.is_none(),
    };
    if !is_same {
        let numbers = levels.map(|levels| levels.map_or(1, |levels| levels.numbers.len()).to_string());
        let difference = out.add(about.0, about.1, about.2, DifferenceKind::Set);
        difference.property = "levels of detail";
        difference.show([&numbers[0], &numbers[1]]);
    }
    let copies = models.map(|model| model.copies.as_deref());
    out.count(
        about,
        "copies",
        copies.map(|copies| copies.map_or(0, |copies| copies.places.len())),
    );
    if let [Some(a), Some(b)] = copies
        && a.places.len() == b.places.len()
    {
        let moved = a.places.iter().zip(&*b.places).filter(|(a, b)| a != b).count();
        counted(out, about, "copies", moved);
        if (a.leader, a.bone) != (b.leader, b.bone) {
            out.set(about, "bone of the copies", ["one", "another"]);
        }
    }
}

/// Notes that some of a list differ.
fn counted(out: &mut Differences, about: (DifferencePart, &OwnerName, &str), property: &'static str, count: usize) {
    if count > 0 {
        let difference = out.add(about.0, about.1, about.2, DifferenceKind::Set);
        (difference.property, difference.count) = (property, Some(count as u64));
    }
}

/// Whether both are one bone, or none. Without a map their numbers count.
fn same_bone(bones: [Option<BoneIndex>; 2], map: Option<&BoneMap>) -> bool {
    match (bones, map) {
        ([Some(a), Some(b)], Some(map)) => map.get(a) == Some(b),
        ([a, b], _) => a == b,
    }
}

fn compare_hair(out: &mut Differences, of: &OwnerName, models: [&Model; 2], matched: &mut Matched) {
    let [before, after] = models.map(|model| &*model.hairs);
    let pairs = by_name(before.iter().map(|h| &*h.name), after.iter().map(|h| &*h.name));
    for at in &pairs.only_before {
        out.add(DifferencePart::Hair, of, &before[*at].name, DifferenceKind::Missing);
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Hair, of, &after[*at].name, DifferenceKind::Extra);
    }
    for (a, b) in &pairs.both {
        let hairs = [&before[*a], &after[*b]];
        let about = (DifferencePart::Hair, of, &*hairs[0].name);
        out.count(about, "strands", hairs.map(|hair| hair.strands.len()));
        out.count(about, "points", hairs.map(|hair| hair.points.len()));
        if hairs[0].points.len() == hairs[1].points.len() {
            let mut moved = Tally::default();
            for (at, (a, b)) in hairs[0].points.iter().zip(hairs[1].points.iter()).enumerate() {
                moved.add(at, apart(&a, &b), out.tolerance.number);
            }
            if moved.count > 0 {
                out.add(DifferencePart::Hair, of, about.2, DifferenceKind::Moved)
                    .measure(&moved);
            }
        }
        matched.compare_material(out, about, hairs.map(|hair| hair.material));
    }
}

fn compare_rig(out: &mut Differences, of: &OwnerName, models: [&Model; 2], bones: &BoneMap) {
    let same = |a: BoneIndex, b: BoneIndex| bones.get(a) == Some(b);
    let [before, after] = models.map(|model| &*model.rig.handles);
    let pairs = by_name(before.iter().map(|h| &*h.name), after.iter().map(|h| &*h.name));
    for at in &pairs.only_before {
        out.add(DifferencePart::Handle, of, &before[*at].name, DifferenceKind::Missing);
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Handle, of, &after[*at].name, DifferenceKind::Extra);
    }
    for (a, b) in &pairs.both {
        let [a, b]: [&IkHandle; 2] = [&before[*a], &after[*b]];
        let optional = |a, b| same_bone([a, b], Some(bones));
        let number = |a: f64| a > out.tolerance.number;
        for (property, is_other) in [
            ("first bone", !same(a.start, b.start)),
            ("last bone", !same(a.end, b.end)),
            ("target", !same(a.target, b.target)),
            (
                "target offset",
                number(rest::distance([a.target_offset, b.target_offset])),
            ),
            ("pole vector", !optional(a.pole_vector, b.pole_vector)),
            ("pole twist", !optional(a.pole_twist, b.pole_twist)),
            ("target rotation", a.takes_target_rotation != b.takes_target_rotation),
        ] {
            if is_other {
                out.add(DifferencePart::Handle, of, &a.name, DifferenceKind::Set)
                    .property = property;
            }
        }
    }
    let [before, after] = models.map(|model| &*model.rig.constraints);
    let pairs = by_name(before.iter().map(|c| &*c.name), after.iter().map(|c| &*c.name));
    for at in &pairs.only_before {
        out.add(
            DifferencePart::Constraint,
            of,
            &before[*at].name,
            DifferenceKind::Missing,
        );
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Constraint, of, &after[*at].name, DifferenceKind::Extra);
    }
    for (a, b) in &pairs.both {
        let [a, b]: [&Constraint; 2] = [&before[*a], &after[*b]];
        for (property, is_other) in [
            ("kind or offset", a.kind != b.kind),
            ("driven bone", !same(a.driven, b.driven)),
            ("target", !same(a.target, b.target)),
            ("rest offset", a.keeps_rest_offset != b.keeps_rest_offset),
            ("weight", f64::from((a.weight - b.weight).abs()) > out.tolerance.number),
            ("skipped axes", a.skips != b.skips),
        ] {
            if is_other {
                out.add(DifferencePart::Constraint, of, &a.name, DifferenceKind::Set)
                    .property = property;
            }
        }
    }
}

fn compare_fixtures(out: &mut Differences, of: &OwnerName, models: [&Model; 2], bones: &BoneMap) {
    let [before, after] = models.map(|model| &*model.fixtures);
    let pairs = by_name(before.iter().map(|f| &*f.name), after.iter().map(|f| &*f.name));
    for at in &pairs.only_before {
        out.add(DifferencePart::Fixture, of, &before[*at].name, DifferenceKind::Missing);
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Fixture, of, &after[*at].name, DifferenceKind::Extra);
    }
    for (a, b) in &pairs.both {
        let fixtures: [&Fixture; 2] = [&before[*a], &after[*b]];
        let about = (DifferencePart::Fixture, of, &*fixtures[0].name);
        let words = fixtures.map(|fixture| match fixture.kind {
            FixtureKind::Camera(_) => "camera",
            FixtureKind::Light(_) => "light",
            FixtureKind::Anchor => "anchor",
            FixtureKind::Sound { .. } => "sound",
            FixtureKind::Ray => "ray",
        });
        out.set(about, "kind", words);
        if words[0] == words[1] && fixtures[0].kind != fixtures[1].kind {
            out.add(DifferencePart::Fixture, of, about.2, DifferenceKind::Set)
                .property = "numbers";
        }
        rest::compare(out, about, fixtures.map(|fixture| &fixture.placement));
        if !same_bone(fixtures.map(|fixture| fixture.bone), Some(bones)) {
            out.add(DifferencePart::Fixture, of, about.2, DifferenceKind::Set)
                .property = "bone";
        }
        if fixtures[0].facts != fixtures[1].facts {
            out.add(DifferencePart::Fixture, of, about.2, DifferenceKind::Set)
                .property = "facts";
        }
    }
}

/// Facts of the first level; what lies below one is a part of it.
fn compare_facts(out: &mut Differences, (part, of): (DifferencePart, &OwnerName), [before, after]: [&[Fact]; 2]) {
    let pairs = by_name(before.iter().map(|f| &*f.name), after.iter().map(|f| &*f.name));
    for at in &pairs.only_before {
        out.add(part, of, &before[*at].name, DifferenceKind::Missing).property = "fact";
    }
    for at in &pairs.only_after {
        out.add(part, of, &after[*at].name, DifferenceKind::Extra).property = "fact";
    }
    for (a, b) in &pairs.both {
        let [a, b] = [&before[*a], &after[*b]];
        if a != b {
            let difference = out.add(part, of, &a.name, DifferenceKind::Set);
            difference.property = "fact";
            difference.show([&a.value, &b.value]);
        }
    }
}

fn compare_instances(out: &mut Differences, [before, after]: [&Scene; 2]) {
    let of = &OwnerName::NONE;
    let pairs = by_name(
        before
            .instances
            .iter()
            .map(|instance| (&*instance.name, &*instance.path)),
        after
            .instances
            .iter()
            .map(|instance| (&*instance.name, &*instance.path)),
    );
    let shown = |scene: &Scene, at: usize| {
        let instance = &scene.instances[at];
        match instance.name.is_empty() {
            true => instance.path.to_string(),
            false => instance.name.to_string(),
        }
    };
    for at in &pairs.only_before {
        out.add(
            DifferencePart::Instance,
            of,
            &shown(before, *at),
            DifferenceKind::Missing,
        );
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Instance, of, &shown(after, *at), DifferenceKind::Extra);
    }
    for (a, b) in &pairs.both {
        let places: [&Transform; 2] = [&before.instances[*a].placement, &after.instances[*b].placement];
        if places[0] != places[1] {
            rest::compare(out, (DifferencePart::Instance, of, &shown(before, *a)), places);
        }
    }
}
