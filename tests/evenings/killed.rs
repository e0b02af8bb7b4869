//! The bot is killed and comes back.
