//! Whatever actions a session has seen, what it has derived is what it would derive from nothing.

mod any_action;
mod any_scene;
mod run;

use super::*;
pub(super) use any_action::any_action;
use proptest::prelude::*;

/// A model with bones, a mesh and a shape; another that can hang on it; clips for both.
fn busy() -> Vec<Scene> {
    let scene = |models, clips| Scene {
        models,
        clips,
        ..Scene::default()
    };
    let clips = vec![clip("walk", "hip", None), clip("turn", "spine", None)];
    vec![scene(vec![model("pilot")], clips), scene(vec![model("hat")], vec![])]
}

/// 500 cases, or as many more as are asked for.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    let cases = config.cases.max(500);
    ProptestConfig { cases, ..config }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_kept_is_what_would_be_made_from_nothing(actions in prop::collection::vec(any_action(), 1..25)) {
        let held = run::holds(busy(), actions);
        prop_assert!(held.is_ok(), "{}", held.unwrap_err());
    }

    #[test]
    fn it_is_so_with_any_files((scenes, actions) in run::run()) {
        let held = run::holds(scenes, actions);
        prop_assert!(held.is_ok(), "{}", held.unwrap_err());
    }
}
