use half::f16;
use ort::{
    session::SessionInputValue,
    value::{Tensor, TensorRef},
};

use crate::{
    Features, Frames, ModelDir, OnnxError, Provider, Runtime,
    cache::is_half,
    graph::{Graph, floats},
};

/// The graph that looks: frames in, rows of features out.
pub struct VisionEncoder {
    graph: Graph,
    /// The picture's token.
    token: u32,
    is_half: bool,
    has_mask: bool,
    /// Whether frames are looked at one by one.
    is_one_by_one: bool,
    /// Height and width of a frame where the graph has them fixed, else less than 1.
    size: [i64; 2],
}

const PIXELS: &str = "pixel_values";
const MASK: &str = "pixel_attention_mask";
const FEATURES: &str = "image_features";
/// Of the frames that are looked at together.
const PIXELS_AT_ONCE: usize = 1 << 20;

impl VisionEncoder {
    /// Loads the graph of a model.
    ///
    /// # Errors
    /// [`OnnxError::Missing`] without a graph, [`OnnxError::File`] without an image token in `config.json`, [`OnnxError::Graph`] for a
    /// graph of something else.
    pub fn load(model: &ModelDir, runtime: &Runtime) -> Result<Self, OnnxError> {
        let token = model.config.image_token_id.ok_or_else(|| OnnxError::File {
            path: model.file("config.json"),
            problem: "has no image_token_id: the model looks at no pictures".to_owned(),
        })?;
        let graph = Graph::load(model.vision_encoder()?, runtime)?;
        graph.output(FEATURES)?;
        let (kind, shape) = graph.input(PIXELS)?;
        let (Some(is_half), &[_, frames, _, height, width]) = (is_half(kind), shape.as_slice()) else {
            let wanted = "it should be float [batch, pictures, 3, height, width]";
            return Err(graph.fault(format!("has {PIXELS} of type {kind:?} and shape {shape:?}; {wanted}")));
        };
        let has_mask = graph.has_input(MASK);
        // A runtime that plans for fixed shapes plans once.
        let is_one_by_one = frames == 1 || runtime.provider == Provider::TensorRt;
        Ok(Self { graph, token, is_half, has_mask, is_one_by_one, size: [height, width] })
    }

    /// The features of a picture. `go_on` is asked before each run of the graph.
    ///
    /// Small frames are looked at together, large ones a few at a time: memory stays bounded whatever the picture's shape.
    ///
    /// # Errors
    /// [`OnnxError::Stopped`]; [`OnnxError::Graph`] for frames of another size than the graph takes; [`OnnxError::Run`].
    pub fn encode(&mut self, frames: &Frames, mut go_on: impl FnMut() -> bool) -> Result<Features, OnnxError> {
        let size = [frames.height(), frames.width()];
        if self.size.iter().zip(size).any(|(fixed, side)| *fixed > 0 && *fixed != side as i64) {
            let [height, width] = self.size;
            let made = format!("pictures are prepared as {} x {}", frames.width(), frames.height());
            return Err(self
                .graph
                .fault(format!("takes pictures of {width} x {height}, and {made}: mend one of them")));
        }
        let (mut all, mut shape) = (Vec::new(), [0; 2]);
        let pixels = size[0] * size[1];
        let at_once = if self.is_one_by_one { 1 } else { (PIXELS_AT_ONCE / pixels.max(1)).max(1) };
        for some in frames.values().chunks(3 * pixels * at_once) {
            if !go_on() {
                return Err(OnnxError::Stopped);
            }
            let (rows, values) = self.look(some, size)?;
            if !all.is_empty() && shape != rows {
                return Err(self.graph.fault(format!("gives {shape:?} features for one frame, {rows:?} for the next")));
            }
            shape = rows;
            all.extend(values);
        }
        Ok(Features::new(self.token, frames.grid(), shape[1], all))
    }

    /// The picture's token.
    pub(crate) fn token(&self) -> u32 {
        self.token
    }

    /// Rows and width of the features of each of some frames `[frames, 3, height, width]`, and all their values.
    fn look(&mut self, frames: &[f32], [height, width]: [usize; 2]) -> Result<([usize; 2], Vec<f32>), OnnxError> {
        let count = frames.len() / (3 * height * width);
        let path = self.graph.path().to_owned();
        let failed = |error: ort::Error| OnnxError::Run { path: path.clone(), problem: error.to_string() };
        let shape = [1, count, 3, height, width];
        let pixels: SessionInputValue<'_> = if self.is_half {
            let halves: Vec<f16> = frames.iter().map(|value| f16::from_f32(*value)).collect();
            Tensor::from_array((shape, halves)).map_err(failed)?.into()
        } else {
            TensorRef::from_array_view((shape, frames)).map_err(failed)?.into()
        };
        let mut inputs = vec![(PIXELS, pixels)];
        if self.has_mask {
            let all = vec![true; count * height * width];
            let mask = Tensor::from_array(([1, count, height, width], all)).map_err(failed)?;
            inputs.push((MASK, mask.into()));
        }
        let outputs = self.graph.run(inputs)?;
        let problem = |problem: String| OnnxError::Run { path: path.clone(), problem };
        let features = outputs.get(FEATURES).ok_or_else(|| problem(format!("gave no {FEATURES}")))?;
        let shape = features.dtype().tensor_shape().map(|shape| shape.to_vec()).unwrap_or_default();
        let values = floats(features, 0).map_err(failed)?;
        match *shape.as_slice() {
            [.., rows, width] if values.len() == count * (rows * width) as usize && !values.is_empty() => {
                Ok(([rows as usize, width as usize], values))
            }
            _ => Err(problem(format!("gave features {shape:?} for {count} pictures, not [{count}, tokens, width]"))),
        }
    }
}
