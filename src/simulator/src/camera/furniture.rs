//! The places of the household as solids: each by its name, others by what they are.

use super::{
    geometry::{Frame, Vector},
    material::{Colour, Material},
    mesh::Mesh,
};

/// Where things lie on a place, in its frame: the floor is z 0, x points out of the front to whoever stands before it, y to the left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    /// The middle of where things lie.
    pub middle: Vector,
    /// How deep (along x) and how wide (along y) that is.
    pub size: [f32; 2],
}

/// The materials of the furniture of one house.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    pub body: Material,
    pub top: Material,
    pub inside: Material,
    pub metal: Material,
}

const DARK: Material = Material::plain([0.03, 0.03, 0.035]);
const GLASS: Material = Material::plain([0.06, 0.08, 0.1]);

/// Builds a place and says where things lie there.
pub(super) fn build(
    mesh: &mut Mesh,
    frame: &Frame,
    name: &str,
    is_container: bool,
    open: bool,
    paint: &Paint,
) -> Stand {
    let sort = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    match (sort, is_container) {
        ("fridge", _) => fridge(mesh, frame, open, paint),
        (_, true) => drawer(mesh, frame, name.ends_with('2'), open, paint),
        ("table", _) => table(mesh, frame, paint),
        ("sink", _) => sink(mesh, frame, paint),
        ("shelf", _) => shelf(mesh, frame, paint),
        ("stove", _) => stove(mesh, frame, paint),
        ("microwave_top" | "microwave", _) => microwave(mesh, frame, paint),
        (_, false) => counter(mesh, frame, paint),
    }
}

fn fridge(mesh: &mut Mesh, frame: &Frame, open: bool, paint: &Paint) -> Stand {
    let (wide, deep, high) = (0.86, 0.62, 1.75);
    let back = [-deep + 0.02, 0.0, 0.0];
    mesh.block(frame, back, [0.04, wide, high], paint.body);
    for side in [-1.0, 1.0] {
        mesh.block(frame, [-deep / 2.0, side * (wide - 0.04) / 2.0, 0.0], [deep, 0.04, high], paint.body);
    }
    mesh.block(frame, [-deep / 2.0, 0.0, high - 0.04], [deep, wide, 0.04], paint.body);
    mesh.block(frame, [-deep / 2.0, 0.0, 0.0], [deep, wide, 0.12], paint.body);
    mesh.sheet(
        frame,
        [-deep + 0.05, -wide / 2.0 + 0.05, 0.12],
        [[0.0, wide - 0.1, 0.0], [0.0, 0.0, high - 0.2]],
        paint.inside,
    );
    for height in [0.42, 0.78, 1.3] {
        mesh.block(frame, [-deep / 2.0, 0.0, height], [deep - 0.06, wide - 0.08, 0.02], paint.inside);
    }
    let hinge = frame.at([0.0, wide / 2.0, 0.0]);
    // Open, the door stands out from its left edge.
    let door = if open { hinge.facing([0.35, 0.94]) } else { hinge };
    mesh.block(&door, [0.025, -wide / 2.0, 0.05], [0.05, wide, high - 0.05], paint.body);
    mesh.rod(&door, [[0.08, -wide + 0.07, 0.75], [0.08, -wide + 0.07, 1.25]], 0.03, paint.metal);
    Stand { middle: [-deep / 2.0 + 0.04, 0.0, 0.8], size: [0.4, wide - 0.16] }
}

/// A chest of three drawers, of which one is used: the one with the handle.
fn drawer(mesh: &mut Mesh, frame: &Frame, is_low: bool, open: bool, paint: &Paint) -> Stand {
    let (wide, deep, high) = (0.9, 0.55, 0.84);
    let mine = if is_low { 0.1 } else { 0.54 };
    mesh.block(frame, [-deep + 0.01, 0.0, 0.0], [0.02, wide, high], paint.body);
    for side in [-1.0, 1.0] {
        mesh.block(frame, [-deep / 2.0, side * (wide - 0.03) / 2.0, 0.0], [deep, 0.03, high], paint.body);
    }
    mesh.block(frame, [-deep / 2.0, 0.0, high], [deep + 0.02, wide + 0.02, 0.03], paint.top);
    for bottom in [0.08_f32, 0.32, 0.56] {
        let is_mine = (bottom - mine).abs() < 0.05;
        let out = if is_mine && open { 0.36 } else { 0.0 };
        let tall = 0.22;
        mesh.block(frame, [out + 0.01, 0.0, bottom], [0.02, wide - 0.04, tall], paint.body);
        mesh.sheet(
            frame,
            [out + 0.021, -wide / 2.0 + 0.06, bottom + 0.03],
            [[0.0, wide - 0.12, 0.0], [0.0, 0.0, tall - 0.06]],
            if is_mine { paint.top } else { paint.body },
        );
        if is_mine {
            let handle = [[out + 0.05, -0.16, bottom + 0.13], [out + 0.05, 0.16, bottom + 0.13]];
            mesh.rod(frame, handle, 0.03, paint.metal);
        }
        if out > 0.0 {
            mesh.block(frame, [out / 2.0 - 0.05, 0.0, bottom + 0.01], [out + 0.1, wide - 0.08, 0.015], paint.inside);
            for side in [-1.0, 1.0] {
                let at = [out / 2.0 - 0.05, side * (wide / 2.0 - 0.04), bottom];
                mesh.block(frame, at, [out + 0.1, 0.02, tall - 0.04], paint.inside);
            }
        }
    }
    let bottom = if is_low { 0.08 } else { 0.56 };
    Stand { middle: [0.18, 0.0, bottom + 0.025], size: [0.27, wide - 0.2] }
}

fn table(mesh: &mut Mesh, frame: &Frame, paint: &Paint) -> Stand {
    mesh.block(frame, [-0.4, 0.0, 0.72], [0.8, 1.3, 0.04], paint.top);
    for (x, y) in [(-0.05, -0.6), (-0.05, 0.6), (-0.75, -0.6), (-0.75, 0.6)] {
        mesh.block(frame, [x, y, 0.0], [0.06, 0.06, 0.72], paint.body);
    }
    Stand { middle: [-0.3, 0.0, 0.76], size: [0.42, 0.95] }
}

/// A cupboard with two doors, without its top.
fn cupboard(mesh: &mut Mesh, frame: &Frame, wide: f32, high: f32, paint: &Paint) {
    mesh.block(frame, [-0.3, 0.0, 0.0], [0.58, wide, high], paint.body);
    for side in [-1.0, 1.0] {
        let (y, half) = (side * wide / 4.0, wide / 2.0 - 0.04);
        mesh.block(frame, [0.0, y, 0.08], [0.02, half, high - 0.12], paint.body);
        let at = y - side * (half / 2.0 - 0.05);
        mesh.rod(frame, [[0.03, at, high - 0.3], [0.03, at, high - 0.14]], 0.02, paint.metal);
    }
}

fn counter(mesh: &mut Mesh, frame: &Frame, paint: &Paint) -> Stand {
    cupboard(mesh, frame, 1.4, 0.84, paint);
    mesh.block(frame, [-0.3, 0.0, 0.84], [0.64, 1.44, 0.04], paint.top);
    Stand { middle: [-0.26, 0.0, 0.88], size: [0.4, 0.95] }
}

fn sink(mesh: &mut Mesh, frame: &Frame, paint: &Paint) -> Stand {
    cupboard(mesh, frame, 1.3, 0.7, paint);
    let (wide, deep) = (0.86, 0.44);
    // The worktop around the basin.
    mesh.block(frame, [-0.015, 0.0, 0.7], [0.07, 1.34, 0.18], paint.top);
    mesh.block(frame, [-0.57, 0.0, 0.7], [0.1, 1.34, 0.18], paint.top);
    for side in [-1.0, 1.0] {
        mesh.block(frame, [-0.285, side * (wide / 2.0 + 0.12), 0.7], [0.48, 0.24, 0.18], paint.top);
        mesh.block(frame, [-0.285, side * wide / 2.0, 0.71], [deep, 0.012, 0.175], paint.metal);
    }
    mesh.block(frame, [-0.285, 0.0, 0.7], [deep + 0.04, wide, 0.02], paint.metal);
    mesh.block(frame, [-0.515, 0.0, 0.71], [0.012, wide, 0.175], paint.metal);
    mesh.rod(frame, [[-0.57, 0.0, 0.86], [-0.57, 0.0, 1.18]], 0.04, paint.metal);
    mesh.rod(frame, [[-0.57, 0.0, 1.17], [-0.36, 0.0, 1.12]], 0.035, paint.metal);
    Stand { middle: [-0.27, 0.0, 0.72], size: [0.28, wide - 0.14] }
}

fn shelf(mesh: &mut Mesh, frame: &Frame, paint: &Paint) -> Stand {
    for height in [0.3, 0.98, 1.5] {
        mesh.block(frame, [-0.17, 0.0, height], [0.34, 1.2, 0.03], paint.top);
    }
    for side in [-1.0, 1.0] {
        mesh.block(frame, [-0.17, side * 0.6, 0.0], [0.34, 0.03, 1.7], paint.body);
    }
    mesh.block(frame, [-0.33, 0.0, 0.0], [0.015, 1.2, 1.7], paint.body);
    Stand { middle: [-0.16, 0.0, 1.01], size: [0.2, 0.98] }
}

fn stove(mesh: &mut Mesh, frame: &Frame, paint: &Paint) -> Stand {
    mesh.block(frame, [-0.3, 0.0, 0.0], [0.6, 1.0, 0.84], paint.metal);
    mesh.block(frame, [-0.3, 0.0, 0.84], [0.62, 1.02, 0.03], DARK);
    mesh.sheet(frame, [0.003, -0.38, 0.15], [[0.0, 0.76, 0.0], [0.0, 0.0, 0.45]], GLASS);
    mesh.rod(frame, [[0.04, -0.36, 0.65], [0.04, 0.36, 0.65]], 0.03, paint.metal);
    for (place, (x, y)) in [(-0.16, -0.26), (-0.16, 0.26), (-0.44, -0.26), (-0.44, 0.26)].into_iter().enumerate() {
        mesh.pipe(frame, [x, y, 0.87], [0.11, 0.11], 0.006, Material::plain([0.28, 0.09, 0.06]));
        mesh.pipe(frame, [x, y, 0.876], [0.07, 0.07], 0.004, DARK);
        mesh.ball(frame, [0.01, -0.36 + 0.24 * place as f32, 0.76], [0.03, 0.03, 0.03], DARK);
    }
    Stand { middle: [-0.28, 0.0, 0.88], size: [0.38, 0.72] }
}

fn microwave(mesh: &mut Mesh, frame: &Frame, paint: &Paint) -> Stand {
    cupboard(mesh, frame, 1.2, 0.62, paint);
    mesh.block(frame, [-0.3, 0.0, 0.62], [0.64, 1.24, 0.03], paint.top);
    mesh.block(frame, [-0.26, 0.0, 0.65], [0.5, 0.92, 0.32], paint.metal);
    mesh.sheet(frame, [-0.008, -0.22, 0.69], [[0.0, 0.62, 0.0], [0.0, 0.0, 0.24]], GLASS);
    for row in 0..3 {
        let at = [-0.006, -0.4, 0.71 + 0.07 * row as f32];
        mesh.sheet(frame, at, [[0.0, 0.12, 0.0], [0.0, 0.0, 0.04]], DARK);
    }
    Stand { middle: [-0.25, 0.0, 0.97], size: [0.34, 0.74] }
}

/// Lighter or darker, each channel at most 1.
pub(super) fn tinted(colour: Colour, by: f32) -> Colour {
    colour.map(|part| (part * by).min(1.0))
}
