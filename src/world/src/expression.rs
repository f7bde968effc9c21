//! The language of conditions in domain files: its syntax, before names are resolved.

use crate::lexer::{Lexer, Misread};

/// The deepest nesting. More is a mistake, and unbounded nesting would exhaust the stack.
const MAX_DEPTH: usize = 40;

/// A formula or a term, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expression {
    /// A variable, an object, or `nothing`, `true`, `false`.
    Name(String),
    /// A predicate or a type with arguments.
    Call(String, Vec<Expression>),
    Equal(Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    /// For all objects of these types.
    ForAll(Variable, Box<Expression>),
    /// For some object of these types.
    Exists(Variable, Box<Expression>),
}

/// A variable with its types: `x: item | place`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    pub name: String,
    pub types: Vec<String>,
}

/// The head of a predicate or a skill: `at(robot) = item | place`, `grab(target: item)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signature {
    pub name: String,
    /// Arguments, named or not.
    pub arguments: Vec<(Option<String>, Vec<String>)>,
    /// The types of a functional predicate's value.
    pub value: Option<Vec<String>>,
}

/// An atom with variables of its own, as laws count them: `holding(r: robot) = i`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub name: String,
    /// Each argument: an expression, or a new variable to count over.
    pub arguments: Vec<Result<Variable, Expression>>,
    pub value: Option<Expression>,
}

/// A change: `open(x)`, `not open(x)`, `located(x) = p`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub what: Expression,
    pub becomes: Becomes,
}

/// The new truth or value of a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Becomes {
    True,
    False,
    Value(Expression),
    Unknown,
}

type Parsed<T> = Result<T, Misread>;

impl Expression {
    /// Reads a formula or a term.
    pub fn parse(text: &str) -> Parsed<Self> {
        let mut lexer = Lexer::new(text)?;
        let expression = implication(&mut lexer, 0)?;
        lexer.end()?;
        Ok(expression)
    }
}

impl Change {
    /// Reads an effect.
    pub fn parse(text: &str) -> Parsed<Self> {
        let mut lexer = Lexer::new(text)?;
        let is_not = lexer.take("not");
        let what = primary(&mut lexer, 0)?;
        let becomes = match (is_not, lexer.take("=")) {
            (true, _) => Becomes::False,
            (false, false) => Becomes::True,
            (false, true) if lexer.take("unknown") => Becomes::Unknown,
            (false, true) => Becomes::Value(primary(&mut lexer, 0)?),
        };
        lexer.end()?;
        Ok(Self { what, becomes })
    }
}

impl Signature {
    /// Reads the head of a predicate or a skill.
    pub fn parse(text: &str) -> Parsed<Self> {
        let mut lexer = Lexer::new(text)?;
        let name = lexer.name("a name")?;
        let mut arguments = Vec::new();
        if lexer.take("(") && !lexer.take(")") {
            loop {
                let first = lexer.name("a type or a parameter's name")?;
                if lexer.take(":") {
                    arguments.push((Some(first), types(&mut lexer)?));
                } else {
                    arguments.push((None, more_types(&mut lexer, first)?));
                }
                if !lexer.comma()? {
                    break;
                }
            }
        }
        let value = if lexer.take("=") { Some(types(&mut lexer)?) } else { None };
        lexer.end()?;
        Ok(Self { name, arguments, value })
    }
}

impl Pattern {
    /// Reads a pattern of atoms.
    pub fn parse(text: &str) -> Parsed<Self> {
        let mut lexer = Lexer::new(text)?;
        let name = lexer.name("a predicate's name")?;
        let mut arguments = Vec::new();
        if lexer.take("(") && !lexer.take(")") {
            loop {
                let expression = primary(&mut lexer, 0)?;
                arguments.push(match expression {
                    Expression::Name(name) if lexer.take(":") => Ok(Variable { name, types: types(&mut lexer)? }),
                    expression => Err(expression),
                });
                if !lexer.comma()? {
                    break;
                }
            }
        }
        let value = if lexer.take("=") { Some(primary(&mut lexer, 0)?) } else { None };
        lexer.end()?;
        Ok(Self { name, arguments, value })
    }
}

impl Variable {
    /// Reads variables: `a: item, b: place | robot`.
    pub fn parse_all(text: &str) -> Parsed<Vec<Self>> {
        let mut lexer = Lexer::new(text)?;
        let mut variables = vec![variable(&mut lexer)?];
        while lexer.take(",") {
            variables.push(variable(&mut lexer)?);
        }
        lexer.end()?;
        Ok(variables)
    }
}

/// Reads types: `item | place`.
pub(crate) fn parse_types(text: &str) -> Parsed<Vec<String>> {
    let mut lexer = Lexer::new(text)?;
    let types = types(&mut lexer)?;
    lexer.end()?;
    Ok(types)
}

fn types(lexer: &mut Lexer<'_>) -> Parsed<Vec<String>> {
    let first = lexer.name("a type")?;
    more_types(lexer, first)
}

fn more_types(lexer: &mut Lexer<'_>, first: String) -> Parsed<Vec<String>> {
    let mut types = vec![first];
    while lexer.take("|") {
        types.push(lexer.name("a type")?);
    }
    Ok(types)
}

fn variable(lexer: &mut Lexer<'_>) -> Parsed<Variable> {
    let name = lexer.name("a variable's name")?;
    lexer.expect(":")?;
    Ok(Variable { name, types: types(lexer)? })
}

fn deeper(lexer: &Lexer<'_>, depth: usize) -> Parsed<usize> {
    if depth < MAX_DEPTH {
        Ok(depth + 1)
    } else {
        let problem = format!("{:?} is nested more than {MAX_DEPTH} deep", lexer.text);
        Err(Misread { problem, mend: "split it: give a part a name, as a derived predicate".to_owned() })
    }
}

fn implication(lexer: &mut Lexer<'_>, depth: usize) -> Parsed<Expression> {
    let depth = deeper(lexer, depth)?;
    let condition = alternatives(lexer, depth)?;
    if !lexer.take("implies") {
        return Ok(condition);
    }
    let then = implication(lexer, depth)?;
    Ok(Expression::Or(vec![Expression::Not(Box::new(condition)), then]))
}

fn alternatives(lexer: &mut Lexer<'_>, depth: usize) -> Parsed<Expression> {
    let mut all = vec![conjunction(lexer, depth)?];
    while lexer.take("or") {
        all.push(conjunction(lexer, depth)?);
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Expression::Or(all) })
}

fn conjunction(lexer: &mut Lexer<'_>, depth: usize) -> Parsed<Expression> {
    let mut all = vec![negation(lexer, depth)?];
    while lexer.take("and") {
        all.push(negation(lexer, depth)?);
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Expression::And(all) })
}

fn negation(lexer: &mut Lexer<'_>, depth: usize) -> Parsed<Expression> {
    let depth = deeper(lexer, depth)?;
    if lexer.take("not") {
        return Ok(Expression::Not(Box::new(negation(lexer, depth)?)));
    }
    for (word, is_all) in [("forall", true), ("exists", false)] {
        if lexer.take(word) {
            let variable = variable(lexer)?;
            lexer.expect(".")?;
            let body = Box::new(implication(lexer, depth)?);
            return Ok(if is_all { Expression::ForAll(variable, body) } else { Expression::Exists(variable, body) });
        }
    }
    let left = primary(lexer, depth)?;
    if lexer.take("=") {
        return Ok(Expression::Equal(Box::new(left), Box::new(primary(lexer, depth)?)));
    }
    if lexer.take("!=") {
        let equal = Expression::Equal(Box::new(left), Box::new(primary(lexer, depth)?));
        return Ok(Expression::Not(Box::new(equal)));
    }
    Ok(left)
}

fn primary(lexer: &mut Lexer<'_>, depth: usize) -> Parsed<Expression> {
    let depth = deeper(lexer, depth)?;
    if lexer.take("(") {
        let inside = implication(lexer, depth)?;
        lexer.expect(")")?;
        return Ok(inside);
    }
    let name = lexer.name("a name")?;
    if !lexer.take("(") {
        return Ok(Expression::Name(name));
    }
    let mut arguments = Vec::new();
    if !lexer.take(")") {
        loop {
            arguments.push(primary(lexer, depth)?);
            if !lexer.comma()? {
                break;
            }
        }
    }
    Ok(Expression::Call(name, arguments))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_binds_before_and_before_or_before_implies() {
        let written = "not a(x) and b(x) or c(x) implies d(x) = nothing";
        let grouped = "((((not a(x)) and b(x)) or c(x)) implies (d(x) = nothing))";
        assert_eq!(Expression::parse(written), Expression::parse(grouped));
        assert_ne!(Expression::parse("not (a(x) and b(x))"), Expression::parse("not a(x) and b(x)"));
    }

    #[test]
    fn a_quantifier_reaches_to_the_right_as_far_as_it_can() {
        let all = Expression::parse("forall x: item | place. a(x) or b(x)").expect("well formed");
        assert!(matches!(all, Expression::ForAll(variable, body)
            if variable.types == ["item", "place"] && matches!(*body, Expression::Or(_))));
    }

    #[test]
    fn a_fault_quotes_what_it_found_and_what_belongs_there() {
        let fault = Expression::parse("at(robot; target)").expect_err("a semicolon is no separator");
        assert_eq!(fault.problem, "\";\" in \"at(robot; target)\" belongs nowhere");
        let fault = Expression::parse("at(robot target)").expect_err("a comma is missing");
        assert_eq!(fault.problem, "found \"target\" in \"at(robot target)\" where \",\" or \")\" belongs");
        assert!(Expression::parse(&"a(".repeat(50_000)).expect_err("too deep").problem.contains("nested"));
        assert!(Expression::parse(&"not ".repeat(50_000)).expect_err("too deep").problem.contains("nested"));
    }

    #[test]
    fn effects_are_changes_of_one_predicate() {
        let change = Change::parse("located(holding(robot)) = target").expect("well formed");
        assert_eq!(change.becomes, Becomes::Value(Expression::Name("target".into())));
        assert_eq!(Change::parse("not open(x)").expect("well formed").becomes, Becomes::False);
        assert_eq!(Change::parse("open(x) = unknown").expect("well formed").becomes, Becomes::Unknown);
    }
}
