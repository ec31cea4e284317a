//! Text files in the encodings that common programs write.

use super::read;
use std::io::{self, Read};
use std::path::Path;

/// The characters of bytes 0x80 to 0x9f in Windows-1252. The other bytes are those of Latin-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Byte order marks of encodings that are refused.
const REFUSED: [(&[u8], &str); 4] = [
    (&[0xff, 0xfe, 0, 0], "UTF-32"),
    (&[0, 0, 0xfe, 0xff], "UTF-32"),
    (&[0xff, 0xfe], "UTF-16"),
    (&[0xfe, 0xff], "UTF-16"),
];

/// Reads the text of a whole file or pipe; see [`decode`].
pub fn read_text(path: &Path) -> io::Result<String> {
    decode(read(path)?)
}

/// Like [`read_text`], but reads standard input if the path is `-`.
pub fn read_text_or_stdin(path: &Path) -> io::Result<String> {
    if path.as_os_str() != "-" {
        return read_text(path);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    decode(bytes)
}

/// Decodes UTF-8, with or without byte order mark, or otherwise Windows-1252, which includes
/// Latin-1, the character set of PGN. Line ends become `\n`.
///
/// # Errors
/// If the text is UTF-16 or UTF-32.
///
/// ```
/// assert_eq!(dhow_files::decode(b"M\xfcller\r\n".to_vec())?, "Müller\n");
/// assert!(dhow_files::decode(b"\xff\xfea\0".to_vec()).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decode(mut bytes: Vec<u8>) -> io::Result<String> {
    if let Some((_, name)) = REFUSED.iter().find(|(mark, _)| bytes.starts_with(mark)) {
        let text = format!("is {name}, not UTF-8; save it as UTF-8");
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(..'\u{feff}'.len_utf8());
    }
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| letter(byte)).collect());
    Ok(match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text,
    })
}

fn letter(byte: u8) -> char {
    WINDOWS.get(usize::from(byte).wrapping_sub(0x80)).copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes.to_vec()).expect("a text")
    }

    #[test]
    fn texts_of_all_encodings_are_read() {
        for bytes in ["Präsidium", "\u{feff}Präsidium"] {
            assert_eq!(text(bytes.as_bytes()), "Präsidium");
        }
        assert_eq!(text(b"Pr\xe4sidium \x80 \x9f \xa0\xff"), "Präsidium € Ÿ \u{a0}ÿ");
        assert_eq!(text(b""), "");
    }

    #[test]
    fn lines_may_end_in_three_ways() {
        assert_eq!(text(b"a\r\nb\rc\nd\r\r\n\ne\r"), "a\nb\nc\nd\n\n\ne\n");
    }

    #[test]
    fn wider_encodings_are_refused_by_name() {
        for (bytes, name) in [
            (&b"\xff\xfe1\0.\0"[..], "UTF-16"),
            (b"\xfe\xff\x001\x00.", "UTF-16"),
            (b"\xff\xfe\0\x001\0\0\0", "UTF-32"),
        ] {
            let error = decode(bytes.to_vec()).expect_err("refused").to_string();
            assert_eq!(error, format!("is {name}, not UTF-8; save it as UTF-8"));
        }
    }
}
