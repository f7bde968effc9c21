; A warehouse worker pushes crates, and cannot pull them.
(define (domain sokoban)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell crate way)
  (:predicates (worker-at ?c - cell) (crate-at ?b - crate ?c - cell) (occupied ?c - cell) (next ?from ?to - cell ?w - way))
  (:action walk
    :parameters (?from ?to - cell ?w - way)
    :precondition (and (worker-at ?from) (next ?from ?to ?w) (not (occupied ?to)))
    :effect (and (not (worker-at ?from)) (worker-at ?to)))
  (:action push
    :parameters (?b - crate ?from ?at ?to - cell ?w - way)
    :precondition (and (worker-at ?from) (next ?from ?at ?w) (crate-at ?b ?at) (next ?at ?to ?w) (not (occupied ?to)))
    :effect (and (not (worker-at ?from)) (worker-at ?at) (not (crate-at ?b ?at)) (crate-at ?b ?to)
      (not (occupied ?at)) (occupied ?to))))
