//! Finds the lines that errors are about.
//!
//! The YAML library gives no positions of values that it has read, so they are looked up in the text again.

/// The text of a file. Lines count from 1.
pub(crate) struct Lines<'a>(pub &'a str);

impl Lines<'_> {
    /// The line of the first mention of `word` in or after the one that begins with `owner`. With a text of that entry,
    /// the line of the mention in this text.
    pub fn of(&self, owner: &str, text: Option<&str>, word: &str) -> usize {
        let start = self.find(0, owner).unwrap_or(0);
        match text.and_then(|text| self.within_entry(start, text)) {
            Some((start, end)) => self.find(start, word).filter(|line| *line < end).unwrap_or(start) + 1,
            None => self.find(start, word).unwrap_or(start) + 1,
        }
    }

    /// The line of the second mention of `owner`, or else of the first.
    pub fn again(&self, owner: &str) -> usize {
        let first = self.find(0, owner).unwrap_or(0);
        self.find(first + 1, owner).unwrap_or(first) + 1
    }

    fn find(&self, from: usize, word: &str) -> Option<usize> {
        let found = self.0.lines().enumerate().skip(from).find(|(_, line)| mentions(line, word));
        found.map(|(index, _)| index)
    }

    /// Where a text of an entry begins and ends: it may be folded. `of` is a line of the entry.
    fn within_entry(&self, of: usize, text: &str) -> Option<(usize, usize)> {
        const SHORTEST: usize = 8;
        let lines: Vec<&str> = self.0.lines().collect();
        let indent = |line: &str| line.len() - line.trim_start().len();
        let begins = |line: &str| line.trim_start().starts_with("- ");
        let deepest = indent(lines.get(of)?);
        let first = (0..=of).rev().find(|&place| begins(lines[place]) && indent(lines[place]) <= deepest)?;
        let is_next =
            |line: &&str| !line.trim().is_empty() && !is_comment(line) && indent(line) <= indent(lines[first]);
        let last = lines.iter().skip(first + 1).position(is_next).map_or(lines.len(), |more| first + 1 + more);
        let alone = [format!("\"{text}\""), format!("'{text}'"), format!("[{text}]"), format!("- {text}")];
        let has_text_alone = |line: &str| alone.iter().any(|alone| line.contains(alone));
        let has_text = |line: &str| {
            let part = line.trim();
            mentions(line, text) || part.len() >= SHORTEST && text.starts_with(part)
        };
        let find = |has: &dyn Fn(&str) -> bool| (first..last).find(|&place| has(lines[place]));
        let start = find(&has_text_alone).or_else(|| find(&has_text))?;
        let more = lines[start + 1..last].iter().take_while(|line| text.contains(line.trim()));
        Some((start, start + 1 + more.count()))
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Whether a line has this word, or these words, outside comments.
fn mentions(line: &str, word: &str) -> bool {
    if is_comment(line) || word.is_empty() {
        return false;
    }
    let line = line.split(" #").next().unwrap_or(line);
    line.match_indices(word).any(|(at, _)| {
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        !line[..at].ends_with(joins) && !line[at + word.len()..].starts_with(joins)
    })
}
