//! Random files, then random actions: the bytes are the seed of the random numbers that the property test of `session` draws.
//!
//! After any actions, every derived value of a session equals the one made from nothing.
#![no_main]

// The modules below are files of the library's own tests, and name these as they do.
use castview_session::*;

#[path = "../../crates/session/src/tests/derived/any_action/mod.rs"]
mod any_action;
#[path = "../../crates/session/src/tests/derived/any_scene.rs"]
mod any_scene;
#[path = "../../crates/session/src/tests/derived/run.rs"]
mod run;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Bytes handed through as the numbers themselves end too early: of the zeros behind them, numbers within bounds are drawn for ever.
    let mut seed = [0; 32];
    for (at, byte) in bytes.iter().enumerate() {
        let sum: &mut u8 = &mut seed[at % 32];
        *sum = sum.wrapping_mul(31).wrapping_add(*byte);
    }
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let Ok(drawn) = run::run().new_tree(&mut runner) else {
        return;
    };
    let (scenes, actions) = drawn.current();
    if let Err(why) = run::holds(scenes, actions) {
        panic!("{why}");
    }
});
