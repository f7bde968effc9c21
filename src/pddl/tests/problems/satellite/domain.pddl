; Satellites turn, switch instruments on, calibrate them and take images. The satellites act.
(define (domain satellite)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions)
  (:types satellite direction instrument mode)
  (:predicates (aboard ?i - instrument ?s - satellite) (supports ?i - instrument ?m - mode) (points ?s - satellite ?d - direction)
    (powered ?i - instrument) (power-free ?s - satellite) (calibrated ?i - instrument) (reference ?i - instrument ?d - direction)
    (image ?d - direction ?m - mode))
  (:action turn-to
    :parameters (?s - satellite ?to ?from - direction)
    :precondition (points ?s ?from)
    :effect (and (points ?s ?to) (not (points ?s ?from))))
  (:action switch-on
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (aboard ?i ?s) (power-free ?s))
    :effect (and (powered ?i) (not (calibrated ?i)) (not (power-free ?s))))
  (:action switch-off
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (aboard ?i ?s) (powered ?i))
    :effect (and (not (powered ?i)) (power-free ?s)))
  (:action calibrate
    :parameters (?s - satellite ?i - instrument ?d - direction)
    :precondition (and (aboard ?i ?s) (powered ?i) (reference ?i ?d) (points ?s ?d))
    :effect (calibrated ?i))
  (:action take-image
    :parameters (?s - satellite ?d - direction ?i - instrument ?m - mode)
    :precondition (and (aboard ?i ?s) (powered ?i) (calibrated ?i) (supports ?i ?m) (points ?s ?d))
    :effect (image ?d ?m)))
