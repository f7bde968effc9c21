"""Words and phrases of which grammar.py composes missions.

RULES is a small grammar. `(a|b|)` is a choice, `$name` another rule, `{slot}` a part that the others put in, and `[is/are]` a word that
agrees with the number of the slot {s}. The slots of orders: {b} a verb phrase in the base form, {g} the same with -ing, {s} and {pp} its
passive ("<p1>", "wiped"), {r} a robot. The slots of facts: {f} the whole clause, {s} its subject, {a} what is said of it ("open").
"""

RULES = {
    # Politeness and small change.
    "please": "(please|pls|plz|kindly|please)",
    "Please": "(please|pls|please|kindly|if you would)",
    "now": (
        "(now|today|this morning|right away|right now|straight away|immediately|at once|asap|first thing|tonight|this afternoon|in a moment|"
        "when you get a chance|when you have a minute|when you can|as soon as you can|real quick|quickly|for now|this time|again|for once|"
        "sometime today|as soon as possible|when convenient|today if possible|if you get round to it|whenever you are free|"
        "whenever it suits you)"
    ),
    "hello": (
        "(hey|hi|hello|hi there|good morning|morning|good afternoon|good evening|ok|okay|alright|right|so|well|listen|listen up|hey robots|"
        "hi robots|hello robots|dear robots|robots|team|hey team|hi team|hi everyone|folks|guys|hey guys|hey you|attention|attention please|"
        "excuse me|sorry to bother you|sorry|um|uh|erm|oh|ah|now|dear team|hello everybody|yo|good day|ladies|boys|everyone|all right then|"
        "quick one|one thing|hi again|me again|hey there|quick request|small request|small favour|new job|next job|here is what i need|"
        "this is what needs doing|here is the plan|here is the list|to do|todo|note|for today|tasks|instructions|as discussed|as promised|"
        "like i said|as i said|fyi|just so you know|a reminder|reminder|update|dear colleagues|hola|gentlemen|heads up|hey folks|ok team|"
        "alright folks|alright everyone)"
    ),
    "bye": (
        "(thanks|thank you|thanks a lot|thanks a million|many thanks|thx|cheers|ta|thank you so much|thanks in advance|thank you very much|"
        "much appreciated|that is all|that 's it|that 's all|that will do|have a nice day|you are the best|you 're a star|bye|see you|"
        "see you later|over|over and out|best regards|regards|kind regards|good luck|in any order|the order does n't matter|order is up to you|"
        "have fun|no hurry|no rush|take your time|it is urgent|this is urgent|it 's important|please|pretty please|ok ?|okay ?|got it ?|"
        "understood ?|is that clear ?|all right ?|right ?|will you ?|would you ?|let me know if there are problems|sorry for the trouble|"
        "i appreciate it|i owe you one|keep up the good work|well done so far|any questions just ask|nothing else|end of list|thats it|"
        "nice one|lovely|great|danke|love you all|i know i can count on you)"
    ),
    "person": (
        "(the boss|my boss|the manager|my wife|my husband|my mother|my son|my daughter|the kids|the children|the guests|our guests|visitors|"
        "the neighbours|my neighbor|the doctor|dr $name|mrs $name|mr $name|$name|the inspector|the customer|a customer|the client|"
        "the supervisor|the foreman|the auditors|my colleague|the professor|the night shift|the next shift|the early shift|the patient|"
        "the new intern|grandma|the landlord|the plumber|the delivery guy|the cleaning lady|some people|everybody|the whole family|the trainee|"
        "the head nurse|the students|our visitors|the vet|the chef)"
    ),
    "name": (
        "(anna|tom|maria|peter|jones|smith|miller|chen|ahmed|sofia|ivan|lee|kim|garcia|rossi|mueller|novak|patel|susan|bob|lisa|paul|emma|jack|"
        "olga|fatima|hans|yuki|carlos)"
    ),
    "reason": (
        "($person [is/is] coming (soon|over|today|for dinner|at any moment|in the morning|for a visit|)|$person (will be here|arrives|"
        "gets here|wants to see it|complained|told me so|asked me|was not happy|is waiting|is ill|is on holiday|has a {noun} allergy|"
        "needs a {noun}|likes it that way|wants it so|lost a {noun}|left early|left in a hurry|can n't do it|forgot)(| soon| today| again|"
        " yesterday)|i (am|'m) (tired|busy|late|in a hurry|going out|not at home|in a meeting|expecting {noun}s|sick|sick of this|too lazy|"
        "on the phone|{adj}|not feeling well|about to leave|off to a {noun}|a bit {adj})|we (are|'re) (late|behind schedule|running late|"
        "closing soon|having a {noun}|a bit short of people|expecting an audit|out of time|getting ready for the {noun}|under pressure)|"
        "the {noun} is (wet|{adj}|ruined|late|out|gone|coming|broken again|so {adj}|a mess|still {adj})|my {noun} is {adj}|it (looks|smells|"
        "is getting|feels) {adj}|it is {adj} (here|in here|today|outside)|it 's a mess|there (is|was) a {noun} (earlier|yesterday|today|"
        "in the news|last night)|the {noun} (broke|fell over|was delivered|leaked|needs the room|is coming (tomorrow|later|today))|"
        "we have (a {noun} today|guests tonight|a {adj} day ahead|had a {adj} {noun}|got visitors|no time)|i (hate|love|like|bought|lost|"
        "forgot|saw|dropped) (the|a|my) {noun}|i need (some space|a clear view|to work|to sleep|to cook)|(otherwise|else) (i|we) will be (late|"
        "in trouble|{adj})|that (is|'s) (safer|better|easier|more {adj}|how we do it here|what the {noun} says|what the rules say|"
        "the usual way)|it (got|was) {adj} (yesterday|last time|on monday)|you know how $person (is|gets)|safety first|rules are rules|"
        "i do n't want (trouble|an accident|another {noun}|any surprises)|the last {noun} was (a disaster|{adj})|things (went wrong|"
        "got {adj}) last time|we (had|have had) complaints|someone spilled (coffee|{noun})|nobody did it yesterday|it was a long {noun}|"
        "hygiene matters|hygiene rules)"
    ),
    "because": "(because|as|since|because|cause|for|seeing that|given that|considering that|, because|now that|bc) $reason",
    "preamble": (
        "($reason , so|$reason , so|$reason (.|!)|$reason ;|$reason , therefore|as $reason ,|since $reason ,|because $reason ,|"
        "now that $reason ,|$reason , that is why|$reason and so|what a {adj} {noun} (!|.)|i hope you are (all well|{adj}|"
        "having a good {noun}) .|how are you (?|today ?)|long day today .|ok so|let me think (.|...|,)|let 's see (.|,|...)|"
        "where was i ... right ,|i know you are busy , but|i hate to ask , but|if it is no trouble ,|if you do n't mind ,|if possible ,|"
        "if you have time ,|when you have time ,|when you get a chance ,|when you are free ,|as usual ,|like yesterday ,|same as every day :|"
        "i almost forgot :|before i forget :|guess what , $reason .|sorry for the mess .|great job with the {noun} .|the {noun} can wait .|"
        "forget about the {noun} , that is done .|i am back from the {noun} .|one more time for everybody :|for $person :|$person says :|"
        "$person asks :|on behalf of $person :|it is {noun} day , so|in view of the {noun} ,|due to the {noun} ,|because of the {noun} ,|"
        "thanks to $person ,|for hygiene reasons ,|for safety ,|to be on the safe side ,|to save time ,|in preparation for the {noun} ,|"
        "with the {noun} coming up ,|as the {noun} told us ,|as you know ,|as always ,)"
    ),
    "aside": (
        "($because|$because|, $reason|- $reason|( $reason )|, so that $person can (work|relax|see it|cook|start|find it)|so i can (work|relax|"
        "see it|cook|start|find it)|for $person|, it 's for $person|to make $person happy|, as usual|, as always|, like last time|"
        ", like yesterday|for me|, if you do n't mind|, if possible|, if you can|, would you (?|)|, ok (?|)|, will you (?|)|, please|please|"
        ", thanks|, pretty please|, my friend|, dear|, mate|, everyone|, guys|, as discussed|$now|$now|, $now|, $now please|"
        "before i get a {noun} attack|or $person will be {adj}|or i get {adj}|, that would be (great|nice|lovely|wonderful|super|very kind)|"
        ", i mean it|, for heaven 's sake|, for the {noun} 's sake|, no excuses|, for the sake of the {noun}|, it is for the {noun}|"
        "because of the {noun}|for the {noun}|in honour of the {noun}|for safety reasons|, you know why|, obviously|, of course|, as i said|"
        ", as per the {noun}|, it 's {adj} otherwise)"
    ),
    "also": (
        "(also|and also|in addition|additionally|besides|moreover|furthermore|plus|another thing :|one more thing :|oh and|and|besides that|"
        "apart from that|on top of that|as well as that|by the way ,|btw|and please|and another thing ,|while you are at it ,|"
        "as for the rest ,|what else ...|secondary :|likewise|additionally ,|also ,|what is more ,|and don 't forget :|and remember :|"
        "and yes ,|and one last thing ,|furthermore ,|in addition ,|oh , and|ah , and|ps :)"
    ),

    # Things of a sort in a state {w}, or somewhere; {m} is the mark of the sort.
    "all_such": (
        "(all {w} <many> {m}|the {w} <many> {m}|all the {w} <many> {m}|all of the {w} <many> {m}|all <many> {m} that are {w}|"
        "the <many> {m} that are {w}|those <many> {m} which are {w}|all the <many> {m} which are {w}|each {w} <one> {m}|"
        "any <many> {m} that are {w}|all <many> {m} currently {w}|whatever <many> {m} are {w}|<many> {m} that are {w}|{w} <many> {m}|"
        "all our {w} <many> {m}|any {w} <many> {m})"
    ),
    "all_not_such": (
        "(all <many> {m} that are not {w}|the <many> {m} that are n't {w}|all the <many> {m} that are not {w}|"
        "all <many> {m} which are not yet {w}|those <many> {m} that are not {w}|the <many> {m} that are not yet {w}|"
        "any <many> {m} that are n't {w}|all <many> {m} still not {w})"
    ),
    "every_such": (
        "(every {w} <one> {m}|every <one> {m} that is {w}|every <one> {m} which is {w}|every single {w} <one> {m}|"
        "every single <one> {m} that is {w}|each and every {w} <one> {m})"
    ),
    "a_such": (
        "(a {w} <one> {m}|any {w} <one> {m}|a <one> {m} that is {w}|some {w} <one> {m}|a <one> {m} which is {w}|an {w} <one> {m}|"
        "any <one> {m} that is {w}|a single {w} <one> {m})"
    ),
    "the_such": "(the {w} <one> {m}|the <one> {m} that is {w}|the <one> {m} which is {w}|that <one> {m} which is {w})",
    "all_there": (
        "(all <many> {m} {at}|the <many> {m} {at}|all the <many> {m} {at}|all <many> {m} that are {at}|the <many> {m} that are {at}|"
        "all the <many> {m} which are {at}|the <many> {m} lying {at}|all the <many> {m} currently {at}|the <many> {m} you find {at}|"
        "any <many> {m} {at}|all of the <many> {m} {at}|whatever <many> {m} are {at}|those <many> {m} {at}|all <many> {m} you can find {at}|"
        "the <many> {m} standing {at}|all the <many> {m} that you see {at})"
    ),
    "every_there": (
        "(every <one> {m} {at}|every <one> {m} that is {at}|every single <one> {m} {at}|every <one> {m} which is {at}|"
        "every <one> {m} lying {at}|every <one> {m} you find {at})"
    ),
    "the_there": (
        "(the <one> {m} {at}|the <one> {m} that is {at}|the <one> {m} which is {at}|the <one> {m} lying {at}|the <one> {m} standing {at}|"
        "the <one> {m} you find {at})"
    ),
    "everything_there": (
        "(everything {at}|everything that is {at}|whatever is {at}|all that is {at}|everything you find {at}|everything lying {at}|"
        "anything {at}|whatever you find {at}|everything which is {at}|all there is {at}|everything that lies {at}|everything currently {at}|"
        "anything and everything {at}|all that stands {at}|whatever lies {at}|everything that stands {at}|everything you see {at})"
    ),

    # Orders.
    "order": (
        "($order_b|$order_b|$order_b|{b}|{b}|{b}|{b}|$please {b}|$please {b}|{b} $please|{b} , $Please|just {b}|$order_b|$order_g|$order_p|"
        "$order_p)"
    ),
    "topic": (
        "(as for {x} , $please0 {b}|{x} : $please0 {b}|{x} , $please0 {b}|{x} ? $please0 {b}|regarding {x} : $please0 {b}|"
        "you see {x} ? $please0 {b}|{x} - $please0 {b}|about {x} : $please0 {b}|concerning {x} , $please0 {b}|you know {x} ? $please0 {b}|"
        "look at {x} . $please0 {b}|you remember {x} ? $please0 {b}|now {x} . $please0 {b}|i am talking about {x} . $please0 {b}|"
        "this is about {x} ; $please0 {b}|with regard to {x} , $please0 {b}|what about {x} ? $please0 {b}|find {x} and {b}|locate {x} and {b}|"
        "go find {x} and {b})"
    ),
    "please0": "(|||please|you should|i want you to|could you|can you|kindly|just|you must|you have to|we need to)",
    "left_out": (
        "(, but not {x}|, but leave {x} where it is|but leave out {x}|, not {x} though|, only {x} stays|, but {x} stays where it is|"
        ", leave out {x}|, just not {x}|( not {x} )|( except {x} )|, {x} excluded|, with {x} as the only exception|, {x} is the exception|"
        ", all but {x}|. {x} can stay where it is|, {x} not included|but do n't include {x}|, however not {x}|; not {x} , though|"
        ", everything but {x}|, leaving {x} out|. leave {x} out|, exclude {x}|, minus {x}|. except {x}|- not {x}|, apart from {x} of course)"
    ),
    "order_plain": "({b}|{b}|$please {b}|{b} $please|{b} , $Please|just {b}|$order_b)",
    "order_b": (
        "((could|can|would|will) (you|you please|you kindly|you just|you guys|you all|someone|somebody|anyone|anybody|one of you|"
        "one of you please|you possibly|you maybe|you quickly|u) {b} (?|?|)|(could|can|would|might) i (ask|trouble|bother|get) (you|someone|"
        "somebody|one of you) to {b} (?|)|could i have (you|someone|one of you) {b} (?|)|(would|will) (you|someone|somebody) (be so kind as to|"
        "be so good as to|be able to|be willing to|be kind enough to) {b} (?|)|are you able to {b} ?|is it possible to {b} ?|"
        "would it be possible to {b} ?|(any chance|is there any chance|is there a chance) (you|someone|that you|that somebody) (could|can|"
        "might) {b} (?|)|do you think you (could|can) {b} (?|)|do you mind if i ask you to {b} ?|i (need|want|would like|'d like|would love|"
        "wish|expect|would ask|'d ask|beg|request|must ask|have to ask|require|trust|order|ask) (you|you guys|someone|somebody|you all|"
        "one of you) to {b}|i (was|am|'m) (wondering|hoping|thinking) (if|whether|that|if perhaps) (you|someone|you guys) (could|might|can|"
        "would) {b} (?|)|i wonder (if|whether) (you|someone) (could|might|would) {b}|(it would be|it 'd be|would be|it were) (great|nice|good|"
        "lovely|awesome|helpful|fantastic|ideal|super|wonderful|perfect|best|really kind) if (you|someone|somebody|you guys) (could|would|can|"
        "were to) {b}|i (would|'d) (appreciate it|be grateful|be glad|be happy|be very happy|be pleased|be delighted|be thankful|"
        "be obliged) if (you|someone) (could|would|can) {b}|i appreciate it if you {b}|(you|we|someone|somebody) (should|have to|need to|must|"
        "ought to|had better|'d better|are to|gotta|shall|might want to|may want to|better|could) {b}|someone (needs|has|ought) to {b}|(do n't|"
        "do not|never|pls dont) forget to {b}|(make sure|be sure|remember|see that you manage|take care|see to it that you remember|try|"
        "please try|please make sure|please remember|it is time|time|you need|feel free|your (job|task|duty|mission|assignment) is|the (job|"
        "task|plan|idea|order|goal|aim) is|all you have to do is|all i ask is|all i want is for you|what i want is for you|"
        "what i need is for you|what you should do is|i want someone|it is necessary|it is important|it 's your turn|it would be wise|"
        "it would be good|it is a good idea|it is up to you|we need someone|there is a need|i have to ask you|i would like someone|"
        "my wish is for you|you are requested|you are kindly asked|you are asked|you guys need|you are supposed|you are expected) to {b}|"
        "(make sure|be sure|see to it that|see that|ensure|ensure that|it is important that|i insist that|i suggest that|i suggest|"
        "i propose that|it is essential that|i ask that|i want that) you {b}|go (and|ahead and|) {b}|do me a (favour|favor|small favour|"
        "big favor) (and|,|:|;) {b}|be (a dear|a star|an angel|so kind|so good|nice|a good team|quick|a sport) and {b}|why do n't you {b} (?|)|"
        "(let 's|let us|lets) {b}|do {b}|please do {b}|may i ask you to {b} (?|)|i need to have someone {b}|i must have you {b}|"
        "how about you {b} (?|)|what if you {b} (?|)|you could {b} (for me|, please|, maybe)|you can {b} , thanks|(your next job|next job|job|"
        "task|order|your task|action item|to do|what to do|request|my request|first and only task|the assignment) (:|is to|-|=) {b}|"
        "you know what , {b}|if you could {b} (that would be great|, thanks|, that 'd be lovely|i 'd be happy)|(get someone to|have someone|"
        "let someone|have one of the robots|get one of the robots to|get a robot to|ask a robot to|tell a robot to|let one of the robots|"
        "some robot should|one of the robots should|a robot should|have a robot|one robot should|whoever is free should|"
        "whoever has time should|whichever robot is free should|any robot can|it does n't matter who , but) {b}|would somebody please {b} (?|)|"
        "somebody please {b}|please someone {b}|if someone could {b}|if you would be so kind as to {b}|"
        "you would help me a lot if you could {b}|you 'd do me a favour if you would {b}|{b} , would you (?|)|{b} , will you (?|)|{b} , (ok|"
        "okay|alright|right|yes) (?|)|{b} for me|{b} , if you please|{b} , if you would|{b} (is|would be) (the job|all i ask)|"
        "i request that you {b}|i demand that you {b}|it is required that you {b}|we kindly ask you to {b}|we would like you to {b}|"
        "we 'd like someone to {b}|we want you to {b}|we need you to {b})"
    ),
    "order_g": (
        "((would|do) you mind {g} (?|)|(how|what) about {g} (?|)|i (suggest|recommend|propose|advise|would suggest|would appreciate you|"
        "would appreciate someone|would not mind you|'d love you|was thinking of|was thinking of you|vote for|insist on|insist on you|"
        "need help) {g}|{g} (would be|'d be|is|would be really|might be) (nice|great|good|lovely|helpful|a good idea|useful|next|necessary|"
        "a must|important|required|what i need|what i want|today 's job|the job|the task|on the list|mandatory|the plan|top priority|essential|"
        "called for|due)|(please|kindly) (see to|take care of|think of|get on with|get going with|go ahead with|start|begin) {g}|(your|"
        "the) (job|task|duty|mission) (consists of|is|involves|:) {g}|would anyone mind {g} (?|)|could you see to {g} ?|"
        "could you take care of {g} (?|)|can you help by {g} ?|(start|get|begin) {g}|i count on you for {g}|you can help me by {g}|"
        "you are in charge of {g}|you are responsible for {g}|we need {g} done|do n't forget about {g}|i trust you with {g}|mind {g} (?|)|"
        "is {g} possible ?|consider {g} , please|i am in favour of {g}|i 'd be grateful for your {g}|i request {g})"
    ),
    "order_p": (
        "({s} [needs/need] to be {pp}|{s} [has/have] to be {pp}|{s} (must|should|ought to|shall|will have to|had better) be {pp}|"
        "{s} [is/are] to be {pp}|{s} [needs/need] to get {pp}|{s} [has/have] to get {pp}|{s} (should|must) get {pp}|"
        "{s} [wants/want] to be {pp}|i (want|need|would like|'d like|wish|expect) {s} (to be|to get|) {pp}|i (want|need) {s} {pp} $please|"
        "(have|get) {s} {pp}|$please (have|get) {s} {pp}|(can|could) (i|we) (have|get) {s} {pp} (?|)|(can|could|would) {s} (please|"
        ") be {pp} (?|)|(can|could) {s} get {pp} (?|)|could you (get|have) {s} {pp} (?|)|(make sure|see to it|ensure|see|take care|"
        "please make sure|please see to it) (that|) {s} [gets/get] {pp}|{s} [is/are] supposed to be {pp}|{s} [is/are] meant to be {pp}|"
        "{s} [is/are] due to be {pp}|{s} [requires/require] being {pp}|{s} (still|) [needs/need] to be {pp}|{s} still [has/have] to be {pp}|"
        "{s} [is/are] waiting to be {pp}|it is necessary that {s} [gets/get] {pp}|{s} : to be {pp}|{s} to be {pp} , please|it would be (great|"
        "nice|good|helpful) if {s} (could be|got|was to be|were to be) {pp}|it is about time {s} got {pp}|somebody should get {s} {pp}|"
        "we need {s} {pp}|we want {s} {pp}|we need to get {s} {pp}|i would love to have {s} {pp}|i am waiting for {s} to be {pp}|"
        "{s} [needs/need] {pp} $please|what i need is {s} {pp}|i ask for {s} to be {pp}|let {s} be {pp}|is it possible to have {s} {pp} ?|"
        "do you think {s} could be {pp} ?|might {s} be {pp} please (?|)|{s} cries out to be {pp}|i request that {s} be {pp}|"
        "arrange for {s} to be {pp})"
    ),
    "needs_g": (
        "({s} [needs/need] {g0}|{s} [wants/want] {g0}|{s} [could/could] do with {g0}|{s} [needs/need] some {g0}|{s} [requires/require] {g0}|"
        "{s} [deserves/deserve] {g0}|{s} really [needs/need] {g0}|{s} badly [needs/need] {g0}|{s} could use some {g0}|"
        "{s} still [needs/need] {g0})"
    ),

    # Deliveries without a verb of carrying: {t} the thing, {to} "to <p1>", {in} "on <p1>", {p} "<p1>".
    "wish": (
        "({t} [belongs/belong] {in}|{t} [goes/go] {in}|{t} [goes/go] {to}|{t} [lives/live] {in}|{t} (should|must|has to|ought to) (go|be|"
        "end up|get|land|sit) {in}|{t} (should|must) go {to}|{t} [needs/need] to (be|go|get|end up) {in}|{t} [has/have] to (be|go|get) {in}|"
        "{t} [has/have] to go {to}|{t} [is/are] (wanted|needed|required|expected|missing|requested) {in}|{t} [is/are] supposed to be {in}|"
        "{t} [is/are] meant to be {in}|{t} [is/are] to be {in}|{t} [is/are] to go {to}|{t} [is/are] for {p}|{t} [is/are] meant for {p}|"
        "{t} [is/are] destined for {p}|{t} [is/are] due {in}|the (right|proper|correct) place for {t} is {in}|the (right|"
        "proper) place for {t} is {p}|{p} is the (right|proper) place for {t}|{p} is where {t} (should be|should go|[belongs/belong]|must be|"
        "[goes/go]|needs to be)|{in} is where {t} (should be|[belongs/belong]|[goes/go])|the destination of {t} is {p}|i (want|need|would like|"
        "'d like|wish|expect|require|would love|'d love|want to see|want to have|want to find|would like to see|hope to find|'d like to have|"
        "would love to see) {t} {in}|we (want|need|would like|'d like|require|are missing|need to have|lack) {t} {in}|i (want|"
        "need) {t} {in} $back|$back i (want|expect|would like|'d like) (to find|to see|) {t} {in}|{t} should be {in} $back|"
        "$back , {t} should be {in}|i would like {t} to (be|end up|go|be moved|be taken) {in}|i want {t} to (be|end up|sit|go|stand) {in}|"
        "i want {t} over {to}|(make sure|see to it|ensure|take care|see) (that|) {t} [is/are] {in} (in the end|when you are done|at the end|)|"
        "(make sure|see to it|ensure|take care) (that|) {t} ([ends/end] up|[gets/get]|[lands/land]|[arrives/arrive]) {in}|(make sure|"
        "see to it) {t} [gets/get] {to}|we are (missing|short of|lacking|out of) {t} {in}|{p} (needs|wants|gets|should have|should get|"
        "must have|is missing|lacks|is to get|is waiting for|could use|is short of|calls for|is supposed to get|is in need of|has asked for|"
        "is due to get) {t}|{t} {to}|{t} {to} $please|{t} {to} , $please|{t} {in}|{t} {in} $please|{to} with {t}|{t} , {in} please|{t} : {to}|"
        "{t} -> {p}|{t} = {p}|{t} - {p}|{p} : {t}|{to} : {t}|{in} : {t}|{p} <- {t}|get {t} {in}|let {t} (go|be|stand) {in}|"
        "have {t} {in} (in the end|at the end|$please|for me)|can i have {t} {in} (?|)|could i get {t} {in} (?|)|may i have {t} {in} (?|)|"
        "could we have {t} {in} (?|)|it would be (nice|great|good|lovely) if {t} ([was/were]|could be|would be) {in}|"
        "{t} really [belongs/belong] {in}|{t} should find its way {to}|find a (spot|place) for {t} {in}|find {t} and (put|place|stick|bring|"
        "take) (it|them) {into}|{t} has its place {in}|{t} [is/are] at home {in}|{t} [is/are] best {in}|{t} would be better off {in}|"
        "{t} would look good {in}|{in} i (want|need|would like|'d like|am missing|expect) {t}|{in} there (should|must|has to|ought to) be {t}|"
        "there (should|must|has to|ought to) be {t} {in}|there should be {t} {in} $back)"
    ),
    "back": (
        "(when i am back|when i 'm back|when i come back|by the time i get back|when i return|when i get home|when we come back|"
        "before i am back|when i get here|when we return|when i come in|on my return|when i arrive|by the time i am back|once i am back|"
        "till i am back|until i am back|when i come home)"
    ),
    "fetch_then": (
        "({take1} (and|and then|, then|, and|,|; then) (put|place|bring|take|carry|deliver|drop|move|stick|set|pop|leave|get|stow|deposit|lay|"
        "return) {it} {into})"
    ),

    # Who: {r} must {b}.
    "must": (
        "({r} (should|must|has to|needs to|is to|ought to|shall|will|is supposed to|had better|should please|is expected to|has orders to|"
        "is requested to|gets to|is meant to|is due to) {b}|{r} (should|must|has to|needs to) {b} $now|{r} , $please {b}|{r} : {b}|{r} - {b}|"
        "for {r} : {b}|{r} , {b}|let {r} {b}|have {r} {b}|get {r} to {b}|(ask|tell|order|send|instruct|command|remind|"
        "allow me to ask) {r} to {b}|please (ask|tell|have|let) {r} {to_b}|i (want|need|would like|'d like|expect|ask|would love) {r} to {b}|"
        "it is {r} who (should|must|has to) {b}|(could|can|would|will) {r} (please|) {b} (?|)|it is {r} 's (job|task|duty|turn) to {b}|"
        "it is up to {r} to {b}|the (job|task) of {r} is to {b}|{r} is (responsible for|in charge of|to take care of|on duty for|"
        "the one for) {g}|{r} takes care of {g}|{r} does the {g}|{g} is {r} 's job|{g} is for {r}|{g} is a job for {r}|{r} 's (job|"
        "task) is to {b}|make {r} {b}|make sure {r} {bs}|see to it that {r} {bs}|{r} {bs} $please|{r} {bs}|i suggest {r} {bs}|"
        "i would prefer {r} to {b}|use {r} to {b}|with {r} , {b}|it would be (nice|good|great|best) if {r} (could|would) {b}|"
        "{r} could {b} (, please|, thanks|for me)|leave it to {r} to {b}|why does n't {r} {b} ?|assign {r} to {b}|{r} should be the one to {b}|"
        "{r} please {b}|hey {r} , {b}|hi {r} , (could|can|would) you {b} (?|)|{r} , (could|can|would|will) you (please|) {b} (?|)|"
        "{r} , i (need|want|would like) you to {b}|{r} , would you mind {g} (?|)|dear {r} , {b}|{r} , you (should|must|have to|need to) {b}|"
        "{r} , your (job|task) is to {b}|ok {r} , {b}|over to {r} : {b}|it 's {r} 's turn to {b}|how about {r} {g} (?|)|"
        "i 'd be glad if {r} could {b})"
    ),
    "must_p": (
        "({s} (should|must|has to|ought to|needs to) be {pp} by {r}|{s} [is/are] to be {pp} by {r}|{s} [needs/need] to be {pp} by {r}|"
        "{s} [has/have] to be {pp} by {r}|have {s} {pp} by {r}|get {s} {pp} by {r}|i want {s} {pp} by {r}|{s} [is/are] to get {pp} by {r}|"
        "i need {s} {pp} by {r}|please have {s} {pp} by {r})"
    ),
    "send": (
        "(send {r} {to}|{r} {to} $please|{r} {to}|{r} , off you go {to}|{r} off {to}|dispatch {r} {to}|direct {r} {to}|{r} is needed {in}|"
        "get {r} over {to}|have {r} over {to}|let {r} go over {to}|move {r} {to}|bring {r} {to}|{r} has to get {to}|order {r} {to}|"
        "call {r} {to}|steer {r} {to}|drive {r} {to})"
    ),
    "all_robots": (
        "(all robots|both robots|the robots|all the robots|every robot|each robot|all of the robots|everybody|everyone|all of you|"
        "every one of you|each of you|each and every robot|every single robot|you all)"
    ),
    "all_must": (
        "({r} (should|must|ought to|shall|will) {b}|i want {r} to {b}|i need {r} to {b}|let {r} {b}|have {r} {b}|get {r} to {b}|"
        "tell {r} to {b}|ask {r} to {b}|i 'd like {r} to {b}|{r} , please {b}|could {r} {b} (?|)|{r} : {b}|{g} is for {r}|make {r} {b})"
    ),

    # Bans.
    "ban": (
        "($never {b}|$never {b}|$never {b}|(you|we) (must|may|can|should|shall|had better) (not|never) {b}|you (must n't|may not|can n't|"
        "cannot|should n't|are not to|are never to|are not allowed to|are forbidden to|are not supposed to|have no permission to|"
        "do n't have to even think about it : never) {b}|(nobody|no one|noone|none of you|not one of you|not a soul) (may|must|can|should|"
        "shall|is to|is allowed to|is supposed to|has to|is permitted to|is going to|will) {b}|i (do n't|do not) want (you|anyone|anybody|"
        "you guys|any of you) to (ever|) {b}|(avoid|refrain from|abstain from|no|never risk|do n't you dare risk|forget about|stay clear of|"
        "keep from|desist from|please avoid|please refrain from|be careful to avoid|no more|absolutely no|strictly no|please no) {g}|{g} (is|"
        "is strictly|is absolutely) (forbidden|prohibited|not allowed|off limits|taboo|banned|out of the question|verboten|not permitted|"
        "a no-go|a no no|not an option|not ok|against the rules|unacceptable|not wanted|not on|a bad idea)|it is (forbidden|not allowed|"
        "prohibited|not permitted|strictly forbidden|never ok|not ok|against the rules) to {b}|(be careful|take care|make sure|be sure|"
        "remember|mind|please make sure|see to it) (not|never) to {b}|make sure (nobody|no one|that nobody|that no one) {bs}|"
        "i won 't have anyone {g}|i do n't want anyone {g}|i do n't want to see anyone {g}|(you|everyone) (must|should|has to|have to) (avoid|"
        "refrain from) {g}|do n't let anyone {b}|do n't let anybody {b}|let nobody {b}|you have no business {g}|nobody has any business {g}|"
        "there (is|will be|shall be|must be) no {g}|whatever you do , (do n't|do not|never) {b}|i forbid you to {b}|i forbid {g}|"
        "no {g} $please|no {g} , (ok|thanks|please|understood)|under no circumstances (may anyone|should you|are you to|must you|can anyone|"
        "should anyone) {b}|on no account should you {b}|do n't even think of {g}|stop anyone from {g}|keep everyone from {g}|"
        "prevent anybody from {g}|i would rather you did n't {b}|i 'd prefer that nobody {bs}|please no one {b}|do n't anybody {b}|"
        "at no time may anyone {b}|at no point should anyone {b}|{g} ? (never|no way|absolutely not|forbidden|not allowed)|"
        "it must not happen that anyone {bs}|{b} ? never !|you better not {b}|better not {b}|best not to {b}|not allowed : {g}|forbidden : {g}|"
        "don't : {b})"
    ),
    "never": (
        "(never|do n't|do not|never|do n't|do not|do n't ever|never ever|please do n't|please do not|please never|under no circumstances|"
        "on no account|do n't you dare|dont|at no time|by no means|for god 's sake do n't|just do n't|and please do n't|pls do n't|"
        "no matter what , do n't|don't you ever|do not ever|not under any circumstances)"
    ),
    "ban_p": (
        "({s} (must|may|should|can|shall|will) (not|never) be {pp}|{s} (must n't|should n't|can n't|cannot|may not) be {pp}|{s} [is/are] (not|"
        "never) to be {pp}|{s} [is/are] not allowed to be {pp}|{s} [is/are] not supposed to be {pp}|i do n't want {s} (to be|) {pp}|"
        "i do n't want to see {s} {pp}|do n't let {s} be {pp}|{s} must not get {pp}|never let {s} (be|get) {pp}|{s} (should|"
        "must) under no circumstances be {pp}|it is forbidden for {s} to be {pp})"
    ),
    "ban_take": (
        "(hands off {t}|keep your hands off {t}|leave {t} alone|leave {t} where it is|leave {t} in peace|do n't touch {t}|never touch {t}|"
        "nobody touches {t}|nobody may touch {t}|no touching {t}|{t} [is/are] off limits|{t} [is/are] not to be touched|"
        "{t} must not be touched|{t} must stay untouched|do n't lay a finger on {t}|keep your grippers off {t}|nobody is to lay a hand on {t}|"
        "{t} : hands off|{t} : do not touch|{t} [is/are] taboo|let {t} be|i do n't want anyone touching {t}|no one may touch {t}|"
        "please leave {t} alone|you must not touch {t}|do not lay hands on {t}|"
        "{t} should be left alone|{t} [has/have] to be left alone|{t} [stays/stay] where it is)"
    ),
    "ban_go": (
        "(keep (off|out of|away from|clear of) {p}|stay (away from|out of|off|clear of) {p}|steer clear of {p}|{p} is (off limits|taboo|"
        "out of bounds|a no-go area|not to be entered|forbidden territory|closed to robots|forbidden for everyone|forbidden for robots|"
        "restricted|prohibited territory|no place to go)|no entry to {p}|no entering {p}|do n't set foot in {p}|keep your distance from {p}|"
        "nobody has any business (in|at|on) {p}|nobody is to be seen near {p}|avoid {p}|give {p} a wide berth|{p} must be avoided|"
        "do not enter {p}|nobody goes (to|near) {p}|nobody enters {p}|no one is allowed (in|at|near|in or near) {p}|no robots (in|at|near) {p}|"
        "no robot is welcome (in|at) {p}|i do n't want any robots (in|at|near) {p}|everyone stays out of {p}|everyone must keep away from {p}|"
        "all robots have to keep out of {p}|all robots should avoid {p}|{p} : no entry|{p} : keep out|access to {p} is forbidden|"
        "access to {p} is not allowed|please stay away from {p}|please keep off {p}|you have no business (in|at|on) {p}|"
        "there is nothing for you at {p} , so stay away|{p} is not for robots|robots are not welcome (at|in) {p}|"
        "make a detour around {p} , never go there)"
    ),
    "ban_put": (
        "(keep {t} (off|out of|away from|clear of) {p}|{t} [has/have] no business {in}|{t} (must|may|should) (not|never) (go|end up|land|"
        "come) {in}|{t} [is/are] not to go {in}|{t} never [goes/go] {in}|i never want {t} put {in}|do n't let {t} (end up|land|get) {in}|"
        "{p} is no place for {t}|{p} is not the place for {t}|{p} is the wrong place for {t}|no {t0} {in}|"
        "make sure {t} never [ends/end] up {in})"
    ),
    "ban_anything": (
        "(nothing (goes|may go|must go|is to go|should go|shall go|may be put|is to be put|should be placed|must be put|can be put|"
        "must be placed|gets put|belongs) {in}|(do n't|never|do not|nobody may|you must not) (put|place|set|lay|drop|dump|park|stick|pop|stack|"
        "store) (anything|anything at all|something|any thing|stuff|things|any stuff) {in}|no (putting|placing|dumping|dropping) (things|"
        "anything|stuff) {in}|(do n't|never|do not) use {p} to put things on|{p} is no place to put things|{p} is not for putting things (on|"
        "in)|keep things off {p}|avoid putting anything {in}|i do n't want anything put {in}|i do n't want anyone to put (anything|things|"
        "stuff) {in}|(nobody|no one) should (put|place) (anything|things) {in}|{p} must not be used to put things on)"
    ),
    "ban_robot": (
        "({r} (must|may|should|can|shall|will|is to|has to) (never|not) {b}|{r} (must n't|may not|can n't|cannot|should n't|is n't allowed to|"
        "is n't to|is not allowed to|is forbidden to|is not permitted to|is not supposed to|has no permission to|is never to|"
        "is never allowed to|must never ever|may under no circumstances|does not get to|is banned from ever trying to) {b}|(keep|stop|prevent|"
        "hinder|ban|bar|block) {r} from {g}|(do n't|do not|never|please do n't) (let|allow|have) {r} {to_b}|(do n't|do not|never) (ask|get|"
        "tell) {r} to {b}|i (do n't|do not) want {r} to (ever|) {b}|{r} (should|must|has to|shall) (refrain from|avoid|abstain from|keep from|"
        "stay clear of) {g}|{r} is (banned|barred|prohibited|excluded) from {g}|{g} is (forbidden|not allowed|off limits|taboo|prohibited|"
        "not permitted) for {r}|it is forbidden for {r} to {b}|{r} has no business {g}|{r} , (do n't|do not|never|you must not|please do n't|"
        "you may not|you are not allowed to) {b}|{r} : no {g}|no {g} for {r}|make sure {r} (does n't|never|does not) {b0}|{r} never {bs}|"
        "i forbid {r} to {b}|{r} is not the one to {b}|anyone but {r} may {b}|everybody except {r} may {b}|anyone except {r} can {b}|"
        "{r} has to leave {g} to others|{g} ? not {r}|under no circumstances should {r} {b}|{r} had better not {b}|{r} better not {b})"
    ),
    "ban_robot_go": (
        "({r} (must|should|has to|is to) (keep|stay) (away from|off|out of) {p}|keep {r} (out of|away from|off) {p}|{r} has no business (in|at|"
        "on) {p}|{p} is (off limits|out of bounds|taboo|forbidden) (for|to) {r}|{r} is not welcome (in|at) {p}|{r} (must|"
        "should) steer clear of {p}|{r} is banned from {p}|{r} should avoid {p}|{r} , stay (away from|out of) {p}|do n't let {r} (near|into|"
        "anywhere near) {p}|{r} is not allowed (in|near|into|on) {p}|{r} may not enter {p}|never send {r} to {p}|do n't send {r} to {p}|"
        "no {r0} {in_p}|do n't let {r} go near {p})"
    ),
    "no_robot": (
        "((no robot|none of the robots|no single robot|not one robot|no robot whatsoever) (may|must|can|should|shall|is to|is allowed to|will|"
        "is permitted to|gets to) (ever|) {b}|(robots|the robots|all robots) (must|may|should|can|shall) (not|never) {b}|(robots|"
        "the robots) (must n't|may not|are not allowed to|are not to|should n't|are forbidden to|cannot) {b}|keep (the robots|all robots|"
        "robots) from {g}|do n't let (any robot|the robots|any of the robots) {b}|{g} is (forbidden|off limits|not allowed|taboo) for (robots|"
        "all robots|every robot|any robot)|i do n't want (any robot|any of the robots|the robots) to {b}|there must be no robot {g}|"
        "all robots must refrain from {g}|every robot must avoid {g})"
    ),
    "no_sort": (
        "((no <one>|none of the <many>|not a single <one>) {m} (may|must|can|should|is to|shall|is allowed to) (ever|) {b}|(the <many>|<many>|"
        "all <many>) {m} (must|may|should|can) (not|never) {b}|(the <many>|<many>) {m} (must n't|are not allowed to|may not|are not to|"
        "are forbidden to|should n't|cannot) {b}|keep (the <many>|all <many>|<many>|any <one>) {m} from {g}|do n't let (any <one>|the <many>|"
        "any of the <many>|a <one>) {m} {b}|{g} is (forbidden|off limits|not allowed|taboo) for (<many>|the <many>|all <many>|any <one>) {m}|"
        "i do n't want (any <one>|the <many>|a <one>|any of the <many>) {m} to {b}|never let (a <one>|any <one>|the <many>) {m} {b}|(a <one>|"
        "any <one>) {m} must (never|not) {b})"
    ),
    "only": (
        "((only|just|none but) {r} (may|can|should|must|is allowed to|is to|is supposed to|has permission to|shall|gets to|"
        "is permitted to) {b}|(nobody|no one|no robot|noone|none|no other robot|nobody else) (but|except|except for|other than|besides|"
        "apart from|save) {r} (may|can|should|must|is allowed to|is to|shall|is permitted to|has permission to) {b}|{r} alone (may|"
        "is allowed to|should|must|can) {b}|{r} and (nobody else|no one else|no other|no one but {r}) (may|should|is to|can) {b}|"
        "{r} is the only one (who may|allowed to|permitted to|who should|that can|that may|who is to|who gets to) {b}|{g} is (only for|"
        "reserved for|exclusively for|strictly for|only allowed for|only permitted for) {r}|{g} is {r} 's (privilege|exclusive right)|"
        "except (for|) {r} , (nobody|no one|no robot) (may|is allowed to|is to|should|must) {b}|apart from {r} , (nobody|no one|no robot) (may|"
        "is to|should|must) {b}|(do n't|do not|never) let (anyone|anybody|any robot|any other robot) (but|except|other than|besides|"
        "apart from) {r} {b}|i do n't want (anyone|anybody|any robot) (but|except|other than|besides) {r} to {b}|let (only|nobody but|"
        "no one but|no one other than) {r} {b}|leave {g} to {r} (alone|only)|{g} : {r} only|{g} is only done by {r}|"
        "only {r} $please , nobody else may {b}|all robots (except|but|other than|apart from) {r} must (never|not) {b}|"
        "everyone except {r} must not {b})"
    ),
    "only_p": (
        "({s} (may|should|must|can) only be {pp} by {r}|{s} [is/are] only to be {pp} by {r}|{s} [is/are] to be {pp} by {r} only|"
        "{s} may be {pp} by {r} only|{s} must not be {pp} by (anyone|anybody|any robot) (but|except|other than) {r}|"
        "i want {s} to be {pp} by nobody but {r}|no one but {r} should be allowed near this : {s} may only be {pp} by {r})"
    ),

    # Facts as goals and as rules: {f}, {s}, {a}.
    "in_the_end": (
        "(in the end {f}|in the end , {f}|in the end {s} (should|must|[has/have] to|[needs/need] to) be {a}|$done {s} (should|must|"
        "[has/have] to|[needs/need] to|[is/are] to|ought to) be {a}|{s} (should|must|[has/have] to|ought to) be {a} $done0|"
        "{s} [is/are] to be {a} $done0|{s} [has/have] to be {a} $done0|{s} [needs/need] to be {a} $done0|i want {s} (to be|) {a} $done0|"
        "i want {s} to end up {a}|$done i want {s} to be {a}|i (want|need|expect) {s} {a} $done0|{s} should end up {a}|make sure (that|"
        ") {s} [is/are] {a} $done0|make sure (that|) {s} [ends/end] up {a}|see to it that {s} [is/are] {a} $done0|"
        "$done , make sure {s} [is/are] {a}|the (goal|aim|idea|result) (is|should be) that {s} [is/are] {a} (in the end|at the end)|"
        "i expect to find {s} {a} $done0|{s} (must|should) be left {a} $done0|$done {f} , $please|leave {s} {a} $done0|"
        "what counts is that {s} [is/are] {a} $done0|$done0 : {f}|{s} [is/are] {a} $done0 , ok ?)"
    ),
    "in_the_end_not": (
        "({s} (must|should|may) not be {a} $done0|$done {s} (must|should|may) not be {a}|i do n't want {s} (to be|) {a} $done0|"
        "i do n't want to find {s} {a} $done0|make sure (that|) {s} [is/are] not {a} $done0|see to it that {s} [is/are] n't {a} $done0|"
        "$done {s} [is/are] not to be {a}|in the end {f}|{s} should no longer be {a} $done0|$done , make sure {s} [is/are] not {a}|"
        "i expect {s} not to be {a} $done0|do n't leave {s} {a} $done0)"
    ),
    "in_the_end_plain": (
        "({s} (should|must|ought to|[has/have] to) be {a}|{s} [is/are] to be {a}|{s} [has/have] to be {a}|{s} [needs/need] to be {a}|i (want|"
        "need|would like|'d like|expect|wish) {s} to be {a}|i (want|need|'d like|would like) {s} {a}|make sure (that|) {s} [is/are] {a}|"
        "see to it that {s} [is/are] {a}|ensure {s} [is/are] {a}|it would be (nice|great|good) if {s} [was/were] {a}|"
        "can you make sure {s} [is/are] {a} ?|get {s} {a}|could you get {s} {a} (?|)|please get {s} {a}|see that {s} [is/are] {a}|"
        "i would love {s} to be {a}|we need {s} {a}|we need {s} to be {a}|take care that {s} [is/are] {a}|{s} {a} $please)"
    ),
    "done": (
        "(in the end|at the end|when you are done|when you are finished|once everything is done|when all is done|at the end of it all|"
        "when it is all over|finally when everything is done|when the job is done|at the end of the day|when you finish|"
        "after everything is done|by the end|when all is said and done|as the final result|once you are finished)"
    ),
    "done0": (
        "(in the end|at the end|when you are done|when you 're done|when you are finished|once everything is done|at the end of the day|"
        "when all is done|when it is all over|when the job is done|after everything else|by the end|when you leave|at the very end|"
        "as the end result|$back)"
    ),
    "some_point": (
        "(at some point {f}|at some point {s} (should|must|[has/have] to|[needs/need] to) be {a}|{s} (should|must|"
        "[has/have] to) be {a} at some point|{s} (should|must|[has/have] to) be {a} at one point or another|sooner or later {s} (should|must|"
        "[has/have] to) be {a}|at one time or another {s} must be {a}|i want {s} to be {a} at some point|"
        "some time or other {s} [has/have] to be {a}|it must happen at some point that {f}|{s} must have been {a} at some point)"
    ),
    "always": (
        "(keep {s} {a}|keep {s} {a} (at all times|all the time|always|throughout|the whole time|please)|{s} (must|should|[has/have] to|"
        "[is/are] to|ought to) (stay|remain|always be|be kept|stay always) {a}|{s} (must|should|[has/have] to) be {a} (at all times|"
        "all the time|always|throughout|from start to finish|the entire time)|always keep {s} {a}|{s} [needs/need] to (stay|remain|"
        "be kept) {a}|{s} [has/have] to (stay|remain) {a}|{s} [is/are] to (stay|remain) {a}|(make sure|see to it|ensure|take care) (that|"
        ") {s} (always|) ([stays/stay]|[remains/remain]) {a}|i want {s} (to stay|to remain|to always be|kept) {a}|{s} [stays/stay] {a}|"
        "{s} [remains/remain] {a}|let {s} stay {a}|{s} : always {a}|see that {s} [stays/stay] {a}|do n't let {s} be anything but {a}|"
        "{s} must be {a} without exception at every moment|at all times {s} must be {a}|please keep {s} {a}|"
        "it is important that {s} [stays/stay] {a}|could you keep {s} {a} ?|it must always be that {f})"
    ),
    "always_there": (
        "({s} (must|should|[has/have] to|[is/are] to|ought to) (stay|remain|always be) {a}|{s} (must|should|"
        "[has/have] to) be {a} (at all times|all the time|always|throughout|from start to finish)|keep {s} {a} (at all times|all the time|"
        "always|throughout)|always keep {s} {a}|{s} [needs/need] to (stay|remain) {a}|(make sure|see to it|ensure) (that|) {s} (always|"
        ") ([stays/stay]|[remains/remain]) {a}|i want {s} (to stay|to remain|to always be) {a}|{s} [stays/stay] {a}|{s} [remains/remain] {a}|"
        "let {s} stay {a}|see that {s} [stays/stay] {a}|at all times {s} must be {a}|it must always be that {f})"
    ),
    "never_fact": (
        "({s} (must|may|should|can|shall) never (ever|) be {a}|{s} must (not|never) (ever be|become|get) {a}|never (let|have|leave) {s} (be|"
        "get|become) {a}|{s} [is/are] never to be {a}|i (never|do n't ever) want (to see|to have|to find) {s} {a}|i never want {s} to be {a}|"
        "at no time (may|should|must) {s} be {a}|it must never (be|happen) that {f}|under no circumstances (may|must|should) {s} be {a}|"
        "do n't ever let {s} (be|get) {a}|make sure (that|) {s} [is/are] never {a}|see to it that {s} [is/are] never {a}|"
        "{s} must not be {a} at any time|at no point should {s} be {a}|it is forbidden that {f}|it is never ok that {f}|{s} {a} ? never !|"
        "{s} should not be {a} at any moment|there must be no moment when {f})"
    ),
    "never_both": (
        "(it must never (be|happen) that {f1} (and|while) {f2}|it must never (be|happen) that {f1} and {f2} at the same time|"
        "{f1} while {f2} : (never|forbidden|not allowed|that must never happen)|do n't let it happen that {f1} while {f2}|"
        "make sure it never happens that {f1} (while|when|and) {f2}|at no time may it be that {f1} and {f2}|"
        "{f1} and {f2} ? that must never be the case|it is forbidden that {f1} while {f2})"
    ),
    "whenever_not": (
        "({s} (must|may|should) (never|not) be {a} (while|when|as long as|whenever|at the same time as) {f1}|(while|when|whenever|"
        "as long as) {f1} , {s} (must|may|should|can) (never|not) be {a}|never have {s} {a} while {f1}|{s} must never be {a} if {f1}|"
        "if {f1} , {s} must never be {a}|as long as {f1} , {s} may not be {a}|whenever {f1} , make sure (that|) {s} [is/are] not {a}|"
        "make sure {s} [is/are] not {a} (while|when|whenever) {f1}|i do n't want {s} (to be|) {a} while {f1}|do n't let {s} be {a} (while|"
        "when) {f1}|no way may {s} be {a} while {f1}|{s} [is/are] not to be {a} (while|when|whenever) {f1}|"
        "it must not happen that {s} [is/are] {a} while {f1})"
    ),
    "whenever": "(whenever|every time|any time|as long as|all the while|at all times when|each time|for as long as|whenever)",
    "whenever_be": (
        "($whenever {f1} , {s} (must|[has/have] to|should|[needs/need] to|[is/are] to|ought to) be {a}|{s} (must|[has/have] to|should|"
        "[needs/need] to) be {a} (whenever|every time|any time|as long as|for as long as|all the time while) {f1}|while {f1} , {s} (must|"
        "[has/have] to|should) (be|stay|remain) {a}|{s} (must|[has/have] to|should) (stay|remain|be kept) {a} (while|as long as|whenever|"
        "for as long as) {f1}|keep {s} {a} (while|as long as|whenever|for as long as) {f1}|(while|as long as|whenever) {f1} , keep {s} {a}|"
        "make sure (that|) {s} [is/are] {a} (whenever|as long as|while|every time) {f1}|$whenever {f1} , make sure {s} [is/are] {a}|"
        "whenever {f1} , {s} [is/are] to be {a}|if {f1} , {s} must always be {a}|when {f1} , {s} must always be {a}|"
        "i want {s} {a} whenever {f1}|{f1} ? then {s} must always be {a}|the rule is : whenever {f1} , {s} [is/are] {a}|"
        "{s} [is/are] {a} whenever {f1} , that is the rule)"
    ),

    # Conditions.
    "if_order": (
        "(if {f} , {o}|if {f} then {o}|if {f} , then {o}|in case {f} , {o}|{o} (if|in case) {f}|{o} , (but only|only|but just) if {f}|"
        "{o} (provided|provided that|on condition that|on the condition that|assuming|assuming that|given that it is true that) {f}|(provided|"
        "provided that|assuming|assuming that|supposing|supposing that|on condition that|in the event that|if it should be that|"
        "if it happens that|if it turns out that|if by any chance|if you find that|if you see that|if you notice that|"
        "in that case where) {f} , {o}|{o} in the event that {f}|if {f} please {b}|see if {f} ; if so , {o}|check if {f} . if so , {o}|"
        "check whether {f} and if so {b}|if {f} , you should {b}|if {f} (you|we) (must|have to|need to|ought to) {b}|in case {f} please {b}|"
        "{b} if (and only if|it so happens that|you find that|you see that|it turns out that) {f}|if {f} i want you to {b}|"
        "if {f} could you {b} (?|)|can you {b} if {f} (?|)|could you please {b} in case {f} (?|))"
    ),
    "should_be": (
        "(should {s} be {a} , {o}|{o} should {s} be {a}|were {s} to be {a} , {o}|with {s} {a} at the start , {o}|is {s} {a} ? then {o}|"
        "{s} {a} ? then {o}|if {s} turns out to be {a} , {o}|if you find {s} {a} , {o}|{o} if you find {s} {a}|if {s} happens to be {a} , {o}|"
        "should {s} happen to be {a} , {o}|in case {s} should be {a} , {o})"
    ),
    "unless": (
        "(unless {f} , {o}|{o} unless {f}|{o} , unless {f}|{o} , unless {f} already|unless {f} already , {o}|{b} unless of course {f}|"
        "except if {f} , {o}|{o} , except if {f}|{o} , but not if {f})"
    ),
    "after_fact": (
        "((after|once|as soon as|the moment|the minute|as soon as ever|immediately after|right after|directly after|when|just as soon as|"
        "only when|from the moment) {f} , {o}|{o} (once|as soon as|the moment|when|after|immediately after|right after) {f}|"
        "wait until {f} (, then|and then|; then|, and) {b}|wait till {f} , then {b}|(first|) wait until {f} before {g}|"
        "as soon as you see that {f} , {o}|once you see that {f} , {b}|{f} ? as soon as that is so , {b}|when the time comes that {f} , {b}|"
        "wait for the moment when {f} , then {b}|hold on until {f} , then {b})"
    ),
    "not_before": (
        "($never {b} (before|until|till|unless and until|as long as it is not true that) {f}|(nobody|no one|no robot|none of you) (may|must|"
        "should|is to|is allowed to|can) {b} (before|until|till) {f}|(you|we) (must not|may not|should not|can n't|are not allowed to|"
        "must n't) {b} (before|until|till) {f}|no {g} (before|until|till) {f}|(before|until|till) {f} , $never {b}|(before|"
        "until) {f} , (nobody|no one) (may|is to|should|must) {b}|hold off {g} until {f}|{g} is (forbidden|not allowed|off limits|taboo|"
        "prohibited) (until|before) {f}|refrain from {g} until {f}|do n't start {g} before {f}|it is not allowed to {b} before {f}|"
        "i do n't want anyone to {b} before {f}|avoid {g} until {f}|{f} before anyone may {b}|wait with {g} until {f} , never before|"
        "make sure nobody {bs} before {f})"
    ),
    "not_before_p": (
        "({s} (must|may|should|can) (not|never) be {pp} (before|until|till) {f}|{s} [is/are] not to be {pp} (before|until) {f}|(before|"
        "until) {f} , {s} must not be {pp}|i do n't want {s} {pp} before {f}|{s} must n't be {pp} until {f})"
    ),
    "not_while": (
        "($never {b} (while|when|as long as|whenever|if|so long as) {f}|(while|when|as long as|whenever|if|so long as) {f} , $never {b}|(while|"
        "as long as|when|whenever) {f} , (nobody|no one|no robot|none of you) (may|must|should|is to|is allowed to|can) {b}|(nobody|no one|"
        "no robot|none of you) (may|must|should|is to|is allowed to|can) {b} (while|when|as long as|whenever) {f}|no {g} (while|when|"
        "as long as) {f}|{g} is (forbidden|not allowed|taboo|off limits|prohibited|out of the question) (while|when|as long as|whenever) {f}|"
        "avoid {g} (while|as long as|when) {f}|refrain from {g} (while|as long as|when) {f}|(you|we) (must not|may not|should not|can n't|"
        "must n't|are not to) {b} (while|when|as long as|if) {f}|i do n't want anyone to {b} (while|when) {f}|while {f} , {g} is (forbidden|"
        "not allowed|off limits)|do n't let anyone {b} while {f}|as long as {f} , no {g}|make sure nobody {bs} while {f}|"
        "it is forbidden to {b} (while|when) {f})"
    ),
    "not_while_p": (
        "({s} (must|may|should|can) (not|never) be {pp} (while|when|as long as|whenever) {f}|(while|when|as long as) {f} , {s} (must|may|"
        "should) not be {pp}|{s} [is/are] not to be {pp} (while|when|as long as) {f}|i do n't want {s} {pp} while {f})"
    ),
    "robot_not_while": (
        "({r} (must|may|should|can|is to) (never|not) {b} (while|when|as long as|whenever|if) {f}|(while|when|as long as|"
        "whenever) {f} , {r} (must|may|should|can) (not|never) {b}|do n't let {r} {b} (while|when|as long as) {f}|{r} (must n't|may not|"
        "is not allowed to|is forbidden to|should n't|cannot) {b} (while|when|as long as) {f}|keep {r} from {g} (while|when|as long as) {f}|"
        "{g} is (forbidden|off limits|taboo) for {r} while {f}|{r} has to refrain from {g} while {f})"
    ),
    "robot_not_before": (
        "({r} (must|may|should|can|is to) (never|not) {b} (before|until|till) {f}|(before|until) {f} , {r} (must|may|should) (not|never) {b}|"
        "do n't let {r} {b} (before|until) {f}|{r} (must n't|may not|is not allowed to|is forbidden to|should n't|cannot) {b} (before|"
        "until) {f}|keep {r} from {g} until {f})"
    ),
    "while_fact": (
        "({o} (while|as long as|whilst|at a time when|at a moment when|during the time when) {f}|while {f} , {o}|whilst {f} , {o}|"
        "{b} but do it while {f}|{b} while {f} , not later|as long as {f} , {b}|use the time while {f} to {b}|{b} at a moment when {f})"
    ),

    # Alternatives and counts.
    "either": (
        "(either {b1} or {b2}|{b1} or {b2}|{b1} , or {b2}|{b1} or else {b2}|{b1} or , if you prefer , {b2}|please either {b1} or {b2}|"
        "you can (either|) {b1} or {b2}|you should either {b1} or {b2}|you could {b1} or {b2} , (as you like|it does n't matter which|"
        "one of the two|i don 't mind which)|{b1} or {b2} , (as you like|whichever is easier|whichever you prefer|it 's up to you|"
        "either is fine|your choice)|one of the two : {b1} or {b2}|i want you to {b1} or to {b2}|could you {b1} or {b2} (?|)|"
        "{b1} , alternatively {b2}|{b1} . or {b2} , both are fine)"
    ),
    "times": "({o} {n}|{o} {n} in all|{o} {n} altogether|{o} {n} , please|{o} , {n}|{o} not once but {n})",
    "at_most": (
        "({b} (at most|no more than|not more than|at the most|a maximum of|max|maximum|up to|at the very most) {n}|{b} {n} (at most|"
        "at the most|max|maximum|at the very most|or less|or fewer , never more)|(do n't|do not|never) {b} more than {n}|you may {b} (at most|"
        "no more than|not more than) {n}|you must not {b} more than {n}|nobody may {b} more than {n}|no {g} more than {n}|"
        "{g} is allowed {n} at most|{g} more than {n} is (forbidden|not allowed|too much))"
    ),
    "at_most_p": (
        "({s} (may|must|should|can) be {pp} (at most|no more than|not more than|a maximum of) {n}|{s} (must|may|"
        "should) not be {pp} more than {n}|do n't have {s} {pp} more than {n})"
    ),
    "robot_at_most": (
        "({r} (may|should|must|can) {b} (at most|no more than|not more than) {n}|{r} (must|may|should) not {b} more than {n}|"
        "do n't let {r} {b} more than {n}|{r} may {b} {n} at most|{r} is allowed to {b} {n} at most)"
    ),
    "within": (
        "({o} (within|in no more than|in at most|in max|in|in not more than|inside of) {k} steps|{o} , (within|in at most|"
        "in no more than) {k} steps|{o} in {k} steps (or less|at most|max|at the most|or fewer)|you have {k} steps to {b}|"
        "within {k} steps , {o}|{o} . you have {k} steps for (that|it)|in at most {k} steps , {b})"
    ),
    "crowd": (
        "((at most|no more than|not more than|max|maximum|a maximum of|up to) {n} (robot|robots) (may be|are allowed|should be|can be|must be|"
        "is allowed|) {in} (at a time|at once|at the same time|at any time|)|there (may|must|should|can) (be|never be more than|"
        "be no more than|be at most) {n} robots {in} (at once|at a time|at the same time|)|never more than {n} robots {in}|"
        "never have more than {n} robots {in}|i do n't want more than {n} robots {in} (at once|at a time|at the same time|)|"
        "do n't let more than {n} robots be {in}|{p} has room for {n} robots at most|{p} fits no more than {n} robots|"
        "no more than {n} robots {in} $please|{in} there may be {n} robots at most|{n} robots at most {in})"
    ),
    "crowd_one": (
        "((only|just|at most|no more than) one robot (at a time|) (may be|is allowed|should be|can be|) {in} (at a time|at once|at any time|)|"
        "one robot at a time {in}|never two robots {in} (at the same time|at once|together)|not two robots {in} at the same time|"
        "{p} is (for one robot at a time|big enough for one robot only)|{p} has room for (one|a single) robot only|there must never be (two|"
        "two or more) robots {in} (at the same time|at once)|i do n't want two robots {in} at the same time|{in} (only|"
        "at most) one robot at a time|never more than one robot {in}|there may be at most one robot {in}|robots {in} one at a time only)"
    ),

    # Order.
    "first": (
        "(first|first of all|firstly|to begin with|to start with|first off|before anything else|begin like this :|start like this :|step one :|"
        "step 1 :|initially|at first|in the first place ,|the first thing is to|first thing to do is|start off like so :|1st)"
    ),
    "then": (
        "(then|next|after that|afterwards|and then|then|subsequently|thereafter|after which|when that is done|once that is done|"
        "when you are done with that|when that 's finished|after doing that|as the next step|only then|and only then|following that|"
        "and after that|and next|in a second step|later on|then please|as soon as that is done|that done ,|with that out of the way ,|"
        "when you have done this|having done that|having done so ,|once finished|and afterwards|right after that|and when that is done)"
    ),
    "last": (
        "(finally|lastly|and finally|in the last step|at last|to finish|last of all|to finish off|as a last step|and then|to end with|"
        "last but not least|then|and to finish|finally ,|then finally)"
    ),
    "a_before_b": (
        "({b1} before {g2}|{b1} before you {b2}|{b1} prior to {g2}|{b1} before {g2} , $please|{b1} , and do that before {g2}|"
        "{b1} ahead of {g2}|{b1} before you start {g2}|make sure to {b1} before {g2}|you must {b1} before {g2}|{b1} before anyone {b2s}|"
        "{b1} well before {g2}|{b1} in advance of {g2}|please {b1} before you {b2}|could you {b1} before you {b2} (?|)|{b1} and only then {b2}|"
        "not until you {have1} may you {b2}|only when you {have1} (may|should|can) you {b2}|once you {have1} , {b2}|after {g1} , {b2}|"
        "after {g1} {b2}|following {g1} , {b2}|when you are done with {g1} , {b2}|when you {have1} , {b2}|as soon as you {have1} , {b2}|"
        "having {pp1} , {b2}|once you are done {g1} , {b2}|having finished {g1} , {b2}|upon {g1} , {b2}|when finished {g1} , {b2}|"
        "after you {have1} , {b2}|as soon as you are finished with {g1} , {b2}|after {g1} you should {b2}|after {g1} i want you to {b2}|"
        "after {g1} , could you {b2} (?|))"
    ),
    "b_after_a": (
        "({b2} after {g1}|{b2} , but only after {g1}|{b2} only after {g1}|{b2} after you {have1}|{b2} once you {have1}|"
        "{b2} as soon as you {have1}|{b2} when you are done with {g1}|before {g2} , {b1}|before you {b2} , {b1}|prior to {g2} , {b1}|"
        "before {g2} {b1}|before you start {g2} , {b1}|{b2} , but {b1} (first|before that|beforehand)|{b2} , but not before you {have1}|"
        "(do n't|do not|never) {b2} (before|until|till) you {have1}|(do n't|do not|never) {b2} (before|without) {g1} (first|)|"
        "no {g2} before {g1}|no {g2} until you {have1}|{b2} , but first {b1}|only {b2} (once|after|when) you {have1}|{b2} following {g1}|"
        "nobody may {b2} (before|until) you {have1}|you may only {b2} after {g1}|you can {b2} once you {have1}|{b2} only once you {have1}|"
        "before anyone {b2s} , {b1}|ahead of {g2} , {b1}|{b2} , {b1} first though|i want you to {b2} after {g1}|could you {b2} after {g1} (?|)|"
        "prior to {g2} you need to {b1}|before {g2} , make sure to {b1}|before {g2} , please {b1})"
    ),
    "before_p": (
        "({s1} (must|should|has to|needs to|have to|is to) be {pp1} before {s2} {be2} {pp2}|{s1} (must|should|"
        "has to) be {pp1} before {s2} (may|can) be {pp2}|only (when|after|once) {s1} {has1} been {pp1} (may|can|should) {s2} be {pp2}|"
        "once {s1} {has1} been {pp1} , {s2} (should|must|may|can) be {pp2}|after {s1} {has1} been {pp1} , {s2} (should|must|is to) be {pp2}|"
        "{s1} (must|should) first be {pp1} before {s2} {be2} {pp2}|{s1} must have been {pp1} before {s2} {be2} {pp2}|"
        "no sooner than {s1} {has1} been {pp1} may {s2} be {pp2}|make sure {s1} {be1} {pp1} before {s2} {be2} {pp2}|"
        "see that {s1} gets {pp1} before {s2} gets {pp2}|i want {s1} {pp1} before {s2} {be2} {pp2})"
    ),
    "before_half_p": (
        "((once|after|as soon as|when|the moment) {s1} {has1} been {pp1} , {b2}|(once|as soon as|when|after) {s1} {be1} {pp1} , {b2}|"
        "{s1} (must|should|has to|needs to) be {pp1} before you {b2}|{s1} (must|should|has to|needs to) be {pp1} before {g2}|{s1} (must|"
        "has to) be {pp1} before anyone may {b2}|get {s1} {pp1} before you {b2}|get {s1} {pp1} before {g2}|have {s1} {pp1} before you {b2}|"
        "wait until {s1} {has1} been {pp1} , then {b2}|with {s1} {pp1} first , {b2}|i want {s1} {pp1} before you {b2}|"
        "i need {s1} {pp1} before {g2}|make sure {s1} {be1} {pp1} before {g2}|{s1} (should|must) be {pp1} prior to {g2}|"
        "not until {s1} {has1} been {pp1} may you {b2}|{s1} {pp1} ? only then {b2})"
    ),
    "relay": (
        "((first|) {r1} (should|must|has to|is to) {b1} (, then|, and then|. then|; then|. after that|. only then) {r2} (should|must|may|can|"
        "has to|is to) {b2}|(after|once|when|as soon as) {r1} has {pv1} , {r2} (should|must|has to|is to|can|may) {b2}|"
        "first {r1} {b1s} , then {r2} {b2s}|{r1} {b1s} and then {r2} {b2s}|{r1} {b1s} before {r2} {b2s}|{r1} (must|"
        "should) {b1} before {r2} {b2s}|when {r1} is done with {g1} , {r2} (should|must|is to) {b2}|let {r1} {b1} and then let {r2} {b2}|"
        "first let {r1} {b1} , then {r2} should {b2}|{r1} first : {b1} . then {r2} : {b2}|have {r1} {b1} first and {r2} {b2} afterwards|"
        "to begin with {r1} must {b1} . next {r2} must {b2}|{r1} should start by {g1} . after that , {r2} should {b2}|"
        "once {r1} is finished {g1} , let {r2} {b2})"
    ),

    # Corrections and more of the same.
    "no_sorry": (
        "(, no , sorry ,|, no sorry|, no , wait ,|, i mean|, i mean ,|, sorry ,|, sorry , i meant|, or rather|, rather|, scratch that ,|"
        ", make that|, no ,|- no , wait ,|... no ,|, actually|, oops ,|, correction :|, pardon ,|, er ,  no ,|, hang on ,|, no no ,|, oh no ,|"
        ", my mistake ,|... sorry ,|, err , i mean|, what i meant was|, that is to say|, wait , no ,|( sorry ,  i mean|, ah no ,|"
        ", let me correct myself :)"
    ),
    "no_sorry_whole": (
        "(no , sorry ,|no sorry ,|no wait ,|wait , no ,|scratch that ,|forget that ,|forget it ,|never mind that ,|no , actually ,|"
        "on second thought ,|strike that ,|ignore that ,|cancel that ,|hang on , no ,|sorry , wrong ,|i take that back ,|that was wrong ,|"
        "no no ,)"
    ),
    "rather": (
        "(make that|i mean|make it|sorry , i meant|no , sorry , i meant|i meant|no ,|actually|no , make that|correction :|or rather|sorry ,|"
        "wait , i meant|oops , i mean|no wait ,|i meant to say|oh sorry , i mean)"
    ),
    "contrast": (
        "({b} , not {x}|{b} instead of {x}|{b} , and not {x}|{b} rather than {x}|not {x} : {b}|{b} - not {x}|{b} , not {x} !|"
        "{b} ; not {x} , mind you|{b} , as opposed to {x})"
    ),
    "respectively": (
        "((put|place) {x} on {y} (|,) respectively|(bring|take|move|deliver|carry|send|transfer) {x} to {y} (|,) respectively|(put|"
        "place) {x} respectively on {y}|(bring|take|move|deliver|carry|send|transfer) {x} respectively to {y}|{x} go to {y} respectively|"
        "{x} (should be|belong|must be|are to be) on {y} (|,) respectively|i (want|need|would like) {x} on {y} (|,) respectively|(could|"
        "can) you (bring|take|move|deliver|carry|send) {x} to {y} respectively (?|)|please (bring|take|move|"
        "carry) {x} to {y} , in that order respectively|{x} need to go to {y} respectively|$please (bring|take|move|deliver|"
        "carry) {x} to {y} , respectively|the places for {x} are {y} respectively)"
    ),
    "these_two": (
        "({x} and {y} :|here are {x} and {y} .|about {x} and {y} :|we have {x} and {y} .|take {x} and {y} ;|now {x} and {y} :|"
        "regarding {x} and {y} ,|there are {x} and {y} ;|you see {x} and {y} ?|of {x} and {y} ,|as for {x} and {y} ,|concerning {x} and {y} :)"
    ),
    "without": (
        "({o} without {g}|without {g} , {b1}|{o} , but without {g}|{o} , but do n't {b}|{o} , but never {b}|{o} and do not {b}|"
        "{o} while avoiding {g}|{o} , and no {g}|{o} , only do n't {b}|{o} , just do n't ever {b}|{o} but you must not {b}|"
        "{o} ; you may not {b}|{o} , however never {b})"
    ),
    "not_both": (
        "({x} and {y} must (never|not) be {a} (at the same time|at once|simultaneously|both at once)|"
        "never have {x} and {y} {a} at the same time|{x} and {y} must (not|never) both be {a}|{x} and {y} may not be {a} (simultaneously|"
        "at the same time)|do n't let {x} and {y} be {a} at the same time|i never want {x} and {y} {a} at (once|the same time)|"
        "{x} and {y} may never be {a} (together|at the same time)|only one of {x} and {y} may be {a} at a time|"
        "not both {x} and {y} may be {a} at the same time|{x} and {y} {a} at the same time ? never !|at no time may {x} and {y} both be {a}|"
        "at most one of {x} and {y} may be {a} at a time)"
    ),
    "too": (
        "({x} too|{x} , too|{x} as well|and {x} as well|and {x} too|likewise {x}|{x} likewise|the same for {x}|same for {x}|"
        "the same goes for {x}|same goes for {x}|same with {x}|do the same with {x}|do the same for {x}|{x} also|and also {x}|"
        "and so should {x}|same thing with {x}|ditto {x}|ditto for {x}|{x} : same|{x} the same|that also goes for {x}|"
        "that goes for {x} as well|treat {x} the same way|and do that with {x} too|this applies to {x} as well|and the same with {x}|"
        "{x} similarly|{x} , same thing|oh and {x} too|plus {x}|as well as {x}|and don 't forget {x}|proceed likewise with {x})"
    ),

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
