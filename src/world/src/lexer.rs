//! The words and marks of a text in a domain file.

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
    /// A sentence about a mark that the language does not have.
    pub fn new(text: &'a str) -> Result<Self, String> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match first {
                first if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                '!' if rest.starts_with("!=") => 2,
                '(' | ')' | ',' | ':' | '.' | '=' | '|' => 1,
                other => return Err(format!("{:?} in {text:?} belongs nowhere", other.to_string())),
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
    pub fn expect(&mut self, wanted: &str) -> Result<(), String> {
        if self.take(wanted) { Ok(()) } else { Err(self.fault(&format!("{wanted:?}"))) }
    }

    /// Takes a comma (true) or a closing parenthesis (false).
    pub fn comma(&mut self) -> Result<bool, String> {
        if self.take(",") {
            return Ok(true);
        }
        if self.take(")") { Ok(false) } else { Err(self.fault("\",\" or \")\"")) }
    }

    /// Takes a name.
    pub fn name(&mut self, expected: &str) -> Result<String, String> {
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
    pub fn end(&self) -> Result<(), String> {
        if self.next == self.tokens.len() { Ok(()) } else { Err(self.fault("the end")) }
    }

    fn fault(&self, expected: &str) -> String {
        match self.tokens.get(self.next) {
            Some(found) => format!("found {found:?} in {:?} where {expected} belongs", self.text),
            None => format!("{:?} ends where {expected} belongs", self.text),
        }
    }
}
