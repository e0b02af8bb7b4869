//! What the scenes of 101 hold, read as data, in games played by the rules.
