//! Arrow keys of a handle that has the focus.

use egui::{Event, EventFilter, FocusDirection, Key, Response};

/// Steps to the right by the arrow keys of this pass, one a press, negative to the left. The focus stays with the handle of `response`.
pub fn steps(response: &Response) -> f32 {
    steps_by(response, [Key::ArrowLeft, Key::ArrowRight])
}

/// As [`steps`], by the keys that lead back and on.
pub fn steps_by(response: &Response, [back, on]: [Key; 2]) -> f32 {
    if !response.has_focus() {
        return 0.0;
    }
    let is_across = matches!(back, Key::ArrowLeft | Key::ArrowRight);
    let filter = EventFilter {
        horizontal_arrows: is_across,
        vertical_arrows: !is_across,
        ..EventFilter::default()
    };
    let ctx = &response.ctx;
    // The key that brought the keyboard here is another's.
    let had = ctx.memory(|memory| memory.had_focus_last_frame(response.id));
    ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let mut steps = 0.0;
    ctx.input_mut(|input| {
        input.events.retain(|event| match *event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } if had && !modifiers.any() && (key == back || key == on) => {
                steps += if key == on { 1.0 } else { -1.0 };
                false
            }
            _ => true,
        });
    });
    if steps != 0.0 {
        // egui chose a direction before the filter was there.
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    steps
}
