"""Facts, conditions, counts and what comes after what: rules of the grammar in __init__.py."""

FACTS = {
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
}
