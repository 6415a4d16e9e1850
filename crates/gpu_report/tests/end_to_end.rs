//! The whole report on the adapter of the tests, with tiny models. No time is held to anything.

use castview_gpu_report::{GpuReport, LineSaid, ReportWish, run};
use castview_testkit::gpu;
use std::time::Duration;

/// Everything, as small as it can be.
fn tiny() -> ReportWish {
    ReportWish {
        root: castview_testkit::root(),
        sources: "a test".into(),
        budget: Duration::from_secs(600),
        triangles: vec![200, 800],
        sizes: vec![[64, 36], [128, 72]],
        middle: 800,
        models: vec![2, 5],
        small: 60,
        checked: 800,
        golden: 2,
        ..ReportWish::default()
    }
}

fn said<'a>(report: &'a GpuReport, name: &str) -> &'a LineSaid {
    let mut lines = report.groups.iter().flat_map(|group| &group.lines);
    let line = lines.find(|line| line.name == name);
    &line
        .unwrap_or_else(|| panic!("no line {name}:\n{}", report.text()))
        .said
}

#[test]
fn every_part_has_its_lines() {
    if gpu::context().is_none() {
        return;
    }
    let report = run(&tiny(), |_| {});
    let text = report.text();
    for name in [
        "vertices, linear",
        "vertices, dual quat.",
        "heat map",
        "picked triangles",
        "in many submissions",
        "golden pictures",
    ] {
        assert!(matches!(said(&report, name), LineSaid::Right(_)), "{text}");
    }
    for name in [
        "200, 64x36",
        "200, 128x72",
        "800, 64x36",
        "800, 128x72",
        "heat map, 800",
        "picking, 800",
        "2 models, 64x36",
        "5 models, 64x36",
        "1 model, 5 places",
    ] {
        assert!(matches!(said(&report, name), LineSaid::Measured(_)), "{name}:\n{text}");
    }
    for name in ["linear, 200", "dual quat., 200", "linear, 800", "dual quat., 800"] {
        // Where the adapter tells no times, the clock may be too coarse for so few.
        assert!(
            matches!(said(&report, name), LineSaid::Measured(_) | LineSaid::LeftOut(_)),
            "{name}:\n{text}"
        );
    }
    assert!(report.is_right(), "{text}");
    assert!(
        text.starts_with("castview ") && text.contains("sources a test"),
        "{text}"
    );
    assert!(text.lines().count() <= 60 && text.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn a_wrong_vertex_is_told_and_the_next_parts_go_on() {
    if gpu::context().is_none() {
        return;
    }
    let wanted = ReportWish {
        read_back: |mut mesh| {
            mesh.positions[7][1] += 0.01;
            mesh
        },
        ..tiny()
    };
    let report = run(&wanted, |_| {});
    let LineSaid::Wrong(text) = said(&report, "vertices, linear") else {
        panic!("{}", report.text())
    };
    assert!(text.contains("worst at vertex 7"), "{text}");
    assert!(!report.is_right());
    assert!(
        report.text().contains("NOT IN ORDER: 4 right, 2 wrong, 0 failed"),
        "{}",
        report.text()
    );
    assert!(matches!(said(&report, "1 model, 5 places"), LineSaid::Measured(_)));
}

#[test]
fn parts_without_time_say_so() {
    if gpu::context().is_none() {
        return;
    }
    let report = run(
        &ReportWish {
            budget: Duration::ZERO,
            ..tiny()
        },
        |_| {},
    );
    for name in [
        "golden pictures",
        "200, 64x36",
        "800, 128x72",
        "linear, 800",
        "heat map, 800",
        "1 model, 5 places",
    ] {
        assert!(
            matches!(said(&report, name), LineSaid::LeftOut(_)),
            "{name}:\n{}",
            report.text()
        );
    }
    assert!(
        matches!(said(&report, "vertices, linear"), LineSaid::Right(_)),
        "checks that take no time are made"
    );
    assert!(report.is_right(), "{}", report.text());
}
