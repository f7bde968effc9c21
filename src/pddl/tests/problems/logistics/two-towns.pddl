; The shortest plan has 11 steps.
(define (problem two-towns) (:domain logistics)
  (:objects north south - town shop office - site field strip - airport van-1 van-2 - van jet - plane p1 - parcel)
  (:init (of-town shop north) (of-town field north) (of-town office south) (of-town strip south)
    (parked van-1 field) (parked van-2 strip) (parked jet strip) (lies p1 shop))
  (:goal (lies p1 office)))
