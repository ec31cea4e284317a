//! `--help`: texts that fit the terminal, and suggestions for mistyped words.

use super::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};

/// The end of the help for commands that take a variant.
pub const FOOTER: &str = "\
Variants: metamachy (default), zanzibar-s, zanzibar-xl, zanzibar-xl-classic, zanzibar-xxl, maasai;
with several moves per turn: chieftain, mini-chieftain, superchief, overlord, grand-chieftain;
by others: chess, capablanca, grand, shako, courier, terachess, gigachess, chu.
`dhow variants` lists them, `dhow variants ID` explains the pieces.";

/// All commands with their arguments. Their texts are broken where the terminal ends, not where the
/// source has line breaks.
pub fn command() -> Command {
    let mut command = unbroken(Cli::command());
    for name in command.get_subcommands().map(|sub| sub.get_name().to_string()).collect::<Vec<_>>()
    {
        command = command.mut_subcommand(name, |sub| unbroken(sub).mut_args(any_number));
    }
    command
}

/// Lets an argument accept values such as `-1`, so that its own parser reports errors.
fn any_number(argument: Arg) -> Arg {
    match argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    }
}

/// A command whose texts have a line for each paragraph.
fn unbroken(command: Command) -> Command {
    let texts = [command.get_long_about(), command.get_after_help(), command.get_after_long_help()];
    let [about, after, after_long] =
        texts.map(|text| text.map(|text| paragraphs(&text.to_string())));
    let command = about.into_iter().fold(command, Command::long_about);
    let command = after.into_iter().fold(command, Command::after_help);
    after_long.into_iter().fold(command, Command::after_long_help)
}

/// A text with one line per paragraph. Indented lines, such as examples and tables, and the lines before them
/// stay as they are.
fn paragraphs(text: &str) -> String {
    let mut joined: Vec<String> = Vec::new();
    let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
    for line in text.lines() {
        match joined.last_mut() {
            Some(last) if is_prose(last) && is_prose(line) => {
                last.push(' ');
                last.push_str(line);
            }
            _ => joined.push(line.into()),
        }
    }
    joined.join("\n")
}

/// An error that suggests a command or an option only if it was mistyped.
pub fn suggesting(mut error: clap::Error) -> clap::Error {
    let name = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.trim_start_matches('-').split('=').next(),
        _ => None,
    };
    let suggested = name(ContextKind::SuggestedArg);
    let (near, is_option) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let typed = name(ContextKind::InvalidSubcommand).unwrap_or_default();
            (nearest(typed, command().get_subcommands().map(Command::get_name)), false)
        }
        ErrorKind::UnknownArgument => {
            let typed = name(ContextKind::InvalidArg).unwrap_or_default();
            (nearest(typed, suggested.into_iter()), true)
        }
        _ => return error,
    };
    let is_suggested = suggested.is_some();
    match near {
        Some(name) if !is_option => {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name]));
        }
        Some(_) => {}
        None => {
            error.remove(ContextKind::SuggestedSubcommand);
            // It was not meant for something else than an option either.
            error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::Suggested);
            if is_suggested {
                error.remove(ContextKind::Usage);
            }
        }
    }
    error
}

/// The name nearest to a word: one that begins with the word, or one that differs in at most a letter of three.
fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let word = word.to_lowercase();
    let far = |name: &str| match name.starts_with(&word) {
        true => 0,
        false => strsim::osa_distance(&word, name),
    };
    let near = names.map(|name| (far(name), name)).min()?;
    (3 * near.0 <= near.1.len().min(word.chars().count())).then(|| near.1.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn the_footer_names_every_game() {
        assert!(dhow_rules::variant::VARIANTS.iter().all(|variant| FOOTER.contains(&variant.id)));
    }

    #[test]
    fn mistyped_options_are_recognised_and_others_are_not() {
        let told = |args: &[&str]| {
            let error = command().try_get_matches_from(args).expect_err("no such option");
            suggesting(error).to_string()
        };
        assert!(told(&["dhow", "go", "--dpeth", "3"]).contains("exists: '--depth'"));
        for unknown in [["dhow", "setups", "--top"], ["dhow", "annotate", "--nosuch"]] {
            let told = told(&unknown);
            assert!(told.contains("unexpected argument") && !told.contains("tip:"), "{told}");
        }
    }

    #[test]
    fn numbers_below_zero_are_values() {
        for args in [["dhow", "go", "--depth", "-1"], ["dhow", "play", "--time", "-0.5"]] {
            let error = command().try_get_matches_from(args).expect_err("out of range");
            assert_eq!(error.kind(), ErrorKind::ValueValidation, "{error}");
        }
    }

    #[test]
    fn paragraphs_are_lines_and_examples_stay() {
        let text = "one\ntwo\n\nthree\n  a  b\n  c  d\nfour\nfive";
        assert_eq!(paragraphs(text), "one two\n\nthree\n  a  b\n  c  d\nfour five");
    }

    #[test]
    fn mistyped_commands_are_recognised_and_others_are_not() {
        let names = ["play", "perft", "pgn", "bench", "board", "variants", "endgame"];
        let nearest = |word| nearest(word, names.into_iter());
        for (word, name) in [
            ("plya", "play"),
            ("varaints", "variants"),
            ("endgme", "endgame"),
            ("BORD", "board"),
            ("var", "variants"),
        ] {
            assert_eq!(nearest(word).as_deref(), Some(name), "{word}");
        }
        for word in ["nosuch", "xyz", "benchpress", ""] {
            assert_eq!(nearest(word).filter(|_| !word.is_empty()), None, "{word}");
        }
    }

    /// Whether a line of prose breaks too early: the first word of the next line would have had room.
    fn is_ragged(line: &str, next: &str, width: usize) -> bool {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let first = next.split_whitespace().next().unwrap_or("");
        let is_prose = |line: &str| line.len() > 30 && !line.trim().contains("  ");
        is_prose(line)
            && indent(line) == indent(next)
            && first.starts_with(|letter: char| letter.is_lowercase())
            && !["dhow", "parallel"].contains(&first)
            // A setting of an engine begins a line of its own.
            && !first.contains(['=', '.']) && !["ponder", "whitepov"].contains(&first)
            && line.chars().count() + 1 + first.chars().count() <= width
    }

    #[test]
    fn examples_fit_eighty_columns() {
        let all = command();
        for command in all.get_subcommands().chain([&all]) {
            let texts = [command.get_after_help(), command.get_long_about()];
            for text in texts.into_iter().flatten().map(ToString::to_string) {
                let wide = |line: &&str| line.starts_with(' ') && line.chars().count() > 80;
                assert_eq!(text.lines().find(wide), None, "{}", command.get_name());
            }
        }
    }

    #[test]
    fn every_help_is_broken_where_the_terminal_ends() {
        for width in [80, 100] {
            let mut all = command().term_width(width);
            all.build();
            let names: Vec<String> =
                all.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
            for name in names.iter().filter(|&name| name != "help") {
                let sub = all.find_subcommand_mut(name).expect("it is there");
                let mut sub = std::mem::take(sub).term_width(width);
                for text in [sub.render_help().to_string(), sub.render_long_help().to_string()] {
                    for line in text.lines() {
                        assert!(line.chars().count() <= width, "{name}, {width}: {line}");
                    }
                    for (line, next) in text.lines().zip(text.lines().skip(1)) {
                        assert!(!is_ragged(line, next, width), "{name}, {width}:\n{line}\n{next}");
                    }
                }
            }
        }
    }
}
