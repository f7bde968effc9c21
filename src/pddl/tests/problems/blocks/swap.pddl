; The shortest plan has 4 steps.
(define (problem swap) (:domain blocks)
  (:objects a b c - block)
  (:init (on a b) (on-table b) (on-table c) (clear a) (clear c) (hand-empty))
  (:goal (and (on b a) (on a c))))
