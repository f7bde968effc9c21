; The shortest plan has 11 steps.
(define (problem office) (:domain briefcase)
  (:objects home office bank - place slip letter - paper)
  (:init (case-at home) (at slip home) (at letter office))
  (:goal (and (at slip bank) (at letter home) (forall (?x - paper) (not (in ?x))))))
