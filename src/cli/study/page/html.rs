//! HTML in which every text from outside is escaped.

use dhow_rules::text::printable_line;
use std::fmt::Display;

/// Markup that is made of the program's own literals and of escaped texts.
#[derive(Clone, Default)]
pub struct Html(String);

impl Html {
    /// The program's own markup.
    pub fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// A text or a number, escaped for content and for attributes in quotes. Control characters become visible.
    pub fn text(&mut self, text: impl Display) -> &mut Self {
        let text = text.to_string();
        html_escape::encode_safe_to_string(printable_line(&text), &mut self.0);
        self
    }

    /// Several lines of text, escaped; line breaks stay.
    pub fn lines(&mut self, text: &str) -> &mut Self {
        for line in text.lines() {
            self.text(line).raw("\n");
        }
        self
    }

    /// Other markup.
    pub fn html(&mut self, other: &Self) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    /// A picture of [`dhow_play::board_picture`], which escapes its texts itself.
    pub fn picture(&mut self, svg: &str) -> &mut Self {
        self.0.push_str(svg);
        self
    }

    /// A paragraph of text.
    pub fn paragraph(&mut self, text: impl Display) -> &mut Self {
        self.raw("<p>").text(text).raw("</p>\n")
    }

    /// A smaller paragraph of text that explains figures.
    pub fn note(&mut self, text: impl Display) -> &mut Self {
        self.raw("<p class=\"note\">").text(text).raw("</p>\n")
    }

    /// A heading of a section.
    pub fn heading(&mut self, text: impl Display) -> &mut Self {
        self.raw("<h2>").text(text).raw("</h2>\n")
    }

    /// A table of texts. The first column is a row's name; numbers stand on the right.
    pub fn table<const N: usize>(&mut self, head: [&str; N], rows: &[[String; N]]) -> &mut Self {
        self.raw("<div class=\"wide\"><table>\n<tr>");
        for title in head {
            self.raw("<th>").text(title).raw("</th>");
        }
        self.raw("</tr>\n");
        for row in rows {
            self.raw("<tr>");
            for (column, cell) in row.iter().enumerate() {
                self.raw(if column == 0 { "<th scope=\"row\">" } else { "<td>" });
                self.text(cell).raw(if column == 0 { "</th>" } else { "</td>" });
            }
            self.raw("</tr>\n");
        }
        self.raw("</table></div>\n")
    }

    /// The markup.
    pub fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        let mut html = Html::default();
        html.table(["<b>", "&"], &[["\"><script>".into(), "'\u{7}\n<".into()]]);
        html.paragraph("</p>").lines("a<b\nc>d").note("<").heading("<h2>");
        let text = html.into_string();
        for own in ["<div class=\"wide\">", "<table>", "<tr>", "<th>", "<th scope=\"row\">", "<td>"]
        {
            assert!(text.contains(own), "{own}");
        }
        for foreign in ["<b>", "<script>", "a<b", "c>d", "\u{7}", "<h2><"] {
            assert!(!text.contains(foreign), "{foreign}: {text}");
        }
        assert_eq!(text.matches("</p>").count(), 2);
        assert!(text.contains("a&lt;b\nc&gt;d\n"), "{text}");
    }
}
