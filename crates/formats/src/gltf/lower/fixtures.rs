//! Cameras and punctual lights on nodes (docs/formats/gltf.md §5).

use super::context::Context;
use super::lights;
use super::nodes::forest::Forest;
use super::nodes::owners::{Owner, Owners};
use super::nodes::skeleton::Bones;
use super::numbers;
use crate::gltf::json::Camera as CameraJson;
use crate::rules::gltf as rule;
use castview_base::core::Transform;
use castview_base::scene::{Camera, Fixture, FixtureKind, Lens};
use glam::Vec2;
use serde_json::Value;

pub(super) fn lower(context: &Context<'_>, forest: &Forest, bones: &Bones, owners: &Owners) -> Vec<Fixture> {
    let root = context.document.root();
    let lights = lights::of_file(root);
    let mut fixtures = Vec::new();
    for (index, node) in root.nodes.iter().enumerate().filter(|(index, _)| forest.shown[*index]) {
        let mut add = |name: Option<&str>, kind: FixtureKind| {
            fixtures.push(Fixture {
                name: name
                    .filter(|name| !name.is_empty())
                    .map_or(&*bones.names[index], crate::lower::names::short)
                    .to_owned(),
                bone: bones.of(index),
                placement: Transform::IDENTITY,
                kind,
                facts: Vec::new(),
            });
        };
        let place = || context.place("nodes", index, ".camera");
        if let Some((at, camera)) = context.within(node.camera, &root.cameras, "cameras", place) {
            let driven = owners.name(Owner::Camera(at)).or(camera.name.as_ref());
            match lens(camera) {
                Some(kind) => add(driven.map(String::as_str), FixtureKind::Camera(kind)),
                None => context.report(rule::G_CAMERA, place, || {
                    "the camera has no usable lens; left out".into()
                }),
            }
        }
        let light = node
            .extensions
            .as_ref()
            .and_then(|extensions| extensions.get(lights::EXTENSION))
            .and_then(|light| numbers::index(light.get("light")));
        let place = || context.place("nodes", index, &format!(".extensions.{}", lights::EXTENSION));
        if let Some((at, value)) = context.within(light, lights, "lights", place) {
            let driven = owners.name(Owner::Light(at)).map(String::as_str);
            let name = driven.or(value.get("name").and_then(Value::as_str));
            match lights::light(value) {
                Some(light) => add(name, FixtureKind::Light(light)),
                None => context.report(rule::G_LIGHT, place, || "the light's type is unknown; left out".into()),
            }
        }
    }
    fixtures
}

fn lens(camera: &CameraJson) -> Option<Camera> {
    let above_zero = |v: f32| v.is_finite() && v > 0.0;
    if let Some(perspective) = &camera.perspective {
        let usable = above_zero(perspective.yfov) && perspective.yfov < std::f32::consts::PI;
        return usable.then(|| Camera {
            lens: Lens::Perspective {
                fov_y: perspective.yfov,
            },
            near: if above_zero(perspective.znear) {
                perspective.znear
            } else {
                0.01
            },
            far: perspective.zfar.filter(|far| above_zero(*far)),
            aspect: perspective.aspect_ratio.filter(|aspect| above_zero(*aspect)),
        });
    }
    let orthographic = camera.orthographic.as_ref()?;
    let half = Vec2::new(orthographic.xmag, orthographic.ymag).abs();
    (above_zero(half.x) && above_zero(half.y)).then(|| Camera {
        lens: Lens::Orthographic { half },
        near: if orthographic.znear.is_finite() {
            orthographic.znear.max(0.0)
        } else {
            0.0
        },
        far: Some(orthographic.zfar).filter(|far| above_zero(*far)),
        aspect: None,
    })
}
