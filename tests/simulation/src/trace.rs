/// A line of the trace, without the words that repeat in every turn.
pub(crate) fn brief(what: &impl std::fmt::Debug) -> String {
    let text = format!("{what:?}");
    let mut short = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("Turn { brief: ") {
        short.push_str(before);
        short.push_str("Turn { ");
        rest = after.split_once(" }, ").map_or("", |(_, after)| after);
    }
    short.push_str(rest);
    short
}
