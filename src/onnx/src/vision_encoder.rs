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

/// The graph of the vision encoder: takes frames and returns rows of features.
pub struct VisionEncoder {
    graph: Graph,
    /// The token that stands for the picture.
    token: u32,
    is_half: bool,
    has_mask: bool,
    /// Whether frames are encoded one by one.
    is_one_by_one: bool,
    /// Height and width of a frame if the graph fixes them, otherwise less than 1.
    size: [i64; 2],
}

const PIXELS: &str = "pixel_values";
const MASK: &str = "pixel_attention_mask";
const FEATURES: &str = "image_features";
/// Number of pixels of the frames that are encoded together.
const PIXELS_AT_ONCE: usize = 1 << 20;

impl VisionEncoder {
    /// Loads the graph of a model.
    ///
    /// # Errors
    /// [`OnnxError::Missing`] without a graph, [`OnnxError::File`] without an image token in `config.json`,
    /// [`OnnxError::Graph`] if the graph is not a vision encoder.
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
        // A runtime that plans for fixed shapes then plans only once.
        let is_one_by_one = frames == 1 || runtime.provider == Provider::TensorRt;
        Ok(Self { graph, token, is_half, has_mask, is_one_by_one, size: [height, width] })
    }

    /// The features of a picture. `go_on` is called before each run of the graph.
    ///
    /// Small frames are encoded together and large ones a few at a time, so memory is bounded for any picture.
    ///
    /// # Errors
    /// [`OnnxError::Stopped`]; [`OnnxError::Graph`] if the frames have another size than the graph; [`OnnxError::Run`].
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

    /// The token that stands for the picture.
    pub(crate) fn token(&self) -> u32 {
        self.token
    }

    /// Number of rows and width of each frame's features, and all values, for frames `[frames, 3, height, width]`.
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
