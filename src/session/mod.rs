//! What the user has open and looks at.
