use std::collections::BTreeMap;

use crate::ViewAnswer;

/// The most views about which a question waits for models; of more, the oldest are dropped.
const MOST_ASKED: usize = 64;

/// The views about which models were asked one question, with the answers that wait for those to earlier views.
///
/// The check of answers is calibrated on the first view that passes. A model that is slow at one view must not change which that is.
#[derive(Debug, Clone, Default)]
pub(crate) struct AskedViews {
    views: BTreeMap<u64, Option<ViewAnswer>>,
}

impl AskedViews {
    /// Remembers that a model was asked about a view.
    pub(crate) fn ask(&mut self, view: u64) {
        self.views.insert(view, None);
        if self.views.len() > MOST_ASKED {
            self.views.pop_first();
        }
    }

    /// Whether an answer about this view is still waited for.
    pub(crate) fn is_open(&self, view: u64) -> bool {
        matches!(self.views.get(&view), Some(None))
    }

    /// Takes in the answer about a view that is open; `None`: there is none.
    pub(crate) fn settle(&mut self, view: u64, answer: Option<ViewAnswer>) {
        match answer {
            Some(_) => self.views.insert(view, answer),
            None => self.views.remove(&view),
        };
    }

    /// The next answer in the order of the views, once all earlier views are settled.
    pub(crate) fn next(&mut self) -> Option<(u64, ViewAnswer)> {
        let first = self.views.first_entry()?;
        let (view, answer) = (*first.key(), (*first.get())?);
        first.remove();
        Some((view, answer))
    }
}
