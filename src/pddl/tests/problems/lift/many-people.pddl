; The shortest plan has 13 steps.
(define (problem many-people) (:domain lift)
  (:objects f1 f2 f3 f4 - floor ann bob cy di - person)
  (:init (lift-at ground) (next ground f1) (next f1 f2) (next f2 f3) (next f3 f4) (from ann f4) (to ann f1) (from bob f3) (to bob ground)
    (from cy f1) (to cy f2) (from di f2) (to di f4))
  (:goal (and (served ann) (served bob) (served cy) (served di) (lift-at ground))))
