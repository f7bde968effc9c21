; The shortest plan has 7 steps.
(define (problem together) (:domain rovers)
  (:objects spirit hope - rover w1 w2 w3 - waypoint hill - target rock - sample of-hill - picture)
  (:init (at spirit w1) (at hope w3) (passable spirit w1 w2) (passable spirit w2 w1) (passable hope w2 w3) (passable hope w3 w2)
    (lies rock w1) (visible hill w3) (shows of-hill hill) (in-contact w2))
  (:goal (and (sent rock) (sent of-hill) (not (full spirit)))))
