//! The words and marks of a text in a domain file.

/// Why a text is not of the language, and the correction to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Misread {
    pub problem: String,
    pub mend: String,
}

/// A text, cut into words and marks, read from the front.
pub(crate) struct Lexer<'a> {
    pub text: &'a str,
    tokens: Vec<&'a str>,
    next: usize,
}

impl<'a> Lexer<'a> {
    /// Cuts a text.
    ///
    /// # Errors
    /// A mark that the language does not have.
    pub fn new(text: &'a str) -> Result<Self, Misread> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match first {
                first if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                '!' if rest.starts_with("!=") => 2,
                '(' | ')' | ',' | ':' | '.' | '=' | '|' => 1,
                other => {
                    let problem = format!("{:?} in {text:?} belongs nowhere", other.to_string());
                    return Err(Misread { problem, mend: instead_of(other).to_owned() });
                }
            };
            tokens.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
        Ok(Self { text, tokens, next: 0 })
    }

    /// Takes this token if it is next.
    pub fn take(&mut self, wanted: &str) -> bool {
        let is_next = self.tokens.get(self.next) == Some(&wanted);
        self.next += usize::from(is_next);
        is_next
    }

    /// Takes this token.
    pub fn expect(&mut self, wanted: &str) -> Result<(), Misread> {
        if self.take(wanted) { Ok(()) } else { Err(self.fault(&format!("{wanted:?}"))) }
    }

    /// Takes a comma (true) or a closing parenthesis (false).
    pub fn comma(&mut self) -> Result<bool, Misread> {
        if self.take(",") {
            return Ok(true);
        }
        if self.take(")") { Ok(false) } else { Err(self.fault("\",\" or \")\"")) }
    }

    /// Takes a name.
    pub fn name(&mut self, expected: &str) -> Result<String, Misread> {
        const TAKEN: [&str; 6] = ["and", "or", "not", "implies", "forall", "exists"];
        match self.tokens.get(self.next) {
            Some(word) if word.starts_with(|c: char| c.is_alphanumeric() || c == '_') && !TAKEN.contains(word) => {
                self.next += 1;
                Ok((*word).to_owned())
            }
            _ => Err(self.fault(expected)),
        }
    }

    /// Checks that nothing is left.
    pub fn end(&self) -> Result<(), Misread> {
        if self.next == self.tokens.len() { Ok(()) } else { Err(self.fault("the end")) }
    }

    fn fault(&self, expected: &str) -> Misread {
        let before = self.next.checked_sub(1).and_then(|place| self.tokens.get(place)).copied();
        let found = self.tokens.get(self.next).copied();
        let problem = match found {
            Some(found) => format!("found {found:?} in {:?} where {expected} belongs", self.text),
            None => format!("{:?} ends where {expected} belongs", self.text),
        };
        let is_word = |token: &str| token.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let mend = match (found, expected) {
            (Some("="), _) if before == Some("=") => "write a single =",
            (Some("|"), "the end") => "write `or`; | stands between types only",
            (Some(")"), "the end") => "take it out, or open it before",
            (Some(found), "the end") if is_word(found) => "join conditions with `and`, `or` or `implies`",
            (None, "\",\" or \")\"") => {
                "close the parenthesis; in a list put the text in quotation marks, since a comma ends it there"
            }
            (Some(_), "\",\" or \")\"") => "write the comma or the parenthesis that is missing",
            (_, "\".\"") => "write a dot after the variable's type, as in `exists x: type. condition`",
            (_, "\":\"") => "write the variable's type after a colon, as in `x: type`",
            (Some(found), _) if is_word(found) => "take another name: this one is a word of the language",
            _ => "complete it",
        };
        Misread { problem, mend: mend.to_owned() }
    }
}

/// What to write for a mark that other languages have.
fn instead_of(mark: char) -> &'static str {
    match mark {
        '&' => "write `and`",
        '!' => "write `not`",
        ';' => "separate with commas",
        '-' => "names have _ instead",
        '<' | '>' | '+' | '*' | '/' => "compare objects with = and !=; there are no numbers",
        '{' | '}' => "take the braces out: they are for texts that people read",
        '"' | '\'' => "write names without quotation marks",
        _ => "take it out",
    }
}
