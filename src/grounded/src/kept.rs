use std::sync::{Arc, Mutex, PoisonError};

use surefleet_fleet::Digest;

/// Results for the last few missions, by their hash; when it is full, it forgets the least recently used one.
#[derive(Debug)]
pub struct Kept<T> {
    capacity: usize,
    // The most recently used is last. The lock is held only to find or store, never during computation.
    entries: Mutex<Vec<(Digest, Arc<T>)>>,
}

impl<T> Kept<T> {
    /// Keeps results for `capacity` missions, 1 or more.
    pub fn new(capacity: usize) -> Self {
        Self { capacity: capacity.max(1), entries: Mutex::new(Vec::new()) }
    }

    /// The kept result for this mission, or else the result of `make`, which is kept from then on.
    ///
    /// # Errors
    /// The error of `make`; then nothing is kept.
    pub fn get<E>(&self, key: Digest, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        match self.find(key) {
            Some(found) => Ok(found),
            None => Ok(self.keep(key, make()?)),
        }
    }

    /// Keeps a result for this mission.
    pub fn keep(&self, key: Digest, made: T) -> Arc<T> {
        let made = Arc::new(made);
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        // Two callers that asked at the same time have both computed it.
        entries.retain(|(known, _)| *known != key);
        if entries.len() == self.capacity {
            entries.remove(0);
        }
        entries.push((key, Arc::clone(&made)));
        made
    }

    /// The kept result for this mission.
    pub fn find(&self, key: Digest) -> Option<Arc<T>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let place = entries.iter().position(|(known, _)| *known == key)?;
        let entry = entries.remove(place);
        let found = Arc::clone(&entry.1);
        entries.push(entry);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_longest_is_made_anew() {
        let kept = Kept::new(2);
        let key = |name: &str| Digest::of([name.as_bytes()]);
        let get = |name: &str, made: u32| *kept.get::<()>(key(name), || Ok(made)).expect("it is made");
        assert_eq!([get("a", 1), get("b", 2), get("a", 3), get("c", 4)], [1, 2, 1, 4]);
        assert_eq!([get("a", 5), get("b", 6)], [1, 6]);
        assert_eq!(kept.get(key("d"), || Err::<u32, _>("no")), Err("no"));
        assert_eq!(get("d", 7), 7);
    }
}
