//! Numbers as text: exact, or easy to read.

/// `number` in groups of three digits with `gap` between them: `12 000`.
pub fn grouped(number: u64, gap: char) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * gap.len_utf8());
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(gap);
        }
        out.push(digit);
    }
    out
}

/// Whether `value` is what rounding leaves of 0 beside numbers of which `largest` is the largest magnitude.
pub fn is_noise(value: f32, largest: f32) -> bool {
    value.abs() <= largest * 1e-6
}

/// The shortest decimal number that reads back as `value`, with a decimal point or an exponent: digit for digit what the
/// commands print in JSON. `null` for what is no finite number.
pub fn json_number(value: f32) -> String {
    if !value.is_finite() {
        return "null".to_owned();
    }
    let spelled = halfway_to_even(value).unwrap_or_else(|| format!("{value:e}"));
    let exponent = spelled
        .split_once('e')
        .and_then(|(_, digits)| digits.parse::<i32>().ok());
    match exponent {
        Some(-6..=12) => {
            let (digits, below) = plain(&spelled);
            format!("{digits}.{below}")
        }
        Some(above) if above > 12 => spelled.replace('e', "e+"),
        _ => spelled,
    }
}

/// Where two shortest numbers are as near to `value`, the one with the even last digit, as `{:e}` writes it.
fn halfway_to_even(value: f32) -> Option<String> {
    let shortest = format!("{value:e}");
    let count = shortest.split('e').next()?.bytes().filter(u8::is_ascii_digit).count();
    // All digits there are: no f32 has more.
    let exact = format!("{value:.120e}");
    let (mantissa, exponent) = exact.split_once('e')?;
    let (mut head, mut digits, mut tail) = (String::new(), 0, "");
    for (at, letter) in mantissa.char_indices() {
        if digits == count && letter != '.' {
            tail = &mantissa[at..];
            break;
        }
        digits += usize::from(letter.is_ascii_digit());
        head.push(letter);
    }
    let is_halfway = tail.strip_prefix('5')?.bytes().all(|digit| digit == b'0');
    let is_even = head.bytes().rfind(u8::is_ascii_digit)? % 2 == 0;
    let head = head.trim_end_matches('.');
    let even = format!("{head}e{exponent}");
    (is_halfway && is_even && even.parse() == Ok(value)).then_some(even)
}

/// Text before and after the point of a number that is spelled with an exponent.
fn plain(spelled: &str) -> (String, String) {
    let (mantissa, exponent) = spelled.split_once('e').unwrap_or((spelled, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(mantissa) => ("-", mantissa),
        None => ("", mantissa),
    };
    let mut digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let point = match exponent {
        0.. => exponent as usize + 1,
        _ => {
            digits.insert_str(0, &"0".repeat(exponent.unsigned_abs() as usize));
            1
        }
    };
    while digits.len() <= point {
        digits.push('0');
    }
    let below = digits.split_off(point);
    (format!("{sign}{digits}"), below)
}

/// `text` as a JSON string, its quotes included, spelled as the commands spell it.
pub fn json_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// `value` between `least` and `most`; `usual` in place of what is no finite number.
pub fn within(value: f32, [least, most]: [f32; 2], usual: f32) -> f32 {
    match value.is_finite() {
        true => value.clamp(least, most),
        false => usual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn groups_have_three_digits() {
        assert_eq!(grouped(0, ' '), "0");
        assert_eq!(grouped(999, ' '), "999");
        assert_eq!(grouped(1_000, ' '), "1 000");
        assert_eq!(grouped(12_345_678, ' '), "12 345 678");
    }

    #[test]
    fn numbers_are_spelled_as_the_commands_spell_them() {
        for value in [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            1e-4,
            1.5e-5,
            1.5e-6,
            9.9e-7,
            1e-7,
            1e12,
            1e13,
            -400_385.63,
            8388608.5,
            1.234e13,
            1e16,
            3e38,
            1e-45,
            1e7,
            0.5,
        ] {
            let wanted = serde_json::to_string(&value).expect("a number");
            assert_eq!(json_number(value), wanted);
        }
    }

    proptest! {
        #[test]
        fn any_number_and_text_is_as_the_commands_print_it(bits: u32, text: String) {
            let value = f32::from_bits(bits);
            prop_assert_eq!(json_number(value), serde_json::to_string(&value).expect("a number"));
            prop_assert_eq!(json_string(&text), serde_json::to_string(&text).expect("a text"));
        }
    }
}
