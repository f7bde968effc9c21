"""Verbs, skills, states and other words of many trades."""


def listed(text):
    """The phrases of a text that parts them by commas."""
    return [phrase.strip() for phrase in text.replace("\n", " ").split(",") if phrase.strip()]


# Verbs of moving a thing to a place. A second word is a particle, which may stand behind the object as well.
CARRIES = listed("""take, bring, carry, move, deliver, transport, transfer, haul, ship, lug, convey, shift, relocate, send, return, rush, drag, cart,
    ferry, bear, escort, pass, run, shuttle, tote, schlep, hump, wheel, forward, route, dispatch, get, hand in, bring over, take over, carry over,
    bring back, take back, carry back, move over, bring along, take along, bring up, bring down, take down, take up, drop off, send over,
    run over, ship over, drive over, walk over, pass along, move across, shift across, hurry, truck, courier, conduct, slide, push, pull, roll,
    reposition, redirect, migrate""")
PUTS = listed("""put, place, set, lay, pop, stick, chuck, shove, plonk, plop, drop, dump, stow, store, deposit, position, park, slip, tuck, stash, rest,
    put down, set down, lay down, put back, place back, stick back, pop back, stow away, drop off, slot, insert, sling, toss, bung, whack, slap, stand,
    install, load, pack, arrange, lodge, ram, squeeze, plunk, prop, file, stack, pile, hang, station, settle, leave off, shelve, put away,
    put up, tuck away, set out, lay out, deposit back, return, plant, perch, nestle, relocate, move, get, jam, cram""")
WAYS_OF_CARRIES = ["to"] * 8 + ["over to", "into", "onto", "across to", "up to", "down to", "back to", "in", "on", "over into", "through to"]
WAYS_OF_PUTS = ["on"] * 6 + ["in"] * 6 + ["into", "onto", "at", "inside", "over on", "down on", "back on", "back in", "in", "on", "to", "up on", "by"]
TAKES = listed("""take, grab, pick up, get, fetch, collect, lift, seize, grasp, get hold of, pick, lift up, take hold of, retrieve, hold, go get,
    snatch, catch hold of, gather up, lay hold of, go and get, go and fetch, clutch, hang on to, take up, scoop up""")
GOES = listed("""go to, drive to, walk to, head to, head for, head over to, come to, return to, go back to, make your way to, proceed to, travel to, move to,
    move over to, go over to, run to, drive over to, get yourself to, go up to, approach, go near, pop over to, go and stand at, step over to, roll to, ride over to,
    turn up at, show up at, go straight to, get over to, nip over to, swing by, report to, march to, set off for, go and wait at, navigate to, come over to""")
GOES_IN_BANS = listed("""go to, go near, drive to, come near, enter, approach, go into, go anywhere near, get near, move to, drive into, walk to, head to, set foot in,
    go up to, venture into, get close to, come close to, go over to, travel to, step into, wander into, drive up to""")
REMOVALS = [("take", "out of"), ("take", "off"), ("take", "away from"), ("take", "down from"), ("remove", "from"), ("get", "out of"), ("get", "off"),
            ("clear", "off"), ("clear", "from"), ("lift", "off"), ("pull", "out of"), ("lift", "out of"), ("move", "off"), ("move", "away from"),
            ("clear", "out of"), ("pluck", "off"), ("fish", "out of"), ("shift", "off"), ("haul", "out of"), ("bring", "out of"), ("drag", "out of"),
            ("withdraw", "from"), ("extract", "from"), ("unload", "from"), ("sweep", "off"), ("carry", "out of"), ("take", "from")]

# Skills of many trades. "~" shows where an object may split verb and particle; {1} {2} are objects of prepositions.
SKILLS_OF_ONE = listed("""wipe, clean, wash, scrub, mop, sweep, dust, polish, rinse, vacuum, hoover, disinfect, sterilise, sterilize, sanitise, sanitize, dry, open, close, shut,
    lock, unlock, start, stop, charge, recharge, water, feed, mow, prune, plough, harvest, pick, milk, scan, label, weigh, measure, inspect, check, count,
    photograph, film, record, wrap, unwrap, pack, unpack, seal, tape, stack, fold, iron, press, sew, steam, spin, stir, shake, heat, warm, cool, freeze, chill,
    thaw, boil, fry, bake, roast, grill, cook, peel, chop, slice, dice, grate, cut, grind, sand, drill, saw, weld, solder, screw, bolt, unscrew, tighten, loosen, grease,
    oil, lubricate, calibrate, test, reset, reboot, restart, update, assemble, dismantle, repair, fix, replace, refill, fill, empty, drain, flush, pump, inflate,
    paint, varnish, glue, print, copy, stamp, sign, staple, shred, sort, tag, register, log, check, wake, greet, call, alert, follow, guard, patrol, watch, light, dim,
    ring, tow, dock, undock, load, unload, hoist, lower, raise, lift, tilt, rotate, flip, turn, crank, push, pull, press, squeeze, twist, uncap, cap, cork, uncork, tap, pipette,
    dilute, filter, centrifuge, incubate, autoclave, sample, swab, inject, bandage, irrigate, fumigate, spray, shear, groom, muck, ventilate, air, tidy, make,
    strip, cover, uncover, hang, mount, unmount, plug, unplug, attach, detach, clamp, release, engage, disengage, arm, disarm, secure, fasten, unfasten, zip, unzip,
    read, map, survey, monitor, defrost, descale, deburr, buff, wax, shampoo, brew, pour, decant, taste, season, garnish, whisk, knead, plate, serve, sieve, blend,
    mark, engrave, etch, coat, prime, plaster, level, trim, rake, hoe, dig, compost, weed, crate, palletise, palletize, shrink-wrap, barcode, book, rack, tune, wind""")
SKILLS_WITH_PARTICLE = listed("""switch on, switch off, turn on, turn off, turn up, turn down, start up, shut down, power up, power down, power off, clean up, wipe down, mop up,
    wash up, open up, close up, lock up, heat up, warm up, cool down, fill up, top up, empty out, plug in, fold up, roll up, roll out, wind up, let down, put on,
    tidy up, clear up, dry off, hose down, rinse out, wipe off, tie up, wrap up, pack up, crank up, pump up, blow up, fire up, boot up, lock down, bolt down, screw on, screw off,
    peel off, chop up, cut up, shake up, call up, ring up, log in, sign off, check in, check out, tick off, scan in, book in, measure up, weigh out, clock in,
    draw up, pull up, let out, let in, wake up, set up, take apart, polish up, touch up, sweep out, air out, scrub down""")
SKILLS_ALONE = listed("""wait, idle, dance, hover, land, take off, recharge, beep, honk, rest, sleep, wave, stand by, stay put, shut down, reboot, whistle, calibrate, self-test, dock,
    undock, look around, spin around, park, unpark, bow, sit, roll over, retract, fold up, wake up, report, patrol, scan, sing, blink""")
SKILLS_OF_TWO = [("mix", "into"), ("mix", "with"), ("add", "to"), ("pour", "into"), ("pipette", "into"), ("stir", "into"), ("hand", "to"), ("pass", "to"),
                 ("show", "to"), ("fill", "with"), ("spray", "with"), ("wipe", "with"), ("clean", "with"), ("cut", "with"), ("connect", "to"), ("attach", "to"),
                 ("plug", "into"), ("weigh", "on"), ("wash", "in"), ("rinse", "in"), ("dry", "in"), ("boil", "in"), ("dip", "into"), ("screw", "onto"), ("glue", "to"),
                 ("weld", "to"), ("bolt", "to"), ("tie", "to"), ("strap", "to"), ("hang", "on"), ("load", "onto"), ("load", "into"), ("stack", "on"), ("pack", "into"), ("wrap", "in"),
                 ("scan", "at"), ("label", "with"), ("cover", "with"), ("spread", "on"), ("sprinkle", "over"), ("call", "to"), ("tow", "to"), ("serve", "to"), ("feed", "to"),
                 ("charge", "at"), ("compare", "with"), ("align", "with"), ("swap", "with"), ("replace", "with"), ("dilute", "with"), ("grease", "with"), ("heat", "in"),
                 ("transfuse", "to"), ("inject", "into"), ("dock", "to"), ("couple", "to"), ("solder", "onto"), ("mount", "on"), ("lower", "onto"), ("hoist", "onto"),
                 ("hand over", "to"), ("pass over", "to"), ("pass on", "to"), ("sort", "into"), ("pump", "into"), ("drain", "into"), ("empty", "into"), ("tip", "into")]
GIVING = {"hand", "pass", "show", "serve", "feed"}          # "hand robot 2 the cup"
SKILLS_OF_WAY = [("land", "on"), ("dock", "at"), ("ride", "to"), ("hover", "above"), ("wait", "at"), ("wait", "for"), ("knock", "on"), ("look", "at"), ("charge", "at"),
                 ("bark", "at"), ("wave", "to"), ("sing", "to"), ("drive", "around"), ("sit", "on"), ("lean", "against"), ("park", "at"), ("listen", "to"), ("fly", "over"), ("climb", "onto"),
                 ("connect", "to"), ("log", "into"), ("report", "to"), ("patrol", "around"), ("point", "at"), ("jump", "onto"), ("tap", "on"), ("wait", "before"), ("talk", "to")]

# Verbs that no list above explains: in a place where they matter nobody can tell what a robot should do.
STRANGE_VERBS = listed("""paint, weld, read, throw out, throw away, sell, eat, burn, hide, donate, rent, decorate, admire, describe, smell, sketch, bury, knit, marry, teach, insult, bless,
    photocopy, tattoo, steal, borrow, lend, buy, order, book, cancel, translate, analyse, ignore, upgrade, sue, hug, kiss, breed, vaccinate, smoke, debug, deploy, hack,
    auction, test-drive, swallow, bribe, audit, invoice, mend, patch, shorten, lengthen, magnetise, melt, crush, bend, break, smash, rip, tear up, blow out, get rid of, take care of,
    deal with, sort out, look after, keep an eye on, see to, handle, process, finish, work on, think about, worry about, play with, talk about, google, advertise, forget, enjoy""")

# Pairs of contrary states, with the skills that bring them about.
STATES = [tuple(part.strip() for part in line.split(",")) for line in """
open, closed, open, close
open, shut, open, shut
closed, open, close, open
clean, dirty, clean, -
dirty, clean, -, clean
on, off, switch on, switch off
running, idle, start, stop
running, stopped, start, stop
locked, unlocked, lock, unlock
full, empty, fill, empty
empty, full, empty, fill
wet, dry, wet, dry
warm, cold, warm, cool
hot, cold, heat, cool
sterile, contaminated, sterilise, contaminate
charged, flat, charge, drain
loaded, unloaded, load, unload
wrapped, unwrapped, wrap, unwrap
capped, uncapped, cap, uncap
sealed, unsealed, seal, unseal
labelled, unlabelled, label, -
labeled, unlabeled, label, -
scanned, unscanned, scan, -
packed, unpacked, pack, unpack
occupied, free, occupy, free
free, occupied, free, occupy
busy, idle, -, -
fresh, stale, -, -
ripe, unripe, -, -
raw, cooked, -, cook
cooked, raw, cook, -
peeled, unpeeled, peel, -
washed, unwashed, wash, -
ironed, crumpled, iron, crumple
folded, unfolded, fold, unfold
docked, undocked, dock, undock
plugged in, unplugged, plug in, unplug
switched on, switched off, switch on, switch off
assembled, dismantled, assemble, dismantle
broken, intact, break, -
intact, broken, -, break
frozen, thawed, freeze, thaw
spun, unspun, spin, -
mixed, unmixed, mix, -
measured, unmeasured, measure, -
weighed, unweighed, weigh, -
calibrated, uncalibrated, calibrate, -
mounted, unmounted, mount, unmount
covered, uncovered, cover, uncover
made, unmade, make, -
tidy, untidy, tidy, -
watered, dry, water, -
ploughed, unploughed, plough, -
milked, unmilked, milk, -
fed, hungry, feed, -
painted, unpainted, paint, -
polished, dull, polish, -
sorted, unsorted, sort, -
stamped, unstamped, stamp, -
signed, unsigned, sign, -
checked, unchecked, check, -
inspected, uninspected, inspect, -
damaged, undamaged, damage, -
used, unused, -, -
new, old, -, -
heavy, light, -, -
fragile, sturdy, -, -
big, small, -, -
high, low, -, -
live, dead, -, -
armed, disarmed, arm, disarm
lit, dark, light, -
visible, hidden, -, hide
hidden, visible, hide, -
raised, lowered, raise, lower
up, down, -, -
inflated, deflated, inflate, deflate
ready, unready, -, -
filled, unfilled, fill, -
drained, undrained, drain, -
ventilated, stuffy, ventilate, -
safe, unsafe, -, -
reserved, available, reserve, -
available, unavailable, -, -
blocked, clear, block, clear
clear, blocked, clear, block
jammed, free, jam, free
expired, valid, -, -
opened, unopened, open, -
disinfected, contaminated, disinfect, contaminate
infected, healthy, infect, -
sharp, blunt, sharpen, -
straight, bent, straighten, bend
tight, loose, tighten, loosen
loose, tight, loosen, tighten
steady, shaky, -, -
online, offline, -, -
active, inactive, activate, deactivate
greased, dry, grease, -
sanded, rough, sand, -
dimmed, bright, dim, -
defrosted, frozen, defrost, freeze
soaked, dry, soak, dry
stocked, bare, stock, -
taped, untaped, tape, -
bolted, unbolted, bolt, unbolt
powered, unpowered, power, -
harvested, unharvested, harvest, -
""".strip().splitlines()]
# Relations of two things: as "X holds Y", "X is holding Y", "X does not hold Y".
RELATIONS_OF_VERB = listed("hold, carry, grip, face, support, block, cover, feed, serve, control, touch, contain, guard, follow, tow")
RELATIONS_OF_BE = listed("""mixed with, attached to, connected to, filled with, docked at, mounted on, plugged into, tied to, covered with, paired with,
    parked at, coupled to, stained with, linked to, bolted to, screwed onto, wrapped in, close to, aligned with, assigned to, hooked up to, wired to, sealed with""")

# Words of no site, should no word list be at hand.
NOUNS = listed("""vase, sofa, lamp, piano, bicycle, ladder, bucket, curtain, mirror, candle, statue, clock, guitar, helmet, printer, suitcase, umbrella, violin, carpet,
    radiator, hammock, anvil, barrel, kite, balloon, saddle, teapot, trophy, window, garage, attic, cellar, porch, balcony, terrace, garden, tunnel, tower""")
ADJECTIVES = listed("purple, wooden, shiny, old, tall, striped, plastic, round, heavy, golden, fancy, rusty, cheap, square, tiny, huge, blue, ugly, pretty, favourite, spare, metal")
VERBS = listed("paint, weld, sell, eat, describe, admire, decorate, bury, burn, translate, photograph, sue, bless, rent, lease, hide, teach, scold, praise, cheer, tease")

NUMBERS = listed("two, three, four, five, six, seven, eight, nine, ten")
