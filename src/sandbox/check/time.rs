//! Moments as bots write them, in the one form in which Discord answers them.

use std::ops::RangeInclusive;

use crate::clock::timestamp;

/// `2026-01-01T12:00:00Z`, with a fraction and another zone if need be, as Discord says it; `None` if it is no moment.
pub(super) fn canonical(text: &str) -> Option<String> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let [year, month, day] = numbers(date, '-')?;
    let (time, zone_min) = zone(time)?;
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let [hour, minute, second] = numbers(clock, ':')?;
    let fits = |number: i64, range: RangeInclusive<i64>| range.contains(&number).then_some(number);
    let year = fits(year, 1970..=9999)?;
    let day = days(year, fits(month, 1..=12)?, fits(day, 1..=31)?);
    let minutes = (day * 24 + fits(hour, 0..=23)?) * 60 + fits(minute, 0..=59)? - zone_min;
    let millis = format!("{:0<3}", fraction.get(..3).unwrap_or(fraction));
    let millis = digits(&millis)?;
    let whole = (minutes * 60 + fits(second, 0..=59)?) * 1000 + fits(millis, 0..=999)?;
    u64::try_from(whole).ok().map(timestamp)
}

/// Three numbers of digits alone.
fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let parts: Option<Vec<i64>> = text.split(between).map(digits).collect();
    parts?.try_into().ok()
}

fn digits(text: &str) -> Option<i64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

/// What stands before the zone, and the minutes by which it is ahead; without a zone it is UTC.
fn zone(time: &str) -> Option<(&str, i64)> {
    if let Some(time) = time.strip_suffix(['Z', 'z']) {
        return Some((time, 0));
    }
    let Some(place) = time.rfind(['+', '-']) else {
        return Some((time, 0));
    };
    let (time, zone) = time.split_at(place);
    let (hours, minutes) = zone[1..].split_once(':').unwrap_or((&zone[1..], "0"));
    let (hours, minutes) = (digits(hours)?, digits(minutes)?);
    let ahead = (hours < 24 && minutes < 60).then(|| hours * 60 + minutes)?;
    Some((time, if zone.starts_with('-') { -ahead } else { ahead }))
}

/// Days from 1970-01-01 to a day of the Gregorian calendar; years begin in March, so that leap days come last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn moments_are_said_in_one_form() {
        for (given, said) in [
            ("2026-01-01T12:00:00Z", "2026-01-01T12:00:00.000000+00:00"),
            ("2026-01-01T12:00:00", "2026-01-01T12:00:00.000000+00:00"),
            (
                "2024-02-29T23:30:00.1234567-01:00",
                "2024-03-01T00:30:00.123000+00:00",
            ),
            (
                "2026-07-01 02:00:00.5+05:30",
                "2026-06-30T20:30:00.500000+00:00",
            ),
        ] {
            assert_eq!(canonical(given).as_deref(), Some(said), "{given}");
        }
        for wrong in [
            "",
            "now",
            "2026-01-01",
            "2026-13-01T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T0x:00:00Z",
            "+T+-é",
            "9999999999999-01-01T00:00:00Z",
            "2026-01-01T00:00:00+999999999999999999:00",
            "2026-01-01T00:00:00.ééZ",
        ] {
            assert_eq!(canonical(wrong), None, "{wrong}");
        }
    }
}
