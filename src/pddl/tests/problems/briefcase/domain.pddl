; What is in the briefcase moves with it.
(define (domain briefcase)
  (:requirements :adl)
  (:types place paper)
  (:predicates (at ?x - (either paper place) ?p - place) (case-at ?p - place) (in ?x - paper) (locked))
  (:action carry
    :parameters (?from ?to - place)
    :precondition (and (case-at ?from) (not (= ?from ?to)) (imply (exists (?x - paper) (in ?x)) (locked)))
    :effect (and (case-at ?to) (not (case-at ?from))
      (forall (?x - paper) (when (in ?x) (and (at ?x ?to) (not (at ?x ?from)))))))
  (:action put-in
    :parameters (?x - paper ?p - place)
    :precondition (and (at ?x ?p) (case-at ?p) (not (in ?x)) (not (locked)))
    :effect (in ?x))
  (:action take-out
    :parameters (?x - paper)
    :precondition (and (in ?x) (not (locked)))
    :effect (not (in ?x)))
  (:action turn-key
    :parameters ()
    :precondition ()
    :effect (and (when (locked) (not (locked))) (when (not (locked)) (locked)))))
