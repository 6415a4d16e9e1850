//! Memory of the table of vertices: the order of its rows, made in the background, and where it is scrolled to.

use crate::kit::fonts::Background;
use crate::pages::document::lines::LineList;
use castview_base::core::MeshIndex;
use castview_base::scene::Scene;
use castview_session::{Placed, VertexColumn, VertexRows};
use egui::Context;
use egui::mutex::Mutex;
use std::sync::{Arc, Weak};

/// The mesh of a table.
#[derive(Clone, Debug)]
pub struct TableSubject {
    scene: Weak<Scene>,
    model: usize,
    pub mesh: MeshIndex,
}

impl PartialEq for TableSubject {
    fn eq(&self, other: &Self) -> bool {
        self.scene.ptr_eq(&other.scene) && (self.model, self.mesh) == (other.model, other.mesh)
    }
}

/// An order that was made: the question it answers, and the vertices from top to bottom.
type Order = (u64, Arc<Vec<u32>>);

/// State of the page.
#[derive(Default)]
pub struct VerticesPage {
    of: Option<TableSubject>,
    /// The column that the rows are in the order of, and whether they descend; `None`: the order of the file.
    pub sorted: Option<(VertexColumn, bool)>,
    /// Counts questions; the answer to an older one is not wanted any more.
    question: u64,
    answer: Arc<Mutex<Option<Order>>>,
    order: Option<Arc<Vec<u32>>>,
    pub lines: LineList,
    /// The first column beside that of the numbers.
    pub first: usize,
    /// The chosen row.
    pub row: Option<usize>,
}

impl VerticesPage {
    /// Follows the mesh that is shown, and takes an order that was made.
    pub fn update(&mut self, placed: &Placed, mesh: MeshIndex) {
        let of = TableSubject {
            scene: Arc::downgrade(&placed.scene),
            model: placed.model.get(),
            mesh,
        };
        if self.of.as_ref() != Some(&of) {
            *self = Self {
                of: Some(of),
                question: self.question + 1,
                ..Self::default()
            };
        }
        let made = self.answer.lock().take();
        if let Some((_, order)) = made.filter(|(question, _)| *question == self.question) {
            self.order = Some(order);
        }
    }

    /// Lets go of the order; it may be long.
    pub fn close(&mut self) {
        if self.of.is_some() {
            *self = Self {
                question: self.question + 1,
                ..Self::default()
            };
        }
    }

    /// Puts the rows in the order of a column: ascending, then descending, then as the file has them.
    pub fn sort(
        &mut self,
        ctx: &Context,
        placed: &Placed,
        mesh: MeshIndex,
        column: VertexColumn,
        background: &Background,
    ) {
        self.sorted = match self.sorted {
            Some((by, false)) if by == column => Some((column, true)),
            Some((by, true)) if by == column => None,
            _ => Some((column, false)),
        };
        self.question += 1;
        (self.order, self.row) = (None, None);
        self.lines = LineList::default();
        let Some((column, descends)) = self.sorted else {
            return;
        };
        let (scene, model, pose) = (placed.scene.clone(), placed.model, placed.pose().clone());
        let (question, slot, ctx) = (self.question, self.answer.clone(), ctx.clone());
        background(Box::new(move || {
            if let Some(rows) = VertexRows::of(&scene.models[model.get()], &pose, mesh) {
                *slot.lock() = Some((question, Arc::new(rows.order(column, descends))));
                ctx.request_repaint();
            }
        }));
    }

    /// Whether the order is still being made; until it is there, the rows stand as in the file.
    pub fn is_sorting(&self) -> bool {
        self.sorted.is_some() && self.order.is_none()
    }

    /// The vertex of a row.
    pub fn vertex(&self, row: usize) -> usize {
        let of_order = self.order.as_ref().and_then(|order| order.get(row));
        of_order.map_or(row, |vertex| *vertex as usize)
    }
}
