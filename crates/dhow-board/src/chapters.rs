//! Studies: analyses that are chapters of one whole. Their tags say so, as in the files of lichess.

use super::analysis::{Read, SavedAnalysis, read, written};
use super::kept::Kept;
use super::message::{CHAPTER_TAGS, Chapter, Refused, chapter_name};
use super::order::SessionMessage;
use super::store::GameStore;
use super::visitor::WebVisitor;
use dhow_play::pgn::PgnGame;
use dhow_rules::variant::{Catalogue, Variant};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;

/// The maximum number of chapters that are read or arranged at once.
pub const MOST: usize = 100;

/// The chapters of a study, in order.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChapterList {
    /// The name of the study; empty to take the analyses out of their studies.
    pub study: String,
    /// The chapters.
    pub chapters: Vec<ListedChapter>,
}

/// An analysis in such a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedChapter {
    /// Its id.
    pub id: String,
    /// The name of the chapter.
    pub name: String,
}

/// Makes stored analyses the chapters of a study, in the order of the list. `send` passes a message on to a game or
/// analysis that is in memory, and returns whether it is.
///
/// # Errors
/// If an analysis does not exist or cannot be stored, with the reason. Those before it are chapters then.
pub fn arrange(
    list: &ChapterList,
    store: &dyn GameStore,
    visitor: WebVisitor,
    send: impl Fn(&str, SessionMessage) -> bool,
) -> Result<(), String> {
    if list.chapters.len() > MOST {
        return Err(format!("a study may have {MOST} chapters"));
    }
    for (number, ListedChapter { id, name }) in (1..).zip(&list.chapters) {
        let (study, name) = (chapter_name(&list.study), chapter_name(name));
        let chapter = (!study.is_empty()).then_some(Chapter { study, name, number });
        if send(id, SessionMessage::Chapter(chapter.clone())) {
            continue;
        }
        let text = store.load(id)?.ok_or("there is no such analysis")?;
        let Kept::Analysis(mut saved) = Kept::read(&text)? else {
            return Err("a game is no chapter; analyse it first".into());
        };
        if Chapter::of(&saved.tags) == chapter {
            continue;
        }
        Chapter::set(chapter.as_ref(), &mut saved.tags);
        save(&saved, id, store, visitor)?;
    }
    Ok(())
}

/// Stores an analysis.
///
/// # Errors
/// If the store refuses it, with the reason.
pub fn save(
    saved: &SavedAnalysis,
    id: &str,
    store: &dyn GameStore,
    visitor: WebVisitor,
) -> Result<(), String> {
    let text = serde_json::to_string(saved).map_err(|error| error.to_string())?;
    store.save(id, &text, visitor).map_err(|error| error.to_string())
}

/// The stored chapters of all studies, each with its place.
fn stored(store: &dyn GameStore) -> impl Iterator<Item = (Chapter, SavedAnalysis)> {
    store.list().into_iter().filter_map(|(id, _)| {
        let Ok(Kept::Analysis(saved)) = Kept::read(&store.load(&id).ok()??) else { return None };
        Some((Chapter::of(&saved.tags)?, saved))
    })
}

/// All chapters of a stored study as PGN, in order.
///
/// # Errors
/// If there is no such study, or a chapter cannot be written, with the reason.
pub fn study_pgn(name: &str, store: &dyn GameStore, known: &Catalogue) -> Result<String, String> {
    let own = stored(store).filter(|(chapter, _)| chapter.study == name);
    let mut chapters: Vec<(Chapter, SavedAnalysis)> = own.collect();
    chapters
        .sort_by(|(one, _), (other, _)| (one.number, &one.name).cmp(&(other.number, &other.name)));
    let text = |(chapter, saved): (Chapter, SavedAnalysis)| {
        let variant = known.find(&saved.variant).ok_or("its game is not known")?;
        let options = saved.options.iter().map(String::as_str);
        let variant = variant.with_option_names(options).map_err(|error| error.to_string())?;
        let text = written(&saved.restored(&variant)?, &saved.tags);
        text.map_err(|error| format!("{}: {error}", chapter.name))
    };
    let texts: Result<Vec<String>, String> = chapters.into_iter().map(text).collect();
    match texts?.as_slice() {
        [] => Err("there is no such study".into()),
        texts => Ok(texts.join("\n")),
    }
}

/// The result of reading a file of chapters.
#[derive(Debug, Serialize)]
pub struct ReadChapters {
    /// The id of the first chapter.
    pub id: String,
    /// The number of chapters.
    pub chapters: usize,
    /// The games that could not be read, and why.
    pub left_out: Vec<String>,
}

/// Stores the games of a text as chapters of a new study, which has the name that the first game gives it. `keep` stores
/// an analysis and returns its id.
///
/// # Errors
/// If none of the games can be read or stored, with the first reason.
pub fn read_chapters(
    games: &mut [PgnGame],
    known: &Catalogue,
    default: Option<&Arc<Variant>>,
    store: &dyn GameStore,
    mut keep: impl FnMut(&SavedAnalysis) -> Result<String, Refused>,
) -> Result<ReadChapters, String> {
    let tag = |game: &PgnGame, name| game.tag(name).filter(|text| *text != "?").map(chapter_name);
    let first = games.first();
    let wanted = first.and_then(|game| tag(game, CHAPTER_TAGS[0]).or_else(|| tag(game, "Event")));
    let wanted = wanted.filter(|name| !name.is_empty()).unwrap_or_else(|| "Study".into());
    let taken: HashSet<String> = stored(store).map(|(chapter, _)| chapter.study).collect();
    let names = (2..).map(|number| format!("{wanted} ({number})"));
    let mut names = [wanted.clone()].into_iter().chain(names);
    let study = names.find(|name| !taken.contains(name)).unwrap_or_default();
    let (mut id, mut number, mut left_out) = (None, 0, Vec::new());
    for (place, game) in (1..).zip(&mut *games) {
        if number as usize == MOST {
            left_out.push(format!("all after {MOST} chapters"));
            break;
        }
        let players = ["White", "Black"].map(|side| tag(game, side));
        let players = match players {
            [Some(white), Some(black)] => Some(format!("{white} - {black}")),
            _ => None,
        };
        let name = tag(game, CHAPTER_TAGS[1]).or(players);
        let name = name.unwrap_or_else(|| format!("Chapter {}", number + 1));
        let kept = read(game, place, known, default).and_then(|Read { tree, mut tags, .. }| {
            let chapter = Chapter { study: study.clone(), name, number: number + 1 };
            Chapter::set(Some(&chapter), &mut tags);
            keep(&SavedAnalysis::of(&tree, &tags))
        });
        match kept {
            Ok(kept) => {
                number += 1;
                id.get_or_insert(kept);
            }
            Err((_, why)) => left_out.push(why),
        }
    }
    match id {
        Some(id) => Ok(ReadChapters { id, chapters: number as usize, left_out }),
        None => Err(left_out.into_iter().next().unwrap_or_default()),
    }
}
