"""Orders, deliveries and bans: rules of the grammar in __init__.py."""

ORDERS = {
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
}
