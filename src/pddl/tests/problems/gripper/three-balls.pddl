; The shortest plan has 9 steps.
(define (problem three-balls) (:domain gripper)
  (:objects here there - room b1 b2 b3 - ball left right - hand robby - robot)
  (:init (at-robby robby here) (free robby left) (free robby right) (at b1 here) (at b2 here) (at b3 here))
  (:goal (forall (?b - ball) (at ?b there))))
