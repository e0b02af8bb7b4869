//! TLS: the process itself says who encrypts for it.
//!
//! rustls wants to be told as soon as the features of all guests together offer more than one provider, or none, and
//! panics at the first connection if nobody did: on the first real day, for a sandbox speaks no TLS.

use rustls::crypto::ring::default_provider;

/// From now on ring encrypts for every connection of this process, REST and gateway.
pub fn choose_tls() {
    // A refusal says that somebody chose before: then there is a provider, and that is what matters.
    let _ = default_provider().install_default();
}

#[cfg(test)]
mod tests;
