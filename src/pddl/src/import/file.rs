//! The domain file that is written: its text, part by part.

use super::effects::Group;

/// A type: its name, the text of its parents, and whether sentences speak of it.
pub(super) struct TypeEntry {
    pub name: String,
    pub parents: String,
}

/// Objects of one type.
pub(super) struct ObjectsEntry {
    pub types: String,
    pub names: Vec<String>,
}

/// A predicate: its head, and what it follows from.
pub(super) struct PredicateEntry {
    pub name: String,
    /// Each argument as it stands in the head.
    pub arguments: Vec<String>,
    pub is_fixed: bool,
    pub when: Option<String>,
}

/// A skill.
pub(super) struct SkillEntry {
    pub name: String,
    pub action: String,
    pub by: Option<String>,
    /// Each parameter's name and its types.
    pub parameters: Vec<(String, String)>,
    pub needs: Vec<String>,
    /// The effects on the way.
    pub first: Vec<Group>,
    pub effects: Vec<Group>,
    /// What no other robot may occupy in the same step.
    pub occupies: Vec<String>,
    /// What the action uses up, and what nothing can occupy.
    pub unguarded: Vec<String>,
    pub takes_s: Option<String>,
}

/// All of the file.
pub(super) struct File {
    pub name: String,
    pub comment: Vec<String>,
    pub types: Vec<TypeEntry>,
    pub objects: Vec<ObjectsEntry>,
    pub predicates: Vec<PredicateEntry>,
    pub always: Vec<String>,
    pub skills: Vec<SkillEntry>,
    pub idle: String,
}

/// Words that stand before a thing when something is there.
const PLACES: [&str; 12] =
    ["at", "in", "on", "inside", "under", "near", "above", "below", "behind", "beside", "over", "within"];

impl File {
    pub fn text(&self) -> String {
        let mut lines: Vec<String> =
            self.comment.iter().map(|line| format!("# {line}").trim_end().to_owned()).collect();
        lines.push(format!("domain: {}", self.name));
        section(
            &mut lines,
            "types",
            "Words and plurals are guesses: sentences use them.",
            &self.types,
            TypeEntry::lines,
        );
        section(
            &mut lines,
            "objects",
            "A label says how sentences name an object.",
            &self.objects,
            ObjectsEntry::lines,
        );
        let remark = "`says` and `denies` are guesses: add them where they are missing, and mend them.";
        section(&mut lines, "predicates", remark, &self.predicates, PredicateEntry::lines);
        if self.predicates.is_empty() {
            lines.extend([String::new(), "predicates: []".to_owned()]);
        }
        section(&mut lines, "always", "What is true for ever.", &self.always, |fact| vec![format!("- {fact}")]);
        let remark = "Robots act at once: `occupies` keeps two from using up one thing in one step; add what is missing. `takes_s` tells the duration.";
        let all: Vec<&SkillEntry> = self.skills.iter().collect();
        section(&mut lines, "skills", remark, &all, |skill| skill.lines());
        if self.skills.is_empty() {
            lines.extend([String::new(), "skills:".to_owned()]);
        }
        lines.push(format!("  - {{is: {}, text: remain idle}}", self.idle));
        lines.join("\n") + "\n"
    }
}

fn section<T>(lines: &mut Vec<String>, head: &str, remark: &str, all: &[T], write: impl Fn(&T) -> Vec<String>) {
    if all.is_empty() {
        return;
    }
    lines.extend([String::new(), format!("# {remark}"), format!("{head}:")]);
    lines.extend(all.iter().flat_map(write).map(|line| format!("  {line}")));
}

impl TypeEntry {
    fn lines(&self) -> Vec<String> {
        let words = self.name.replace('_', " ");
        let parents = if self.parents.is_empty() { String::new() } else { format!(", is: {}", self.parents) };
        vec![format!("- {{name: {}{parents}, words: [{words:?}]}}", self.name)]
    }
}

impl ObjectsEntry {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("- type: {}", self.types), "  each:".to_owned()];
        lines.extend(self.names.iter().map(|name| format!("    - {{name: {name}}}")));
        lines
    }
}

impl PredicateEntry {
    fn lines(&self) -> Vec<String> {
        let head = if self.arguments.is_empty() {
            self.name.clone()
        } else {
            format!("{}({})", self.name, self.arguments.join(", "))
        };
        let mut lines = vec![format!("- is: \"{head}\"")];
        if self.is_fixed {
            lines.push("  fixed: true".to_owned());
        }
        if let Some(when) = &self.when {
            lines.push(format!("  when: \"{when}\""));
        }
        if let Some((says, denies)) = self.sentences() {
            lines.push(format!("  says: \"{says}\""));
            lines.push(format!("  denies: \"{denies}\""));
        }
        lines
    }

    /// How sentences speak of it, where its name tells.
    fn sentences(&self) -> Option<(String, String)> {
        let words = self.name.replace('_', " ");
        let last = words.split(' ').next_back().unwrap_or_default();
        match self.arguments.len() {
            1 => Some((format!("{{1}} is {words}"), format!("{{1}} is not {words}"))),
            2 if PLACES.contains(&last) || last.ends_with("ing") => {
                Some((format!("{{1}} is {words} {{2}}"), format!("{{1}} is not {words} {{2}}")))
            }
            _ => None,
        }
    }
}

impl SkillEntry {
    fn lines(&self) -> Vec<String> {
        let parameters: Vec<String> = self.parameters.iter().map(|(name, types)| format!("{name}: {types}")).collect();
        let head =
            if parameters.is_empty() { self.name.clone() } else { format!("{}({})", self.name, parameters.join(", ")) };
        let slots: Vec<String> = self.parameters.iter().map(|(name, _)| format!("{{{name}}}")).collect();
        let words = format!("{} {}", self.name.replace('_', " "), slots.join(", "));
        let mut lines = vec![format!("# In PDDL: {}", self.action), format!("- is: \"{head}\"")];
        lines.extend(self.by.iter().map(|kinds| format!("  by: {kinds}")));
        lines.push(format!("  text: \"{}\"", words.trim_end()));
        if !self.needs.is_empty() {
            lines.push("  needs:".to_owned());
            lines.extend(self.needs.iter().map(|need| format!("    - {{that: \"{need}\"}}")));
        }
        for (key, groups) in [("first", &self.first), ("effects", &self.effects)] {
            if !groups.is_empty() {
                lines.push(format!("  {key}:"));
                lines.extend(groups.iter().flat_map(Group::lines).map(|line| format!("    {line}")));
            }
        }
        if !self.occupies.is_empty() {
            lines.push(format!("  occupies: [{}]", self.occupies.join(", ")));
        }
        lines.extend(self.takes_s.iter().map(|seconds| format!("  takes_s: {seconds}")));
        lines
    }
}

impl Group {
    fn lines(&self) -> Vec<String> {
        let changes: Vec<String> = self.changes.iter().map(|(change, _)| format!("\"{change}\"")).collect();
        if self.each.is_empty() && self.when.is_empty() {
            return changes.iter().map(|change| format!("- {change}")).collect();
        }
        let mut parts = Vec::new();
        if !self.each.is_empty() {
            parts.push(format!("each: \"{}\"", self.each.join(", ")));
        }
        if !self.when.is_empty() {
            parts.push(format!("if: \"{}\"", self.when.join(" and ")));
        }
        vec![format!("- {{{}, then: [{}]}}", parts.join(", "), changes.join(", "))]
    }
}
