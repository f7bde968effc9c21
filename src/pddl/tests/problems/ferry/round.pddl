; The shortest plan has 9 steps.
(define (problem round) (:domain ferry)
  (:objects c1 c2 c3 - car east west south - harbour)
  (:init (at-ferry south) (empty-ferry) (at c1 east) (at c2 west) (at c3 south))
  (:goal (and (at c1 west) (at c2 south) (at c3 east))))
