//! Whose faces a picture shows: those of whoever sits there, unless they or the server would rather not.

use std::sync::LazyLock;

use serenity::all::{ImageHash, Member, User};

use super::Front;
use crate::discord::pages::reader::FacesThere;
use crate::discord::wire::avatars::Avatar;
use crate::drawing::Portrait;
use crate::rules::Seats;
use crate::tables::{Look, PersonId, ServerId, Sitter};

/// A face that stands in for those that are not known any more, where only counts at which seats there are any.
static NOBODYS: LazyLock<Portrait> = LazyLock::new(Portrait::nobodys);

/// Faces at these seats and no others, whoever's they are.
pub(super) fn with_faces_at(seats: Seats, faces: &FacesThere) -> FacesThere {
    faces.map(|seat, face| {
        let any = || face.clone().unwrap_or_else(|| NOBODYS.clone());
        seats.contains(seat).then(any)
    })
}

impl Front {
    /// At which seats there is to be no face, whether one is known or not: the server wants none, or whoever sits there.
    pub(super) fn seats_without_faces(&self, look: &Look) -> Seats {
        let wants_none = self.settings.server(look.places.server).faces == Some(false);
        let seats = look.seats.iter().filter(|(_, sitter)| match sitter {
            Sitter::Person { person, .. } => {
                wants_none || self.settings.person(*person).face == Some(false)
            }
            Sitter::Computer { .. } | Sitter::Empty => wants_none,
        });
        seats.map(|(seat, _)| seat).collect()
    }

    /// Somebody acts, and is seen with their avatar of today: that of the server where they have one.
    pub(crate) fn sees(&self, user: &User, member: Option<&Member>) {
        let person = PersonId::new(user.id.get());
        let server = member.map(|member| ServerId::new(member.guild_id.get()));
        let read = |hash: Option<ImageHash>, server| {
            let hash = hash?.to_string();
            Avatar::new(person, server, hash)
        };
        let own = member.and_then(|member| read(member.avatar, server));
        let avatar = own.or_else(|| read(user.avatar, None));
        self.faces.saw(person, server, avatar);
    }

    /// The faces of whoever sits at a table, as far as they are there already. The others are asked for: a picture never
    /// waits for them, and a later one has them.
    pub(crate) fn faces_at(&self, look: &Look) -> FacesThere {
        let server = look.places.server;
        let without = self.seats_without_faces(look);
        look.seats.map(|seat, sitter| match sitter {
            Sitter::Person { person, .. } if !without.contains(seat) => {
                self.faces.of(*person, server)
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::table_words::Body;
    use crate::drawing::Scene;
    use crate::drawing::scene::{At, Backdrop, FaceSize, Item};
    use crate::rules::{PerSeat, Seat};

    /// Another face than [`NOBODYS`].
    const WHITE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9cc\xf8\x0f\0\x01\x01\x01\0\xb18\xf6\x14\0\0\0\0IEND\xaeB`\x82";

    fn white() -> Portrait {
        Portrait::read(WHITE).expect("it is a picture of one pixel")
    }

    /// A picture with the faces of these seats in a row.
    fn picture(faces: &FacesThere) -> Body {
        let there = faces
            .iter()
            .filter_map(|(seat, face)| Some((seat, face.clone()?)));
        let items = there.map(|(seat, portrait)| Item::Face {
            portrait,
            seat,
            size: FaceSize::Usual,
            middle: At {
                x: 100 * seat.index() as i32,
                y: 0,
            },
        });
        Body {
            text: String::new(),
            rows: Vec::new(),
            scene: Scene {
                backdrop: Backdrop::Table,
                below: None,
                items: items.collect(),
            },
            alt: String::new(),
        }
    }

    fn seats(text: &str) -> Seats {
        let numbers = text.chars().filter_map(|seat| seat.to_digit(10));
        numbers
            .filter_map(|number| Seat::new(number as usize))
            .collect()
    }

    #[test]
    fn what_is_kept_of_the_faces_on_a_board_tells_at_which_seats_they_are_and_not_whose_they_are() {
        let faces = |text: &str| {
            let there = seats(text);
            PerSeat::new(4, |seat| there.contains(seat).then(white))
        };
        for (before, now) in [("", "0"), ("0", "0"), ("0", "01"), ("01", "1"), ("02", "")] {
            let stood = picture(&faces(before));
            let compared = picture(&with_faces_at(seats(before), &faces(now)));
            let later = picture(&faces(now));
            assert!(
                stood.picture_of_anybody() == compared.picture_of_anybody(),
                "{before} {now}"
            );
            let is_as_it_was = stood.picture_of_anybody() == later.picture_of_anybody();
            assert_eq!(is_as_it_was, before == now, "{before} {now}");
        }
        let [one, other] = [white(), NOBODYS.clone()]
            .map(|face| picture(&PerSeat::new(1, |_| Some(face.clone()))));
        assert!(one.picture() != other.picture());
        assert!(one.picture_of_anybody() == other.picture_of_anybody());
    }
}
