//! Panics as sentences: what was going to happen to a hostile file does not happen to the program.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// `Some` while this thread is inside [`guard`]; filled by the hook.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`; a panic in it becomes a message with its place in the source, and is not printed.
///
/// Data that `work` was changing must not be used afterwards.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    let outer = CAUGHT.replace(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let message = CAUGHT.replace(outer).unwrap_or_default();
    result.map_err(|payload| {
        if message.is_empty() {
            text_of(&*payload)
        } else {
            message
        }
    })
}

/// The hook that was there still sees every panic outside of [`guard`].
fn install_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            let guarded = CAUGHT.with_borrow_mut(|caught| {
                if let Some(message) = caught {
                    *message = text_of_panic(info);
                }
                caught.is_some()
            });
            if !guarded {
                before(info);
            }
        }));
    });
}

/// From here on `tell` is called for every panic outside of [`guard`], in place of what would print it.
pub fn tell_of_panics(tell: Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>) {
    install_hook();
    let guarded = panic::take_hook();
    panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        match CAUGHT.with_borrow(Option::is_some) {
            true => guarded(info),
            false => tell(info),
        }
    }));
}

/// Message of a panic, and its place in the source: `index out of bounds (crates/base/src/core/index.rs:12)`.
pub fn text_of_panic(info: &PanicHookInfo<'_>) -> String {
    let place = info
        .location()
        .map_or(String::new(), |at| format!(" ({}:{})", at.file(), at.line()));
    format!("{}{place}", text_of(info.payload()))
}

fn text_of(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().map(str::to_owned);
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "unknown panic".into()).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_message_with_its_place() {
        let message = guard(|| panic!("broken {}", 7)).expect_err("it panicked");
        assert!(
            message.starts_with("broken 7 (crates/base") && message.contains("guard.rs:"),
            "{message}"
        );
        assert_eq!(guard(|| 3), Ok(3));
        // One inside another leaves the outer one guarded.
        let outer = guard(|| {
            assert!(guard(|| panic!("inner")).is_err());
            panic!("outer");
        });
        assert!(outer.expect_err("it panicked").starts_with("outer"));
    }
}
