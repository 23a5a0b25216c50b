//! Sizes on the command line, such as the bytes `4G`, the board `9x9`, the time `60s` and the speed `10Gbit`.

use std::time::Duration;

use crate::messages::BadValue;

/// Reads a number of bytes, such as `512M`, `4g` or `4GiB`. The units are powers of 1024.
pub(crate) fn bytes(text: &str) -> Result<u64, BadValue> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit = unit.trim().to_ascii_uppercase();
    let shift = match unit.trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(BadValue::Unit { unit, units: "K, M, G or T" }),
    };
    let number: u64 = number.parse().map_err(|_| BadValue::Number { example: "4G" })?;
    number.checked_mul(1 << shift).ok_or(BadValue::ManyBytes)
}

/// Reads the rows and columns of a board, such as `9x12`.
pub(crate) fn board(text: &str) -> Result<(u32, u32), BadValue> {
    let number = |text: &str| text.parse().ok().filter(|&n| n > 0);
    let sides = text.split_once(['x', 'X']).and_then(|(rows, columns)| number(rows).zip(number(columns)));
    sides.ok_or_else(|| match number(text) {
        Some(length) => BadValue::Length { length },
        None => BadValue::Board,
    })
}

/// Reads a speed, such as `10Gbit`, `100Mbit` or `2GB`, as bytes per second. The units are powers of 1000, as usual for
/// networks and disks.
pub(crate) fn speed(text: &str) -> Result<u64, BadValue> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let rest = unit.trim().trim_end_matches("/s");
    let (times, of) = match rest.chars().next() {
        Some('k' | 'K') => (1_000, &rest[1..]),
        Some('m' | 'M') => (1_000_000, &rest[1..]),
        Some('g' | 'G') => (1_000_000_000, &rest[1..]),
        Some('t' | 'T') => (1_000_000_000_000, &rest[1..]),
        _ => (1, rest),
    };
    let bits = match of {
        "" => return Err(BadValue::Number { example: "10Gbit" }),
        "bit" | "bits" | "bps" => 1,
        "B" => 8,
        _ => return Err(BadValue::Unit { unit: unit.to_owned(), units: "Mbit, Gbit, MB or GB" }),
    };
    let number: u64 = number.parse().map_err(|_| BadValue::Number { example: "10Gbit" })?;
    let total = number.checked_mul(times).and_then(|units| units.checked_mul(bits)).ok_or(BadValue::ManyBytes)?;
    if total < 8 { Err(BadValue::Least { least: 1 }) } else { Ok(total / 8) }
}

/// Reads a time, such as `90s`, `1.5s`, `10m`, `1h` or `500ms`.
pub(crate) fn duration(text: &str) -> Result<Duration, BadValue> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let milliseconds = match unit {
        "ms" => 1,
        "s" | "" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        _ => return Err(BadValue::Unit { unit: unit.to_owned(), units: "ms, s, m or h" }),
    };
    let (whole, fraction) = decimal(number).ok_or(BadValue::Time)?;
    let whole = whole.checked_mul(milliseconds).map(Duration::from_millis);
    let fraction = Duration::from_nanos(fraction) * milliseconds as u32 / 1000;
    whole.and_then(|whole| whole.checked_add(fraction)).ok_or(BadValue::MuchTime)
}

/// Reads a decimal number, such as `5`, `1.5` or `.5`. Returns its whole part and its fraction in billionths; `None`
/// if the text is no such number.
fn decimal(text: &str) -> Option<(u64, u64)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let whole = if text.starts_with('.') { 0 } else { whole.parse().ok()? };
    let is_short = (1..=9).contains(&fraction.len());
    Some((whole, is_short.then(|| format!("{fraction:0<9}"))?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use retrograde_service::failure::size as text;

    use super::*;

    #[test]
    fn speeds_take_units() {
        let good =
            [("10Gbit", 1_250_000_000), ("100Mbit/s", 12_500_000), ("2GB", 2_000_000_000), ("500 MB/s", 500_000_000)];
        for (text, bytes) in good {
            assert_eq!(speed(text), Ok(bytes), "{text}");
        }
        for text in ["", "10", "Gbit", "10Gb1t", "1G", "99999999999TB", "0GB", "7bit", "fast", "1é"] {
            assert!(speed(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_take_units() {
        let good = [("0", 0), ("90s", 90_000), ("10m", 600_000), ("1h", 3_600_000), ("500ms", 500), ("7", 7000)];
        for (text, milliseconds) in good {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "-1s", "3d", "99999999999999999999h", "9999999999999999h"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_may_have_a_fraction() {
        let good =
            [("1.5s", 1_500), ("0.5s", 500), (".5s", 500), ("1.5", 1_500), ("2.25m", 135_000), ("1.5h", 5_400_000)];
        for (text, milliseconds) in good {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        assert_eq!(duration("0.25ms"), Ok(Duration::from_micros(250)));
        assert_eq!(duration("0.000000001s"), Ok(Duration::from_nanos(1)));
        for text in [".", ".s", "1.s", "1..5s", "1.5.5s", "1.+5s", "1.0000000001s", "-1.5s", "1,5s"] {
            assert!(duration(text).is_err(), "{text}");
        }
        assert_eq!(duration("1.s").unwrap_err().to_string(), "expected a number and a unit, such as 60s or 1.5s");
    }

    #[test]
    fn bytes_take_units() {
        let good = [("0", 0), ("17", 17), ("4G", 4 << 30), ("512m", 512 << 20), ("3K", 3072), ("2GiB", 2 << 30)];
        for (text, count) in good {
            assert_eq!(bytes(text), Ok(count), "{text}");
        }
        for text in ["", "G", "4X", "-1", "1.5G", "99999999999T", "4 giga"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn printed_bytes_are_enough_and_not_many_more() {
        for (count, printed) in
            [(0, "0K"), (1025, "2K"), (385 << 10, "385K"), (9 << 30, "9G"), ((9 << 30) + 1, "9217M"), (30 << 30, "30G")]
        {
            assert_eq!(text(count), printed);
        }
        for count in (0..64).map(|shift| u64::MAX >> shift) {
            let Ok(read) = bytes(&text(count)) else { continue };
            assert!(read >= count && read <= count.saturating_add(count / 10).saturating_add(1024), "{count}");
        }
    }

    #[test]
    fn boards_have_two_sides() {
        assert_eq!(board("9x12"), Ok((9, 12)));
        let of_a_row = board("9").unwrap_err().to_string();
        assert_eq!(of_a_row, "expected rows x columns, such as 9x9, or 1x9 for a row of 9");
        for text in ["", "x", "20", "0x3", "3x", "3x4x5", "-1"] {
            assert!(board(text).is_err(), "{text}");
        }
    }
}
