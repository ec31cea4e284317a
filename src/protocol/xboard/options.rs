//! The features and options that the engine announces to XBoard.

use super::choice::SetupChoice;
use crate::protocol::options::{self, Definition, OptionKind};
use dhow_play::xboard::{CHESS, NORMAL};
use dhow_rules::variant::Catalogue;

/// The common options in XBoard's dialog. XBoard has its own settings for threads, hash size and pondering.
/// `Setup` is a text field, not a list, because each game has its own setups and XBoard does not replace an
/// option that is sent again.
const OFFERED: [&str; 6] =
    [SETUP, "Skill Level", "MultiPV", "Move Overhead", "Endgame Memory", "Clear Hash"];

const SETUP: &str = "Setup";

/// The button that explains the values of the option `Setup`.
pub const EXPLAIN_SETUP: &str = "Explain Setup";

/// The values of the options that the session itself uses.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// Which start array a new game gets.
    pub setup: SetupChoice,
    /// Number of lines in analysis (multi-PV).
    pub lines: usize,
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self { setup: SetupChoice::default(), lines: 1 }
    }
}

/// The lines that answer `protover`. The description of a game comes before the last line, with which XBoard
/// starts.
pub fn features(catalogue: &Catalogue, described: Vec<String>) -> Vec<String> {
    let name = concat!("Dhow ", env!("CARGO_PKG_VERSION"));
    let mut lines = vec![
        "feature done=0".into(),
        format!(
            "feature myname=\"{name}\" ping=1 setboard=1 usermove=1 playother=1 colors=0 debug=1 \
             sigint=0 sigterm=0"
        ),
        "feature highlight=1 analyze=1 exclude=1 memory=1 smp=1 name=1 draw=1 time=1 pause=1 nps=0"
            .into(),
        format!("feature variants=\"{}\"", names(catalogue)),
    ];
    let offered = options::OPTIONS.iter().filter(|option| OFFERED.contains(&option.name));
    for option in offered {
        lines.extend(option_feature(option));
        if option.name == SETUP {
            lines.push(format!("feature option=\"{EXPLAIN_SETUP} -button\""));
        }
    }
    lines.extend(described);
    lines.push("feature done=1".into());
    lines
}

/// The games by XBoard's names.
fn names(catalogue: &Catalogue) -> String {
    let normal = if catalogue[0].id == CHESS { format!("{NORMAL},") } else { String::new() };
    normal + &catalogue.ids(",")
}

fn option_feature(option: &Definition) -> Option<String> {
    let values = match option.kind {
        OptionKind::Text { default, .. } => format!("-string {default}"),
        OptionKind::Spin { default, least, most, .. } => format!("-spin {default} {least} {most}"),
        OptionKind::Check { default, .. } => format!("-check {}", u8::from(default)),
        OptionKind::Button { .. } => "-button".into(),
        OptionKind::Variant => return None,
    };
    Some(format!("feature option=\"{} {values}\"", option.name))
}

/// Splits the text after `option` into name and value.
pub fn name_and_value(text: &str) -> (&str, &str) {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    (name.trim(), value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_play::xboard::can_play;
    use dhow_rules::variant::VARIANTS;

    #[test]
    fn the_features() {
        let features = features(&VARIANTS.only(can_play), vec!["piece Q& Q".into()]);
        assert_eq!(features[features.len() - 2], "piece Q& Q");
        assert_eq!(features[0], "feature done=0");
        assert_eq!(features[features.len() - 1], "feature done=1");
        let options: Vec<&str> = features
            .iter()
            .filter_map(|line| line.strip_prefix("feature option=\"")?.strip_suffix('"'))
            .collect();
        let expected = [
            "Setup -string default",
            "Explain Setup -button",
            "Clear Hash -button",
            "MultiPV -spin 1 1 500",
            "Move Overhead -spin 1 0 5000",
            "Endgame Memory -spin 256 0 65536",
            "Skill Level -spin 10 1 10",
        ];
        assert_eq!(options, expected);
        let variants = "feature variants=\"metamachy,zanzibar-s,zanzibar-xl,zanzibar-xl-classic,\
                        zanzibar-xxl,maasai,chess,capablanca,grand,shako,courier,terachess,\
                        gigachess,chu\"";
        assert!(features.iter().any(|line| line == variants));
    }

    #[test]
    fn names_and_values() {
        assert_eq!(name_and_value("Setup=KQ/LG"), ("Setup", "KQ/LG"));
        assert_eq!(name_and_value("Move Overhead = 7"), ("Move Overhead", "7"));
        assert_eq!(name_and_value("Clear Hash"), ("Clear Hash", ""));
        assert_eq!(name_and_value(""), ("", ""));
    }
}
