; The shortest plan has 6 steps.
(define (problem two-robots) (:domain gripper)
  (:objects here there yonder - room b1 b2 - ball left right - hand robby robina - robot)
  (:init (at-robby robby here) (free robby left) (free robby right) (at-robby robina yonder) (free robina left)
    (at b1 here) (at b2 yonder))
  (:goal (and (at b1 yonder) (at b2 there))))
