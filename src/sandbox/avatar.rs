//! The faces of people: drawn here from their ids, or one of those with which a bot has to reckon.
//!
//! Discord serves them from a host of its own; here they are on this server, under the same paths.

use std::time::Duration;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Shared;
use super::id::Id;
use super::rest::query_of;

/// How wide and high a face is that nobody asks for in another size, and the sizes that may be asked for.
const SIDE: u32 = 128;
const SIDES: [u32; 5] = [16, 32, 64, 128, 256];
/// A face of five fields by five, its left half mirrored, with half a field around it.
const FIELDS: u32 = 5;
/// The side of a face that is too large, and of one that only says so.
const LARGE: u32 = 1024;
const BOMB: u32 = 30_000;

/// What somebody's face is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Avatar {
    /// Drawn from their id.
    #[default]
    Drawn,
    /// They have none.
    None,
    /// A text in the place of a picture.
    NoPicture,
    /// A small file that says it is 30 000 pixels wide and high.
    Bomb,
    /// Two pictures, one after the other.
    Moving,
    /// A large file.
    Large,
    /// It never comes.
    Slow,
    /// It was there once.
    Gone,
    /// Elsewhere, it says.
    Moved,
}

impl Avatar {
    /// Its hash as Discord names it; one that moves begins with `a_`.
    pub(super) fn hash(self, person: Id) -> Option<String> {
        let digest = Sha256::digest(format!("{person} {self:?}"));
        let hex: String = digest[..16]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        match self {
            Self::None => None,
            Self::Moving => Some(format!("a_{hex}")),
            _ => Some(hex),
        }
    }
}

/// How a face was asked for: how often, and what the last time came with.
#[derive(Clone, Debug, Default)]
pub(super) struct FaceAsked {
    pub(super) times: u64,
    pub(super) query: String,
    pub(super) is_signed: bool,
}

/// Answers who asks for `/avatars/{person}/{file}`.
pub(super) async fn serve(shared: &Shared, person: &str, file: &str, request: &Parts) -> Response {
    let text = request.uri.query().unwrap_or_default();
    let side = query_of(text)
        .get("size")
        .and_then(|size| size.parse().ok());
    let found = Id::parse(person).and_then(|id| {
        let mut world = shared.world();
        let avatar = world.people.get(&id)?.avatar;
        let named = avatar.hash(id).map(|hash| format!("{hash}.png"));
        (named.as_deref() == Some(file)).then(|| {
            let asked = world.faces_asked.entry(id).or_default();
            asked.times += 1;
            text.clone_into(&mut asked.query);
            asked.is_signed = request.headers.contains_key(header::AUTHORIZATION);
            (id, avatar)
        })
    });
    let Some((id, avatar)) = found else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let side = side.filter(|side| SIDES.contains(side)).unwrap_or(SIDE);
    match avatar {
        Avatar::None | Avatar::Gone => StatusCode::NOT_FOUND.into_response(),
        Avatar::NoPicture => picture(b"This is no picture.".to_vec()),
        Avatar::Drawn => picture(png(side, &[drawn(id, 0, side)])),
        Avatar::Moving => picture(png(side, &[drawn(id, 0, side), drawn(id, 1, side)])),
        Avatar::Large => picture(noise()),
        Avatar::Bomb => picture(png(BOMB, &[])),
        Avatar::Moved => {
            let to = (header::LOCATION, format!("/avatars/{person}/elsewhere.png"));
            (StatusCode::FOUND, [to]).into_response()
        }
        Avatar::Slow => {
            tokio::select! {
                () = shared.stopped() => {}
                // The bad day itself: an answer later than anybody waits for. It ends with the sandbox, or with who asked.
                () = tokio::time::sleep(Duration::from_secs(600)) => {}
            }
            StatusCode::GATEWAY_TIMEOUT.into_response()
        }
    }
}

fn picture(bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("image/png");
    headers.insert(header::CONTENT_TYPE, kind);
    let kept = HeaderValue::from_static("public, max-age=3600");
    headers.insert(header::CACHE_CONTROL, kept);
    response
}

/// A face as no other id has it, in red, green and blue; another one for each turn.
fn drawn(person: Id, turn: u8, side: u32) -> Vec<u8> {
    let digest = Sha256::digest(format!("face {person} {turn}"));
    let ground = [
        digest[0] / 3 + 160,
        digest[1] / 3 + 160,
        digest[2] / 3 + 160,
    ];
    let ink = [digest[3] / 2, digest[4] / 2, digest[5] / 2];
    let field = |pixel: u32| {
        let halves = pixel * 2 * (FIELDS + 1) / side;
        halves
            .checked_sub(1)
            .map(|halves| halves / 2)
            .filter(|field| *field < FIELDS)
    };
    let is_inked = |x: u32, y: u32| {
        let (Some(column), Some(row)) = (field(x), field(y)) else {
            return false;
        };
        let column = column.min(FIELDS - 1 - column);
        digest[(6 + row * 3 + column) as usize] & 1 == 1
    };
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    pixels
        .flat_map(|(x, y)| if is_inked(x, y) { ink } else { ground })
        .collect()
}

/// A picture whose pixels nobody can press together.
fn noise() -> Vec<u8> {
    let mut pixels = Vec::with_capacity((LARGE * LARGE * 3) as usize);
    let mut state = 0x9e37_79b9_u32;
    while pixels.len() < (LARGE * LARGE * 3) as usize {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        pixels.push((state >> 24) as u8);
    }
    png(LARGE, &[pixels])
}

/// A PNG of these pictures; without one only its head.
fn png(side: u32, pictures: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Writing to memory does not fail; what is missing then is no picture, and that is served as such.
    let _ = write(&mut bytes, side, pictures);
    bytes
}

fn write(bytes: &mut Vec<u8>, side: u32, pictures: &[Vec<u8>]) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(bytes, side, side);
    encoder.set_color(png::ColorType::Rgb);
    if let (2.., Ok(count)) = (pictures.len(), u32::try_from(pictures.len())) {
        encoder.set_animated(count, 0)?;
    }
    let mut writer = encoder.write_header()?;
    for pixels in pictures {
        writer.write_image_data(pixels)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> Id {
        Id::parse(&number.to_string()).expect("an id")
    }

    #[test]
    fn a_face_is_always_the_same_and_no_other_has_it() {
        assert_eq!(drawn(id(7), 0, 64), drawn(id(7), 0, 64));
        assert_ne!(drawn(id(7), 0, 64), drawn(id(8), 0, 64));
        assert_eq!(Avatar::Drawn.hash(id(7)), Avatar::Drawn.hash(id(7)));
        assert_ne!(Avatar::Drawn.hash(id(7)), Avatar::Drawn.hash(id(8)));
        assert_ne!(Avatar::Drawn.hash(id(7)), Avatar::Gone.hash(id(7)));
        assert_eq!(Avatar::None.hash(id(7)), None);
    }

    #[test]
    fn a_bomb_is_small_and_says_it_is_huge() {
        let bomb = png(BOMB, &[]);
        assert!(bomb.len() < 200, "{} bytes", bomb.len());
        assert_eq!(bomb[16..20], BOMB.to_be_bytes());
        assert!(noise().len() > 1024 * 1024);
    }
}
