//! The place of an analysis in a study, which its tags name as in the files of lichess.

use dhow_rules::text::printable_line;
use serde::Serialize;

/// The maximum length of a name in characters.
const LONGEST: usize = 100;
/// The tags of chapters: of the study, of the chapter, and of its number.
pub const CHAPTER_TAGS: [&str; 3] = ["StudyName", "ChapterName", "ChapterNumber"];

/// The place of an analysis in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// The name of the study.
    pub study: String,
    /// The name of the chapter.
    pub name: String,
    /// Its number in the study, from 1. Chapters of the same number are in the order of their names.
    pub number: u32,
}

/// A name in one line, not too long.
pub fn chapter_name(text: &str) -> String {
    let text: String = text.trim().chars().take(LONGEST).collect();
    printable_line(&text).into_owned()
}

impl Chapter {
    /// The place that the tags of an analysis name.
    pub fn of(tags: &[(String, String)]) -> Option<Self> {
        let tag = |name| {
            let mut found = tags.iter().filter(|(tag, _)| tag == name);
            found.next().map_or("", |(_, value)| value.as_str())
        };
        let [study, name, number] = CHAPTER_TAGS.map(tag);
        let number = number.parse().unwrap_or(u32::MAX);
        (!study.is_empty()).then(|| Self { study: study.into(), name: name.into(), number })
    }

    /// Sets the tags of an analysis for its place in a study, or without one.
    pub fn set(chapter: Option<&Self>, tags: &mut Vec<(String, String)>) {
        tags.retain(|(name, _)| !CHAPTER_TAGS.contains(&name.as_str()));
        if let Some(Self { study, name, number }) = chapter {
            let values = [chapter_name(study), chapter_name(name), number.to_string()];
            tags.extend(CHAPTER_TAGS.map(str::to_string).into_iter().zip(values));
        }
    }
}
