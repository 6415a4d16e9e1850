//! Facts about a vertex, as text to paste elsewhere and as JSON.

use super::stored::StoredPlace;
use super::vertex::VertexFacts;
use crate::mesh_name;
use castview_base::core::{json_number, json_string};
use castview_base::scene::Skinning;

impl VertexFacts<'_> {
    /// One JSON object: what `castview pose --vertex` prints for it, and the triangle if one is known.
    pub fn json(&self) -> String {
        let model = self.placed.model();
        let mut out = Fields::default();
        out.text("model", &model.name);
        out.text("mesh", &model.meshes[self.of.mesh.get()].name);
        out.raw("mesh_index", self.of.mesh.get());
        out.raw("vertex", self.of.vertex);
        if let Some(stopped) = &self.stopped {
            out.text("stopped", stopped);
        }
        if let Some(triangle) = self.of.triangle {
            out.raw("triangle", triangle);
        }
        match self.material {
            Some(material) => out.text("material", &self.material_name(material)),
            None => out.raw("material", "null"),
        }
        let (rest, morphed, posed) = (self.steps.rest, self.steps.morphed, self.steps.posed);
        let mut position = Fields::default();
        for (name, at) in [
            ("rest", rest.position),
            ("morphed", morphed.position),
            ("posed", posed.position),
            ("world", self.world),
        ] {
            position.raw(name, list(&at.to_array()));
        }
        out.raw("position", position.object());
        let mut normal = Fields::default();
        normal.text("source", if self.has_normal { "file" } else { "computed" });
        normal.raw("rest", list(&rest.normal.to_array()));
        normal.raw("posed", list(&posed.normal.to_array()));
        out.raw("normal", normal.object());
        let tangent = rest.tangent.zip(posed.tangent).map(|(rest, posed)| {
            let mut tangent = Fields::default();
            tangent.raw("rest", list(&rest.to_array()));
            tangent.raw("posed", list(&posed.to_array()));
            tangent.object()
        });
        out.raw("tangent", tangent.unwrap_or_else(|| "null".to_owned()));
        out.raw("uvs", array(self.uvs.iter().map(|uv| list(uv))));
        out.raw("colors", array(self.colors.iter().map(|color| list(color))));
        match self.skinning {
            Some(Skinning::Linear) => out.text("skinning", "linear"),
            Some(Skinning::DualQuaternion) => out.text("skinning", "dual_quaternion"),
            None => out.raw("skinning", "null"),
        }
        out.raw("influence_count", self.influence_count);
        out.raw("influences", self.influences_json());
        out.raw("shape_count", self.shape_count);
        out.raw("shapes", self.shapes_json());
        out.raw("stored", self.stored_json());
        out.object()
    }

    fn influences_json(&self) -> String {
        let skeleton = &self.placed.model().skeleton;
        array(self.influences.iter().map(|influence| {
            let mut one = Fields::default();
            one.text("bone", skeleton.name(influence.bone));
            one.raw("index", skeleton.file_index(influence.bone));
            one.raw("weight", json_number(influence.weight));
            one.object()
        }))
    }

    fn shapes_json(&self) -> String {
        let shapes = &self.placed.model().blend_shapes;
        array(self.shapes.iter().map(|shaped| {
            let mut one = Fields::default();
            let name = shapes.get(shaped.shape.get()).map_or("", |shape| shape.name.as_str());
            one.text("name", name);
            one.raw("index", shaped.shape.get());
            one.raw("weight", json_number(shaped.weight));
            one.raw("delta", list(&shaped.delta.to_array()));
            one.object()
        }))
    }

    fn stored_json(&self) -> String {
        array(self.stored.iter().map(|part| {
            let mut one = Fields::default();
            one.text("stream", &part.stream);
            match part.place {
                StoredPlace::At { file, offset, len } => {
                    one.raw("offset", offset);
                    one.raw("bytes", len);
                    if let Some(file) = file {
                        one.text("file", file);
                    }
                }
                StoredPlace::Made(_) | StoredPlace::Computed => {
                    one.raw("offset", "null");
                    one.text("why", &part.place.words());
                }
            }
            one.object()
        }))
    }

    /// Lines for people.
    pub fn text(&self) -> String {
        let model = self.placed.model();
        let row = |values: &[f32]| {
            values
                .iter()
                .map(|value| json_number(*value))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut lines = vec![format!(
            "{}, vertex {}",
            mesh_name(self.placed, self.of.mesh),
            self.of.vertex
        )];
        let mut add = |label: &str, value: String| lines.push(format!("{label} {value}"));
        if let Some(stopped) = &self.stopped {
            add("model stopped", stopped.clone());
        }
        if let Some(triangle) = self.of.triangle {
            add("triangle", triangle.to_string());
        }
        if let Some(material) = self.material {
            add("material", self.material_name(material));
        }
        let (rest, morphed, posed) = (self.steps.rest, self.steps.morphed, self.steps.posed);
        add("position at rest", row(&rest.position.to_array()));
        add("position morphed", row(&morphed.position.to_array()));
        add("position posed", row(&posed.position.to_array()));
        add("position in the world", row(&self.world.to_array()));
        add("normal at rest", row(&rest.normal.to_array()));
        add("normal posed", row(&posed.normal.to_array()));
        if let Some((rest, posed)) = rest.tangent.zip(posed.tangent) {
            add("tangent at rest", row(&rest.to_array()));
            add("tangent posed", row(&posed.to_array()));
        }
        for (layer, uv) in self.uvs.iter().enumerate() {
            add(&format!("uv {layer}"), row(uv));
        }
        for (layer, color) in self.colors.iter().enumerate() {
            add(&format!("color {layer}"), row(color));
        }
        for influence in &self.influences {
            add(
                "weight",
                format!(
                    "{} {}",
                    json_number(influence.weight),
                    model.skeleton.name(influence.bone)
                ),
            );
        }
        for shaped in &self.shapes {
            let name = model
                .blend_shapes
                .get(shaped.shape.get())
                .map_or("", |shape| shape.name.as_str());
            let weight = json_number(shaped.weight);
            add(
                "shape",
                format!("{name} weight {weight} delta {}", row(&shaped.delta.to_array())),
            );
        }
        for part in &self.stored {
            add("in the file:", format!("{} {}", part.stream, part.place.words()));
        }
        lines.join("\n") + "\n"
    }

    /// The material's name, or its number.
    pub fn material_name(&self, material: castview_base::core::MaterialIndex) -> String {
        match self.placed.model().materials.get(material.get()) {
            Some(material) if !material.name.is_empty() => material.name.clone(),
            _ => format!("material {}", material.get()),
        }
    }
}

/// The fields of a JSON object.
#[derive(Default)]
struct Fields(Vec<String>);

impl Fields {
    fn raw(&mut self, name: &str, value: impl ToString) {
        self.0.push(format!("\"{name}\":{}", value.to_string()));
    }

    fn text(&mut self, name: &str, value: &str) {
        self.raw(name, json_string(value));
    }

    fn object(&self) -> String {
        format!("{{{}}}", self.0.join(","))
    }
}

fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

fn list(values: &[f32]) -> String {
    array(values.iter().map(|value| json_number(*value)))
}
