//! `--help`: texts that fit the terminal, and suggestions for mistyped words.

use super::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};

/// The end of the help for commands that take a variant.
pub const FOOTER: &str = "\
Variants: metamachy (default), zanzibar-s, zanzibar-xl, zanzibar-xl-classic, zanzibar-xxl, maasai;
with several moves per turn: chieftain, mini-chieftain, superchief, overlord, grand-chieftain;
by others: chess, capablanca, grand, shako, courier, terachess, gigachess.
`dhow variants` lists them, `dhow variants ID` explains the pieces.";

/// The maximum width of help in columns.
pub const WIDEST: usize = 100;

/// All commands with their arguments. Their texts are wrapped for the terminal, not at the line breaks of the
/// source.
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

/// The width of help in columns, as clap finds it.
pub fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| width.0.into());
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(told).filter(|&width| width > 0).unwrap_or(WIDEST).min(WIDEST)
}

/// The `--help` text of a command.
pub fn long(name: &str) -> String {
    let mut all = command();
    all.build();
    all.find_subcommand_mut(name).map_or(String::new(), |it| it.render_long_help().to_string())
}

/// A command whose texts have one line per paragraph.
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

/// An error that suggests a command or an option only if the word was probably mistyped.
pub fn suggesting(error: clap::Error) -> clap::Error {
    match error.kind() {
        ErrorKind::InvalidSubcommand => suggesting_command(error),
        ErrorKind::UnknownArgument => suggesting_option(error),
        _ => error,
    }
}

fn suggesting_option(mut error: clap::Error) -> clap::Error {
    let name = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.trim_start_matches('-')),
        _ => None,
    };
    let typed = name(ContextKind::InvalidArg).and_then(|text| text.split('=').next());
    let suggested = name(ContextKind::SuggestedArg);
    let is_near = |(typed, it)| nearest(typed, [it].into_iter()).is_some();
    let (is_suggested, fits) = (suggested.is_some(), typed.zip(suggested).is_some_and(is_near));
    if !fits {
        // The hint to pass it as a value is wrong, too.
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Suggested);
        if is_suggested {
            error.remove(ContextKind::Usage);
        }
    }
    error
}

fn suggesting_command(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let near = nearest(typed, command().get_subcommands().map(Command::get_name));
    match near {
        Some(name) => {
            let name = ContextValue::Strings(vec![name]);
            error.insert(ContextKind::SuggestedSubcommand, name);
        }
        None => {
            error.remove(ContextKind::SuggestedSubcommand);
            error.remove(ContextKind::Suggested);
        }
    }
    error
}

/// The name nearest to a word: one that begins with it, or that differs in at most a third of its letters.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
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
            && line.chars().count() + 1 + first.chars().count() <= width
    }

    #[test]
    fn examples_fit_eighty_columns() {
        let all = command();
        for command in all.get_subcommands().chain([&all]) {
            let texts = [command.get_after_help(), command.get_long_about()];
            for text in texts.into_iter().flatten().map(ToString::to_string) {
                let wide = |line: &&str| line.starts_with(' ') && line.chars().count() > 80;
                // The flag tables of `match` are made for the current terminal.
                let found = text.lines().find(wide).filter(|_| command.get_name() != "match");
                assert_eq!(found, None, "{}", command.get_name());
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
                    // The flag tables of `match` are made for the current terminal.
                    let limit = if name == "match" { WIDEST } else { width };
                    for line in text.lines() {
                        assert!(line.chars().count() <= limit, "{name}, {width}: {line}");
                    }
                    let pairs = text.lines().zip(text.lines().skip(1));
                    for (line, next) in pairs.filter(|_| name != "match") {
                        assert!(!is_ragged(line, next, width), "{name}, {width}:\n{line}\n{next}");
                    }
                }
            }
        }
    }
}
