use std::{rc::Rc, time::Duration};

use rand::{RngExt, seq::IteratorRandom};
use surefleet_fleet::{SkillOutcome, Stamp};
use surefleet_robot::{Input, SkillGoal};
use surefleet_safety::{Admitted, FleetKey, Nonce, SignedApproval, UsedStep};
use surefleet_simulator::{GoalTicket, WorldError, WorldInput, WorldOutput};

use crate::{
    fleet::Fleet,
    message::{Event, Message},
    world::{Asked, NEVER},
};

/// The robots' skill servers, and the strangers who try to fool them.
impl Fleet<'_> {
    /// Delivers a message from the network to the skill servers.
    pub fn deliver_to_world(&mut self, message: &Message) -> Result<(), String> {
        match message {
            Message::Approved(signed) => {
                self.forge(signed);
                self.hear_approval(signed)
            }
            Message::End { mission, .. } => {
                let told = self.tell_world(WorldInput::Ended(*mission));
                self.world.ended.insert(*mission);
                told
            }
            _ => Ok(()),
        }
    }

    /// An approval arrives, from the monitor or from a stranger.
    pub fn hear_approval(&mut self, signed: &SignedApproval) -> Result<(), String> {
        let admitted = self.world.guard.admit(self.now, signed);
        self.invariants.check_admission(self.now, signed, &admitted, self.world.guard_life)?;
        let joint = signed.approval.joint.clone();
        match admitted {
            Ok(admitted) => {
                if admitted == Admitted::New {
                    self.world.used.push(UsedStep { mission: joint.mission, step: joint.step });
                }
                self.tell_world(WorldInput::Approved { joint, until: signed.approval.expires })
            }
            Err(_) => {
                self.report.refused_approvals += 1;
                Ok(())
            }
        }
    }

    /// A stranger heard an approval and forges others from it: with another decision, with more time, of the next step by another key.
    /// It also says the approval again, at once and too late.
    fn forge(&mut self, signed: &SignedApproval) {
        if !self.chance(self.schedule.conduct.forgery) {
            return;
        }
        let other = self.world.site.options().iter().choose(&mut self.rng);
        let mut tampered = signed.clone();
        tampered.approval.nonce = Nonce::new(self.rng.random());
        let mut prolonged = tampered.clone();
        prolonged.approval.expires = signed.approval.expires + Duration::from_secs(10);
        tampered.approval.joint.decided.iter_mut().take(1).for_each(|decided| decided.decision = other);
        let mut next = tampered.approval.clone();
        next.joint.step = next.joint.step.next();
        let by_another = FleetKey::from_seed(&[8; 32]).sign(next);
        for forged in [tampered, prolonged, by_another, signed.clone()] {
            self.after(0.0..2.0, Event::Forged { signed: Rc::new(forged) });
        }
        self.at(signed.approval.expires, Event::Forged { signed: Rc::new(signed.clone()) });
    }

    /// A planner process asks its robot to act.
    pub fn ask_world(
        &mut self,
        robot: usize,
        life: u32,
        ticket: surefleet_robot::GoalTicket,
        goal: SkillGoal,
    ) -> Result<(), String> {
        let SkillGoal { mission, step, attempt, decision } = goal;
        let number = GoalTicket(self.world.goals.len() as u64);
        self.world.goals.push(Asked { robot, life, ticket, mission, step, decision, has_ended: false });
        let taken = Input::GoalAnswered { ticket, taken: Ok(()) };
        let lost = Input::GoalAnswered { ticket, taken: Err("it did not answer".to_owned()) };
        self.reply(robot, robot, life, taken, lost);
        if self.chance(self.schedule.conduct.forgery) {
            let unproved = Input::GoalEnded { ticket, outcome: None };
            self.after(0.0..0.5, Event::Told { robot, life, input: Box::new(unproved) });
        }
        let site = &self.world.site;
        let skill = site.domain().skill(site.options().skill(decision)).name.clone();
        let named = site.options().arguments(decision).iter().map(|object| site.object(*object).name.clone());
        let arguments = named.collect();
        let robot = self.robots[robot].id.clone();
        let goal = surefleet_simulator::SkillGoal { mission, step, attempt, robot, decision, skill, arguments };
        self.tell_world(WorldInput::Goal { ticket: number, goal })
    }

    /// A robot cancels everything that its skill server does.
    pub fn cancel_goals(&mut self, robot: usize) -> Result<(), String> {
        let goals = self.world.goals.iter().enumerate();
        let open: Vec<u64> = goals
            .filter(|(_, asked)| asked.robot == robot && !asked.has_ended)
            .map(|(number, _)| number as u64)
            .collect();
        open.into_iter().try_for_each(|number| self.tell_world(WorldInput::Cancel { ticket: GoalTicket(number) }))
    }

    pub fn wake_world(&mut self) -> Result<(), String> {
        if self.world.wake_at == Some(self.now) {
            self.world.wake_at = None;
            return self.tell_world(WorldInput::Tick);
        }
        Ok(())
    }

    fn tell_world(&mut self, input: WorldInput) -> Result<(), String> {
        self.world.house.handle(self.now, input);
        let moving: Vec<Asked> = self.world.moving(self.now).copied().collect();
        for asked in moving {
            if self.world.over.contains(&(asked.mission, asked.step, asked.robot)) {
                return Err(format!("{asked:?} is begun again after its end"));
            }
            if self.world.begun.insert((asked.mission, asked.step, asked.robot)) {
                self.report.skills += 1;
                let robot = &self.robots[asked.robot].id;
                self.invariants.check_begin(self.now, robot, (asked.mission, asked.step), asked.decision)?;
                self.note(|| format!("    world: {asked:?} begins"));
                if self.world.ended.contains(&asked.mission) {
                    return Err(format!("{asked:?} begins after the end of its mission"));
                }
            }
        }
        while let Some(output) = self.world.house.poll() {
            match output {
                WorldOutput::Facts(facts) => self.world.facts = facts,
                WorldOutput::SkillFinished { ticket, result } => {
                    let asked = &mut self.world.goals[ticket.0 as usize];
                    asked.has_ended = true;
                    let part = (asked.mission, asked.step, asked.robot);
                    if self.world.begun.contains(&part) {
                        self.world.over.insert(part);
                    }
                    let Asked { robot, life, ticket, mission, step, .. } = *asked;
                    let outcome = match result {
                        Ok(()) => SkillOutcome::Done,
                        Err(error) => {
                            let is_stale = matches!(error, WorldError::Superseded { .. });
                            self.report.stale_executions += u64::from(is_stale);
                            SkillOutcome::Failed(error.to_string())
                        }
                    };
                    self.note(|| format!("    world: {robot} {mission} {step} ends: {outcome:?}"));
                    let ended = Input::GoalEnded { ticket, outcome: Some(outcome) };
                    // If the result is lost, the goal is sent again to hear it.
                    if self.now >= self.schedule.faults_end || !self.chance(self.schedule.network.loss) {
                        self.after(0.0001..0.001, Event::Told { robot, life, input: Box::new(ended) });
                    }
                }
            }
        }
        let due = self.world.house.next_deadline().filter(|due| *due < Stamp::ZERO + NEVER);
        if let Some(due) = due.map(|due| due.max(self.now))
            && self.world.wake_at.is_none_or(|wake_at| wake_at > due)
        {
            self.world.wake_at = Some(due);
            self.at(due, Event::WorldWake);
        }
        Ok(())
    }
}
