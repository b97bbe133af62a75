use std::env;
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The SHA-256 of an executable as `sha256sum` prints it; a name without a slash is looked for in `PATH`.
///
/// # Errors
/// If the file cannot be found or read.
pub fn fingerprint(executable: &Path) -> io::Result<String> {
    let path = locate(executable).ok_or(io::ErrorKind::NotFound)?;
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut bytes = vec![0; 64 << 10];
    loop {
        let count = file.read(&mut bytes)?;
        if count == 0 {
            return Ok(hexadecimal(&hash.finalize()));
        }
        hash.update(&bytes[..count]);
    }
}

/// The SHA-256 of bytes, likewise.
pub(crate) fn fingerprint_of(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn locate(executable: &Path) -> Option<PathBuf> {
    if executable.components().count() > 1 {
        return Some(executable.to_owned());
    }
    env::split_paths(&env::var_os("PATH")?)
        .map(|directory| directory.join(executable))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_value() {
        // FIPS 180-4, example B.1.
        assert_eq!(
            fingerprint_of(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn programs_are_found() {
        assert_eq!(
            fingerprint(Path::new("sh")).expect("there"),
            fingerprint(Path::new("/bin/sh")).expect("there")
        );
        assert!(fingerprint(Path::new("no-such-program-anywhere")).is_err());
    }
}
