//! The words of a Rust file that is no test: those of its code, its texts and its prose.

/// A word of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
    /// Whether it stands in a text, before an opening parenthesis, as the name of a fact or a decision does.
    pub is_called: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Text,
    Comment,
}

/// The words of a file, without its test modules, and without what comments quote as an example: in quotation marks, in
/// backticks, in a block of code.
pub fn words(file: &str) -> Vec<Word> {
    let kinds = kinds(file);
    let tests = tests(file, &kinds);
    let mut words: Vec<Word> = Vec::new();
    let (mut line, mut previous) = (1, None);
    let mut quotes = Quotes::default();
    for (place, letter) in file.char_indices() {
        if letter == '\n' {
            line += 1;
            quotes.end_line();
            previous = None;
            continue;
        }
        let kind = kinds[place];
        if kind != Kind::Comment && !letter.is_whitespace() {
            quotes = Quotes::default();
        }
        let is_example = kind == Kind::Comment && quotes.read(letter);
        let is_word = letter.is_ascii_alphanumeric() || letter == '_';
        if !is_word || is_example || tests.iter().any(|test| test.contains(&place)) {
            previous = None;
            continue;
        }
        match (previous == Some(kind), words.last_mut()) {
            (true, Some(word)) => word.text.push(letter),
            _ => words.push(Word { text: letter.into(), line, is_called: false }),
        }
        if let Some(word) = words.last_mut() {
            word.is_called = kind == Kind::Text && file[place + 1..].starts_with('(');
        }
        previous = Some(kind);
    }
    words
}

/// What a comment quotes.
#[derive(Default)]
struct Quotes {
    open: Option<char>,
    backticks: usize,
    is_block: bool,
}

impl Quotes {
    /// Whether this letter of a comment is a part of an example.
    fn read(&mut self, letter: char) -> bool {
        self.backticks = if letter == '`' { self.backticks + 1 } else { 0 };
        if self.backticks == 3 {
            self.is_block = !self.is_block;
            self.open = None;
            return true;
        }
        match (self.open, letter) {
            (None, '"' | '`') if !self.is_block => self.open = Some(letter),
            (Some(open), _) if open == letter => self.open = None,
            _ => return self.is_block || self.open.is_some(),
        }
        true
    }

    fn end_line(&mut self) {
        self.backticks = 0;
    }
}

/// By byte: what it is a part of.
fn kinds(file: &str) -> Vec<Kind> {
    let mut kinds = vec![Kind::Code; file.len()];
    let mut place = 0;
    while place < file.len() {
        let rest = &file[place..];
        let (kind, length) = piece(rest);
        kinds[place..place + length].fill(kind);
        place += length;
    }
    kinds
}

/// The comment, the text, the character or the letter that begins a file.
fn piece(rest: &str) -> (Kind, usize) {
    let until = |begin: usize, end: &str| rest[begin..].find(end).map_or(rest.len(), |found| begin + found + end.len());
    if rest.starts_with("//") {
        return (Kind::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (Kind::Comment, until(2, "*/"));
    }
    let raw = rest.strip_prefix('b').unwrap_or(rest);
    if let Some(raw) = raw.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let begin = rest.len() - raw.len() + hashes + 1;
            return (Kind::Text, until(begin, &format!("\"{}", "#".repeat(hashes))));
        }
    }
    match rest.chars().next() {
        Some('"') => {
            let mut is_escaped = false;
            let end = rest.char_indices().skip(1).find(|(_, letter)| {
                let is_end = *letter == '"' && !is_escaped;
                is_escaped = *letter == '\\' && !is_escaped;
                is_end
            });
            (Kind::Text, end.map_or(rest.len(), |(place, _)| place + 1))
        }
        // A character, not a lifetime.
        Some('\'') => {
            let mut letters = rest.char_indices().skip(1);
            match (letters.next(), letters.next()) {
                (Some((_, '\\')), Some((place, escaped))) => (Kind::Text, until(place + escaped.len_utf8(), "'")),
                (Some(_), Some((place, '\''))) => (Kind::Text, place + 1),
                _ => (Kind::Code, 1),
            }
        }
        // A name as a whole: `r` and `b` at its end begin no text.
        Some(letter) if letter.is_alphanumeric() || letter == '_' => {
            (Kind::Code, rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()))
        }
        Some(letter) => (Kind::Code, letter.len_utf8()),
        None => (Kind::Code, 0),
    }
}

const TEST: &str = "#[cfg(test)]";

/// The bytes of the modules that are compiled for tests only, and of those that are implemented in a file of their own.
fn tests(file: &str, kinds: &[Kind]) -> Vec<std::ops::Range<usize>> {
    let mut tests = Vec::new();
    for (begin, _) in file.match_indices(TEST).filter(|(place, _)| kinds[*place] == Kind::Code) {
        let mut depth = 0_usize;
        let end =
            file[begin..].char_indices().map(|(place, letter)| (begin + place, letter)).find(|(place, letter)| {
                if kinds[*place] != Kind::Code {
                    return false;
                }
                depth = match letter {
                    '{' => depth + 1,
                    '}' => depth.saturating_sub(1),
                    _ => depth,
                };
                depth == 0 && matches!(letter, '}' | ';')
            });
        tests.push(begin..end.map_or(file.len(), |(place, _)| place + 1));
    }
    tests
}

/// The modules with files of their own that are compiled for tests only.
pub fn test_modules(file: &str) -> Vec<&str> {
    let tests = tests(file, &kinds(file));
    let name = |test: std::ops::Range<usize>| {
        let head = file[test].strip_suffix(';')?;
        head.rsplit_once("mod ").map(|(_, name)| name.trim())
    };
    tests.into_iter().filter_map(name).collect()
}
