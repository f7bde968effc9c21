//! Items and other small things as solids, standing on z 0 of their frame.

use super::{
    furniture::tinted,
    geometry::Frame,
    material::{Colour, Material, Pattern},
    mesh::Mesh,
};

/// Builds an item: its sort by its label, which of its sort by the number in its name. `tint` makes all of it lighter or darker.
pub(super) fn item(mesh: &mut Mesh, frame: &Frame, label: &str, name: &str, tint: f32) {
    let is_second = name.ends_with('2');
    let of = |first: Colour, second: Colour| Material::plain(tinted(if is_second { second } else { first }, tint));
    let green = Material::plain(tinted([0.1, 0.35, 0.06], tint));
    match label {
        "apple" => {
            let skin = of([0.6, 0.02, 0.04], [0.35, 0.6, 0.05]);
            mesh.ball(frame, [0.0, 0.0, 0.055], [0.058, 0.058, 0.055], skin);
            mesh.rod(frame, [[0.0, 0.0, 0.1], [0.005, 0.0, 0.135]], 0.012, Material::plain([0.12, 0.06, 0.02]));
        }
        "tomato" if is_second => {
            for (x, y) in [(0.0, 0.04), (0.0, -0.04), (0.04, 0.0)] {
                mesh.ball(frame, [x, y, 0.032], [0.034, 0.034, 0.032], of([0.0; 3], [0.8, 0.1, 0.02]));
                mesh.ball(frame, [x, y, 0.063], [0.012, 0.012, 0.006], green);
            }
        }
        "tomato" => {
            mesh.ball(frame, [0.0, 0.0, 0.045], [0.07, 0.07, 0.045], of([0.75, 0.12, 0.02], [0.0; 3]));
            mesh.ball(frame, [0.0, 0.0, 0.088], [0.035, 0.035, 0.009], green);
        }
        "bread" => {
            let crust = of([0.82, 0.6, 0.28], [0.16, 0.075, 0.03]);
            mesh.block(frame, [0.0, 0.0, 0.0], [0.09, 0.17, 0.055], crust);
            mesh.ball(frame, [0.0, 0.0, 0.055], [0.05, 0.09, 0.04], crust);
        }
        "potato" => {
            let skin = of([0.6, 0.2, 0.1], [0.5, 0.36, 0.17]);
            let skin = Material { pattern: Pattern::Noise(0.02, 0.5), ..skin };
            mesh.ball(frame, [0.0, 0.0, 0.042], [0.048, 0.082, 0.042], skin);
        }
        "knife" => {
            let (handle, blade) = (of([0.02, 0.02, 0.02], [0.85, 0.83, 0.75]), Material::plain([0.6, 0.62, 0.66]));
            let tip = if is_second { 0.15 } else { 0.1 };
            mesh.block(frame, [0.0, -0.07, 0.0], [0.035, 0.1, 0.025], handle);
            mesh.block(frame, [0.0, tip / 2.0 - 0.02, 0.004], [0.034, tip, 0.012], blade);
        }
        "kettle" => {
            let body = of([0.62, 0.64, 0.68], [0.04, 0.12, 0.5]);
            let black = Material::plain([0.03, 0.03, 0.03]);
            mesh.pipe(frame, [0.0, 0.0, 0.0], [0.085, 0.06], 0.13, body);
            mesh.ball(frame, [0.0, 0.0, 0.13], [0.06, 0.06, 0.02], body);
            mesh.ball(frame, [0.0, 0.0, 0.16], [0.016, 0.016, 0.016], black);
            mesh.rod(frame, [[0.0, 0.07, 0.05], [0.0, 0.13, 0.12]], 0.028, body);
            mesh.rod(frame, [[0.0, -0.07, 0.13], [0.0, -0.12, 0.12]], 0.02, black);
            mesh.rod(frame, [[0.0, -0.12, 0.13], [0.0, -0.11, 0.03]], 0.02, black);
        }
        // An item without a form in this renderer: a box in a colour derived from its name.
        _ => {
            let hue = crate::diagram::hue(name);
            mesh.block(frame, [0.0, 0.0, 0.0], [0.1, 0.1, 0.1], Material::plain(tinted(hue, tint)));
        }
    }
}

/// Something that no mission speaks of: a cup, a plate, a book or a tin.
pub(super) fn distractor(mesh: &mut Mesh, frame: &Frame, kind: u32, colour: Colour) {
    let paint = Material::plain(colour);
    match kind % 4 {
        0 => mesh.pipe(frame, [0.0, 0.0, 0.0], [0.035, 0.045], 0.1, paint),
        1 => mesh.pipe(frame, [0.0, 0.0, 0.0], [0.06, 0.1], 0.02, paint),
        2 => mesh.block(frame, [0.0, 0.0, 0.0], [0.12, 0.17, 0.03], paint),
        _ => mesh.pipe(frame, [0.0, 0.0, 0.0], [0.045, 0.045], 0.12, paint),
    }
}

/// The robot's gripper as its own camera sees it: the frame is the camera's; x into the picture. Returns where what it holds is.
pub(super) fn gripper(mesh: &mut Mesh, camera: &Frame, opening_m: f32) -> Frame {
    let (steel, rubber) = (Material::plain([0.3, 0.31, 0.33]), Material::plain([0.05, 0.05, 0.055]));
    let palm = camera.at([0.46, 0.0, -0.245]);
    mesh.block(&palm, [-0.05, 0.0, 0.0], [0.1, 0.17, 0.045], steel);
    for side in [-1.0, 1.0] {
        mesh.block(&palm, [0.0, side * (opening_m / 2.0 + 0.012), 0.02], [0.03, 0.02, 0.085], steel);
        mesh.block(&palm, [0.0, side * (opening_m / 2.0 + 0.004), 0.06], [0.03, 0.008, 0.05], rubber);
    }
    palm.at([0.0, 0.0, 0.06])
}

/// Another robot: a column with a head.
pub(super) fn robot(mesh: &mut Mesh, frame: &Frame, colour: Colour) {
    mesh.pipe(frame, [0.0, 0.0, 0.0], [0.2, 0.16], 0.5, Material::plain(colour));
    mesh.pipe(frame, [0.0, 0.0, 0.5], [0.07, 0.07], 0.5, Material::plain([0.2, 0.2, 0.22]));
    mesh.block(frame, [0.0, 0.0, 1.0], [0.14, 0.2, 0.12], Material::plain(tinted(colour, 1.2)));
}
