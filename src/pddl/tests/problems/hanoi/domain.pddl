; Discs on pegs, without types.
(define (domain hanoi)
  (:requirements :strips)
  (:predicates (clear ?x) (on ?x ?y) (smaller ?x ?y) (disc ?x))
  (:action move
    :parameters (?d ?from ?to)
    :precondition (and (disc ?d) (smaller ?d ?to) (on ?d ?from) (clear ?d) (clear ?to))
    :effect (and (clear ?from) (on ?d ?to) (not (on ?d ?from)) (not (clear ?to)))))
