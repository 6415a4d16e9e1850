//! Session → painted panels and a list of actions.
