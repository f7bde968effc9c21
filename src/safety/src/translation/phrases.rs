//! The rules by which other ways to say something are put in words of the grammar; see [`super::frames`] for how they
//! are written. Each list is applied from its first rule to its last, so what one makes another may change.

/// A rule: what it fits, and what that becomes.
type Rule = (&'static str, &'static str);

/// Words within a clause: modal verbs, states, what one has in one's hands.
#[rustfmt::skip]
pub(super) const WORDS: &[Rule] = &[
    // What says nothing.
    ("has|have not yet", "$1 not"),
    ("may|can still be|hold", "$1 $2"),
    ("not still be|hold", "not $1"),
    ("there too|as_well", "there"),
    (", please $", ""),
    (", yet", ", but"),
    (", all_of_you|everyone|everybody|you_all|all_robots $", ""),
    // What must be.
    ("let go of", "release"),
    ("is|are to <do>", "must $2"),
    ("is|are not|never|always|ever to <do>", "must $2 $3"),
    ("has|have got to", "$1 to"),
    ("ought not to", "must not"),
    ("is|are meant to", "must"),
    ("is|are not meant to", "must not"),
    ("allowed|permitted <at>", "$1 to be $2"),
    ("has|have no business <doing>", "must avoid $2"),
    ("has|have no business <at>", "must avoid being $2"),
    ("must|should|shall already have", "$1 have"),
    ("has|have to already have", "$1 to have"),
    ("nobody|no_one|no_robot has any business <at>", "nobody may be $2"),
    ("^ robot <number> :", "robot $1 ,"),
    // Where things and robots are.
    ("be|is|are|being|been found|seen|spotted|sighted|located|present|stationed|positioned <at>", "$1 $3"),
    ("be|is|are ever|never|always|not found|seen|spotted|sighted|located|present|stationed <at>", "$1 $2 $4"),
    ("find itself|themselves <at>", "be $2"),
    ("get to be", "be"),
    ("gets to be", "is"),
    ("come|comes to lie|rest|stand <at>", "lie $3"),
    ("be|is|are|being|been sitting|lying|standing|resting <at>", "$1 $3"),
    ("is|are not|never|ever sitting|lying|standing|resting <at>", "$1 $2 $4"),
    ("sit|rest <at>", "lie $2"),
    ("sits|rests <at>", "lies $2"),
    ("stay|stays|remain|remains put <at>", "$1 $2"),
    ("gets|comes onto", "is on"),
    ("be|is|are elsewhere|somewhere_else", "$1 not there"),
    ("either|neither at * or|nor at", "at $1 $2 $3"),
    ("either|neither on * or|nor on", "on $1 $2 $3"),
    ("either|neither in * or|nor in", "in $1 $2 $3"),
    // What one has in one's hands.
    ("with * in its|their|his|her hand|hands|grip|gripper|grippers", "while holding $1"),
    ("have * in its|their|his|her hand|hands|grip|gripper|grippers", "hold $1"),
    ("has * in its|their|his|her hand|hands|grip|gripper|grippers", "holds $1"),
    ("be empty handed", "hold nothing"),
    ("is|are empty handed", "holds nothing"),
    ("open|closed|shut at once", "$1 at the same time"),
    // Words between clauses.
    ("till", "until"),
    ("right? up? until", "until"),
    ("right? up to the moment|time|point|instant when|at_which|that|where", "until"),
    ("until the moment|time|point|instant when|at_which|that|where", "until"),
    ("until such time as|that|when", "until"),
    ("unless and until", "until"),
    ("prior to <doing>", "before $1"),
    ("exclusively|solely when|while|if|after|once|as_long_as", "only $2"),
    ("for as|so long as", "as long as"),
    ("so long as", "as long as"),
    ("whoever|anyone_who|anybody_who|whichever_robot|any_robot_which", "a robot that"),
    ("no_one|nobody who|that", "no robot that"),
    ("in case|the_event that", "if"),
    ("save|except for? at? the|those moments|times when|at_which|that|in_which", "except when"),
    ("save when|while|if|after", "except $1"),
];

/// When, and how long.
#[rustfmt::skip]
pub(super) const TIMES: &[Rule] = &[
    // Moments at which something else is so.
    ("at|in all|every|any|each moment|moments|time|times|instant when|at_which|that|in_which|where", "whenever"),
    ("during any|every|all|the time|times|period|periods that|when|in_which|at_which|during_which", "while"),
    ("any time|moment that|when|at_which", "whenever"),
    ("if|when|whenever|once it happens|is_the_case|so_happens that", "$1"),
    ("if|when|whenever at some moment|time|point|stage", "$1"),
    ("if|when|whenever|once ever", "$1"),
    // The end.
    ("at|in|by the very? final|last|closing moment|instant", "in the end"),
    ("at|by the very? close|conclusion|completion|end of the mission", "in the end"),
    ("at|by the mission end|close", "in the end"),
    ("at|by mission end|close", "in the end"),
    ("when|once everything|all|the_mission|it_all is over|done|finished|complete|completed", "in the end"),
    ("when|once everything|all|the_mission has ended|finished", "in the end"),
    ("when|once the mission ends|finishes", "in the end"),
    ("when|once you|we|they|the_robots are finished|done|through", "in the end"),
    // At some point.
    ("at some later|subsequent moment|time|point|stage", "later"),
    ("at a later|subsequent moment|time|point|stage", "later"),
    ("at some moment|time|point|stage afterwards|after_that|thereafter|later_on|later", "later"),
    ("some time after_that|afterwards|thereafter", "later"),
    ("at that moment|time or later", "at that moment or later"),
    ("at? some time|point|moment|stage or other|another", "at some point"),
    ("at one time|point|moment or another|other", "at some point"),
    ("at some moment|stage", "at some point"),
    // Always.
    ("at every|each|all moment|moments|point|instant|point_in_time|moment_in_time", "at all times"),
    ("^ at any given moment|time|point|instant|point_in_time", "at all times"),
    ("^ at any moment|time|point|instant|point_in_time", "at all times"),
    ("for|throughout the whole|entire mission|run|operation", "at all times"),
    ("for|throughout the whole of the mission|run", "at all times"),
    ("for the duration of the mission", "at all times"),
    ("throughout the mission|run", "at all times"),
    ("the entire time", "at all times"),
    ("throughout $", "at all times"),
    ("from start|beginning to end|finish", "at all times"),
    // Of what must not be, and of what depends on something, "always" says nothing.
    ("^ at all times ,? if|when|whenever|while|no|nobody|neither|none|at_most|no_more_than|not_all", "$1"),
    ("^ at all times ,? * must|may|should|can|shall not|never", "$1 $2 $3"),
    // Never.
    ("at|in no moment|instant|stage|point_in_time", "at no time"),
    ("at no time|point in|during the mission", "at no time"),
    ("under|in no circumstances|circumstance|conditions|condition|event|situation|way", "under no circumstances"),
    ("on no occasion", "at no time"),
    ("under any circumstances|circumstance|conditions", "at all"),
    ("^ at_no_time|under_no_circumstances|in_no_case|on_no_account|never ,? is|are * to <do>", "$1 must $3 $4"),
    // From then on, and next.
    ("from then|that_moment|that_point|that_time onward|onwards|forward", "from then on"),
    ("for the rest|remainder of the mission|time", "from then on"),
    ("at|in the very? next|following moment|instant", "in the next moment"),
    ("at that|the very|same|very_same moment|time|instant", "at the same time"),
    // What comes first, where it has been.
    ("at some earlier time|point|moment", "earlier"),
    ("at some time|point|moment earlier|before|beforehand $", "earlier"),
    ("has|have|having been|held|visited|opened * beforehand|before|earlier|previously $", "$1 $2 $3"),
    ("has|have|having been|held|visited|opened * beforehand|before|earlier|previously ,", "$1 $2 $3 ,"),
    ("have been opened|closed earlier|before|beforehand $", "have been $1"),
    ("without|unless|only_if|only_after ** has|have|having been|held|visited|opened * first", "$1 $2 $3 $4 $5"),
    ("by the time that? * for the first time", "before $1"),
    ("by the time that?", "before"),
    // Commas around.
    (", ever $", "at all"),
    ("must|has_to|should be|stay|hold ** at any given? moment|time|point_in_time $", "$1 always $2 $3"),
    ("^ at_some_point|in_the_end|by_the_end|at_the_end|at_all_times|eventually|at_no_time|under_no_circumstances|sooner_or_later|always|never ,", "$1"),
    (", later|at_some_point|eventually|afterwards|sooner_or_later|in_the_end|under_no_circumstances ,", "$1"),
];

/// Clauses around clauses.
#[rustfmt::skip]
pub(super) const FRAMES: &[Rule] = &[
    // "It must never be that", "at some time", "in the end": how paraphrases say it.
    ("^ it must|may|should|can|shall not|never ever? be the_case|so|true|possible that", "it must never be that"),
    ("^ it must|may|should|can|shall not|never ever? happen|occur|come_about|come_to_pass|arise that", "it must never be that"),
    ("^ it is not|never allowed|permitted|acceptable|admissible|permissible|tolerable|tolerated that", "it must never be that"),
    ("^ it is strictly|absolutely? forbidden|prohibited|inadmissible|unacceptable|impermissible|taboo that", "it must never be that"),
    ("^ never|at_no_time|under_no_circumstances must|may|should|can it be|happen|be_the_case|come_about|be_so that", "it must never be that"),
    ("^ there must|may|should|can|shall not|never ever? be a|any moment|time|point|situation|instant|point_in_time at_which|when|in_which|where|during_which", "it must never be that"),
    ("^ there must|may|should|can|shall be no moment|time|point|situation|instant|point_in_time at_which|when|in_which|where|during_which", "it must never be that"),
    ("^ there must|has_to|should|shall|needs_to be a|some|at_least_one moment|time|point|situation|instant|point_in_time at_which|when|in_which|where|during_which", "it must at some time be that"),
    ("^ it must|has_to|should at_some_point|eventually happen|be|be_the_case|come_about that", "it must at some time be that"),
    ("^ it must|has_to|should happen|come_about at_some_point|eventually that", "it must at some time be that"),
    ("^ it must|has_to|should always be the_case|so|true that", "it must always be that"),
    ("^ it must|has_to|should be the_case|so|true at_all_times that", "it must always be that"),
    ("^ it must never be that * never is|are ** $", "$1 must at some point be $3"),
    ("^ it_must_never_be_that|it_must_at_some_time_be_that * is|are <at> * holding|carrying", "$1 $2 $3 $4 $5 and $6"),
    ("^ it_must_never_be_that|it_must_at_some_time_be_that * is|are <state> * while", "$1 $2 $3 $4 $5 and"),
    ("^ it must|may|should|can|shall not be that", "it must never be that"),
    ("^ there must|may|should|can|shall not|never ever? be a|an|any * <at>", "no $4 may be $5"),
    ("^ there must|may|should|can|shall be no * <at>", "no $2 may be $3"),
    ("^ there must|has_to|should always be a|an|at_least_one * <at>", "it must always be that $2 $3 is $4"),
    ("^ there must|has_to|should be a|an|at_least_one * <at> ** at_all_times|always $", "it must always be that $2 $3 is $4 $5"),
    // How the mission may end.
    ("do not|never finish|end|stop|conclude the_mission|work? without|before|until|unless ** having|has|have been", "it must at some time be that $4 has been"),
    ("the mission|run must|may|can|should|shall not|never end|finish|stop|conclude|be_over without|before|until|unless ** having|has|have been", "it must at some time be that $6 has been"),
    ("do not|never finish|end|stop|conclude the_mission|work? while|when", "it must not in the end be that"),
    ("the mission|run must|may|can|should|shall not|never end|finish|stop|conclude|be_over while|when", "it must not in the end be that"),
    ("do not|never finish|end|stop|conclude the_mission|work? with * open|closed|shut|at|in|on", "it must not in the end be that $3 is $4"),
    ("the mission|run must|may|can|should|shall not|never end|finish|stop|conclude|be_over with * open|closed|shut|at|in|on", "it must not in the end be that $5 is $6"),
    ("the mission|run must|has_to|should|shall end|finish|stop|conclude with * open|closed|shut|at|in|on", "in the end $4 is $5"),
    ("finish|end the mission|run <at>", "in the end be $3"),
    ("must|should|shall|may|can|to|never|not finish|end up? <at>", "$1 in the end be $3"),
    // What one allows and wants.
    ("^ i|we do_not|never ever? want|wish to? see|find|have? both * <state>", "it must never be that both $4 are $5"),
    ("^ we|you can|must|may not have both * <state>", "it must never be that both $3 are $4"),
    ("^ do_not|never ever? let|allow|permit both * to? be", "it must never be that both $3 are"),
    ("^ do_not|never ever? let|allow|permit anyone|anybody|any_robot|a_robot to?", "nobody may"),
    ("^ do_not|never ever? let|allow|permit * to? <do>", "$3 must not $4"),
    ("^ let no * <do>", "no $1 may $2"),
    ("^ i|we do_not|never ever? want|wish to? see|find|have? * <state>", "$4 must never be $5"),
    ("^ we|you can|must|may not have * <state>", "$3 must never be $4"),
    ("^ having * <state> ** is strictly? forbidden|prohibited|banned|not_allowed", "$1 must never be $2 $3"),
    ("be being", "be"),
    ("be lying|standing|sitting <at>", "be $2"),
    ("it is strictly? forbidden|prohibited|not_allowed|not_permitted for * not to", "$2 must always"),
    // As on signs.
    ("^ no <doing>", "avoid $1"),
    ("^ <doing> ** is something that? none_of_the_robots|no_robot|nobody may|must|should do", "avoid $1 $2"),
    ("^ <doing> ** is strictly? forbidden|prohibited|not_allowed|not_permitted|taboo|banned $", "avoid $1 $2"),
    ("^ <doing> ** is strictly? forbidden|prohibited|not_allowed|not_permitted|taboo|banned for|to ** $", "$5 must avoid $1 $2"),
    ("^ <doing> ** is strictly? forbidden|prohibited|not_allowed|not_permitted|taboo|banned until|unless|while|before|when|whenever|if|as_long_as", "avoid $1 $2 $4"),
    ("^ keep your? hands off", "never hold"),
    ("^ hands off", "never hold"),
    ("^ no|a|any robot <at> * may|must|should|can|shall|has_to", "$1 robot that is $2 $3 $4"),
    // What depends on what.
    ("^ should it happen|come_about|be_the_case that", "if"),
    ("^ should * <do> ** ,", "if $1 $2 $3 ,"),
    ("^ from the moment that|at_which|when? ** onwards|onward ,?", "once $1 ,"),
    ("^ from the moment that|at_which|when? ** on ,", "once $1 ,"),
    ("^ from the moment that|at_which|when? ** ,", "once $1 ,"),
    ("^ having ** , robot|it|you", "after having $1 , $2"),
    ("^ once|when|whenever|while <at> ** , robot <number>", "$1 robot $4 is $2 $3 , robot $4"),
    ("without robot <number> <at>", "without robot $1 being $2"),
    ("without a|any|another robot <at>", "without $1 robot being $2"),
    ("^ not until|before|unless ** may|can|should|must|shall", "$1 $2 , never $3"),
    ("^ only when|if|while|after|once|as_long_as ** may|can|should ** $", "$3 $4 only $1 $2"),
    ("while|when|whenever|if|as_long_as there is|are a|an|any|some|no * <at>", "$1 $3 $4 is $5"),
    ("while|when|whenever|if|as_long_as there is|are food|bread|knives|kettles|apples|tomatoes|potatoes|utensils <at>", "$1 any $3 is $4"),
    ("^ with * open|closed|shut and * open|closed|shut ,", "while $1 is $2 and $3 is $4 ,"),
    ("^ with * open|closed|shut ,", "while $1 is $2 ,"),
    ("^ with robot <number> <at> ** ,", "while robot $1 is $2 $3 ,"),
    ("^ between the opening of * and the|that? opening? of? * ,", "while $1 is open and $2 is closed ,"),
    ("robot <number> being at|in|on * obliges|requires|forces * to <do>", "whenever robot $1 is $2 $3 , $5 must $6"),
    ("robot <number> must|may|can|should not|never go|move|drive|travel straight|directly from * to * $", "if robot $1 is at $6 , robot $1 must not be at $7 right after that"),
    ("^ a|any|the visit by|of robot <number> to * has_to|must precede any|every|each visit by|of robot <number> to ** $", "robot $8 must not be at $9 before robot $3 has been at $4"),
    ("robot <number> must|may|can|should not|never be the first one|robot? <at> ** $", "robot $1 must not be $4 $5 before another robot has been there"),
    ("^ if|when|whenever|while ** , ** ,? and vice versa $", "$3 exactly when $2"),
    ("^ * when|whenever|if|while * ,? and vice versa $", "$1 exactly when $3"),
    ("^ if|when|whenever ** , ** from then on $", "once $2 , $3 from then on"),
    ("^ once|after|if * is|are on|in|at ** , it must|may|can|should not|never ever? leave it|there? again? $", "once $2 is $4 $5 , it must stay there"),
];

/// What is said of the whole mission, where nothing depends on anything: "at some point" is later there.
#[rustfmt::skip]
pub(super) const ALONE: &[Rule] = &[
    ("at any time|point|moment|stage in|during|of the mission", "at any time"),
    ("at some point|time|moment in|during|of the mission", "at some point"),
    ("in the course of the mission", "at some point"),
];

/// The same, where no statement comes before: "it" is who is named after it.
#[rustfmt::skip]
pub(super) const FIRST: &[Rule] = &[
    ("^ after|once|when|whenever|while|if|before|until|as_long_as|except_when|except_while|unless it ** , robot <number>", "$1 robot $3 $2 , robot $3"),
];
