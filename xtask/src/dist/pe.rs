//! `castview.exe` → `castview-window.exe`: the same program, for which Windows opens no console.
//!
//! The header of a program says whether it belongs to consoles. One build serves both, so that they cannot differ in anything else.

/// Offset of the field `Subsystem` from the signature `PE\0\0` (PE format, optional header).
const SUBSYSTEM: usize = 4 + 20 + 68;
const WINDOW: u16 = 2;
const CONSOLE: u16 = 3;

pub fn without_console(program: &[u8]) -> Result<Vec<u8>, String> {
    let field = |at: usize, length: usize| program.get(at..at + length);
    let number = |at| field(at, 2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
    let at = field(0x3C, 4).map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize);
    let at = at.filter(|&at| program.starts_with(b"MZ") && field(at, 4) == Some(b"PE\0\0"));
    let at = at.ok_or("this is no program for Windows")? + SUBSYSTEM;
    if number(at) != Some(CONSOLE) {
        return Err(format!("the program belongs to {:?}, not to consoles", number(at)));
    }
    let mut changed = program.to_vec();
    changed[at..at + 2].copy_from_slice(&WINDOW.to_le_bytes());
    Ok(changed)
}
