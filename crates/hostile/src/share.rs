//! The memory that a reader may take, counted allocation by allocation.

use allocation_counter::measure;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Bytes in use at one time: so many times the input, and so many more.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub times: u64,
    pub plus: u64,
}

impl Share {
    /// Returns the result of `work` and the most bytes that it had in use. Panics when these are more than an input of `length` bytes may
    /// take.
    pub fn held<R>(self, length: usize, work: impl FnOnce() -> R) -> (R, u64) {
        stay_on_this_thread();
        let mut result = None;
        let peak = measure(|| result = Some(work())).bytes_max;
        let most = self.times * length as u64 + self.plus;
        assert!(
            peak <= most,
            "{length} bytes take {peak} bytes of memory, {most} are allowed"
        );
        (result.expect("it came back"), peak)
    }
}

/// Allocations are counted by thread, so nothing may go to another one: this thread is made a pool of its own.
fn stay_on_this_thread() {
    thread_local! {
        static POOL: ThreadPool = ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build()
            .expect("a pool of one");
    }
    POOL.with(|pool| assert_eq!(pool.current_thread_index(), Some(0)));
}
