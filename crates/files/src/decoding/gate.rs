//! One bound on the memory of all decoders that work at one time.
//!
//! In: work, and the most bytes in use while it is done. Out: the result, once there was room. Never here: bytes of decoded images that are kept.

use crate::decode_plan;
use std::sync::{Condvar, Mutex, PoisonError};

/// The gate of the whole program: loads beside each other, small pictures and files of a list are decoded by threads of their own, and share the
/// memory of one machine. It changes no result.
pub static GATE: Gate = Gate::of(decode_plan::WORKING_BYTES);

/// Lets several decoders work at one time while their memory together stays within a bound.
pub struct Gate {
    most: u64,
    used: Mutex<u64>,
    left: Condvar,
    #[cfg(test)]
    watched: tests::Watched,
}

impl Gate {
    pub(super) const fn of(most: u64) -> Self {
        Self {
            most,
            used: Mutex::new(0),
            left: Condvar::new(),
            #[cfg(test)]
            watched: tests::Watched::new(),
        }
    }

    /// Runs `work` when there is room for its `bytes`. Work that needs more than there ever is runs alone.
    pub fn pass<T>(&self, bytes: u64, work: impl FnOnce() -> T) -> T {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |used: &mut u64| *used > 0 && used.saturating_add(bytes) > self.most;
        let mut used = self
            .left
            .wait_while(used, is_full)
            .unwrap_or_else(PoisonError::into_inner);
        *used += bytes;
        drop(used);
        #[cfg(test)]
        let work = || self.watched.during(work);
        let _inside = Inside { gate: self, bytes };
        work()
    }
}

/// Work that has passed the gate; leaves its room when it ends, by a panic too.
struct Inside<'a> {
    gate: &'a Gate,
    bytes: u64,
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        *self.gate.used.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.gate.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;
    use crate::DecodeBudget;
    use castview_base::core::Stream;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn decoders_wait_for_each_other_when_they_need_too_much_together() {
        let gate = Gate::of(decode_plan::WORKING_BYTES);
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        gate.pass(decode_plan::WORKING_BYTES / 2 + 1, || {
                            most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                            std::thread::yield_now();
                            inside.fetch_sub(1, Ordering::SeqCst);
                        });
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 1);
        assert_eq!(*gate.used.lock().expect("nobody is inside"), 0);
    }

    /// The bytes that each piece of work had in use at most, and when it began and ended, by one count for all.
    pub(super) struct Watched {
        count: AtomicUsize,
        done: Mutex<Vec<([usize; 2], u64)>>,
    }

    impl Watched {
        pub(super) const fn new() -> Self {
            Self {
                count: AtomicUsize::new(0),
                done: Mutex::new(Vec::new()),
            }
        }

        pub(super) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
            let mut result = None;
            let now = || self.count.fetch_add(1, Ordering::SeqCst);
            let begin = now();
            let took = allocation_counter::measure(|| result = Some(work()));
            let end = now();
            self.done.lock().expect("no panic").push(([begin, end], took.bytes_max));
            result.expect("the work is done")
        }

        /// The most bytes of all work at one time, as if each piece had its most from beginning to end.
        fn most(&self) -> u64 {
            let done = self.done.lock().expect("no panic");
            let at = |time: usize| done.iter().filter(move |([from, to], _)| (*from..=*to).contains(&time));
            let sums = done
                .iter()
                .map(|([begin, _], _)| at(*begin).map(|(_, bytes)| bytes).sum());
            sums.max().unwrap_or(0)
        }
    }

    /// Two loads beside each other, with all of their threads, share one bound on what decoding has in use.
    #[test]
    fn large_pictures_decoded_at_one_time_never_hold_more_than_the_bound() {
        const EACH: usize = 6;
        let side = 1024;
        let mut png = Vec::new();
        let image = image::RgbaImage::from_fn(side, side, |x, y| image::Rgba([x as u8, y as u8, (x * y) as u8, 255]));
        image
            .write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png)
            .expect("written to memory");
        let bytes: Stream<u8> = png.into();
        let sources: Vec<ImageSource> = (0..EACH)
            .map(|_| ImageSource::Inside(bytes.clone(), ColorSpace::Srgb))
            .collect();
        let sources: Vec<&ImageSource> = sources.iter().collect();
        let one = header(sources[0]).expect("a header").working_bytes(u64::MAX);
        assert!(one > 4 * u64::from(side * side), "{one} bytes are told");
        let gate = Gate::of(2 * one + one / 2);
        let ready = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let fitted = Images::of(&sources).fit(&DecodeBudget::default(), None, |_| false);
                    fitted.decode_through(&gate, |_, decoded| {
                        assert!(matches!(decoded.state, TextureState::Ready(_)), "{:?}", decoded.state);
                        ready.fetch_add(1, Ordering::SeqCst);
                        true
                    });
                });
            }
        });
        assert_eq!(ready.into_inner(), 2 * EACH);
        let most = gate.watched.most();
        assert!(most <= gate.most, "{most} bytes of {}", gate.most);
        assert!(
            most >= u64::from(4 * side * side),
            "{most} bytes are less than one picture"
        );
    }
}
