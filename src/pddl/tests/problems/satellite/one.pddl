; The shortest plan has 7 steps.
(define (problem one) (:domain satellite)
  (:objects terra - satellite star moon field - direction camera - instrument infrared - mode)
  (:init (aboard camera terra) (supports camera infrared) (points terra moon) (power-free terra) (reference camera star))
  (:goal (and (image moon infrared) (image field infrared))))
