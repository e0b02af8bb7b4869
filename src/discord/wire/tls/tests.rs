//! What production connects with meets a server on loopback whose certificate nobody knows: REST and gateway get as far
//! as the certificate, so provider, roots and versions are there.

use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::Acceptor;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio_rustls::LazyConfigAcceptor;

use super::choose_tls;
use crate::discord::wire::gateway;
use crate::discord::wire::pace::Pace;
use crate::discord::wire::send::{Sender, Token};

const CERTIFICATE: &[u8] = include_bytes!("../../../../tests/data/tls/certificate.pem");
const KEY: &[u8] = include_bytes!("../../../../tests/data/tls/key.pem");
/// What rustls says of a certificate that nobody vouches for.
const STRANGER: &str = "UnknownIssuer";

/// What a client said when it came.
struct Hello {
    /// The protocols that it speaks.
    protocols: Vec<String>,
    /// Whether it trusted the server.
    trusts: bool,
}

fn identity() -> Arc<rustls::ServerConfig> {
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(KEY).expect("its key");
    let config = rustls::ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![certificate], key);
    Arc::new(config.expect("a certificate with its key"))
}

/// A server that takes one connection, and what it hears there.
async fn stranger() -> (String, oneshot::Receiver<Hello>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    let (hear, heard) = oneshot::channel();
    tokio::spawn(async move {
        let (socket, _) = listener.accept().await.expect("a client");
        let come = LazyConfigAcceptor::new(Acceptor::default(), socket).await;
        let come = come.expect("the client speaks TLS");
        let protocols = come.client_hello().alpn().into_iter().flatten();
        let protocols = protocols.map(|name| String::from_utf8_lossy(name).into_owned());
        let protocols = protocols.collect();
        let trusts = come.into_stream(identity()).await.is_ok();
        // The test may have fallen over.
        let _ = hear.send(Hello { protocols, trusts });
    });
    (address, heard)
}

#[tokio::test]
async fn rest_speaks_tls_and_trusts_nobody_unknown() {
    choose_tls();
    let (address, heard) = stranger().await;
    // Worth nothing after the first try, so there is only one.
    let pace = Pace {
        answers: Duration::from_millis(1),
        ..Pace::DISCORD
    };
    let sender = Sender::new(&format!("https://{address}"), "secret", pace).expect("a client");
    let token = Token::new("interaction");
    let failure = sender.offer(1, &token, json!([])).await;
    let failure = failure.expect_err("nobody knows this server").to_string();
    assert!(failure.contains(STRANGER), "{failure}");
    assert!(!failure.contains(&address), "{failure}");
    let hello = heard.await.expect("the client came");
    assert!(!hello.trusts);
    assert_eq!(hello.protocols, ["h2", "http/1.1"]);
}

#[tokio::test]
async fn the_gateway_speaks_tls_and_trusts_nobody_unknown() {
    choose_tls();
    let (address, heard) = stranger().await;
    let failure = gateway::open(&format!("wss://{address}/"), gateway::PATIENCE).await;
    let failure = failure.expect_err("nobody knows this server").to_string();
    assert!(failure.contains(STRANGER), "{failure}");
    let hello = heard.await.expect("the client came");
    assert!(!hello.trusts);
    // A WebSocket begins as HTTP/1.1.
    assert!(!hello.protocols.contains(&"h2".to_owned()));
}

#[test]
fn whoever_chose_before_is_left_alone() {
    choose_tls();
    choose_tls();
    assert!(rustls::crypto::CryptoProvider::get_default().is_some());
}
