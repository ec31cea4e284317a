//! Finds the texts of diagrams in a saved web page.

use std::borrow::Cow;

/// A line of text and its number in the file, from 1.
pub type NumberedLine = (usize, String);

/// Elements whose content is not visible text.
const HIDDEN: [&str; 3] = ["script", "style", "head"];
/// Elements that begin a line.
const BREAKS: [&str; 9] = ["br", "p", "div", "li", "tr", "pre", "dd", "dt", "blockquote"];
/// The greatest length of a tag, in bytes.
const MAX_TAG: usize = 4096;
/// Functions by which a page's own scripts change the rules of its diagrams.
const SCRIPTS: [&str; 5] = ["WeirdPromotion", "CustomPromotion", "BadZone", "Tinker", "Setup"];

/// The texts that may hold a diagram: those of the elements for diagrams, otherwise the whole text.
/// Tags and entities are resolved.
pub fn texts(text: &str) -> Vec<Vec<NumberedLine>> {
    let text = text.trim_start_matches('\u{feff}');
    let blocks = elements(text);
    if !blocks.is_empty() {
        return blocks.into_iter().map(|(line, inside)| plain(inside, line)).collect();
    }
    // An article or the form for a comment shows the source of a diagram.
    let shown = match text.contains("&lt;") {
        true => text.split('\n').map(resolved).collect::<Vec<_>>().join("\n"),
        false => String::new(),
    };
    let blocks = elements(&shown);
    match blocks.is_empty() {
        true => vec![plain(text, 1)],
        false => blocks.into_iter().map(|(line, inside)| plain(inside, line)).collect(),
    }
}

/// The functions in the scripts of a page that change the rules of its diagrams.
pub fn scripts(text: &str) -> Vec<&'static str> {
    let defines = |name: &&str| {
        text.contains(&format!("function {name}(")) || text.contains(&format!("function {name} ("))
    };
    SCRIPTS.into_iter().filter(defines).collect()
}

/// The content of the page's title.
pub fn title(text: &str) -> Option<String> {
    let start = find(text, 0, "<title")?;
    let start = start + text[start..].find('>')? + 1;
    let end = start + text[start..].find('<')?;
    let words: Vec<&str> = text[start..end].split_whitespace().collect();
    Some(resolved(&words.join(" ")).into_owned()).filter(|title| !title.is_empty())
}

/// The insides of the elements for diagrams, each with the number of its first line.
fn elements(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut from, mut line, mut counted) = (0, 1, 0);
    while let Some(start) = find(text, from, "<div") {
        let Some(inside) = text[start..].find('>').map(|end| start + end + 1) else { break };
        from = inside;
        if !text[start..inside].contains("idiagram") {
            continue;
        }
        let end = end_of_element(text, inside);
        line += text[counted..inside].matches('\n').count();
        counted = inside;
        found.push((line, &text[inside..end]));
        from = end;
    }
    found
}

/// The end of a `div` whose inside begins at `from`.
fn end_of_element(text: &str, mut from: usize) -> usize {
    let mut depth = 1;
    while let Some(at) = find(text, from, "div") {
        let before = &text[..at];
        if before.ends_with("</") {
            depth -= 1;
            if depth == 0 {
                return at - 2;
            }
        } else if before.ends_with('<') {
            depth += 1;
        }
        from = at + 3;
    }
    text.len()
}

/// The place of an ASCII word at or after `from`, in either case.
fn find(text: &str, from: usize, word: &str) -> Option<usize> {
    let bytes = text.as_bytes().get(from..)?;
    let same = |window: &[u8]| window.eq_ignore_ascii_case(word.as_bytes());
    bytes.windows(word.len()).position(same).map(|at| from + at)
}

/// Text without tags, split into lines, the first of which has this number.
fn plain(text: &str, first: usize) -> Vec<NumberedLine> {
    let mut lines = vec![(first, String::new())];
    let (mut line, mut rest) = (first, text);
    while let Some(at) = rest.find(['<', '\n']) {
        push(&mut lines, &rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix('\n') {
            line += 1;
            lines.push((line, String::new()));
            rest = after;
            continue;
        }
        let Some((name, length)) = tag(rest) else {
            push(&mut lines, "<");
            rest = &rest[1..];
            continue;
        };
        let hidden = HIDDEN.iter().find(|hidden| name.eq_ignore_ascii_case(hidden));
        let length = match hidden.filter(|_| !rest.starts_with("</")) {
            Some(hidden) => find(rest, length, &format!("</{hidden}")).unwrap_or(rest.len()),
            None => length,
        };
        line += rest[..length].matches('\n').count();
        if BREAKS.iter().any(|other| name.eq_ignore_ascii_case(other)) {
            lines.push((line, String::new()));
        }
        rest = &rest[length..];
    }
    push(&mut lines, rest);
    for (_, text) in &mut lines {
        *text = resolved(text).trim().to_string();
    }
    lines.retain(|(_, text)| !text.is_empty());
    lines
}

fn push(lines: &mut [NumberedLine], text: &str) {
    if let Some((_, last)) = lines.last_mut() {
        last.push_str(text);
    }
}

/// The name of the tag or comment at the start of a text, and its length.
fn tag(text: &str) -> Option<(&str, usize)> {
    if text.starts_with("<!--") {
        return Some(("", text.find("-->").map_or(text.len(), |end| end + 3)));
    }
    let name = text[1..].strip_prefix('/').unwrap_or(&text[1..]);
    if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '!') {
        return None;
    }
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let close = text.bytes().take(MAX_TAG).position(|byte| byte == b'>')?;
    Some((&name[..end], close + 1))
}

/// Text with its entities resolved, on one line.
fn resolved(text: &str) -> Cow<'_, str> {
    let text = html_escape::decode_html_entities(text);
    match text.contains(|c: char| c.is_control() || c == '\u{a0}') {
        true => text.replace(|c: char| c.is_control() || c == '\u{a0}', " ").into(),
        false => text,
    }
}
