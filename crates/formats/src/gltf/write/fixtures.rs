//! Cameras and punctual lights → their lists and the nodes that carry them (docs/formats/gltf.md §5).

use super::nodes::Nodes;
use super::writer::{ModelNodes, Writer};
use crate::rules::convert as rule;
use castview_base::core::{Diagnostics, Place, Transform};
use castview_base::scene::{Camera, Fixture, FixtureKind, Lens, Light, LightShape, Model};
use serde_json::{Value, json};
use std::f32::consts::{FRAC_PI_2, PI};

const LIGHTS: &str = "KHR_lights_punctual";

/// The least that a near plane, a size or an angle may be.
const LEAST: f32 = 1e-4;
/// Where a parallel view ends of which the file says no end: glTF wants one.
const NO_END: f32 = 1e6;

impl<'a> Writer<'a> {
    pub(super) fn fixtures(&mut self, model: &'a Model, nodes: &ModelNodes, losses: &mut Diagnostics) {
        for fixture in &model.fixtures {
            let place = || Place {
                node_path: format!("fixture \"{}\"", fixture.name.escape_debug()),
                offset: 0,
            };
            match &fixture.kind {
                FixtureKind::Camera(camera) => {
                    let at = self.cameras.push(&of_camera(&fixture.name, camera));
                    let node = self.carrier(fixture, nodes, |nodes, node| nodes.field(node, "camera").is_some());
                    self.nodes.set(node, "camera", json!(at));
                }
                FixtureKind::Light(light) => {
                    let (written, instead) = of_light(&fixture.name, light);
                    if let Some(instead) = instead {
                        losses.report(rule::X_LOST, place, || {
                            format!("glTF has no lights with an area; {instead} is written")
                        });
                    }
                    self.extensions.insert(LIGHTS);
                    let at = self.lights.push(&written);
                    let node = self.carrier(fixture, nodes, |nodes, node| {
                        let extensions = nodes.field(node, "extensions");
                        extensions.is_some_and(|extensions| extensions.get(LIGHTS).is_some())
                    });
                    self.nodes.extend(node, LIGHTS, json!({ "light": at }));
                }
                FixtureKind::Anchor | FixtureKind::Sound { .. } | FixtureKind::Ray => {
                    losses.report(rule::X_LOST, place, || {
                        "glTF has no anchors, sounds and lines of sight; left out".into()
                    });
                }
            }
        }
    }

    /// The node of its bone if it stands right there and none of its kind does yet, else one of its own.
    fn carrier(
        &mut self,
        fixture: &'a Fixture,
        nodes: &ModelNodes,
        is_taken: impl Fn(&Nodes<'a>, usize) -> bool,
    ) -> usize {
        let parent = fixture.bone.map_or(nodes.root, |bone| nodes.bones[bone.get()]);
        let stands_there = fixture.placement == Transform::IDENTITY && fixture.bone.is_some();
        if stands_there && !is_taken(&self.nodes, parent) {
            return parent;
        }
        let node = self.nodes.push(&fixture.name, &fixture.placement);
        self.nodes.adopt(parent, node);
        node
    }
}

fn of_camera(name: &str, camera: &Camera) -> Value {
    match camera.lens {
        Lens::Perspective { fov_y } => {
            let near = camera.near.max(LEAST);
            let mut lens = json!({ "yfov": fov_y.clamp(LEAST, PI - LEAST), "znear": near });
            if let Some(far) = camera.far.filter(|far| *far > near) {
                lens["zfar"] = json!(far);
            }
            if let Some(aspect) = camera.aspect.filter(|aspect| *aspect > 0.0) {
                lens["aspectRatio"] = json!(aspect);
            }
            json!({ "name": name, "type": "perspective", "perspective": lens })
        }
        Lens::Orthographic { half } => {
            let near = camera.near.max(0.0);
            let far = camera.far.filter(|far| *far > near);
            let lens = json!({
                "xmag": half.x.max(LEAST),
                "ymag": half.y.max(LEAST),
                "znear": near,
                "zfar": far.unwrap_or(near * 2.0 + NO_END),
            });
            json!({ "name": name, "type": "orthographic", "orthographic": lens })
        }
    }
}

/// The light, and what it became if it was none of glTF's.
fn of_light(name: &str, light: &Light) -> (Value, Option<&'static str>) {
    let (kind, instead) = match light.shape {
        LightShape::Directional => ("directional", None),
        LightShape::Point => ("point", None),
        LightShape::Spot { .. } => ("spot", None),
        LightShape::Line { .. } => ("point", Some("a point")),
        // A disc or rectangle shines ahead alone, as it is drawn.
        LightShape::Disc { .. } | LightShape::Rectangle { .. } => ("spot", Some("a spot of half a sphere")),
    };
    let color = light.color.max(glam::Vec3::ZERO);
    // A colour of glTF is a share.
    let brightest = color.max_element().max(1.0);
    let mut written = json!({
        "name": name,
        "type": kind,
        "color": (color / brightest).to_array(),
        "intensity": (light.intensity.max(0.0) * brightest).min(f32::MAX),
    });
    if let Some(range) = light.range.filter(|range| *range > 0.0 && kind != "directional") {
        written["range"] = json!(range);
    }
    match light.shape {
        LightShape::Spot { inner, outer } => {
            let outer = outer.clamp(LEAST, FRAC_PI_2);
            // The cone of full light must be the narrower.
            let inner = inner.clamp(0.0, outer * (1.0 - LEAST));
            written["spot"] = json!({ "innerConeAngle": inner, "outerConeAngle": outer });
        }
        LightShape::Disc { .. } | LightShape::Rectangle { .. } => {
            written["spot"] = json!({ "innerConeAngle": 0.0, "outerConeAngle": FRAC_PI_2 });
        }
        LightShape::Directional | LightShape::Point | LightShape::Line { .. } => {}
    }
    (written, instead)
}
