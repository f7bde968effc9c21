; The shortest plan has 7 steps.
(define (problem three-discs) (:domain hanoi)
  (:objects d1 d2 d3 p1 p2 p3)
  (:init (disc d1) (disc d2) (disc d3) (clear d1) (clear p2) (clear p3)
    (on d1 d2) (on d2 d3) (on d3 p1)
    (smaller d1 d2) (smaller d1 d3) (smaller d2 d3) (smaller d1 p1) (smaller d1 p2) (smaller d1 p3) (smaller d2 p1) (smaller d2 p2) (smaller d2 p3) (smaller d3 p1) (smaller d3 p2) (smaller d3 p3))
  (:goal (and (on d1 d2) (on d2 d3) (on d3 p3))))
