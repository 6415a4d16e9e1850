//! Vertices, values and pixels that must be the same whoever makes them.

use crate::bench::{Bench, told};
use crate::budget::Budget;
use crate::text::{LineSaid, ReportLine};
use castview_base::core::{BoneIndex, Bounds, MeshIndex};
use castview_base::scene::Skinning;
use castview_motion::deform::{Asked, Deformed, skinned, vertex_values};
use castview_picture::{ColorBy, Marked, PlacedKey};
use castview_render::{DeformedMesh, Renderer, Work};
use castview_testkit::bodies::{MeasuredBody, picture, plain};
use castview_testkit::gpu::draw_in_steps;
use glam::Vec3;

/// How far positions may be apart, as a part of the size of the posed mesh, and how far normals may be, which the adapter packs.
const POSITION: f32 = 1e-4;
const NORMAL: f32 = 2e-3;
/// How far sums of weights may be apart.
const WEIGHT: f32 = 1e-5;
/// Turn of each bone against its parent: enough to bend the body twice around, and far from where dual quaternions branch.
const BEND_RAD: f32 = 0.3;
const MESH: fn() -> MeshIndex = || MeshIndex::new(0);

pub fn linear(bench: &Bench, _: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    lines.push(ReportLine::new("vertices, linear", vertices(bench, Skinning::Linear)?));
    Ok(())
}

pub fn dual_quaternion(bench: &Bench, _: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let said = vertices(bench, Skinning::DualQuaternion)?;
    lines.push(ReportLine::new("vertices, dual quat.", said));
    Ok(())
}

fn vertices(bench: &Bench, skinning: Skinning) -> Result<LineSaid, String> {
    let body = MeasuredBody::new(bench.wanted.checked, skinning, true);
    let pose = body.bent(BEND_RAD);
    let twin = skinned(body.model(), MESH(), &pose);
    let mut renderer = Renderer::new(&bench.context);
    let plain = plain(picture([64, 64], vec![body.placed(1, pose)], body.mesh().bounds));
    bench.draw(&mut renderer, &plain)?;
    let read = renderer.read_deformed(PlacedKey(1), MESH()).map_err(told)?;
    let read = (bench.wanted.read_back)(read.ok_or("the mesh was left out")?);
    Ok(compare(&read, &twin))
}

/// Positions and normals of the adapter beside those of the processor.
fn compare(read: &DeformedMesh, twin: &Deformed) -> LineSaid {
    let count = twin.positions.len();
    if read.positions.len() != count || read.normals.len() != count {
        return LineSaid::Wrong(format!("{} vertices came back of {count}", read.positions.len()));
    }
    let size = twin.positions.iter().copied().collect::<Bounds>().diagonal();
    let positions = read.positions.iter().zip(&twin.positions);
    let positions = worst(positions.map(|(read, twin)| Vec3::from(*read).distance(*twin) / size));
    let normals = read.normals.iter().zip(&twin.normals);
    let normals = worst(normals.map(|(read, twin)| Vec3::from(*read).distance(*twin)));
    let text = |at: String| {
        format!(
            "positions off by {:.1e} of the size ({POSITION:e} may be), normals by {:.1e} ({NORMAL:e}){at}; {count} vertices",
            positions.1, normals.1
        )
    };
    // Written so that what is no number is wrong.
    match (positions.1 <= POSITION, normals.1 <= NORMAL) {
        (true, true) => LineSaid::Right(text(String::new())),
        (false, _) => LineSaid::Wrong(text(format!(", worst at vertex {}", positions.0))),
        (true, false) => LineSaid::Wrong(text(format!(", worst at vertex {}", normals.0))),
    }
}

/// The largest of `errors` with its place; what is no number is larger than all.
fn worst(errors: impl Iterator<Item = f32>) -> (usize, f32) {
    let larger = |a: (usize, f32), b: (usize, f32)| if b.1 > a.1 || b.1.is_nan() { b } else { a };
    errors.enumerate().fold((0, 0.0), larger)
}

/// The sum of the weights of some bones, vertex by vertex.
pub fn weights(bench: &Bench, _: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let body = MeasuredBody::new(bench.wanted.checked, Skinning::Linear, false);
    let pose = body.bent(BEND_RAD);
    let bones: Vec<BoneIndex> = body.model().skeleton.bones().skip(5).step_by(3).collect();
    let slots = body.model().skins[0].bones.iter().map(|bone| bones.contains(bone));
    let slots: Vec<bool> = slots.collect();
    let twin = vertex_values(body.model(), MESH(), &pose, Asked::Weight(&slots));
    let mut placed = body.placed(1, pose);
    placed.marked = Marked {
        bones,
        ..Marked::default()
    };
    let mut picture = plain(picture([64, 64], vec![placed], body.mesh().bounds));
    picture.color_by = ColorBy::Weights;
    let mut renderer = Renderer::new(&bench.context);
    bench.draw(&mut renderer, &picture)?;
    let read = renderer.read_values(PlacedKey(1), MESH()).map_err(told)?;
    let read = read.ok_or("there are no values")?;
    let read = read
        .chunks_exact(4)
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let read: Vec<f32> = read.collect();
    lines.push(ReportLine::new("heat map", compare_weights(&read, &twin)));
    Ok(())
}

fn compare_weights(read: &[f32], twin: &[f32]) -> LineSaid {
    if read.len() != twin.len() {
        return LineSaid::Wrong(format!("{} values came back of {}", read.len(), twin.len()));
    }
    let (at, off) = worst(read.iter().zip(twin).map(|(read, twin)| (read - twin).abs()));
    let text = format!(
        "sums of weights off by {off:.1e} ({WEIGHT:e} may be); {} vertices",
        twin.len()
    );
    match off <= WEIGHT {
        true => LineSaid::Right(text),
        false => LineSaid::Wrong(format!("{text}, worst at vertex {at}")),
    }
}

/// A picture in many small submissions has the pixels of one that is drawn at once.
pub fn in_steps(bench: &Bench, _: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let body = MeasuredBody::new(bench.wanted.checked, Skinning::Linear, true);
    let picture = picture([320, 240], vec![body.placed(1, body.bent(0.02))], body.mesh().bounds);
    let few = Work {
        vertices: body.vertices() as f64 / 5.0,
        corners: body.mesh().triangles.len() as f64 / 7.0,
        draws: 2.0,
        ..Work::WHOLE
    };
    let whole = bench.pixels(&mut Renderer::new(&bench.context), &picture)?;
    let (sliced, submissions) = draw_in_steps(&mut Renderer::new(&bench.context), &picture, &few);
    let pixels = whole.rgba.chunks_exact(4).zip(sliced.rgba.chunks_exact(4));
    let differ = pixels.filter(|(one, other)| one != other).count();
    let all = whole.width * whole.height;
    let text = format!("{differ} of {all} pixels differ between 1 submission and {submissions} (none may)");
    let is_right = differ == 0 && sliced.rgba.len() == whole.rgba.len();
    let said = if is_right {
        LineSaid::Right(text)
    } else {
        LineSaid::Wrong(text)
    };
    lines.push(ReportLine::new("in many submissions", said));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> (DeformedMesh, Deformed) {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE];
        let read = DeformedMesh {
            positions: corners.map(|corner| corner.to_array()).to_vec(),
            normals: vec![[0.0, 0.0, 1.0]; 4],
            tangents: Vec::new(),
        };
        let twin = Deformed {
            positions: corners.to_vec(),
            normals: vec![Vec3::Z; 4],
            tangents: Vec::new(),
        };
        (read, twin)
    }

    #[test]
    fn each_vertex_that_is_off_is_told() {
        let (read, twin) = pair();
        assert!(matches!(compare(&read, &twin), LineSaid::Right(_)));
        type Change = (fn(&mut DeformedMesh), &'static str);
        let changes: [Change; 4] = [
            (|mesh| mesh.positions[2][0] += 0.01, "worst at vertex 2"),
            (|mesh| mesh.positions[3][1] = f32::NAN, "worst at vertex 3"),
            (|mesh| mesh.normals[1] = [0.0, 0.1, 0.995], "worst at vertex 1"),
            (|mesh| mesh.positions.truncate(3), "3 vertices came back of 4"),
        ];
        for (change, told) in changes {
            let mut read = read.clone();
            change(&mut read);
            let said = compare(&read, &twin);
            assert!(
                matches!(&said, LineSaid::Wrong(text) if text.contains(told)),
                "{said:?}"
            );
        }
    }

    #[test]
    fn each_weight_that_is_off_is_told() {
        let twin = [0.0, 0.25, 1.0];
        assert!(matches!(compare_weights(&twin, &twin), LineSaid::Right(_)));
        for (read, told) in [
            (vec![0.0, 0.25, 0.999], "worst at vertex 2"),
            (vec![f32::NAN, 0.25, 1.0], "worst at vertex 0"),
            (vec![0.0], "1 values came back of 3"),
        ] {
            let said = compare_weights(&read, &twin);
            assert!(
                matches!(&said, LineSaid::Wrong(text) if text.contains(told)),
                "{said:?}"
            );
        }
    }
}
