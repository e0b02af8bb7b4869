//! How payloads travel: as text, packed one by one (`compress: true` in an IDENTIFY), or as one stream per connection
//! (`compress=zlib-stream` or `zstd-stream` in the address).

use axum::extract::ws::Message;
use flate2::{Compress, Compression, FlushCompress, Status};

/// Payloads at least this long are packed when a client asked for that; shorter ones would only grow.
const WORTH_PACKING: usize = 1024;

/// The way payloads leave on one connection.
pub(super) enum Packing {
    /// Text frames.
    Plain,
    /// Each long payload is a zlib text of its own in a binary frame.
    Payloads,
    /// One zlib context for the connection, flushed after every payload.
    ZlibStream(Box<Compress>),
    /// One zstd frame for the connection, a run of blocks for every payload.
    ZstdStream(Zstd),
}

impl Packing {
    /// What the `compress` of the address asks for; `None` for a word nobody knows.
    pub(super) fn asked_for(compress: Option<&str>) -> Option<Self> {
        match compress {
            None => Some(Self::Plain),
            Some("zlib-stream") => Some(Self::ZlibStream(Box::new(context()))),
            Some("zstd-stream") => Some(Self::ZstdStream(Zstd::Fresh)),
            Some(_) => None,
        }
    }

    /// An IDENTIFY asked for packed payloads; a stream is packed already.
    pub(super) fn pack_payloads(&mut self) {
        if matches!(self, Self::Plain) {
            *self = Self::Payloads;
        }
    }

    /// The frame that carries this payload.
    pub(super) fn frame(&mut self, payload: String) -> Message {
        match self {
            Self::Payloads if payload.len() >= WORTH_PACKING => {
                Message::Binary(packed(&mut context(), &payload, FlushCompress::Finish).into())
            }
            Self::Plain | Self::Payloads => Message::Text(payload.into()),
            Self::ZlibStream(context) => {
                Message::Binary(packed(context, &payload, FlushCompress::Sync).into())
            }
            Self::ZstdStream(zstd) => Message::Binary(zstd.blocks(payload.as_bytes()).into()),
        }
    }
}

fn context() -> Compress {
    Compress::new(Compression::fast(), true)
}

/// Packs a whole payload; with `Sync` its last four bytes are `00 00 FF FF`, by which clients know its end.
fn packed(context: &mut Compress, payload: &str, flush: FlushCompress) -> Vec<u8> {
    let mut rest = payload.as_bytes();
    let mut bytes = Vec::with_capacity(payload.len() / 2 + 64);
    loop {
        let before = context.total_in();
        // Only a misused context can fail, and this one is never finished before its last payload.
        let status = context
            .compress_vec(rest, &mut bytes, flush)
            .unwrap_or(Status::StreamEnd);
        let read = usize::try_from(context.total_in() - before).unwrap_or(rest.len());
        rest = rest.get(read..).unwrap_or_default();
        // Room left over means that everything has been flushed.
        if status == Status::StreamEnd || (rest.is_empty() && bytes.len() < bytes.capacity()) {
            return bytes;
        }
        bytes.reserve(bytes.len().max(256));
    }
}

/// A zstd frame that never ends, made of raw blocks only: every decoder reads it, and on loopback nothing would be won by packing.
pub(super) enum Zstd {
    /// Nothing was written yet, not even the frame's header.
    Fresh,
    Begun,
}

impl Zstd {
    /// The longest block; the format allows 128 KiB.
    const BLOCK: usize = 64 * 1024;
    /// Magic number, a descriptor without size or checksum, a window of 256 KiB (RFC 8878, 3.1.1).
    const HEADER: [u8; 6] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 8 << 3];

    fn blocks(&mut self, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(payload.len() + 16);
        if let Self::Fresh = self {
            bytes.extend_from_slice(&Self::HEADER);
            *self = Self::Begun;
        }
        for block in payload.chunks(Self::BLOCK) {
            // Bit 0: not the last block; bits 1 and 2: raw; then the size (RFC 8878, 3.1.1.2).
            let head = u32::try_from(block.len()).unwrap_or(0) << 3;
            bytes.extend_from_slice(&head.to_le_bytes()[..3]);
            bytes.extend_from_slice(block);
        }
        bytes
    }
}
