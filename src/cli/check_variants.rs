//! `dhow check-variants`: checks files of variants, and shows how their pieces move.

use super::{CliError, CliResult};
use clap::Args;
use dhow_files::{VariantFileError, open_variants};
use dhow_play::board_picture::diagram;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Approach, Color, PieceType};
use dhow_rules::position::Position;
use dhow_rules::square::Square;
use dhow_rules::variant::ini::VariantFiles;
use dhow_rules::variant::{MatingMaterial, Role, Variant};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

const LONG: &str = "\
Reads files of variants, or of Interactive Diagrams, as --variants does, each after those before it. Reports
every mistake with its line, its key and the expected value. For files without mistakes, shows the variants with diagrams of
their pieces, and warns of things that are allowed but probably not intended, such as pieces that cannot
move. Succeeds if there are no mistakes.

Diagrams: `o` moves and captures, `m` only moves, `x` only captures, `*` a double step or a first move,
`#` a piece to hop over.";

const EXAMPLES: &str = "\
Examples:
  dhow check-variants share/variants/grand.ini
  dhow check-variants mine.ini";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct CheckVariantsArgs {
    /// Files with variants
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub fn run(args: CheckVariantsArgs, out: &mut impl Write) -> CliResult {
    let mut games = VariantFiles::default();
    let mut mistakes = Vec::new();
    for file in &args.files {
        let known = games.games().to_vec();
        match open_variants(&mut games, file) {
            Ok(notes) => {
                for note in notes {
                    writeln!(out, "{}: {note}", file.display())?;
                }
                let new = games.games().iter().filter(|game| !known.contains(game));
                new.into_iter().try_for_each(|game| show(game, out))?;
            }
            Err(error @ VariantFileError::Mistakes(_)) if !error.is_of_no_games() => {
                mistakes.push(error.of(file));
            }
            Err(error) => return Err(CliError::Input(error.of(file))),
        }
    }
    if mistakes.is_empty() { Ok(()) } else { Err(CliError::Failed(mistakes.join("\n"))) }
}

fn show(variant: &Arc<Variant>, out: &mut impl Write) -> CliResult {
    let game = Game::new(variant);
    let moves = game.position().legal_moves();
    let Variant { id, name, files, ranks, pieces, .. } = &**variant;
    writeln!(out, "{id}: {name}, {files}x{ranks}, {} kinds of pieces", pieces.len())?;
    writeln!(out, "{} moves from {}", moves.len(), variant.start)?;
    writeln!(out)?;
    let blocks: Vec<Vec<String>> = (0..pieces.len())
        .map(|index| {
            let piece = &pieces[index];
            let mut block =
                vec![format!("{} {}", piece.letter, piece.name), piece.betza.to_string()];
            block.extend(diagram(variant, PieceType::from_index(index)));
            block
        })
        .collect();
    blocks.chunks(BESIDE).try_for_each(|row| beside(row, out))?;
    for warning in game.position().visit(Warnings) {
        writeln!(out, "warning: {id}: {warning}")?;
    }
    Ok(())
}

/// The number of diagrams side by side.
const BESIDE: usize = 3;

/// Writes blocks of lines side by side, and an empty line.
fn beside(blocks: &[Vec<String>], out: &mut impl Write) -> CliResult {
    let width = |block: &Vec<String>| block.iter().map(|line| line.chars().count()).max();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    for index in 0..height {
        let mut line = String::new();
        for block in blocks {
            let text = block.get(index).map_or("", String::as_str);
            let width = width(block).unwrap_or(0);
            line += &format!("{text:<width$}    ");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(writeln!(out)?)
}

/// Things that are possible but probably not intended.
struct Warnings;

impl Visitor for Warnings {
    type Output = Vec<String>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        let rules = position.rules();
        let mut warnings = Vec::new();
        let at_start = |kind| [Color::White, Color::Black].map(|side| position.pieces(kind, side));
        for kind in rules.kinds() {
            let piece = &rules.variant().pieces[kind.index()];
            let (letter, name) = (piece.letter, &piece.name);
            let goes = |from: Square| {
                let reach = rules.movement(kind).reach(Color::White, from, G::Set::EMPTY);
                let hops = !rules.movement(kind).screens(Color::White, from).is_empty();
                let jumps = reach.by(Approach::Jump).quiet;
                let locusts = rules.movement(kind).locusts(Color::White).is_some();
                hops || locusts || !(reach.quiet() | reach.capture() | jumps).is_empty()
            };
            if !position.board().squares().any(goes) {
                warnings.push(format!("{letter} ({name}) cannot move"));
            }
            let promoted_to = rules.variant().all_promotions().contains(&letter);
            if !promoted_to && at_start(kind).into_iter().all(|set| set.is_empty()) {
                warnings.push(format!("{letter} ({name}) never occurs"));
            }
        }
        let material = MatingMaterial::new(rules);
        for side in [Color::White, Color::Black] {
            let army: Vec<(PieceType, Square)> = position
                .placement()
                .side(side)
                .into_iter()
                .filter_map(|square| Some((position.on(square)?.kind(), square)))
                .filter(|&(kind, _)| rules.role(kind) != Role::Royal)
                .collect();
            if !material.suffices::<G>(&army) {
                warnings.push(format!("{side}'s pieces cannot mate {}'s King", !side));
            }
        }
        warnings
    }

    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> Self::Output {
        Vec::new()
    }
}
