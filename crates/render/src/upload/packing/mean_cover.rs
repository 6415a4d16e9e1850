//! How large the triangles of a mesh are beside the mesh itself.

use castview_base::scene::Mesh;
use glam::Vec3;

/// Triangles that are looked at, evenly spaced.
const SAMPLES: usize = 64;

/// The share that the mean triangle of `mesh` has of the largest side of its box, 0…1.
pub(crate) fn mean_cover(mesh: &Mesh) -> f32 {
    let size = mesh.bounds.max - mesh.bounds.min;
    let side = (size.x * size.y).max(size.y * size.z).max(size.z * size.x);
    let share = mean(mesh, |[a, b, c]| 0.5 * (b - a).cross(c - a).length()) / side;
    // A flat box, or numbers beyond all bounds: it may be all of it.
    if share.is_finite() { share.min(1.0) } else { 1.0 }
}

/// The mean length of an edge at rest; 0 without triangles or where numbers go beyond all bounds.
pub(crate) fn mean_edge(mesh: &Mesh) -> f32 {
    let mean = mean(mesh, |[a, b, c]| (a.distance(b) + b.distance(c) + c.distance(a)) / 3.0);
    if mean.is_finite() { mean } else { 0.0 }
}

/// The mean over triangles, which have those corners.
fn mean(mesh: &Mesh, of: impl Fn([Vec3; 3]) -> f32) -> f32 {
    let count = mesh.triangle_count();
    let looked_at = count.min(SAMPLES);
    let of_sample = |sample: usize| {
        let triangle = sample * count / looked_at;
        of([0, 1, 2].map(|corner| {
            let vertex = mesh.triangles.get(3 * triangle + corner) as usize;
            Vec3::from(mesh.positions.get(vertex))
        }))
    };
    (0..looked_at).map(of_sample).sum::<f32>() / looked_at.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(positions: Vec<[f32; 3]>, triangles: Vec<u32>) -> Mesh {
        let mut mesh = Mesh {
            positions: positions.into(),
            triangles: triangles.into(),
            ..Mesh::default()
        };
        for position in mesh.positions.iter() {
            mesh.bounds.add(Vec3::from(position));
        }
        mesh
    }

    #[test]
    fn large_triangles_over_one_another_are_told_from_many_small_ones() {
        let corners = vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
        let sheets = mesh(corners, [0, 1, 2].repeat(1000));
        assert_eq!(mean_cover(&sheets), 0.5);
        let row = |y: usize| (0..=100).map(move |x| [x as f32, y as f32, 0.0]);
        let grid = mesh(
            (0..=1).flat_map(row).collect(),
            (0..100)
                .flat_map(|x| [x, x + 1, x + 101, x + 1, x + 102, x + 101])
                .collect(),
        );
        assert!((mean_cover(&grid) - 0.005).abs() < 1e-6);
    }

    #[test]
    fn the_mean_edge_is_that_of_all_triangles() {
        let corners = vec![[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        assert_eq!(mean_edge(&mesh(corners, [0, 1, 2].repeat(200))), 4.0);
        assert_eq!(mean_edge(&mesh(vec![], vec![])), 0.0);
        assert_eq!(mean_edge(&mesh(vec![[f32::MAX; 3]; 3], vec![0, 1, 2])), 0.0);
    }

    #[test]
    fn what_cannot_be_told_may_be_everything() {
        let line = mesh(vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], vec![0, 1, 2]);
        assert_eq!(mean_cover(&line), 1.0);
        assert_eq!(mean_cover(&mesh(vec![[f32::NAN; 3]; 3], vec![0, 1, 2])), 1.0);
    }
}
