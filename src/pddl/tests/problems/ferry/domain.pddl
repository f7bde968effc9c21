; A ferry for one car.
(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions)
  (:types car harbour)
  (:predicates (at-ferry ?h - harbour) (at ?c - car ?h - harbour) (empty-ferry) (on ?c - car))
  (:action sail
    :parameters (?from ?to - harbour)
    :precondition (at-ferry ?from)
    :effect (and (at-ferry ?to) (not (at-ferry ?from))))
  (:action board
    :parameters (?c - car ?h - harbour)
    :precondition (and (at ?c ?h) (at-ferry ?h) (empty-ferry))
    :effect (and (on ?c) (not (at ?c ?h)) (not (empty-ferry))))
  (:action debark
    :parameters (?c - car ?h - harbour)
    :precondition (and (on ?c) (at-ferry ?h))
    :effect (and (at ?c ?h) (empty-ferry) (not (on ?c)))))
