//! Whose faces a picture shows: those of whoever sits there, unless they or the server would rather not.

use serenity::all::{ImageHash, Member, User};

use super::Front;
use crate::discord::pages::reader::FacesThere;
use crate::discord::wire::avatars::Avatar;
use crate::rules::PerSeat;
use crate::tables::{Look, PersonId, ServerId, Sitter};

impl Front {
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
        if self.settings.server(server).faces == Some(false) {
            return PerSeat::new(look.seats.len(), |_| None);
        }
        look.seats.map(|_, sitter| {
            let Sitter::Person { person, .. } = sitter else {
                return None;
            };
            let wants = self.settings.person(*person).face != Some(false);
            wants.then(|| self.faces.of(*person, server)).flatten()
        })
    }
}
