; The shortest plan has 6 steps.
(define (problem one-town) (:domain logistics)
  (:objects north - town depot shop school - site van-1 - van p1 p2 - parcel)
  (:init (of-town depot north) (of-town shop north) (of-town school north) (parked van-1 depot) (lies p1 shop) (lies p2 depot))
  (:goal (and (lies p1 school) (lies p2 school))))
