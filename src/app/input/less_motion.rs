//! Whether the system asks programs for less motion.
//!
//! Linux: the settings that desktops announce on the X server (XSETTINGS, `Gtk/EnableAnimations`), else the files that GTK and KDE keep.
//! Windows: what "Animation effects" writes into the registry. macOS: "Reduce motion". Other systems are not asked; the settings page
//! has the choice everywhere.

/// Bytes of a settings file or of announced settings that are looked at.
#[cfg(target_os = "linux")]
const MOST_BYTES: u32 = 256 << 10;

#[cfg(target_os = "linux")]
pub fn is_asked_for() -> bool {
    linux::announced().or_else(linux::kept).unwrap_or(false)
}

/// Where the user has never chosen, Windows animates.
#[cfg(windows)]
pub fn is_asked_for() -> bool {
    let desktop = windows_registry::CURRENT_USER.open(r"Control Panel\Desktop");
    let mask = desktop.and_then(|desktop| desktop.get_value("UserPreferencesMask"));
    mask.is_ok_and(|mask| mask_asks(&mask))
}

/// Whether `UserPreferencesMask` says so: bit 1 of its fifth byte is "animate controls and elements inside windows".
#[cfg(any(windows, test))]
fn mask_asks(mask: &[u8]) -> bool {
    mask.get(4).is_some_and(|flags| flags & 0b10 == 0)
}

#[cfg(target_os = "macos")]
pub fn is_asked_for() -> bool {
    objc2_app_kit::NSWorkspace::sharedWorkspace().accessibilityDisplayShouldReduceMotion()
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
pub fn is_asked_for() -> bool {
    false
}

#[cfg(target_os = "linux")]
mod linux {
    use super::MOST_BYTES;
    use std::io::Read;
    use std::path::Path;
    use x11rb::protocol::xproto::{AtomEnum, ConnectionExt};

    const NAME: &[u8] = b"Gtk/EnableAnimations";

    /// `None`: nobody announces it.
    pub fn announced() -> Option<bool> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let atom = |name: String| {
            let asked = connection.intern_atom(true, name.as_bytes()).ok()?;
            let atom = asked.reply().ok()?.atom;
            (atom != x11rb::NONE).then_some(atom)
        };
        let selection = atom(format!("_XSETTINGS_S{screen}"))?;
        let property = atom("_XSETTINGS_SETTINGS".into())?;
        let owner = connection.get_selection_owner(selection).ok()?.reply().ok()?.owner;
        if owner == x11rb::NONE {
            return None;
        }
        let asked = connection.get_property(false, owner, property, AtomEnum::ANY, 0, MOST_BYTES / 4);
        let value = asked.ok()?.reply().ok()?.value;
        Some(number(&value, NAME)? == 0)
    }

    /// The number called `name` among announced settings. `None` where it is not there, or where they are not as agreed.
    pub fn number(settings: &[u8], name: &[u8]) -> Option<u32> {
        let is_big_endian = *settings.first()? == 1;
        let mut rest = settings.get(8..)?;
        let count = u32_of(&mut rest, is_big_endian)?;
        for _ in 0..count {
            let kind = *take(&mut rest, 2)?.first()?;
            let length = u16_of(&mut rest, is_big_endian)?;
            let own = take(&mut rest, usize::from(length))?;
            take(&mut rest, usize::from(length).wrapping_neg() % 4)?;
            // When it was changed last.
            take(&mut rest, 4)?;
            match kind {
                0 => {
                    let value = u32_of(&mut rest, is_big_endian)?;
                    if own == name {
                        return Some(value);
                    }
                }
                1 => {
                    let length = u32_of(&mut rest, is_big_endian)? as usize;
                    take(&mut rest, length)?;
                    take(&mut rest, length.wrapping_neg() % 4)?;
                }
                2 => drop(take(&mut rest, 8)?),
                _ => return None,
            }
        }
        None
    }

    fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
        rest.split_off(..count)
    }

    fn u32_of(rest: &mut &[u8], is_big_endian: bool) -> Option<u32> {
        let bytes = take(rest, 4)?.try_into().ok()?;
        Some(if is_big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        })
    }

    fn u16_of(rest: &mut &[u8], is_big_endian: bool) -> Option<u16> {
        let bytes = take(rest, 2)?.try_into().ok()?;
        Some(if is_big_endian {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        })
    }

    /// Files in the user's folder for settings, with the section and the key that say it.
    const FILES: [(&str, &str, &str); 3] = [
        ("gtk-4.0/settings.ini", "Settings", "gtk-enable-animations"),
        ("gtk-3.0/settings.ini", "Settings", "gtk-enable-animations"),
        ("kdeglobals", "KDE", "AnimationDurationFactor"),
    ];

    /// `None`: no file says it.
    pub fn kept() -> Option<bool> {
        let folders = directories::BaseDirs::new()?;
        kept_in(folders.config_dir())
    }

    pub fn kept_in(folder: &Path) -> Option<bool> {
        FILES.iter().find_map(|(file, section, key)| {
            let opened = std::fs::File::open(folder.join(file)).ok()?;
            let mut bytes = Vec::new();
            opened.take(u64::from(MOST_BYTES)).read_to_end(&mut bytes).ok()?;
            let text = String::from_utf8_lossy(&bytes);
            let value = value(&text, section, key)?;
            Some(value.eq_ignore_ascii_case("false") || value.parse() == Ok(0.0))
        })
    }

    fn value<'a>(text: &'a str, section: &str, key: &str) -> Option<&'a str> {
        let mut is_inside = false;
        for line in text.lines().map(str::trim) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                is_inside = name == section;
            } else if let Some((name, value)) = line.split_once('=').filter(|_| is_inside)
                && name.trim() == key
            {
                return Some(value.trim());
            }
        }
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::linux::*;
    use super::mask_asks;

    #[test]
    fn windows_masks_are_read_and_short_ones_ask_for_nothing() {
        // As a new user has it, and after "Animation effects" was switched off.
        assert!(!mask_asks(&[0x9e, 0x1e, 0x07, 0x80, 0x12, 0, 0, 0]));
        assert!(mask_asks(&[0x90, 0x12, 0x03, 0x80, 0x10, 0, 0, 0]));
        assert!(!mask_asks(&[0x90, 0x12, 0x03, 0x80]));
    }

    /// As a desktop announces them: a text, a colour, and the number.
    fn announcement(is_big_endian: bool, value: u32) -> Vec<u8> {
        let u32s = |number: u32| match is_big_endian {
            true => number.to_be_bytes(),
            false => number.to_le_bytes(),
        };
        let u16s = |number: u16| match is_big_endian {
            true => number.to_be_bytes(),
            false => number.to_le_bytes(),
        };
        let mut bytes = vec![u8::from(is_big_endian), 0, 0, 0];
        bytes.extend(u32s(7));
        bytes.extend(u32s(3));
        let head = |bytes: &mut Vec<u8>, kind: u8, name: &str| {
            bytes.extend([kind, 0]);
            bytes.extend(u16s(name.len() as u16));
            bytes.extend(name.as_bytes());
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            bytes.extend(u32s(1));
        };
        head(&mut bytes, 1, "Net/ThemeName");
        bytes.extend(u32s(5));
        bytes.extend(b"Adwai\0\0\0");
        head(&mut bytes, 2, "Gtk/Color");
        bytes.extend([9; 8]);
        head(&mut bytes, 0, "Gtk/EnableAnimations");
        bytes.extend(u32s(value));
        bytes
    }

    #[test]
    fn announced_settings_are_read_in_both_byte_orders_and_cut_ones_are_none() {
        for is_big_endian in [false, true] {
            for value in [0, 1] {
                let bytes = announcement(is_big_endian, value);
                assert_eq!(number(&bytes, b"Gtk/EnableAnimations"), Some(value));
                assert_eq!(number(&bytes, b"Gtk/Other"), None);
                for length in 0..bytes.len() {
                    assert_eq!(number(&bytes[..length], b"Gtk/EnableAnimations"), None, "{length}");
                }
            }
        }
        let mut wild = announcement(false, 0);
        wild[8..12].fill(0xff);
        assert_eq!(number(&wild, b"Gtk/Other"), None, "a count that is far too large");
    }

    #[test]
    fn files_of_gtk_and_kde_are_read() {
        for (file, text, wanted) in [
            (
                "gtk-3.0/settings.ini",
                "[Settings]\ngtk-enable-animations=0\n",
                Some(true),
            ),
            (
                "gtk-4.0/settings.ini",
                "[Settings]\ngtk-enable-animations = false\n",
                Some(true),
            ),
            (
                "gtk-4.0/settings.ini",
                "[Settings]\ngtk-enable-animations=1\n",
                Some(false),
            ),
            ("gtk-4.0/settings.ini", "[Other]\ngtk-enable-animations=0\n", None),
            (
                "kdeglobals",
                "[General]\nName=x\n[KDE]\nAnimationDurationFactor=0\n",
                Some(true),
            ),
            ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", Some(false)),
            ("kdeglobals", "\u{0}\u{1}", None),
        ] {
            let folder = tempfile::tempdir().expect("a folder for the test");
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
            std::fs::write(path, text).expect("writable");
            assert_eq!(kept_in(folder.path()), wanted, "{file}: {text}");
        }
    }
}
