"""What people say around an order: rules of the grammar in __init__.py."""

SMALL_TALK = {
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
}
