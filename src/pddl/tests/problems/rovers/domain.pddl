; Rovers take samples and pictures and send what they found. The rovers act.
(define (domain rovers)
  (:requirements :strips :typing :negative-preconditions :existential-preconditions)
  (:types rover waypoint target finding - object
          sample picture - finding)
  (:predicates (at ?r - rover ?w - waypoint) (passable ?r - rover ?from ?to - waypoint) (lies ?s - sample ?w - waypoint)
    (visible ?t - target ?w - waypoint) (shows ?p - picture ?t - target) (full ?r - rover) (has ?r - rover ?f - finding)
    (in-contact ?w - waypoint) (sent ?f - finding))
  (:action navigate
    :parameters (?r - rover ?from ?to - waypoint)
    :precondition (and (at ?r ?from) (passable ?r ?from ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to)))
  (:action take-sample
    :parameters (?r - rover ?s - sample ?w - waypoint)
    :precondition (and (at ?r ?w) (lies ?s ?w) (not (full ?r)))
    :effect (and (full ?r) (has ?r ?s) (not (lies ?s ?w))))
  (:action empty-store
    :parameters (?r - rover)
    :precondition (full ?r)
    :effect (not (full ?r)))
  (:action take-picture
    :parameters (?r - rover ?p - picture ?t - target)
    :precondition (and (shows ?p ?t) (exists (?w - waypoint) (and (at ?r ?w) (visible ?t ?w))))
    :effect (has ?r ?p))
  (:action send
    :parameters (?r - rover ?f - finding ?w - waypoint)
    :precondition (and (at ?r ?w) (in-contact ?w) (has ?r ?f))
    :effect (sent ?f)))
