; The shortest plan has 6 steps.
(define (problem tower) (:domain blocks)
  (:objects a b c d - block)
  (:init (on-table a) (on-table b) (on-table c) (on-table d) (clear a) (clear b) (clear c) (clear d) (hand-empty))
  (:goal (and (on a b) (on b c) (on c d))))
