; The shortest plan has 6 steps.
(define (problem two-people) (:domain lift)
  (:objects f1 f2 f3 - floor ann bob - person)
  (:init (lift-at f1) (next ground f1) (next f1 f2) (next f2 f3) (from ann f2) (to ann ground) (from bob ground) (to bob f3)
    (= (total-cost) 0))
  (:goal (forall (?p - person) (served ?p)))
  (:metric minimize (total-cost)))
