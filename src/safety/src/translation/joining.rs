//! Clauses that are joined, and clauses that depend on one another.

use super::{
    Sense,
    clause::{Clause, Deed},
    condition::Who,
    manner::Mark,
    reader::{Misfit, Reader},
    robots::Said,
    verbs::base,
};

impl Reader<'_> {
    /// Reads one clause, or several joined ones, on which another depends.
    pub fn subordinate(&mut self) -> Result<Clause, Misfit> {
        let mut first = self.clause()?;
        self.told_of_which(&first)?;
        first.both_are_so();
        self.sole(&first)?;
        let mut is_joined = false;
        loop {
            let more = self.attempt(|reader| {
                reader.take(",");
                let is_all = reader.take("and");
                if !is_all && !reader.take("or") {
                    return Err(Misfit);
                }
                reader.take("at the same time");
                let mut clause = reader.clause()?;
                reader.told_of_which(&clause)?;
                clause.both_are_so();
                reader.sole(&clause)?;
                if clause.manner.is_modal() || clause.manner.has(Mark::Never) {
                    return Err(Misfit);
                }
                if (first.said == Some(Said::No) || clause.said == Some(Said::No)) && reader.lexicon.team_size() > 1 {
                    return reader.unclear(&clause, "name the robots, or write a constraint for each of them");
                }
                let plain = [Mark::Not, Mark::NoOne, Mark::Perfect, Mark::Past, Mark::Ever, Mark::AtOnce];
                let one = if is_joined { first.condition.clone() } else { first.folded() };
                let is_torn = first.deed == Deed::Fall
                    || clause.deed == Deed::Fall
                    || first.manner.is_past() != clause.manner.is_past()
                    || clause.manner.unused(&plain).is_some()
                    || first.manner.unused(&plain).is_some();
                match one.joined(clause.folded(), is_all).filter(|_| !is_torn) {
                    Some(joined) => Ok((joined, clause, is_all)),
                    None => reader.unclear(&clause, "join clauses by \"or\" or by \"and\", not by both"),
                }
            });
            let Some((joined, clause, is_all)) = more else { return Ok(first) };
            is_joined = true;
            first.condition = joined;
            for mark in [Mark::Not, Mark::NoOne] {
                first.manner.remove(mark);
            }
            let both_rise = first.deed == Deed::Rise && clause.deed == Deed::Rise;
            first.is_list =
                first.condition.literals.len() > 1 && is_all && (both_rise || first.is_list || clause.is_list);
            if first.is_list && first.deed != clause.deed {
                return self.unclear(&clause, "write a constraint for each of them");
            }
            first.deed = if first.is_state() && clause.is_state() { Deed::State } else { Deed::Rise };
            first.said = first.said.or(clause.said);
            first.whos.extend(clause.whos);
            first.span.end = clause.span.end;
        }
    }

    /// Refuses words that a clause may not contain if another depends on it.
    pub fn sole(&mut self, clause: &Clause) -> Result<(), Misfit> {
        self.told(clause)?;
        let is_team = self.lexicon.team_size() > 1;
        if is_team && matches!(clause.said, Some(Said::All | Said::Plural)) {
            return self.unclear(clause, "say \"each robot\", \"some robot\", or name the robots");
        }
        if clause.manner.has(Mark::Only) {
            return self.unclear(clause, "say \"only\" of what depends on it");
        }
        let is_said = |at: usize| {
            matches!(self.word(at), Some("and" | "all" | "both" | "every" | "each" | "them" | "everything" | ","))
        };
        let is_verb = |at: &usize| {
            self.word(*at).is_some_and(|word| matches!(base(word), "be" | "lie" | "stand" | "stay" | "remain"))
        };
        let mut subject = clause.span.clone().take_while(|at| !is_verb(at));
        if clause.is_list
            && clause.whos.is_empty()
            && clause.is_state()
            && !clause.span.clone().any(|at| self.word(at) == Some("both"))
            && !subject.any(is_said)
        {
            return self.unclear(clause, "say \"any\" or \"all\"");
        }
        if clause.is_list && clause.is_negative() {
            return self.unclear(clause, "write a clause for each of them");
        }
        Ok(())
    }

    /// Gives a clause the robots of the main clause: "while holding a knife, robot 1 must ...".
    pub fn tie(&mut self, part: &mut Clause, main: &Clause, is_release: bool) -> Result<(), Misfit> {
        let is_team = self.lexicon.team_size() > 1;
        let of_main: Vec<Who> = main.condition.literals.iter().filter_map(|literal| literal.atom.who).collect();
        let is_about_each = of_main.contains(&Who::Each);
        let speaks_of = |part: &Clause, who: Who| part.condition.literals.iter().any(|one| one.atom.who == Some(who));
        let change = |part: &mut Clause, from: Who, to: Who| {
            let atoms = part.condition.literals.iter_mut().map(|literal| &mut literal.atom);
            atoms.filter(|atom| atom.who == Some(from)).for_each(|atom| atom.who = Some(to));
        };
        if !is_team {
            return Ok(());
        }
        if part.said == Some(Said::No) && part.whos == [Who::Each] {
            change(part, Who::Each, Who::Some);
        }
        if part.said == Some(Said::Each) && speaks_of(part, Who::Each) && (!is_release || is_about_each) {
            return self.unclear(part, "say \"some robot\", or name the robots");
        }
        if self.binds {
            change(part, Who::Some, Who::Each);
        }
        let is_dangling = speaks_of(part, Who::Each) && matches!(part.said, None | Some(Said::You));
        if is_dangling && !main.whos.is_empty() && main.said != Some(Said::It) {
            match main.whos.as_slice() {
                [Who::Each] => {}
                [Who::One(robot)] if main.said != Some(Said::Only) && part.said.is_none() => {
                    change(part, Who::Each, Who::One(*robot));
                }
                _ => return self.unclear(part, "name the robot that it is about"),
            }
        }
        if is_dangling && main.said == Some(Said::It) && !self.binds {
            return self.unclear(part, "name the robot that it is about");
        }
        Ok(())
    }

    /// Makes "a robot may be there only if it holds a kettle" a statement about each robot.
    pub fn bind(&self, main: &mut Clause, part: &Clause) {
        if !self.binds || part.said != Some(Said::It) || !matches!(main.said, Some(Said::Some | Said::Any)) {
            return;
        }
        let atoms = main.condition.literals.iter_mut().map(|literal| &mut literal.atom);
        atoms.filter(|atom| atom.who == Some(Who::Some)).for_each(|atom| atom.who = Some(Who::Each));
        main.whos = vec![Who::Each];
    }

    /// Makes "a robot" mean each robot where "it" refers to it: "A robot may be there only if it ...".
    ///
    /// # Errors
    /// If the robot is a particular one that is not named: "one of the robots".
    pub fn bound(&mut self, main: Clause) -> Result<Clause, Misfit> {
        if !self.binds || !matches!(main.said, Some(Said::Some | Said::Any | Said::OneAtLeast)) {
            return Ok(main);
        }
        let is_any = |at: usize| match (self.word(at), self.word(at + 1)) {
            (Some("a" | "any"), Some("robot")) => true,
            (word, _) => matches!(word, Some("anyone" | "anybody")),
        };
        if !main.span.clone().any(is_any) {
            return self.unclear(&main, "say \"each robot\", or name the robot");
        }
        let mut bound = Clause { said: Some(Said::This), whos: vec![Who::Each], ..main };
        let atoms = bound.condition.literals.iter_mut().map(|literal| &mut literal.atom);
        atoms.filter(|atom| atom.who == Some(Who::Some)).for_each(|atom| atom.who = Some(Who::Each));
        Ok(bound)
    }

    /// Refuses a clause that has more than one meaning.
    pub fn unclear<T>(&mut self, clause: &Clause, mend: &str) -> Result<T, Misfit> {
        let end = self.position();
        self.back_to(clause.span.end);
        let refused = self.ambiguous(clause.span.start, mend);
        self.back_to(end);
        refused
    }

    /// Refuses "a knife is not on the table" as a condition: no knife is there, or one is missing?
    fn told_of_which(&mut self, clause: &Clause) -> Result<(), Misfit> {
        let is_any = |at: usize| matches!(self.word(at), Some("a" | "an" | "any" | "some"));
        let is_of_several = clause.condition.literals.len() > 1 || matches!(clause.said, Some(Said::Any | Said::Some));
        if clause.manner.has(Mark::Not) && is_of_several && clause.span.clone().any(is_any) {
            return self.unclear(clause, "say \"no ... is\", or name the one that is meant");
        }
        Ok(())
    }

    /// Refuses "any knife must be": each of them, or one? Also refuses a lasting state of "a knife".
    pub fn of_which(&mut self, main: &Clause) -> Result<(), Misfit> {
        let is_open = main.condition.literals.len() > 1 && !main.condition.is_all && !main.is_negative();
        let is_time = |at: usize| {
            self.word(at).is_some_and(|word| matches!(word, "time" | "one" | "given" | "moment" | "point" | "case"))
        };
        let mut words = main.span.clone();
        let is_any = words.clone().any(|at| self.word(at) == Some("any") && !is_time(at + 1));
        let is_some = main.said.is_none()
            && (main.manner.is_lasting() || main.manner.has(Mark::InTheEnd))
            && words.any(|at| matches!(self.word(at), Some("a" | "an")));
        if is_open
            && !main.manner.has(Mark::May)
            && main.condition.literals.iter().all(|literal| literal.atom.who.is_none())
            && (is_any || is_some)
        {
            return self.unclear(main, "say \"every\", \"all\" or \"one of\"");
        }
        Ok(())
    }

    /// Whether it says that a thing is put somewhere; a thing that lies there from the start was not put there.
    pub fn is_put(&self, clause: &Clause) -> bool {
        clause.sense == Sense::Location && clause.deed == Deed::Rise && self.lexicon.names_robots()
    }

    /// Refuses "some robot must visit both": the same robot for both, or any robot for each?
    pub fn by_whom(&mut self, main: &Clause) -> Result<(), Misfit> {
        let is_some = matches!(main.said, Some(Said::Some | Said::OneAtLeast | Said::Any));
        if main.is_list && is_some && !main.is_negative() && self.lexicon.team_size() > 1 {
            return self.unclear(main, "name the robot that is to do all of it");
        }
        Ok(())
    }

    /// Refuses to carry a thing somewhere: to put it there, or to be there with it?
    pub fn carried(&mut self, main: &Clause) -> Result<(), Misfit> {
        let is_carried = main.span.clone().any(|at| self.word(at).is_some_and(|word| base(word) == "carry"));
        if is_carried && main.sense == Sense::Location {
            return self.unclear(main, "say \"put ... on\", or \"be at ... while holding ...\"");
        }
        Ok(())
    }

    /// Refuses facts that the world state does not tell.
    pub fn told(&mut self, clause: &Clause) -> Result<(), Misfit> {
        if !clause.actor {
            return Ok(());
        }
        let (subject, state) = self.lexicon.clause(&clause.condition.literals[0]);
        let mend = format!("leave out the robot, or say \"{subject} {state}\"");
        self.unobservable(clause.span.start, "which robot did it".to_owned(), mend)
    }

    /// Reads a main clause with further verbs: "never be at the sink or hold a knife" forbids both.
    pub fn main(&mut self) -> Result<Clause, Misfit> {
        let mut first = self.clause()?;
        while first.is_negative() {
            let more = self.attempt(|reader| {
                let start = reader.position();
                reader.take(",");
                let is_all = reader.take("and");
                if !is_all {
                    reader.expect(&["or", "nor"])?;
                }
                let clause = reader.clause()?;
                if is_all && (clause.manner.is_modal() || clause.is_negative()) {
                    return Err(Misfit);
                }
                let is_more = clause.manner.unused(&[]).is_some() || clause.said.is_some();
                let is_same = clause.deed != Deed::Fall && first.deed != Deed::Fall;
                if is_all || is_more || !is_same || clause.actor || first.actor || first.is_list || clause.is_list {
                    return reader.ambiguous(start, "write a constraint for each of them");
                }
                match first.condition.clone().joined(clause.condition.clone(), false) {
                    Some(joined) => Ok((joined, clause)),
                    None => reader.ambiguous(start, "write a constraint for each of them"),
                }
            });
            let Some((joined, clause)) = more else { break };
            first.condition = joined;
            if clause.sense != first.sense && !clause.is_state() {
                first.deed = Deed::Rise;
            }
            first.span.end = clause.span.end;
        }
        Ok(first)
    }
}
