; The shortest plan has 11 steps.
(define (problem alone) (:domain rovers)
  (:objects spirit - rover w1 w2 w3 - waypoint hill - target rock sand - sample of-hill - picture)
  (:init (at spirit w1) (passable spirit w1 w2) (passable spirit w2 w1) (passable spirit w2 w3) (passable spirit w3 w2)
    (lies rock w2) (lies sand w3) (visible hill w3) (shows of-hill hill) (in-contact w1))
  (:goal (and (sent rock) (sent sand) (sent of-hill))))
