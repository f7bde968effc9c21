; A robot with two hands carries balls between rooms. A type of PDDL is called robot.
(define (domain gripper)
  (:requirements :strips :typing :negative-preconditions)
  (:types room ball hand robot)
  (:predicates (at-robby ?r - robot ?x - room) (at ?b - ball ?x - room) (free ?r - robot ?h - hand) (carry ?b - ball ?r - robot ?h - hand))
  (:action move
    :parameters (?r - robot ?from ?to - room)
    :precondition (at-robby ?r ?from)
    :effect (and (at-robby ?r ?to) (not (at-robby ?r ?from))))
  (:action pick
    :parameters (?r - robot ?b - ball ?x - room ?h - hand)
    :precondition (and (at ?b ?x) (at-robby ?r ?x) (free ?r ?h))
    :effect (and (carry ?b ?r ?h) (not (at ?b ?x)) (not (free ?r ?h))))
  (:action drop
    :parameters (?r - robot ?b - ball ?x - room ?h - hand)
    :precondition (and (carry ?b ?r ?h) (at-robby ?r ?x))
    :effect (and (at ?b ?x) (free ?r ?h) (not (carry ?b ?r ?h)))))
