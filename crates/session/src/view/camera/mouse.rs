//! Mouse presets: the effect of a drag by button, as the user is used to it from elsewhere.

use serde::{Deserialize, Serialize};

/// Effect of a drag: on the camera, or on the light.
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
                        // With Shift it sets the 3D cursor there.
                        drag(Right, Light).with_ctrl(),
                    ]
                }
            }
            Self::Maya => {
                const {
                    &[
                        drag(Left, Orbit).with_alt(),
                        drag(Middle, Pan).with_alt(),
                        drag(Right, Zoom).with_alt(),
                        // With the right button, Shift and Ctrl open menus there.
                        drag(Middle, Light).with_ctrl(),
                    ]
                }
            }
        }
    }

    /// Effect of a drag with that button while these keys are held: Shift, Ctrl (Command on a Mac), Alt.
    pub fn meant(self, button: MouseButton, [shift, ctrl, alt]: [bool; 3]) -> Option<Hold> {
        let is_meant = |gesture: &&Gesture| {
            let missing = gesture.shift && !shift || gesture.ctrl && !ctrl || gesture.alt && !alt;
            gesture.button == button && !missing
        };
        self.gestures().iter().find(is_meant).map(|gesture| gesture.hold)
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

#[cfg(test)]
mod tests {
    use super::*;
    use MouseButton::{Left, Middle, Right};

    const BUTTONS: [MouseButton; 3] = [Left, Middle, Right];

    /// Shift, Ctrl and Alt.
    type Keys = [bool; 3];

    const NONE: Keys = [false; 3];
    const SHIFT: Keys = [true, false, false];
    const CTRL: Keys = [false, true, false];
    const ALT: Keys = [false, false, true];

    /// The drags that turn the light.
    fn lights(preset: MousePreset) -> Vec<(MouseButton, Keys)> {
        let all = preset.gestures().iter().filter(|gesture| gesture.hold == Hold::Light);
        all.map(|gesture| (gesture.button, [gesture.shift, gesture.ctrl, gesture.alt]))
            .collect()
    }

    #[test]
    fn every_gesture_can_be_made_and_means_itself() {
        for (preset, name) in MousePreset::ALL {
            for gesture in preset.gestures() {
                let keys = [gesture.shift, gesture.ctrl, gesture.alt];
                let meant = preset.meant(gesture.button, keys);
                assert_eq!(meant, Some(gesture.hold), "{name}: {}", gesture.words());
            }
        }
    }

    /// Lists the drags that these programs use over their view, with the keys of each drag.
    #[test]
    fn no_preset_turns_the_light_by_what_its_program_uses_otherwise() {
        let shift_ctrl = [true, true, false];
        let blender = [
            (Middle, NONE),
            (Middle, SHIFT),
            (Middle, CTRL),
            (Middle, ALT),
            (Middle, shift_ctrl),
            // The 3D cursor.
            (Right, SHIFT),
        ];
        let maya = [
            (Left, ALT),
            (Middle, ALT),
            (Right, ALT),
            // Marking menus.
            (Right, NONE),
            (Right, SHIFT),
            (Right, CTRL),
            (Right, shift_ctrl),
        ];
        for (preset, taken) in [(MousePreset::Blender, &blender[..]), (MousePreset::Maya, &maya)] {
            let lights = lights(preset);
            assert_eq!(lights.len(), 1, "{preset:?}");
            assert!(!taken.contains(&lights[0]), "{preset:?}: {lights:?}");
        }
        assert_eq!(lights(MousePreset::Castview), [(Right, SHIFT)]);
    }

    /// Each program's hands know other drags: no two presets turn the light by the same one.
    #[test]
    fn each_preset_names_its_own_drag_for_the_light() {
        let words: Vec<_> = MousePreset::ALL.map(|(preset, _)| preset.words(Hold::Light)).into();
        assert_eq!(words, [["Shift+Right drag"], ["Ctrl+Right drag"], ["Ctrl+Middle drag"]]);
        for (preset, _) in MousePreset::ALL {
            let lit = BUTTONS.into_iter().flat_map(|button| {
                let of = [NONE, SHIFT, CTRL, ALT].map(|keys| (button, keys));
                of.into_iter()
            });
            let lit = lit.filter(|(button, keys)| preset.meant(*button, *keys) == Some(Hold::Light));
            assert_eq!(lit.count(), 1, "{preset:?}");
        }
    }
}
