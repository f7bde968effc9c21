; The shortest plan has 6 steps.
(define (problem exchange) (:domain ferry)
  (:objects c1 c2 - car east west - harbour)
  (:init (at-ferry east) (empty-ferry) (at c1 east) (at c2 west))
  (:goal (and (at c1 west) (at c2 east))))
