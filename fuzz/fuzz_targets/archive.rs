#![no_main]

use castview_hostile as hostile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    hostile::ARCHIVE.survives(bytes);
});
