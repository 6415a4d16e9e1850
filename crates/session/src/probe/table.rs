//! The vertices of a mesh as a table: a row each, with what goes into the deform pass and what comes out.
//!
//! In: a model in a pose and one of its meshes. Out: columns, numbers and texts of single cells, the order of the rows by a column, and
//! the whole as CSV, written piece by piece. Nothing is made for rows that nobody asks for.

use castview_base::core::{MeshIndex, json_number};
use castview_base::scene::{Mesh, Model};
use castview_motion::animation::Pose;
use castview_motion::deform;
use glam::Vec3;

/// UV layers and colour layers that have columns.
const MOST_LAYERS: usize = 8;
/// Influences that are told of one vertex.
const MOST_INFLUENCES: usize = 64;

/// A column; components count from 0 for x, u and red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexColumn {
    /// Number of the vertex.
    Index,
    /// Position at rest, as the file has it.
    Position(u8),
    /// Position after blend shapes and skin, in model space.
    Posed(u8),
    /// Distance from the position at rest to the posed one.
    Moved,
    /// Normal of the file at rest.
    Normal(u8),
    /// Texture coordinate of a layer.
    Uv(u8, u8),
    /// Linear colour of a layer.
    Color(u8, u8),
    /// How many bones move the vertex.
    Bones,
    /// The bones by name, each with its weight.
    Weights,
}

impl VertexColumn {
    /// All columns that a mesh has something for, in the order of the table.
    pub fn of(mesh: &Mesh) -> Vec<Self> {
        let axes = |column: fn(u8) -> Self| (0..3).map(column);
        let mut all = vec![Self::Index];
        all.extend(axes(Self::Position).chain(axes(Self::Posed)));
        all.push(Self::Moved);
        if !mesh.normals.is_empty() {
            all.extend(axes(Self::Normal));
        }
        let layers = |count: usize| 0..count.min(MOST_LAYERS) as u8;
        all.extend(layers(mesh.uvs.len()).flat_map(|layer| [Self::Uv(layer, 0), Self::Uv(layer, 1)]));
        all.extend(layers(mesh.colors.len()).flat_map(|layer| (0..4).map(move |part| Self::Color(layer, part))));
        if mesh.skin.is_some() {
            all.extend([Self::Bones, Self::Weights]);
        }
        all
    }

    /// Its title, one for each column of a table.
    pub fn title(self) -> String {
        let of = |letters: &str, part: u8| letters.chars().nth(part.into()).unwrap_or('?');
        match self {
            Self::Index => "vertex".to_owned(),
            Self::Position(axis) => of("xyz", axis).to_string(),
            Self::Posed(axis) => format!("posed {}", of("xyz", axis)),
            Self::Moved => "moved".to_owned(),
            Self::Normal(axis) => format!("normal {}", of("xyz", axis)),
            Self::Uv(layer, axis) => format!("{}{layer}", of("uv", axis)),
            Self::Color(layer, part) => format!("{}{layer}", of("rgba", part)),
            Self::Bones => "bones".to_owned(),
            Self::Weights => "weights".to_owned(),
        }
    }

    /// Whether rows can be put in order by it.
    pub fn is_number(self) -> bool {
        self != Self::Weights
    }
}

/// A mesh of a model in a pose.
#[derive(Clone, Copy, Debug)]
pub struct VertexRows<'a> {
    model: &'a Model,
    pose: &'a Pose,
    index: MeshIndex,
    mesh: &'a Mesh,
}

impl<'a> VertexRows<'a> {
    /// `None`: the model has no such mesh.
    pub fn of(model: &'a Model, pose: &'a Pose, index: MeshIndex) -> Option<Self> {
        let mesh = model.meshes.get(index.get())?;
        Some(Self {
            model,
            pose,
            index,
            mesh,
        })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.mesh.vertex_count()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn posed(&self, vertex: usize) -> Vec3 {
        deform::deform_vertex(self.model, self.index, self.pose, vertex)
    }

    /// The bones that move a vertex, with their weights as they are used.
    pub fn weights(&self, vertex: usize) -> Vec<(&'a str, f32)> {
        let skin = self.mesh.skin.and_then(|skin| self.model.skins.get(skin.get()));
        let Some(skin) = skin else {
            return Vec::new();
        };
        let named = self.mesh.influences.of_vertex(vertex).filter_map(|(slot, weight)| {
            let bone = *skin.bones.get(slot)?;
            Some((self.model.skeleton.name(bone), weight))
        });
        named.take(MOST_INFLUENCES).collect()
    }

    /// The number in a cell; of weights the greatest, and of a vertex that does not exist 0.
    pub fn number(&self, column: VertexColumn, vertex: usize) -> f32 {
        if vertex >= self.len() {
            return 0.0;
        }
        let axis = |values: [f32; 3], axis: u8| values.get(usize::from(axis)).copied().unwrap_or(0.0);
        let rest = || self.mesh.positions.get(vertex);
        match column {
            VertexColumn::Index => vertex as f32,
            VertexColumn::Position(at) => axis(rest(), at),
            VertexColumn::Posed(at) => axis(self.posed(vertex).to_array(), at),
            VertexColumn::Moved => self.posed(vertex).distance(Vec3::from_array(rest())),
            VertexColumn::Normal(at) if vertex < self.mesh.normals.len() => axis(self.mesh.normals.get(vertex), at),
            VertexColumn::Normal(_) => 0.0,
            VertexColumn::Uv(layer, at) => {
                let layer = self.mesh.uvs.get(usize::from(layer));
                let uv = layer.filter(|uvs| vertex < uvs.len()).map(|uvs| uvs.get(vertex));
                uv.and_then(|uv| uv.get(usize::from(at)).copied()).unwrap_or(0.0)
            }
            VertexColumn::Color(layer, part) => {
                let color = self
                    .mesh
                    .colors
                    .get(usize::from(layer))
                    .map(|colors| colors.get(vertex));
                color
                    .and_then(|color| color.get(usize::from(part)).copied())
                    .unwrap_or(0.0)
            }
            VertexColumn::Bones => self.weights(vertex).len() as f32,
            VertexColumn::Weights => self
                .weights(vertex)
                .iter()
                .map(|(_, weight)| *weight)
                .fold(0.0, f32::max),
        }
    }

    /// A cell with all its digits.
    pub fn text(&self, column: VertexColumn, vertex: usize) -> String {
        match column {
            VertexColumn::Index => vertex.to_string(),
            VertexColumn::Bones => self.weights(vertex).len().to_string(),
            VertexColumn::Weights => {
                let told = self.weights(vertex);
                let told = told
                    .iter()
                    .map(|(name, weight)| format!("{name} {}", json_number(*weight)));
                told.collect::<Vec<_>>().join("; ")
            }
            _ => json_number(self.number(column, vertex)),
        }
    }

    /// The rows by a column, ascending or descending; rows of equal numbers in the order of the file. A number that is none comes last.
    pub fn order(&self, column: VertexColumn, descends: bool) -> Vec<u32> {
        let numbers: Vec<f32> = (0..self.len()).map(|vertex| self.number(column, vertex)).collect();
        let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
        order.sort_by(|a, b| {
            let [a, b] = [numbers[*a as usize], numbers[*b as usize]];
            let by_number = if descends { b.total_cmp(&a) } else { a.total_cmp(&b) };
            a.is_nan().cmp(&b.is_nan()).then(by_number)
        });
        order
    }

    /// All columns of all rows as CSV, a line at a time, below a line of titles. Names with commas, quotes or line ends are quoted. The first
    /// error of `write` ends it.
    pub fn csv<E>(&self, mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        let columns = VertexColumn::of(self.mesh);
        let titles: Vec<String> = columns.iter().map(|column| column.title()).collect();
        write(&(titles.join(",") + "\n"))?;
        let mut line = String::new();
        for vertex in 0..self.len() {
            line.clear();
            for (at, column) in columns.iter().enumerate() {
                if at > 0 {
                    line.push(',');
                }
                line.push_str(&escaped(&self.text(*column, vertex)));
            }
            line.push('\n');
            write(&line)?;
        }
        Ok(())
    }
}

/// A cell of CSV. Programs for tables take a cell that begins like a formula for one, so names that do are told as texts.
fn escaped(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '@', '\t']) || cell.starts_with('-') && cell.parse::<f64>().is_err();
    let mark = if is_formula { "'" } else { "" };
    match is_formula || cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{mark}{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::Transform;
    use castview_base::scene::{Bone, Influences, Skeleton, Skin};
    use glam::Affine3A;

    /// Three vertices; the bone `a, "b"` moves the second one up.
    fn model() -> Model {
        let bone = |name: &str| Bone {
            name: name.into(),
            rest: Transform::IDENTITY,
            ..Bone::default()
        };
        let skeleton = Skeleton::new(vec![bone("a, \"b\""), bone("=c")]).expect("no parents");
        let bones: Vec<_> = skeleton.bones().collect();
        Model {
            meshes: vec![Mesh {
                positions: vec![[3.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.5, f32::NAN]].into(),
                skin: Some(castview_base::core::SkinIndex::new(0)),
                influences: Influences {
                    stride: 1,
                    slots: vec![0_u32, 0, 1].into(),
                    weights: vec![1.0, 1.0, 1.0].into(),
                    ..Influences::default()
                },
                ..Mesh::default()
            }],
            skins: vec![Skin {
                bone_from_mesh: vec![Some(Affine3A::IDENTITY); bones.len()],
                bones,
            }],
            skeleton,
            ..Model::default()
        }
    }

    #[test]
    fn rows_are_put_in_order_and_written_as_csv_with_names_escaped() {
        let model = model();
        let up = Affine3A::from_translation(Vec3::Y * 2.0);
        let mut pose = Pose::default();
        pose.palettes = vec![vec![up, Affine3A::IDENTITY]];
        let rows = VertexRows::of(&model, &pose, MeshIndex::new(0)).expect("a mesh");
        assert_eq!(rows.order(VertexColumn::Position(0), false), [1, 2, 0]);
        assert_eq!(rows.order(VertexColumn::Position(0), true), [0, 2, 1]);
        assert_eq!(rows.order(VertexColumn::Bones, true), [0, 1, 2], "equal ones stay");
        // No number is the greatest or the least of none.
        assert_eq!(rows.order(VertexColumn::Position(2), false)[2], 2);
        assert_eq!(rows.order(VertexColumn::Position(2), true)[2], 2);
        assert_eq!(rows.number(VertexColumn::Posed(1), 1), 2.0);
        assert_eq!(rows.number(VertexColumn::Moved, 1), 2.0);
        assert_eq!(rows.number(VertexColumn::Position(0), 99), 0.0);
        let mut text = String::new();
        let written: Result<(), ()> = rows.csv(|line| {
            text += line;
            Ok(())
        });
        assert_eq!(written, Ok(()));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0], "vertex,x,y,z,posed x,posed y,posed z,moved,bones,weights");
        assert!(lines[1].ends_with(",1,\"a, \"\"b\"\" 1.0\""), "{}", lines[1]);
        assert!(lines[3].ends_with(",1,\"'=c 1.0\""), "{}", lines[3]);
        assert_eq!(rows.csv(|_| Err("full")), Err("full"));
    }
}
