//! The table of vertices: columns, order, keys, and the ways from a row.

use super::document::{drawn, keep};
use crate::panels::*;
use crate::tree::deep_rig::rig;
use castview_session::{ProbeAction, VertexColumn, VertexRows, WindowAction};

fn page(harness: &mut Panels) {
    let key = session_of(harness).stage().models()[0].key;
    act(harness, Action::select(Selected::Mesh(key, MeshIndex::new(0))));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::T);
    harness.run_steps(3);
    assert_eq!(session_of(harness).window().page(), Some(Page::Vertices));
}

/// The words that are read out for the rows, from top to bottom.
fn rows(harness: &Panels) -> Vec<String> {
    let mut found: Vec<(f32, String)> = harness
        .query_all_by_role(Role::Row)
        .filter_map(|node| Some((node.rect().top(), node.accesskit_node().label()?)))
        .filter(|(_, label)| label.starts_with("vertex "))
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, label)| label).collect()
}

fn click(harness: &mut Panels, name: &str) {
    harness.get_by_label(name).click();
    harness.run_steps(3);
    work(harness);
}

#[test]
fn rows_are_shown_in_the_order_of_a_column_at_both_sizes_of_the_window() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let mut harness = drawn(size, rig());
        page(&mut harness);
        let (first, last, count) = {
            let placed = &session_of(&harness).stage().models()[0];
            let table = VertexRows::of(placed.model(), placed.pose(), MeshIndex::new(0)).expect("a mesh");
            let order = table.order(VertexColumn::Position(1), false);
            // Equal numbers keep the order of the file both ways.
            (order[0], table.order(VertexColumn::Position(1), true)[0], table.len())
        };
        let shown = rows(&harness);
        assert!(shown[0].starts_with("vertex 0, x "), "{}", shown[0]);
        assert!(
            shown.len() > 8 && shown.len() < 60.min(count + 1),
            "{} of {count} rows are made",
            shown.len()
        );
        click(&mut harness, "Sort by y");
        assert!(
            rows(&harness)[0].starts_with(&format!("vertex {first},")),
            "{}",
            rows(&harness)[0]
        );
        click(&mut harness, "Sort by y");
        assert!(
            rows(&harness)[0].starts_with(&format!("vertex {last},")),
            "{}",
            rows(&harness)[0]
        );
        keep(&mut harness, "vertices");
        click(&mut harness, "Sort by y");
        assert!(rows(&harness)[0].starts_with("vertex 0,"));
        let screen = Rect::from_min_size(Pos2::ZERO, size);
        assert!(screen.contains_rect(harness.get_by_role_and_label(Role::List, "Vertices").rect()));
        // Columns behind come into sight by keys.
        harness.get_by_role_and_label(Role::List, "Vertices").focus();
        harness.run_steps(2);
        for _ in 0..20 {
            harness.key_press(Key::ArrowRight);
            harness.run_steps(1);
        }
        harness.run_steps(2);
        keep(&mut harness, "vertices_weights");
        assert!(rows(&harness)[0].contains("weights "), "{}", rows(&harness)[0]);
        harness.key_press(Key::End);
        harness.run_steps(3);
        let end = rows(&harness).pop().expect("rows");
        assert!(end.starts_with(&format!("vertex {}", count - 1)), "{end}");
    }
}

#[test]
fn a_row_pins_its_vertex_and_the_table_is_saved() {
    let mut harness = window(rig());
    page(&mut harness);
    harness.get_by_role_and_label(Role::List, "Vertices").focus();
    harness.run_steps(2);
    for key in [Key::ArrowDown, Key::ArrowDown, Key::Enter] {
        harness.key_press(key);
        harness.run_steps(3);
    }
    assert_eq!(session_of(&harness).window().page(), None);
    let pins = session_of(&harness).edits().pins();
    assert_eq!(pins.iter().map(|pin| pin.spot.vertex).collect::<Vec<_>>(), [1]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::T);
    harness.run_steps(3);
    actions(&mut harness);
    harness.get_by_label("Save as CSV…").click();
    let asked = actions(&mut harness);
    let saves =
        |action: &Action| matches!(action, Action::Probe(ProbeAction::SaveVertices(_, mesh)) if mesh.get() == 0);
    assert!(asked.iter().any(saves), "{asked:?}");
    // The number of vertices in the inspector opens and closes it, too.
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Vertices)));
    assert_eq!(session_of(&harness).window().page(), None);
}
