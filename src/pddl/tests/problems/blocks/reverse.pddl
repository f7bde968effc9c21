; The shortest plan has 8 steps.
(define (problem reverse) (:domain blocks)
  (:objects a b c d - block)
  (:init (on a b) (on b c) (on c d) (on-table d) (clear a) (hand-empty))
  (:goal (and (on d c) (on c b) (on b a) (hand-empty))))
