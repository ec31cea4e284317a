//! The features that an engine declares.

/// The declared features.
#[derive(Clone, Debug)]
pub struct Features {
    pub ping: bool,
    pub setboard: bool,
    pub usermove: bool,
    pub time: bool,
    pub draw: bool,
    pub name: bool,
    pub reuse: bool,
    pub memory: bool,
    pub smp: bool,
    /// `None` if not declared.
    pub variants: Option<Vec<String>>,
    pub options: Vec<String>,
    pub myname: Option<String>,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            draw: true,
            name: false,
            reuse: true,
            memory: false,
            smp: false,
            variants: None,
            options: Vec::new(),
            myname: None,
        }
    }
}

impl Features {
    /// Sets a feature. Returns `false` if Dhow does not support it.
    pub fn take(&mut self, name: &str, value: String) -> bool {
        let on = value != "0";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "time" => self.time = on,
            "draw" => self.draw = on,
            "name" => self.name = on,
            "reuse" => self.reuse = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "variants" => {
                let names = value.split(',').map(|name| name.trim().into());
                self.variants = Some(names.collect());
            }
            "option" => self.options.push(option_name(&value).into()),
            "myname" => self.myname = Some(value),
            // Dhow sends moves as squares, and sends no signals.
            "san" => return !on,
            "sigint" | "sigterm" | "colors" | "debug" | "analyze" | "highlight" | "exclude"
            | "pause" | "nps" | "ics" | "playother" => {}
            _ => return false,
        }
        true
    }
}

/// Names and values in the text after `feature`. A value with spaces is in quotes.
pub fn features(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, value)) = rest.split_once('=') {
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
        };
        found.push((name.trim().into(), value.into()));
        rest = after.trim_start();
    }
    found
}

/// The name in the declaration of an option, such as `Move Overhead -spin 10 0 5000`.
fn option_name(declaration: &str) -> &str {
    declaration.split_once(" -").map_or(declaration, |(name, _)| name).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_with_and_without_quotes() {
        let found =
            features("done=0 myname=\"A b=c\" ping=1  variants=\"x,y\" option=\"O -check 1\"");
        let expected = [
            ("done", "0"),
            ("myname", "A b=c"),
            ("ping", "1"),
            ("variants", "x,y"),
            ("option", "O -check 1"),
        ];
        let found: Vec<(&str, &str)> =
            found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(found, expected);
        assert_eq!(features("junk"), []);
        assert_eq!(features("a=\"open"), [("a".into(), "open".into())]);
        assert_eq!(option_name("Move Overhead -spin 10 0 5000"), "Move Overhead");
        assert_eq!(option_name("Bare"), "Bare");
    }
}
