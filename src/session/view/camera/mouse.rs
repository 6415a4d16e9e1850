//! What dragging with which button does, as the user is used to it from elsewhere.

use serde::{Deserialize, Serialize};

/// What a drag does: to the camera, or to the light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Orbit,
    Pan,
    Zoom,
    /// Turns the environment.
    Light,
}

/// Whose gestures move the camera. A click selects and the wheel zooms with all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MousePreset {
    #[default]
    Castview,
    Blender,
    Maya,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseButton {
    Left,
    Middle,
    Right,
}

/// A drag with a button while some keys are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gesture {
    pub button: MouseButton,
    pub shift: bool,
    /// Command on a Mac.
    pub ctrl: bool,
    pub alt: bool,
    pub hold: Hold,
}

impl MousePreset {
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Castview, "castview"),
        (Self::Blender, "Blender"),
        (Self::Maya, "Maya"),
    ];

    /// The first whose button is dragged and whose keys are held is meant; other keys may be held too.
    pub fn gestures(self) -> &'static [Gesture] {
        use Hold::{Light, Orbit, Pan, Zoom};
        use MouseButton::{Left, Middle, Right};
        match self {
            Self::Castview => {
                const {
                    &[
                        drag(Left, Orbit),
                        drag(Middle, Pan).with_shift(),
                        drag(Middle, Orbit),
                        drag(Right, Light).with_shift(),
                        drag(Right, Pan),
                    ]
                }
            }
            Self::Blender => {
                const {
                    &[
                        drag(Middle, Pan).with_shift(),
                        drag(Middle, Zoom).with_ctrl(),
                        drag(Middle, Orbit),
                        drag(Right, Light).with_shift(),
                    ]
                }
            }
            Self::Maya => {
                const {
                    &[
                        drag(Left, Orbit).with_alt(),
                        drag(Middle, Pan).with_alt(),
                        drag(Right, Zoom).with_alt(),
                        drag(Right, Light).with_shift(),
                    ]
                }
            }
        }
    }

    /// How it is said that a drag does `hold`: `Shift+middle drag`. Empty if none does.
    pub fn words(self, hold: Hold) -> Vec<String> {
        let of_hold = self.gestures().iter().filter(|gesture| gesture.hold == hold);
        of_hold.map(Gesture::words).collect()
    }
}

impl Gesture {
    const fn with_shift(self) -> Self {
        Self { shift: true, ..self }
    }

    const fn with_ctrl(self) -> Self {
        Self { ctrl: true, ..self }
    }

    const fn with_alt(self) -> Self {
        Self { alt: true, ..self }
    }

    fn words(&self) -> String {
        let held = [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")];
        let held: String = held
            .iter()
            .filter(|(is_held, _)| *is_held)
            .map(|(_, key)| *key)
            .collect();
        let button = match self.button {
            MouseButton::Left => "Left drag",
            MouseButton::Middle => "Middle drag",
            MouseButton::Right => "Right drag",
        };
        format!("{held}{button}")
    }
}

const fn drag(button: MouseButton, hold: Hold) -> Gesture {
    Gesture {
        button,
        shift: false,
        ctrl: false,
        alt: false,
        hold,
    }
}
