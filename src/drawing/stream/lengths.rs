//! How many bits each symbol of a code gets, so that the whole is shortest (Huffman's construction).

/// The bits of each symbol that is used so often, none more than `most`; 0 for those that are not used.
pub(super) fn lengths(often: &[u32], most: u8) -> Vec<u8> {
    let mut lengths = vec![0; often.len()];
    let mut used: Vec<(u32, usize)> = often
        .iter()
        .enumerate()
        .filter(|(_, often)| **often > 0)
        .map(|(symbol, often)| (*often, symbol))
        .collect();
    if let [(_, only)] = used[..] {
        // Some decoders refuse a code in which not every bit means something.
        lengths[only] = 1;
        lengths[usize::from(only == 0)] = 1;
        return lengths;
    }
    // Rare symbols are made less rare until no code is too long: with a few thousand tokens it is hardly ever needed.
    loop {
        used.sort_unstable();
        let depths = depths(&used);
        if depths.iter().all(|depth| *depth <= most) {
            for ((_, symbol), depth) in used.iter().zip(depths) {
                lengths[*symbol] = depth;
            }
            return lengths;
        }
        for (often, _) in &mut used {
            *often = *often / 2 + 1;
        }
    }
}

/// How deep each of these lies in the tree, the rarest first.
fn depths(used: &[(u32, usize)]) -> Vec<u8> {
    let leaves = used.len();
    let mut weights: Vec<u32> = used.iter().map(|(often, _)| *often).collect();
    let mut parents = vec![0; (2 * leaves).saturating_sub(1)];
    // Nodes are made in the order of their weights, so both lists are sorted: the lighter head of the two is the lightest.
    let (mut leaf, mut node) = (0, leaves);
    for parent in leaves..parents.len() {
        let mut weight = 0;
        for _ in 0..2 {
            let is_leaf = leaf < leaves && (node >= parent || weights[leaf] <= weights[node]);
            let lightest = if is_leaf { &mut leaf } else { &mut node };
            parents[*lightest] = parent;
            weight += weights[*lightest];
            *lightest += 1;
        }
        weights.push(weight);
    }
    let mut depths = vec![0; parents.len()];
    for child in (0..parents.len().saturating_sub(1)).rev() {
        depths[child] = depths[parents[child]] + 1;
    }
    depths.truncate(leaves);
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence of bits means something, and nothing means two things.
    fn is_complete(lengths: &[u8]) -> bool {
        let part = |length: &u8| 1.0 / f64::from(1_u32 << *length);
        let used = lengths.iter().filter(|length| **length > 0);
        (used.map(part).sum::<f64>() - 1.0).abs() < 1e-9
    }

    #[test]
    fn what_is_used_often_is_short() {
        assert_eq!(lengths(&[0, 0], 15), [0, 0]);
        assert_eq!(lengths(&[0, 9], 15), [1, 1]);
        assert_eq!(lengths(&[9, 0, 0], 15), [1, 1, 0]);
        assert_eq!(lengths(&[5, 9], 15), [1, 1]);
        assert_eq!(lengths(&[1, 1, 2, 4, 0], 15), [3, 3, 2, 1, 0]);
    }

    #[test]
    fn no_code_is_longer_than_it_may_be() {
        let (mut often, mut one, mut two) = (Vec::new(), 1_u32, 1);
        for _ in 0..40 {
            often.push(one);
            (one, two) = (two, one.saturating_add(two).min(1 << 26));
        }
        for most in [7, 15] {
            let lengths = lengths(&often, most);
            assert!(lengths.iter().all(|length| *length <= most), "{lengths:?}");
            assert!(is_complete(&lengths), "{lengths:?}");
        }
    }
}
