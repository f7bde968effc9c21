//! The forms of English verbs and nouns.

/// A form of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Form {
    /// "open", "be".
    Base,
    /// "opens", "is", "are": what stands after a subject. "Open" after a plural one is [`Form::Base`].
    Present,
    /// "opening".
    Ing,
    /// "opened", "been": after "has" or "is".
    Participle,
    /// "opened", "was".
    Past,
}

/// The form that a verb must have at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// "open", after "must".
    Base,
    /// "opens" or "open", after a subject.
    Finite,
    /// "opening".
    Ing,
    /// "opened", after "has".
    Participle,
    /// "opened", after a subject.
    Past,
}

impl Want {
    pub fn takes(self, form: Form) -> bool {
        match self {
            Self::Base => form == Form::Base,
            Self::Finite => matches!(form, Form::Base | Form::Present),
            Self::Ing => form == Form::Ing,
            Self::Participle => form == Form::Participle,
            Self::Past => form == Form::Past,
        }
    }
}

/// Base, past, participle.
#[rustfmt::skip]
const IRREGULAR: [(&str, &str, &str); 96] = [
    ("arise", "arose", "arisen"), ("bear", "bore", "borne"), ("beat", "beat", "beaten"),
    ("become", "became", "become"), ("begin", "began", "begun"), ("bend", "bent", "bent"), ("bind", "bound", "bound"),
    ("bite", "bit", "bitten"), ("blow", "blew", "blown"), ("break", "broke", "broken"), ("bring", "brought", "brought"),
    ("build", "built", "built"), ("buy", "bought", "bought"), ("catch", "caught", "caught"),
    ("choose", "chose", "chosen"), ("come", "came", "come"), ("cut", "cut", "cut"), ("deal", "dealt", "dealt"),
    ("dig", "dug", "dug"), ("do", "did", "done"), ("draw", "drew", "drawn"), ("drink", "drank", "drunk"),
    ("drive", "drove", "driven"), ("eat", "ate", "eaten"), ("fall", "fell", "fallen"), ("feed", "fed", "fed"),
    ("feel", "felt", "felt"), ("fight", "fought", "fought"), ("find", "found", "found"), ("fly", "flew", "flown"),
    ("fling", "flung", "flung"), ("forget", "forgot", "forgotten"), ("freeze", "froze", "frozen"), ("get", "got", "got"),
    ("give", "gave", "given"), ("go", "went", "gone"), ("grind", "ground", "ground"), ("grow", "grew", "grown"),
    ("hang", "hung", "hung"), ("have", "had", "had"), ("hear", "heard", "heard"), ("hide", "hid", "hidden"),
    ("hit", "hit", "hit"), ("hold", "held", "held"), ("hurt", "hurt", "hurt"), ("keep", "kept", "kept"),
    ("know", "knew", "known"), ("lay", "laid", "laid"), ("lead", "led", "led"), ("leave", "left", "left"),
    ("lend", "lent", "lent"), ("let", "let", "let"), ("lie", "lay", "lain"), ("light", "lit", "lit"),
    ("load", "loaded", "loaded"), ("lose", "lost", "lost"), ("make", "made", "made"), ("meet", "met", "met"),
    ("pay", "paid", "paid"), ("put", "put", "put"), ("quit", "quit", "quit"), ("read", "read", "read"),
    ("ride", "rode", "ridden"), ("ring", "rang", "rung"), ("rise", "rose", "risen"), ("run", "ran", "run"),
    ("see", "saw", "seen"), ("seek", "sought", "sought"), ("sell", "sold", "sold"), ("send", "sent", "sent"),
    ("set", "set", "set"), ("shake", "shook", "shaken"), ("shine", "shone", "shone"), ("shut", "shut", "shut"),
    ("sit", "sat", "sat"), ("slide", "slid", "slid"), ("speak", "spoke", "spoken"), ("spend", "spent", "spent"),
    ("spin", "spun", "spun"), ("spread", "spread", "spread"), ("stand", "stood", "stood"),
    ("steal", "stole", "stolen"), ("stick", "stuck", "stuck"), ("sweep", "swept", "swept"), ("swim", "swam", "swum"),
    ("swing", "swung", "swung"), ("take", "took", "taken"), ("teach", "taught", "taught"), ("tear", "tore", "torn"),
    ("tell", "told", "told"), ("think", "thought", "thought"), ("throw", "threw", "thrown"), ("turn", "turned", "turned"),
    ("wear", "wore", "worn"), ("wind", "wound", "wound"), ("write", "wrote", "written"),
];

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

/// Whether the last consonant is doubled before "-ing": "grab", but not "open".
fn doubles(verb: &str) -> bool {
    let letters = verb.as_bytes();
    let [.., before, vowel, last] = letters else { return false };
    let ends_short = !is_vowel(*before) && is_vowel(*vowel) && !is_vowel(*last);
    // "Unwrap" is stressed as "wrap" is.
    let stem =
        ["un", "re", "over", "out", "up"].into_iter().find_map(|prefix| verb.strip_prefix(prefix)).unwrap_or(verb);
    let is_single = |word: &str| word.bytes().filter(|letter| is_vowel(*letter)).count() == 1;
    // "Transfer", "refer": stressed at their end.
    let is_late = verb.len() > 4 && verb.ends_with("fer") && verb != "offer" && verb != "differ";
    ends_short && !matches!(last, b'w' | b'x' | b'y') && (is_single(verb) || is_single(stem) || is_late)
}

/// The word after "he": "grabs", "carries".
pub(crate) fn third(verb: &str) -> String {
    match verb {
        "be" => return "is".to_owned(),
        "have" => return "has".to_owned(),
        _ => {}
    }
    plural(verb)
}

/// Nouns that end as plurals do.
const SINGULAR: [&str; 8] = ["atlas", "basis", "canvas", "chassis", "gas", "iris", "lens", "news"];

/// Whether a phrase ends as one for several things does.
pub(crate) fn looks_plural(phrase: &str) -> bool {
    let last = phrase.rsplit(' ').next().unwrap_or(phrase);
    last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us") && !SINGULAR.contains(&last)
}

/// The plural of a regular noun.
pub(crate) fn plural(noun: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| noun.ends_with(ending));
    let letters = noun.as_bytes();
    match letters {
        [.., before, b'y'] if !is_vowel(*before) => format!("{}ies", &noun[..noun.len() - 1]),
        [.., b'o'] if !ends(&["oo", "io"]) => format!("{noun}es"),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// "grabbing", "carrying", "taking".
pub(crate) fn ing(verb: &str) -> String {
    if verb == "be" {
        return "being".to_owned();
    }
    if let Some(stem) = verb.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    let is_silent = verb.ends_with('e') && !verb.ends_with("ee") && !verb.ends_with("oe") && !verb.ends_with("ye");
    if is_silent {
        return format!("{}ing", &verb[..verb.len() - 1]);
    }
    match verb.chars().last() {
        Some(last) if doubles(verb) => format!("{verb}{last}ing"),
        _ => format!("{verb}ing"),
    }
}

/// "grabbed", "carried", "taken".
pub(crate) fn participle(verb: &str) -> String {
    if verb == "be" {
        return "been".to_owned();
    }
    irregular(verb).map_or_else(|| regular_past(verb), |(_, _, participle)| (*participle).to_owned())
}

/// "grabbed", "carried", "took".
pub(crate) fn past(verb: &str) -> String {
    if verb == "be" {
        return "was".to_owned();
    }
    irregular(verb).map_or_else(|| regular_past(verb), |(_, past, _)| (*past).to_owned())
}

fn irregular(verb: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    IRREGULAR.iter().find(|(base, ..)| *base == verb)
}

fn regular_past(verb: &str) -> String {
    let letters = verb.as_bytes();
    match letters {
        [.., b'e'] => format!("{verb}d"),
        [.., before, b'y'] if !is_vowel(*before) => format!("{}ied", &verb[..verb.len() - 1]),
        [.., last] if doubles(verb) => format!("{verb}{}ed", char::from(*last)),
        _ => format!("{verb}ed"),
    }
}

/// The verb that a word is this form of, as far as spelling tells: "measured" is of "measure".
pub(crate) fn base_of(word: &str, form: Form) -> Option<String> {
    let known = IRREGULAR.iter().find(|(.., participle)| form == Form::Participle && *participle == word);
    if let Some((base, ..)) = known {
        return Some((*base).to_owned());
    }
    let stem = word.strip_suffix(if form == Form::Ing { "ing" } else { "ed" })?;
    let letters = stem.as_bytes();
    let single = match letters {
        [.., one, last] if one == last && !matches!(last, b's' | b'l') => Some(stem[..stem.len() - 1].to_owned()),
        [.., b'l', b'l'] => Some(stem[..stem.len() - 1].to_owned()),
        _ => None,
    };
    let silent = match letters {
        [.., b'v' | b'c' | b'g' | b'z' | b'u'] => true,
        [.., before, b's'] => *before != b's',
        [.., b'u' | b'i' | b'o', b'r'] => true,
        [.., before, b'a', b't'] => !is_vowel(*before),
        [.., vowel, b'p' | b'k'] => is_vowel(*vowel) && single.is_none(),
        _ => false,
    };
    let with_e = format!("{stem}e");
    let candidates = if silent {
        [single, Some(with_e), Some(stem.to_owned())]
    } else {
        [single, Some(stem.to_owned()), Some(with_e)]
    };
    let fits = |base: &String| forms(base).iter().any(|(one, of)| *of == form && one == word);
    candidates.into_iter().flatten().find(|base| base.len() > 1 && fits(base))
}

/// All forms of a verb with the words for them.
pub(crate) fn forms(verb: &str) -> Vec<(String, Form)> {
    let mut forms = vec![
        (verb.to_owned(), Form::Base),
        (third(verb), Form::Present),
        (ing(verb), Form::Ing),
        (participle(verb), Form::Participle),
        (past(verb), Form::Past),
    ];
    if verb == "be" {
        forms.extend([("are".to_owned(), Form::Present), ("were".to_owned(), Form::Past)]);
    }
    if verb.ends_with('l') && !doubles(verb) {
        // British: "travelling", "labelled".
        forms.extend([
            (format!("{verb}ling"), Form::Ing),
            (format!("{verb}led"), Form::Participle),
            (format!("{verb}led"), Form::Past),
        ]);
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_inflected() {
        for (verb, expected) in [
            ("grab", "grabs grabbing grabbed grabbed"),
            ("open", "opens opening opened opened"),
            ("carry", "carries carrying carried carried"),
            ("take", "takes taking taken took"),
            ("wipe", "wipes wiping wiped wiped"),
            ("go", "goes going gone went"),
            ("lie", "lies lying lain lay"),
            ("fix", "fixes fixing fixed fixed"),
            ("be", "is being been was"),
            ("dock", "docks docking docked docked"),
            ("put", "puts putting put put"),
            ("deliver", "delivers delivering delivered delivered"),
            ("stay", "stays staying stayed stayed"),
            ("plug", "plugs plugging plugged plugged"),
            ("unwrap", "unwraps unwrapping unwrapped unwrapped"),
            ("unload", "unloads unloading unloaded unloaded"),
        ] {
            let made = [third(verb), ing(verb), participle(verb), past(verb)].join(" ");
            assert_eq!(made, expected);
        }
        assert_eq!(plural("box"), "boxes");
        for (word, base) in [
            ("measured", "measure"),
            ("spun", "spin"),
            ("warmed", "warm"),
            ("labelled", "label"),
            ("heated", "heat"),
            ("wiped", "wipe"),
        ] {
            assert_eq!(base_of(word, Form::Participle).as_deref(), Some(base));
        }
        assert_eq!(base_of("running", Form::Ing).as_deref(), Some("run"));
    }
}
