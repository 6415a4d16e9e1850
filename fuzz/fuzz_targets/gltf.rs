#![no_main]

use castview_hostile as hostile;

use hostile::{GLTF, Random, broken_gltf};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| {
    GLTF.survives(bytes);
});

// Half of the time JSON stays JSON: a parser's errors are soon all seen.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random::new(seed.into(), 0);
    if random.below(2) == 0
        && let Some(broken) = broken_gltf(&data[..size], &mut random)
        && broken.len() <= max_size
    {
        data[..broken.len()].copy_from_slice(&broken);
        return broken.len();
    }
    fuzzer_mutate(data, size, max_size)
});
