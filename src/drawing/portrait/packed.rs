//! Colours with as few bits each as there are kinds of them: the looks of faces are kept by the thousand, and one face has few
//! of our colours.

use std::ops::Range;

use crate::palette::Index;

/// Colours, one behind another.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Packed {
    /// The kinds of colours, and behind them which of them each colour is.
    bytes: Box<[u8]>,
    kinds: usize,
}

impl Packed {
    pub(super) fn of(colours: &[Index]) -> Self {
        let mut kinds = colours.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        let bits = bits_for(kinds.len());
        let mut bytes = kinds.clone();
        let (mut pending, mut filled) = (0u32, 0);
        for colour in colours {
            let kind = kinds.partition_point(|kind| kind < colour);
            pending |= (kind as u32) << filled;
            filled += bits;
            while filled >= u8::BITS {
                bytes.push(pending as u8);
                pending >>= u8::BITS;
                filled -= u8::BITS;
            }
        }
        // What is begun, and one more: a colour may be read across two bytes.
        bytes.extend([pending as u8, 0]);
        Self {
            bytes: bytes.into(),
            kinds: kinds.len(),
        }
    }

    /// How many bytes they take.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The colours from one place to another, both within what was packed.
    pub(super) fn part(&self, places: Range<usize>) -> Vec<Index> {
        let (kinds, packed) = self.bytes.split_at(self.kinds);
        let bits = bits_for(kinds.len()) as usize;
        let mask = (1usize << bits) - 1;
        let colour = |place: usize| {
            let (byte, bit) = (place * bits / 8, place * bits % 8);
            let both = u16::from_le_bytes([packed[byte], packed[byte + 1]]);
            kinds[usize::from(both >> bit) & mask]
        };
        places.map(colour).collect()
    }
}

/// How many bits tell so many kinds apart.
fn bits_for(kinds: usize) -> u32 {
    kinds.next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back_and_takes_no_more_bits_than_its_kinds_need() {
        for (kinds, bits) in [
            (1, 0),
            (2, 1),
            (3, 2),
            (16, 4),
            (17, 5),
            (64, 6),
            (65, 7),
            (129, 8),
            (256, 8),
        ] {
            // From the upper end, and in no order.
            let colour = |place: usize| (255 - place * 7 % kinds) as Index;
            let colours: Vec<Index> = (0..3_000).map(colour).collect();
            let packed = Packed::of(&colours);
            assert_eq!(packed.part(0..3_000), colours, "{kinds}");
            assert_eq!(packed.part(1_013..2_999), colours[1_013..2_999], "{kinds}");
            let room = kinds + 3_000 * bits / 8 + 2;
            assert!(
                packed.bytes.len() <= room,
                "{kinds}: {}",
                packed.bytes.len()
            );
            let mut other = colours.clone();
            other[2_999] = 255 - other[2_999];
            assert!(packed != Packed::of(&other), "{kinds}");
        }
        assert!(Packed::of(&[]).part(0..0).is_empty());
    }
}
