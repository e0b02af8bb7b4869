//! Lessons: a game taught in steps with pictures, and its own words explained; for games whose short rules are not enough.

use crate::drawing::Scene;
use crate::drawing::explained::{Row, explained};
use crate::drawing::packs::PieceFace;
use crate::drawing::scene::PieceSize;
use crate::rules::piece::Piece;

/// All that teaches a game beyond its short rules; empty where these say everything.
#[derive(Default)]
pub(crate) struct Lessons {
    /// From the goal to the points, one after another.
    pub steps: Vec<Lesson>,
    /// Its own words explained, page by page.
    pub words: Vec<String>,
}

/// One step.
pub(crate) struct Lesson {
    /// What it says, under a heading.
    pub text: String,
    /// What it shows.
    pub picture: Option<Shown>,
}

/// A picture, and what it shows in words.
pub(crate) struct Shown {
    /// The picture.
    pub scene: Scene,
    /// The same in words.
    pub alt: String,
}

/// A picture of rows of pieces, each as `K3 K4 K5 / R9 G9 Y9 = 39`: groups, and perhaps what they are worth.
pub(crate) fn pictured(
    rows: &[&str],
    size: PieceSize,
    face: impl Fn(Piece) -> Option<PieceFace>,
) -> Scene {
    let group = |text: &str| -> Vec<PieceFace> {
        let pieces = Piece::read_all(text).unwrap_or_default();
        pieces.into_iter().filter_map(&face).collect()
    };
    let row = |text: &&str| {
        let (groups, worth) = match text.split_once('=') {
            Some((groups, worth)) => (groups, Some(worth.trim().to_owned())),
            None => (*text, None),
        };
        let groups = groups.split('/').map(group).collect();
        Row { groups, worth }
    };
    explained(&rows.iter().map(row).collect::<Vec<_>>(), size)
}

/// Each step shows the pieces of its rows, within its picture, and says something that no other says.
#[cfg(test)]
pub(crate) fn every_step_is_its_own(lessons: &Lessons, written: &[(&str, &[&str])]) {
    for (number, (step, (_, rows))) in lessons.steps.iter().zip(written).enumerate() {
        let shown = step.picture.as_ref().expect("a picture");
        let written = |row: &&str| row.split('=').next().unwrap_or_default().replace('/', "");
        let written: Vec<String> = rows.iter().map(written).collect();
        let pieces = written.join(" ").split_whitespace().count();
        assert_eq!(shown.scene.pieces().count(), pieces, "{rows:?}");
        let (width, _) = shown.scene.size();
        let right = shown
            .scene
            .pieces()
            .map(|(_, size, at)| at.x + size.width());
        assert!(
            right.max().is_some_and(|right| right < width as i32),
            "{rows:?}"
        );
        let told = |other: &Lesson| other.text == step.text;
        assert_eq!(lessons.steps.iter().position(told), Some(number));
    }
}
