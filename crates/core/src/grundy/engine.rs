use std::ops::ControlFlow;

use super::knowledge::Knowledge;
use super::table::Table;
use super::watch::Watch;
use crate::{Component, Components};

/// Answers questions about nim-values by depth-first search with a table.
///
/// A component has the value v exactly when no option has it and, for each w below v, some option has w (mex). So everything comes down to the
/// question "has any option of this component the value t?", and that to questions about the option's components: with the values of all but one known, the
/// last must have one particular value. (The nimber-parametrised positions of J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science
/// 462, 2012; ordering by small components first as in P. Beling and M. Rogalski, "On pruning search trees of impartial games", Artificial Intelligence 283, 2020.)
///
/// Options are tried in rounds, smallest first, each with a number of nodes that grows from round to round.
///
/// The stack is on the heap: depth is bounded by memory, not by the thread.
#[derive(Clone, Debug)]
pub(super) struct Engine<C: Component> {
    pub(super) table: Table<C>,
    frames: Vec<Frame<C>>,
    candidates: Vec<Candidate>,
    parts: Vec<C>,
    /// Options listed since the meter was told.
    listed: u64,
}

/// What is asked of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Its nim-value.
    Value,
    /// Whether its nim-value is this one.
    Is(u32),
}

/// What was found out about a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// The value, whatever was asked.
    Value(u32),
    /// Not the value asked about.
    No,
    /// Not found out within the nodes allowed.
    GaveUp,
}

/// A component under search.
#[derive(Clone, Debug)]
struct Frame<C> {
    component: C,
    question: Question,
    knowledge: Knowledge,
    /// The value that is being looked for among the options.
    sought: u32,
    /// Where this frame's part of `candidates` and `parts` begins, and the candidate whose turn it is.
    first_candidate: usize,
    first_part: usize,
    next: usize,
    /// How many of the candidates before `next` were given up in this round: they stand at the front.
    given_up: usize,
    /// Nodes that each candidate gets in this round.
    slice: u64,
    nodes_before: u64,
    /// The count of nodes at which this frame gives up.
    last_node: u64,
}

/// An option that may have the value sought.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Its components of unknown value, heaviest first, in `parts`.
    start: usize,
    length: usize,
    /// Nim-sum of its other components.
    known: u32,
    weight: u32,
}

/// What the search does next.
enum Step<C> {
    Ask(C, Question),
    Return(Answer),
}

/// Nodes that each option gets in the first round, and how that grows from round to round. Without it one hard option that
/// comes before an easy one costs the whole search: strips of 118, 121 and 127 cells take minutes instead of a tenth of a second. Of
/// first slices from 64 to 16,384, those of 1,024 and 4,096 did best on strips of 60 to 127 cells.
const FIRST_SLICE: u64 = 1024;
const SLICE_GROWTH: u64 = 4;

impl<C: Component> Engine<C> {
    pub(super) fn new(byte_limit: usize) -> Self {
        Self {
            table: Table::new(byte_limit),
            frames: Vec::new(),
            candidates: Vec::new(),
            parts: Vec::new(),
            listed: 0,
        }
    }

    /// The nim-value of a component; nothing if a limit was reached.
    pub(super) fn value(&mut self, component: C, watch: &mut Watch<'_>) -> Option<u32> {
        match self.answer(component, Question::Value, watch)? {
            Answer::Value(value) => Some(value),
            _ => unreachable!("a question for the value is answered with a value"),
        }
    }

    /// Whether the nim-value of a component is this one; nothing if a limit was reached.
    pub(super) fn has_value(&mut self, component: C, value: u32, watch: &mut Watch<'_>) -> Option<bool> {
        Some(self.answer(component, Question::Is(value), watch)? == Answer::Value(value))
    }

    /// Whether the nim-sum of these components is 0; nothing if a limit was reached.
    pub(super) fn is_zero(&mut self, components: &[C], watch: &mut Watch<'_>) -> Option<bool> {
        let mut unknown: Components<C> = components.into();
        let mut sum = self.split_known(&mut unknown);
        unknown.sort_by_key(|part| std::cmp::Reverse(part.weight()));
        while let Some(part) = unknown.pop() {
            if unknown.is_empty() {
                return self.has_value(part, sum, watch);
            }
            sum ^= self.value(part, watch)?;
        }
        Some(sum == 0)
    }

    /// The nim-sum of these components; nothing if a limit was reached.
    pub(super) fn nimber(&mut self, components: &[C], watch: &mut Watch<'_>) -> Option<u32> {
        let mut unknown: Components<C> = components.into();
        let mut sum = self.split_known(&mut unknown);
        unknown.sort_by_key(Component::weight);
        for part in unknown {
            sum ^= self.value(part, watch)?;
        }
        Some(sum)
    }

    /// What the table knows of the nim-sum of these components, without search: whether it is 0.
    pub(super) fn known_zero(&self, components: &[C]) -> Option<bool> {
        let mut unknown: Components<C> = components.into();
        let sum = self.split_known(&mut unknown);
        match unknown.as_slice() {
            [] => Some(sum == 0),
            [part] if self.recall(part).excludes(sum) => Some(false),
            _ => None,
        }
    }

    /// Takes the components whose value is known, and pairs of equal ones, out of the list; the nim-sum of those.
    fn split_known(&self, components: &mut Components<C>) -> u32 {
        components.sort_unstable();
        let mut sum = 0;
        let mut kept = 0;
        let mut at = 0;
        while at < components.len() {
            if components.get(at + 1) == Some(&components[at]) {
                at += 2;
                continue;
            }
            let component = components[at];
            at += 1;
            if let Some(value) = self.recall(&component).value() {
                sum ^= value;
            } else {
                components[kept] = component;
                kept += 1;
            }
        }
        components.truncate(kept);
        sum
    }

    /// What is known of a component.
    fn recall(&self, component: &C) -> Knowledge {
        if component.is_over() {
            return Knowledge::exact(0);
        }
        match component.known_nimber() {
            Some(value) => Knowledge::exact(value),
            None => self.table.look_up(component).unwrap_or_default(),
        }
    }

    /// The answer that `knowledge` holds, if it does.
    fn settled(knowledge: Knowledge, question: Question) -> Option<Answer> {
        match (knowledge.value(), question) {
            (Some(value), _) => Some(Answer::Value(value)),
            (None, Question::Is(value)) if knowledge.excludes(value) => Some(Answer::No),
            _ => None,
        }
    }

    fn answer(&mut self, component: C, question: Question, watch: &mut Watch<'_>) -> Option<Answer> {
        if let Some(answer) = Self::settled(self.recall(&component), question) {
            return Some(answer);
        }
        let mut step = self.enter(component, question, watch)?;
        loop {
            step = match step {
                Step::Ask(..) if watch.meter.nodes() >= self.frame().last_node => {
                    Step::Return(Answer::GaveUp)
                }
                Step::Ask(part, asked) => self.enter(part, asked, watch)?,
                Step::Return(answer) => {
                    let frame = self.frames.pop().expect("a frame returns");
                    self.table.store(
                        frame.component,
                        frame.knowledge,
                        watch.meter.nodes() - frame.nodes_before,
                    );
                    self.candidates.truncate(frame.first_candidate);
                    self.parts.truncate(frame.first_part);
                    if self.frames.is_empty() {
                        return Some(answer);
                    }
                    self.resume(answer)
                }
            };
        }
    }

    /// Begins the search of a component whose answer is not known; nothing if a limit was reached.
    fn enter(&mut self, component: C, question: Question, watch: &mut Watch<'_>) -> Option<Step<C>> {
        watch.meter.work(std::mem::take(&mut self.listed));
        let table = &self.table;
        if !watch.spend(|| table.usage()) {
            self.abandon(watch);
            return None;
        }
        let knowledge = self.recall(&component);
        let sought = match question {
            Question::Value => knowledge.floor(),
            Question::Is(value) => value,
        };
        let last_node = self.frames.last().map_or(u64::MAX, |parent| {
            let is_last = parent.given_up == 0 && parent.next + 1 == self.candidates.len();
            if is_last { parent.last_node } else { parent.last_node.min(watch.meter.nodes() + parent.slice) }
        });
        self.frames.push(Frame {
            component,
            question,
            knowledge,
            sought,
            first_candidate: self.candidates.len(),
            first_part: self.parts.len(),
            next: self.candidates.len(),
            given_up: 0,
            slice: FIRST_SLICE,
            nodes_before: watch.meter.nodes() - 1,
            last_node,
        });
        Some(self.seek(sought))
    }

    /// Ends all frames, keeping what they have found out.
    fn abandon(&mut self, watch: &Watch<'_>) {
        while let Some(frame) = self.frames.pop() {
            self.table.store(frame.component, frame.knowledge, watch.meter.nodes() - frame.nodes_before);
        }
        self.candidates.clear();
        self.parts.clear();
    }

    fn frame(&mut self) -> &mut Frame<C> {
        self.frames.last_mut().expect("a search is under way")
    }

    /// Looks for a value among the options of the top frame: lists those that may have it.
    fn seek(&mut self, sought: u32) -> Step<C> {
        let mut frame = self.frames.pop().expect("a search is under way");
        frame.sought = sought;
        self.candidates.truncate(frame.first_candidate);
        self.parts.truncate(frame.first_part);
        frame.next = frame.first_candidate;
        frame.given_up = 0;
        frame.slice = FIRST_SLICE;
        let component = frame.component;
        let found = component.for_each_option(|option| {
            self.listed += 1;
            let mut unknown: Components<C> = option.into();
            let known = self.split_known(&mut unknown);
            match unknown.as_slice() {
                [] if known == sought => return ControlFlow::Break(()),
                [] => {
                    frame.knowledge.exclude(known);
                    return ControlFlow::Continue(());
                }
                [part] if self.recall(part).excludes(sought ^ known) => return ControlFlow::Continue(()),
                [_] => {}
                _ => unknown.sort_by_key(|part| std::cmp::Reverse(part.weight())),
            }
            let start = self.parts.len();
            self.parts.extend_from_slice(&unknown);
            let weight = unknown.iter().map(Component::weight).sum();
            self.candidates.push(Candidate { start, length: unknown.len(), known, weight });
            ControlFlow::Continue(())
        });
        let first = frame.first_candidate;
        self.frames.push(frame);
        if found.is_break() {
            return self.found();
        }
        // Small first; among equals those with a single unknown component.
        self.candidates[first..]
            .sort_unstable_by_key(|candidate| (candidate.weight, candidate.length, candidate.start));
        self.try_next()
    }

    /// Some option of the top frame has the value sought.
    fn found(&mut self) -> Step<C> {
        let frame = self.frame();
        let sought = frame.sought;
        frame.knowledge.exclude(sought);
        if frame.question == Question::Is(sought) { Step::Return(Answer::No) } else { self.seek_floor() }
    }

    /// Looks for the smallest value that the top frame's component can still have.
    fn seek_floor(&mut self) -> Step<C> {
        let frame = self.frame();
        let floor = frame.knowledge.floor();
        // Where a value is asked about, no option has it by now: the component has it as soon as all smaller ones are excluded.
        if frame.question == Question::Is(floor) { self.is_value(floor) } else { self.seek(floor) }
    }

    /// The top frame's component has this value.
    fn is_value(&mut self, value: u32) -> Step<C> {
        self.frame().knowledge = Knowledge::exact(value);
        Step::Return(Answer::Value(value))
    }

    /// No option of the top frame has the value sought.
    fn exhausted(&mut self) -> Step<C> {
        let frame = self.frames.last_mut().expect("a search is under way");
        if frame.given_up > 0 {
            self.candidates.truncate(frame.first_candidate + frame.given_up);
            frame.next = frame.first_candidate;
            frame.given_up = 0;
            frame.slice *= SLICE_GROWTH;
            return self.try_next();
        }
        let sought = frame.sought;
        if frame.knowledge.floor() == sought { self.is_value(sought) } else { self.seek_floor() }
    }

    /// Goes on with the candidates of the top frame.
    fn try_next(&mut self) -> Step<C> {
        loop {
            let frame = self.frames.last().expect("a search is under way");
            let (next, sought) = (frame.next, frame.sought);
            let Some(&candidate) = self.candidates.get(next) else { return self.exhausted() };
            let part = self.parts[candidate.start + candidate.length - 1];
            let question =
                if candidate.length > 1 { Question::Value } else { Question::Is(sought ^ candidate.known) };
            match Self::settled(self.recall(&part), question) {
                None => return Step::Ask(part, question),
                Some(answer) => {
                    if self.take(answer) {
                        return self.found();
                    }
                }
            }
        }
    }

    /// Uses the answer to the question that the top frame has asked.
    fn resume(&mut self, answer: Answer) -> Step<C> {
        if self.take(answer) { self.found() } else { self.try_next() }
    }

    /// Uses what was found out about the last unknown component of the candidate whose turn it is. Whether that option has the value sought.
    fn take(&mut self, answer: Answer) -> bool {
        let frame = self.frames.last_mut().expect("a search is under way");
        if answer == Answer::GaveUp {
            self.candidates.swap(frame.first_candidate + frame.given_up, frame.next);
            frame.given_up += 1;
            frame.next += 1;
            return false;
        }
        let candidate = &mut self.candidates[frame.next];
        if candidate.length > 1 {
            let Answer::Value(value) = answer else { unreachable!("a value was asked for") };
            candidate.known ^= value;
            candidate.length -= 1;
            return false;
        }
        frame.next += 1;
        match answer {
            Answer::No | Answer::GaveUp => false,
            Answer::Value(value) => {
                let option = candidate.known ^ value;
                if option != frame.sought {
                    frame.knowledge.exclude(option);
                }
                option == frame.sought
            }
        }
    }
}
