use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
};

use surefleet_language::{LanguageModel, ScoreError, Text, TextRequest, TokenModel};
use tokio::sync::oneshot;

use crate::{OnnxModel, TextEnding, TextLimits, language_model::refused};

/// A model that writes texts in its own thread, one at a time, in the order of the requests.
///
/// If the future of a text is dropped, the thread gives up the text before the next run of the graph.
#[derive(Debug)]
pub struct OnnxWriter {
    name: String,
    /// `None` only during drop; taking the sender ends the thread.
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Order {
    request: TextRequest,
    answer: oneshot::Sender<Result<Text, ScoreError>>,
}

impl OnnxWriter {
    /// Starts the thread.
    ///
    /// # Errors
    /// [`ScoreError::Model`] if the system has no thread left.
    pub fn start(mut model: OnnxModel) -> Result<Self, ScoreError> {
        let name = model.fingerprint().name;
        let (orders, receiver) = channel();
        let thread = std::thread::Builder::new().name("writer".into()).spawn(move || work(&mut model, &receiver));
        let thread = thread.map_err(|error| ScoreError::Model(format!("it has no thread to run in: {error}")))?;
        Ok(Self { name, orders: Some(orders), thread: Some(thread) })
    }
}

impl LanguageModel for OnnxWriter {
    fn name(&self) -> &str {
        &self.name
    }

    async fn write(&self, request: &TextRequest) -> Result<Text, ScoreError> {
        request.check()?;
        let (answer, answered) = oneshot::channel();
        let order = Order { request: request.clone(), answer };
        // If the thread is gone, the sender of the answer is gone too.
        drop(self.orders.as_ref().map(|orders| orders.send(order)));
        answered.await.map_err(|_| ScoreError::Model("it panicked; start the node again".into()))?
    }
}

impl Drop for OnnxWriter {
    fn drop(&mut self) {
        self.orders = None;
        // After a panic, all waiting callers have been told.
        drop(self.thread.take().map(JoinHandle::join));
    }
}

fn work(model: &mut OnnxModel, orders: &Receiver<Order>) {
    for Order { request, answer } in orders {
        let text = write(model, &request, || !answer.is_closed());
        // Sending fails only if the text was given up and nobody waits for it.
        drop(answer.send(text));
    }
}

fn write(model: &mut OnnxModel, request: &TextRequest, go_on: impl FnMut() -> bool) -> Result<Text, ScoreError> {
    let prompt = model.prompt(&request.prompt)?;
    let limits =
        TextLimits { max_tokens: request.max_tokens as usize, stop: &request.stop, sampling: request.sampling };
    let generated = model.generate(&prompt, &limits, go_on).map_err(refused)?;
    let is_whole = matches!(generated.ending, TextEnding::Model | TextEnding::Stop);
    Ok(Text { text: generated.text, is_whole, usage: generated.usage })
}
