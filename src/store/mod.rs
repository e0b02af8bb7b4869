//! SQLite: the journals of the tables and the results of the games.

pub mod id;
mod results;

use std::path::Path;

use thiserror::Error;

pub use id::Moment;
pub use results::Line;

/// The database of one process.
#[derive(Clone)]
pub struct Store {}

/// What went wrong with the database.
#[derive(Debug, Error)]
pub enum Failure {}

impl Store {
    /// Opens the database, or creates it.
    pub async fn open(_path: &Path) -> Result<Self, Failure> {
        todo!()
    }
}
