//! Parts of a Markdown file that a program writes anew while it leaves the rest alone.

use anyhow::{Context as _, Result};

/// What stands in the section `name` of `text`, or `None` where there is no such section.
#[must_use]
pub fn section<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, behind) = text.split_once(&begin(name))?;
    let (content, _) = behind.split_once(&end(name))?;
    Some(content.trim())
}

/// A section of that name with this content, markers and all.
#[must_use]
pub fn marked(name: &str, content: &str) -> String {
    format!("{}\n\n{}\n\n{}\n", begin(name), content.trim(), end(name))
}

/// `text` with other content in its section `name`.
///
/// # Errors
/// When there is no such section.
pub fn replaced(text: &str, name: &str, content: &str) -> Result<String> {
    let missing = || format!("no section {name}, which begins with {}", begin(name));
    let (before, behind) = text.split_once(&begin(name)).with_context(missing)?;
    let (_, after) = behind.split_once(&end(name)).with_context(missing)?;
    let after = after.strip_prefix('\n').unwrap_or(after);
    Ok([before, &marked(name, content), after].concat())
}

fn begin(name: &str) -> String {
    format!("<!-- {name}: written by the report -->")
}

fn end(name: &str) -> String {
    format!("<!-- end of {name} -->")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_and_the_rest_stays() -> Result<()> {
        let text = format!("# Head\n\n{}\nrest\n", marked("numbers", "1\n2\n"));
        assert_eq!(section(&text, "numbers"), Some("1\n2"));
        let text = replaced(&text, "numbers", "3")?;
        let expected = format!("# Head\n\n{}\nrest\n", marked("numbers", "3"));
        assert_eq!(text, expected);
        Ok(())
    }

    #[test]
    fn a_section_that_is_not_there_is_an_error() {
        assert_eq!(section("text", "numbers"), None);
        assert!(replaced("text", "numbers", "1").is_err());
    }
}
