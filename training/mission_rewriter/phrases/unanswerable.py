"""What nobody can answer: rules of the grammar in __init__.py."""

UNANSWERABLE = {
    # What nobody can answer.
    "odd_thing": (
        "({t} and {odd}|{odd} and {t}|{t} or maybe {u}|{odd} or {t}|everything except {odd}|all <many> {m} except {odd}|whatever $person needs|"
        "the {noun} of {t}|something {adj}|something|a few things|my stuff|something like {t}|part of {t}|{t} , {u} or whatever|{t} and so on|"
        "{t} etc|{t} and the rest|{t} and everything else|a piece of {t}|the {noun} from {t}|{odd} , {t} and {u}|{t} , {odd} and {u})"
    ),
    "refers_to_nothing": (
        "({o}|{o}|{deed} (it|them|that one|this one|the other one)|bring {x} (there|in there|on it)|put (it|that|this one|the same) there|"
        "take it away|put (it|them|that one|this) {in}|move (it|them) from {p} to {q}|{x} goes (there|in there)|{x} too|the same for {x}|"
        "do the same with {x}|then take it to {p}|it goes {in}|it should be {in})"
    ),
    "no_place": (
        "(bring me {x}|bring {x}|move {x}|put {x}|put {x} down|take {x} with you|bring {x} here|give me {x}|carry {x}|let go of {x}|drop {x}|"
        "return {x}|put {x} back|deliver {x}|go|go there|go away|come here|do it|do it again|help|{x}|{p}|{x} , {p} and {q}|{x} and {y}|"
        "stop that|hurry up|i need {x}|i want {x}|{x} please|we are missing {x}|where {x} is needed|find a place for {x}|tidy {x} away|"
        "empty {p}|clear {p}|leave {p}|{x} is missing|clear the way|{x} to {y})"
    ),
    "refers_to_either": (
        "({x} and {y} are {in} . take (it|that one|the other one|this one) to {q}|put {x} {in} and {y} on {q} , then {deed} (it|that one)|"
        "take {x} from {p} to {q} and {deed} it|{deed} {p} and {q} , then put {x} (there|in there|on it)|"
        "{deed} {x} or {y} and then put it {in} , the other one on {q}|swap {x} and {y} and leave it there|"
        "{x} is next to {y} . bring it to {p}|{p} or {q} , {deed} one and put {x} on the other|{deed} {p} after {q} , and bring {x} there|"
        "bring {x} to {p} and {y} to {q} . then {deed} (it|that one|one of them)|if {x} is next to {y} , {deed} it|"
        "{x} or {y} should be {in} , {deed} (it|that one)|after you have been to {p} and {q} put {x} (there|on it|in there)|"
        "{x} is {in} , {y} is on {q} . take it to the {noun}|{x} has fallen on {y} , so {deed} it)"
    ),
    "contradiction": (
        "(put {t} {in} . $never put {t} {in}|take {t} to {p} and take {t} to {q} at the same time|{b} . do not {b}|"
        "{p} must always be {a} . {p} must never be {a}|keep {p} {a} but never let it be {a}|{b} but never {b}|never {b} , {b} now|"
        "leave {t} where it is and put {t} {in}|nobody may touch {t} . carry {t} to {p}|{t} should be on {p} and on {q} in the end|"
        "{b} and do n't {b}|in the end {p} must be {a} and not {a}|go to {p} but never go to {p})"
    ),
    "beyond_time": (
        "({bring} while {f}|(whenever|every time|each time|any time) {f} , {b}|{b} (whenever|every time|each time) {f}|{b} (at least|more than|"
        "about) (twice|once|three times)|{b} exactly (once|twice|3 times|2 times)|if {f} (and|or) {f2} , {b}|{b} as often as possible|"
        "{b} again and again|{b} (until|till) {f}|keep {g} until {f}|{bring} and back|(let me know|tell me|inform me|call me) (when|if|"
        "as soon as) {f}|{b} as long as you can|{b} only sometimes|{b} every now and then|{t} should be {in} by the time {f}|"
        "{b} just before {f}|{b} {k} steps after {f}|not before step {k} should you {b}|stop {g} (when|as soon as|once) {f}|"
        "if {f} for more than {k} steps , {b}|if {f} , never {b} again|{b} shortly after {f}|wait {k} steps before {g}|if {f} , {r} must {b})"
    ),
    "beyond_amount": (
        "((at most|no more than|at least|exactly|never more than|fewer than) {k} <many> {n} (may be|should be|must be|are allowed|) {in}|"
        "there must always be {k} <many> {n} {in}|never put more than {k} <many> {n} {in}|nothing (may|is to|should|must) be left {in}|"
        "do n't leave anything {in}|put {t} where {u} is|swap {t} and {u}|keep {t} and {u} apart|keep {t} away from {u}|stack {t} on {u}|"
        "{t} and {u} must be at the same place|as many <many> {n} as possible should be {in}|put {t} and {u} {in} alternately|"
        "put {t} {in} next to {u}|there should be no <many> {n} left {in}|sort the <many> {n} by size)"
    ),
    "beyond_robots": (
        "({r} and {r2} should {bring} together|at least one robot must (always|) be {in}|two robots must {b}|"
        "the robot that holds {t} should {b}|let the nearest robot {b}|the other robot should {b}|exactly one robot must be {in}|"
        "the same robot should {b}|half of the robots must {b}|two <many> {m} have to {b} together|the fastest <one> {m} should {bring}|"
        "{r} should help {r2} to {b}|{r} must wait {in} until {r2} is done|most robots should {b}|the second robot must {b}|"
        "some <many> {m} should {b}|{r} should follow {r2}|a different robot should {b} each time|take turns {g}|"
        "{r} or whoever is nearest should {b}|{r} should {b} if {r2} can n't|as few robots as possible should be {in}|"
        "{r} should ask {r2} before {g})"
    ),
    "question": (
        "(where (is|are) {t} ?|where did you put {t} ?|is {t} {in} ?|is {t} still {in} ?|who (has|took|moved) {t} ?|do you know where {t} is ?|"
        "what is {in} ?|how many {noun}s are {in} ?|have you seen {t} ?|did you (put|take|bring) {t} {to} ?|why is {t} {in} ?|"
        "when will {t} be {in} ?|is there a {noun} {in} ?|can {r} reach {t} ?|what does {r} do ?|who was {in} ?|is {p} {a} ?|"
        "has anyone been {in} today ?|how far is {p} ?|which of you is {in} ?|tell me where {t} is|i wonder where {t} is|what are you doing ?|"
        "are you done ?|how long does it take to get {to} ?|was {t} {in} yesterday ?|which {noun} is {in} ?|is it true that {t} is {in} ?|"
        "how is it going {in} ?|what time is it ?)"
    ),
    "vague_place": (
        "(over there|somewhere else|where it belongs|back|away|somewhere|somewhere safe|out of the way|where i can reach it|to the usual place|"
        "to its place|here|to me|over here|to where it was|elsewhere|wherever you like|to a better place|anywhere|upstairs|downstairs|outside|"
        "nearby|to the right place|to the left|to the other side|closer to the {noun}|to the {noun}|in the {noun}|on the {noun}|to $person|"
        "next to it|back where you found it|where it came from|aside|to one side|out of sight|where the {noun} is|as far away as possible|"
        "to the same {noun} as yesterday|into a {adj} place|to the back|to the front)"
    ),
    "near": (
        "(near the {noun}|by the {noun}|next to the {noun}|that $name bought|with the {noun}|of $name|on the left|on the right|at the back|"
        "in front|from yesterday|that is {adj}|i like most|you washed yesterday|with the {adj} {noun}|without a {noun}|behind the {noun}|"
        "which looks {adj}|of the {noun}|in the middle|that i showed you|you brought yesterday|that fell down|with the crack|from the {noun}|"
        "over there|on top|at the bottom)"
    ),
    "beside": (
        "(next to|beside|under|underneath|behind|in front of|near|close to|above|below|opposite|to the left of|to the right of|"
        "in the middle of|at the edge of|at the back of|against|around|past|beyond|far from|alongside|on top of|at the foot of|"
        "in the corner of|halfway to|left of|right of|near to|by the side of|just outside)"
    ),
    "amount": (
        "(half of the <many>|half the <many>|most of the <many>|most <many>|some of the <many>|some <many>|a few <many>|a few of the <many>|"
        "several <many>|at least two <many>|at least three <many>|more <many>|many <many>|enough <many>|a lot of <many>|not all <many>|"
        "almost all <many>|the remaining <many>|the rest of the <many>|the other <many>|as many <many>|one or two <many>|a third of the <many>|"
        "every other <one>|every second <one>|more than two <many>|fewer than four <many>|less than three <many>|about five <many>|"
        "a dozen or so <many>|a handful of <many>|two or three <many>|plenty of <many>|various <many>|a number of <many>|a bunch of <many>|"
        "exactly half of the <many>|the majority of the <many>|10 % of the <many>|a quarter of the <many>|no <many>|some more <many>)"
    ),
    "pick_one": (
        "(the other <one>|my <one>|his <one>|her <one>|your <one>|our <one>|the same <one>|the right <one>|the wrong <one>|the usual <one>|"
        "the bigger <one>|the smaller <one>|the biggest <one>|the smallest <one>|the nearest <one>|the closest <one>|the first <one>|"
        "the last <one>|the next <one>|the second <one>|the left <one>|the upper <one>|the best <one>|a different <one>|another <one>|"
        "a suitable <one>|the correct <one>|which <one>|that <one>|this <one>|the old <one>|the new <one>|the heaviest <one>|the lighter <one>|"
        "a better <one>|whichever <one>|the good <one>|the {adj} <one>|a {adj} <one>|the {adj} <one>|$name 's <one>|the {noun} <one>|"
        "the {adj} , {adj} <one>|each {adj} <one>|any {adj} <one>|the {adj} <many>|all {adj} <many>|those <many>|these <many>|two {adj} <many>|"
        "all the {adj} <many>|my <many>)"
    ),
    "clock": (
        "(at (5|six|8|9:30|noon|midnight|10 o'clock|half past seven|a quarter to three|3 pm|7 am|lunch time) (|sharp)|in (ten|5|20|a few|"
        "two) minutes|in (an hour|half an hour|two hours)|every (hour|day|ten minutes|morning|monday|two hours|evening|week)|for (ten minutes|"
        "an hour|two hours|5 minutes|30 seconds)|on (monday|friday|sunday|weekdays|tuesdays)|tomorrow|tomorrow morning|next week|before (noon|"
        "5|lunch|6 pm|dinner)|after (lunch|dinner|5|midnight|6 pm)|by (noon|5 pm|tomorrow|friday|9)|between 3 and 4|until (5|noon|friday|3 pm)|"
        "from 9 to 5|once a (day|week|month)|twice a day|hourly|daily|in exactly 10 minutes|during the night|all day|not before 8|later than 4|"
        "at dawn|on christmas day|at the weekend|when the clock strikes ten)"
    ),
    "manner": (
        "(slowly|very slowly|upside down|sideways|without spilling (it|anything)|without making a noise|as quietly as possible|with both arms|"
        "with the left arm|at full speed|at half speed|by the handle|with the label facing up|backwards|in a straight line|"
        "on the way to the {noun}|via the {noun}|through the {noun}|one by one|in alphabetical order|in the same order as yesterday|"
        "together with the {noun}|using the {noun}|with a {noun}|without a {noun}|without the {noun}|by hand|in pairs|according to the manual|"
        "in reverse|on tiptoe|as high as possible|not too fast|two at a time|alternately|in turn|without touching the {noun}|"
        "the long way round|lid first|face down|the right way up|facing the {noun}|standing upright|half way|only partly|twice as fast|"
        "with care for the {noun})"
    ),
    "hidden_condition": (
        "(unless (my boss|$person) (says|decides|thinks|wants it) otherwise|unless $person (objects|comes|calls|is {adj}|says no)|if (it|"
        "the {noun}) (rains|snows|is {adj}|stops|breaks|comes|starts|falls over|arrives|turns {adj})|if $person (comes|calls|agrees|asks|"
        "is here|says so|has left|is {adj}|likes it)|if the {noun} is {adj}|when the {noun} (rings|starts|is {adj}|comes|stops|beeps|opens|"
        "turns {adj}|is ready)|when $person (comes|calls|says so|is here|arrives|leaves)|until (the {noun} is {adj}|$person (comes|says stop|"
        "is back)|the {noun} rings)|as long as (the {noun} is {adj}|$person is here)|whenever (the {noun} (rings|is {adj})|$person (comes|"
        "calls|asks))|in case (of {noun}|the {noun} is {adj}|$person asks)|once the {noun} is {adj}|before the {noun} (starts|is {adj}|"
        "arrives)|after the {noun}|provided the {noun} is {adj}|depending on the {noun}|if necessary|if needed|if there is enough {noun}|"
        "should the {noun} be {adj}|as soon as the {noun} (is {adj}|arrives|rings)|if you feel {adj}|if it is not too {adj}|"
        "if the {noun} allows it|only if $person agrees|while the {noun} is {adj}|as soon as $person (calls|is here|says so)|"
        "except on {noun}days|if it fits|if there is room|unless it is {adj}|if that makes sense|if it looks {adj})"
    ),
    "else_branch": (
        "(, otherwise {b2}|, else {b2}|, or else {b2} if not|; if not , {b2}|. if not , {b2}|. otherwise {b2}|. otherwise , please {b2}|"
        ", and if that does n't work , {b2}|; failing that , {b2}|, if that is not possible {b2}|. if you can n't , {b2}|. else {b2}|"
        ". in the other case {b2}|, if that fails {b2} instead|, and if not , {b2})"
    ),
    "to_people": (
        "(the {noun} (should|must|has to) {b}|let the {noun} {b}|(tell|ask|remind|inform|call|notify) $person to {b}|$person (should|must|"
        "has to|will) {b}|let $person {b}|could $person {b} ?|i will {b} myself|i am going to {b}|i have already asked $person to {b}|"
        "help $person to {b}|show $person how to {b}|teach $person to {b}|$person said you {b} too often|i wonder how to {b}|"
        "do you know how to {b} ?|are you allowed to {b} ?|did anyone {b} ?|why did you {b} ?|should i {b} ?|explain how to {b}|"
        "i forgot to {b}|nobody asked you to {b}|yesterday you had to {b}|you do n't have to {b}|you do n't need to {b}|"
        "there is no need to {b}|you may {b} if you like|maybe {b} , maybe not|i am not sure whether you should {b}|perhaps we should not {b}|"
        "who is going to {b} ?|pretend to {b}|prepare to {b}|be ready to {b}|think about {g}|almost {b}|nearly {b}|remember when you {b} ?|"
        "practise {g}|learn to {b}|try to imagine {g}|count how often you {b}|either {b} or do something {adj}|start to {b} but do n't finish|"
        "pay $person to {b})"
    ),
}
