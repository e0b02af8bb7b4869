//! What goes with what on a rack, in sentences: the reasons of hints in games of sets and runs.

use crate::discord::speech::words::Words;
use crate::rules::joining::{Ends, goes_with};
use crate::rules::piece::{Piece, remove};
use crate::rules::tile::Face;

/// Who is told, and how pieces are named to them.
pub(crate) struct Joining<'a> {
    /// Their words.
    pub words: Words,
    /// A piece in a sentence.
    pub name: &'a dyn Fn(Piece) -> String,
    /// The okey, in games that have one.
    pub okey: Option<Face>,
    /// Where the runs of the game begin and end.
    pub ends: Ends,
}

impl Joining<'_> {
    /// With what of the rack this piece goes; `None` if it goes with nothing there, and for a joker, of which that is not
    /// to be said.
    pub(crate) fn joins(&self, piece: Piece, rack: &[Piece]) -> Option<String> {
        let partners = self.partners(piece, rack);
        let told = || {
            let name = (self.name)(piece);
            self.words.hint_joins(&name, &self.list(&partners))
        };
        (!partners.is_empty()).then(told)
    }

    /// Why this piece can be spared of those that are in no meld, and what of the others goes together.
    pub(crate) fn spares(&self, piece: Piece, loose: &[Piece]) -> String {
        let mut rest = loose.to_vec();
        remove(&mut rest, piece);
        let partners = self.partners(piece, &rest);
        let spared = if partners.is_empty() {
            self.words.hint_spares()
        } else {
            self.words.hint_spares_of(&self.list(&partners))
        };
        rest.retain(|other| !partners.contains(other));
        let parts = [Some(spared), self.together(&rest)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Some of these that may become a meld, the most if there are several.
    fn together(&self, loose: &[Piece]) -> Option<String> {
        let with_partners = loose.iter().map(|piece| {
            let mut group = vec![*piece];
            group.extend(self.partners(*piece, loose));
            group
        });
        let most = with_partners.rev().max_by_key(Vec::len);
        let mut group = most.filter(|group| group.len() > 1)?;
        group.sort_unstable();
        Some(self.words.hint_together(&self.list(&group)))
    }

    fn partners(&self, piece: Piece, others: &[Piece]) -> Vec<Piece> {
        goes_with(piece, others, self.okey, self.ends)
    }

    fn list(&self, pieces: &[Piece]) -> String {
        let names: Vec<String> = pieces.iter().map(|piece| (self.name)(*piece)).collect();
        match names.split_last() {
            Some((last, before)) if !before.is_empty() => {
                self.words.hint_both(&before.join(", "), last)
            }
            _ => names.concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::speech::cards::name;

    #[test]
    fn a_hint_says_what_goes_with_what_and_what_with_nothing() {
        let words = Words::of("en");
        let read = |text: &str| Piece::read_all(text).expect("cards");
        let name = |piece| name(words, piece);
        let joining = Joining {
            words,
            name: &name,
            okey: None,
            ends: Ends::Apart,
        };
        let ten = read("s10")[0];
        let joined = joining.joins(ten, &read("s8 s9 h2"));
        let plain = |told: String| told.replace(['\u{fe0e}', '\u{fe0f}'], "");
        assert_eq!(
            joined.map(plain).as_deref(),
            Some("♠10 goes with ♠8 and ♠9.")
        );
        assert_eq!(joining.joins(ten, &read("h2 c5")), None);

        let loose = read("h2 s8 s9 c5");
        let spared = plain(joining.spares(loose[0], &loose));
        assert!(spared.starts_with("it goes with nothing else"), "{spared}");
        assert!(
            spared.ends_with("♠8 and ♠9 may become a set or a run, so keep them."),
            "{spared}"
        );
        let spared = plain(joining.spares(loose[1], &loose));
        assert!(spared.starts_with("it goes with ♠9"), "{spared}");
    }
}
