; The shortest plan has 9 steps.
(define (problem two) (:domain satellite)
  (:objects terra aqua - satellite star moon field - direction camera radar - instrument infrared relief - mode)
  (:init (aboard camera terra) (aboard radar aqua) (supports camera infrared) (supports radar relief) (points terra field)
    (points aqua moon) (power-free terra) (power-free aqua) (reference camera moon) (reference radar star))
  (:goal (and (image moon infrared) (or (image field relief) (image star relief)) (points aqua field))))
