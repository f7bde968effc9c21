; A lift: who is aboard gets out where it stops; whoever waits there gets in. Floors are above one another.
(define (domain lift)
  (:requirements :adl :derived-predicates :action-costs)
  (:types floor person)
  (:constants ground - floor)
  (:predicates (lift-at ?f - floor) (next ?low ?high - floor) (above ?low ?high - floor) (from ?p - person ?f - floor)
    (to ?p - person ?f - floor) (aboard ?p - person) (served ?p - person))
  (:functions (total-cost) - number)
  (:derived (above ?a ?b - floor) (or (next ?a ?b) (exists (?c - floor) (and (next ?a ?c) (above ?c ?b)))))
  (:action up
    :parameters (?f ?g - floor)
    :precondition (and (lift-at ?f) (above ?f ?g))
    :effect (and (lift-at ?g) (not (lift-at ?f)) (increase (total-cost) 1)))
  (:action to-ground
    :parameters ()
    :precondition (not (lift-at ground))
    :effect (and (forall (?f - floor) (not (lift-at ?f))) (lift-at ground)))
  (:action stop
    :parameters (?f - floor)
    :precondition (lift-at ?f)
    :effect (forall (?p - person) (and
      (when (and (aboard ?p) (to ?p ?f)) (and (not (aboard ?p)) (served ?p)))
      (when (and (from ?p ?f) (not (served ?p))) (aboard ?p))))))
