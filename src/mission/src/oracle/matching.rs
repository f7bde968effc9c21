/// Assignment of sub-tasks to slots: maximum bipartite matching by augmenting paths (Kuhn 1955).
#[derive(Debug, Default)]
pub(super) struct Matching {
    /// By slot: the task in it, from 1. 0: none.
    taken_by: Vec<u8>,
    is_seen: Vec<bool>,
}

impl Matching {
    /// Whether each of `tasks` tasks can have its own slot; bit i of a slot means that task i fits.
    pub fn is_complete(&mut self, slots: &[u64], tasks: usize) -> bool {
        if slots.len() < tasks {
            return false;
        }
        self.taken_by.clear();
        self.taken_by.resize(slots.len(), 0);
        (0..tasks).all(|task| {
            let free = (0..slots.len()).find(|&slot| self.taken_by[slot] == 0 && slots[slot] >> task & 1 == 1);
            if let Some(slot) = free {
                self.taken_by[slot] = task as u8 + 1;
                return true;
            }
            self.is_seen.clear();
            self.is_seen.resize(slots.len(), false);
            self.find_room(slots, task)
        })
    }

    fn find_room(&mut self, slots: &[u64], task: usize) -> bool {
        for slot in 0..slots.len() {
            if slots[slot] >> task & 1 == 0 || self.is_seen[slot] {
                continue;
            }
            self.is_seen[slot] = true;
            let tenant = self.taken_by[slot];
            if tenant == 0 || self.find_room(slots, usize::from(tenant) - 1) {
                self.taken_by[slot] = task as u8 + 1;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Matching;

    #[test]
    fn earlier_tasks_move_to_make_room() {
        let mut matching = Matching::default();
        assert!(matching.is_complete(&[0b111, 0b011, 0b001], 3));
        assert!(!matching.is_complete(&[0b111, 0b011, 0b011, 0b011][1..], 3));
        assert!(!matching.is_complete(&[0b11], 2));
        assert!(matching.is_complete(&[], 0));
    }
}
