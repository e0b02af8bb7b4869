//! Numbers and signs of arithmetic: outlines of a font as the path of an SVG.

use ttf_parser::{Face as Font, OutlineBuilder};

/// A line of text as an SVG, set in DejaVu Sans Bold.
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    /// The middle of its baseline.
    pub(super) x: f64,
    pub(super) baseline: f64,
    /// The size of the type.
    pub(super) pixels: f64,
    /// How much narrower than the font has it.
    pub(super) narrow: f64,
    pub(super) fill: &'a str,
}

impl Text<'_> {
    pub(super) fn svg(&self, width: i32, height: i32) -> String {
        let Self {
            text,
            x,
            baseline,
            pixels,
            narrow,
            fill,
        } = self;
        let outline = type_set(text, *pixels as f32);
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>\
             <path transform='translate({x} {baseline}) scale({narrow} 1)' fill='{fill}' d='{outline}'/></svg>"
        )
    }
}

/// The outline of a text of this size, as the path of an SVG, with the middle of its baseline at the origin.
fn type_set(text: &str, pixels: f32) -> String {
    let font = Font::parse(dejavu::sans::bold(), 0).expect("the crate holds a font");
    let glyphs = || text.chars().filter_map(|letter| font.glyph_index(letter));
    let advance = |glyph| font.glyph_hor_advance(glyph).unwrap_or_default();
    let width: u16 = glyphs().map(advance).sum();
    let mut pen = Pen {
        path: String::new(),
        scale: pixels / f32::from(font.units_per_em()),
        left: -f32::from(width) / 2.0,
    };
    for glyph in glyphs() {
        // A letter without an outline is a blank.
        font.outline_glyph(glyph, &mut pen);
        pen.left += f32::from(advance(glyph));
    }
    pen.path
}

/// Writes outlines of a font, whose axis goes up, as the path of an SVG.
struct Pen {
    path: String,
    /// Pixels for a unit of the font.
    scale: f32,
    /// Where the letter begins, in units of the font.
    left: f32,
}

impl Pen {
    fn write(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let (x, y) = ((self.left + x) * self.scale, -y * self.scale);
            self.path.push_str(&format!(" {x} {y}"));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.write('Z', &[]);
    }
}
