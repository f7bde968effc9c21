; Parcels travel by van inside a town and by plane between airports. The vehicles act.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types site town parcel vehicle - object
          airport - site
          van plane - vehicle)
  (:predicates (parked ?v - vehicle ?s - site) (lies ?p - parcel ?s - site) (loaded ?p - parcel ?v - vehicle)
    (of-town ?s - site ?t - town))
  (:action load
    :parameters (?p - parcel ?v - vehicle ?s - site)
    :precondition (and (parked ?v ?s) (lies ?p ?s))
    :effect (and (loaded ?p ?v) (not (lies ?p ?s))))
  (:action unload
    :parameters (?p - parcel ?v - vehicle ?s - site)
    :precondition (and (parked ?v ?s) (loaded ?p ?v))
    :effect (and (lies ?p ?s) (not (loaded ?p ?v))))
  (:action drive
    :parameters (?v - van ?from ?to - site ?t - town)
    :precondition (and (parked ?v ?from) (of-town ?from ?t) (of-town ?to ?t))
    :effect (and (not (parked ?v ?from)) (parked ?v ?to)))
  (:action fly
    :parameters (?v - plane ?from ?to - airport)
    :precondition (parked ?v ?from)
    :effect (and (not (parked ?v ?from)) (parked ?v ?to))))
