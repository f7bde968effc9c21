use std::path::Path;

use anyhow::Result;
use surefleet_nodes::make_keys;

/// Makes a fleet's keys in a folder that has none.
///
/// # Errors
/// A folder that has keys already, or that cannot be written.
pub fn run(folder: &Path) -> Result<()> {
    let files = make_keys(folder)?;
    println!("made {}: secret, for the safety monitor alone (parameter signing_key)", files.secret.display());
    println!("made {}: for every skill server (parameter approval_key)", files.public.display());
    Ok(())
}
