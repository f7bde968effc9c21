; Four actions for one hand, in the names that the benchmark has.
(define (domain blocksworld-4ops)
  (:requirements :strips)
  (:predicates (handempty) (holding ?b) (ontable ?b) (clear ?b) (on ?b ?c))
  (:action pick-up
    :parameters (?b)
    :precondition (and (handempty) (ontable ?b) (clear ?b))
    :effect (and (holding ?b) (not (handempty)) (not (ontable ?b)) (not (clear ?b))))
  (:action put-down
    :parameters (?b)
    :precondition (holding ?b)
    :effect (and (not (holding ?b)) (handempty) (ontable ?b) (clear ?b)))
  (:action unstack
    :parameters (?b ?c)
    :precondition (and (handempty) (on ?b ?c) (clear ?b))
    :effect (and (holding ?b) (clear ?c) (not (handempty)) (not (on ?b ?c)) (not (clear ?b))))
  (:action stack
    :parameters (?b ?c)
    :precondition (and (holding ?b) (clear ?c))
    :effect (and (not (holding ?b)) (handempty) (on ?b ?c) (clear ?b) (not (clear ?c)))))
