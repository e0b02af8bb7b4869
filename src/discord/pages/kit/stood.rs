//! What stood where on a message: kept for every panel that anybody looks at, so all of it lies in two pieces of memory.

use super::places::{Did, Place};
use crate::discord::wire::note::{Button, Tone};
use crate::tables::Moment;

/// A button that can be pressed, or could be a moment ago.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stood {
    pub place: Place,
    pub did: Did,
    /// Since when it cannot be pressed there any more.
    pub gone: Option<Moment>,
    /// Whether it went because it was pressed.
    pub was_pressed: bool,
}

/// All of them.
#[derive(Clone, Default)]
pub(super) struct Spots {
    spots: Box<[Spot]>,
    /// The id and the label of one behind the other.
    texts: Box<str>,
}

/// What is told of one beside its texts.
#[derive(Clone)]
struct Spot {
    gone: Option<Moment>,
    emoji: Option<&'static str>,
    /// Where its id ends in the texts, and its label.
    ends: [u32; 2],
    row: u8,
    column: u8,
    tone: Tone,
    is_enabled: bool,
    did: Did,
    was_pressed: bool,
}

impl Spots {
    pub(super) fn of(all: &[Stood]) -> Self {
        let mut texts = String::new();
        let mut ends_with = |text: &str| {
            texts.push_str(text);
            u32::try_from(texts.len()).unwrap_or(u32::MAX)
        };
        let spots = all.iter().map(|stood| {
            let Place {
                row,
                column,
                button,
            } = &stood.place;
            Spot {
                gone: stood.gone,
                emoji: button.emoji,
                ends: [&button.id, &button.label].map(|text| ends_with(text)),
                row: near(*row),
                column: near(*column),
                tone: button.tone,
                is_enabled: button.enabled,
                did: stood.did,
                was_pressed: stood.was_pressed,
            }
        });
        Self {
            spots: spots.collect(),
            texts: texts.into(),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Stood> {
        let mut from = 0;
        self.spots.iter().map(move |spot| {
            let [id, label] = spot.ends.map(|end| {
                let end = end as usize;
                let text = self.texts.get(std::mem::replace(&mut from, end)..end);
                text.unwrap_or_default().to_owned()
            });
            let button = Button {
                id,
                label,
                emoji: spot.emoji,
                tone: spot.tone,
                enabled: spot.is_enabled,
            };
            Stood {
                place: Place {
                    row: spot.row.into(),
                    column: spot.column.into(),
                    button,
                },
                did: spot.did,
                gone: spot.gone,
                was_pressed: spot.was_pressed,
            }
        })
    }
}

/// A message has five rows of five buttons, whatever else is said of one that was pressed: what is farther away stands nowhere.
fn near(number: usize) -> u8 {
    number.try_into().unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stood(row: usize, id: &str, label: &str) -> Stood {
        Stood {
            place: Place {
                row,
                column: 4 - row,
                button: Button::new(id.to_owned(), label.to_owned()),
            },
            did: Did::Page,
            gone: None,
            was_pressed: false,
        }
    }

    #[test]
    fn what_is_kept_comes_back_as_it_was() {
        let plain = stood(0, "1:aaaaaaaa:16:play:7.K1", "K1");
        let mut rich = stood(1, "1:aaaaaaaa:16:desk:", "Çevir 牌");
        rich.place.button.emoji = Some("🂡");
        rich.place.button.tone = Tone::Gone;
        rich.place.button.enabled = false;
        (rich.did, rich.was_pressed) = (Did::Move, true);
        rich.gone = Some(Moment::from_unix_ms(1_790_000_000_000));
        for all in [
            vec![],
            vec![stood(4, "", "")],
            vec![plain.clone(), stood(2, "", "x"), rich.clone()],
            vec![rich, stood(3, "y", ""), plain],
        ] {
            let spots = Spots::of(&all);
            assert_eq!(spots.iter().collect::<Vec<_>>(), all);
            assert_eq!(spots.clone().iter().collect::<Vec<_>>(), all);
        }
    }
}
