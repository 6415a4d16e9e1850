//! The window: events, dialogs, drag and drop, clock, settings.
