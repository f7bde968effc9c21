//! Any text as a formula: refused at a place in it, or read; what is printed is read back as the same formula.

#![no_main]

use libfuzzer_sys::fuzz_target;
use surefleet_ltl::{Automaton, Budget, Formula, LtlError, Syntax, Vocabulary};

/// Formulas of more operators are not compiled.
const COMPILED: usize = 24;
const BUDGET: Budget = Budget { states: 64, operations: 2_000, work: 0 };

fuzz_target!(|text: &str| {
    let answers = [Syntax::Infix, Syntax::Prefix].map(|syntax| Formula::parse_as(text, syntax));
    if let [Ok(infix), Ok(prefix)] = &answers {
        assert_eq!(infix, prefix, "the two syntaxes read it in two ways");
    }
    assert_eq!(Formula::parse(text).is_ok(), answers.iter().any(Result::is_ok));
    for answer in answers {
        match answer {
            Ok(formula) => {
                let (infix, prefix) = (formula.to_string(), formula.to_prefix());
                for (printed, syntax) in [(&infix, Syntax::Infix), (&prefix, Syntax::Prefix)] {
                    assert_eq!(Formula::parse_as(printed, syntax).as_ref(), Ok(&formula), "{printed:?}");
                    assert_eq!(Formula::parse(printed).as_ref(), Ok(&formula), "{printed:?}");
                }
                if formula.size() <= COMPILED {
                    for compile in [Automaton::compile, Automaton::compile_of_changes] {
                        match compile(&formula, &mut Vocabulary::default(), &BUDGET) {
                            Ok(_) => {}
                            Err(LtlError::TooLarge { formula: told, .. }) => assert!(told.len() <= infix.len()),
                            Err(other) => panic!("{other}"),
                        }
                    }
                }
            }
            Err(LtlError::Syntax(error)) => assert!(text.is_char_boundary(error.at()), "byte {}", error.at()),
            Err(other) => panic!("{other}"),
        }
    }
});
