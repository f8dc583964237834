/** What tells an agent from a customer in what each of them says; every expression matches anywhere in a turn. */
export const englishRoles = {
  /** Of who answers for a company. */
  opens:
    /\b(?:how (?:can|may|could) i (?:help|assist)|thank(?:s| you) for (?:calling|contacting|reaching)|(?:this is|my name is|i am|i'm) [\p{L}' ]{2,30}?,? (?:from|with|at|calling (?:from|on behalf)|and i(?:'m| am) (?:calling|with))\b|on behalf of|call (?:is|may be|will be) recorded)/giu,
  offers:
    /\b(?:would you (?:like|prefer|care)|do you (?:want|have|need|prefer|know)|shall i|should i|may i (?:have|ask|know|get)|(?:can|could) i (?:have|get|ask|please have)|please (?:confirm|provide|give me|tell me|hold|verify)|(?:can|could) you (?:please )?(?:confirm|provide|verify|spell|tell me your|give me your)|what(?:'s| is) your|are you interested|is there anything else|anything else)\b/gi,
  looksUp:
    /\b(?:let me (?:check|look|see|pull|get|have a look|transfer)|one moment|bear with me|just a (?:moment|second)|hold on|i (?:can )?see (?:that|your|here|the)|i(?:'ve| have)? (?:found|booked|scheduled|reserved|processed|updated|cancelled|canceled|sent|arranged|put you)|i(?:'ll| will| can) (?:transfer|connect|put you|send you|email you|look into|arrange|help you|check that|get that|have someone)|your (?:account|order|booking|reservation|appointment|request|payment|ticket|refund|call|file|policy|card|claim)|we (?:offer|have|can|are able|do have|provide)|our (?:system|records|team|technicians?|office|policy|company|customers?|website|technical))\b/gi,
  requests:
    /\b(?:i (?:want|need|wanna|would like)|i'd like|i(?:'m| am) (?:looking|calling about|calling to|trying to|having)|(?:can|could|would) you (?:please )?(?:help|find|tell me (?:about|if|when|where|what|how)|check|book|send|show|get me|cancel|change|look)|help me|my (?:account|order|booking|reservation|appointment|bill|payment|ticket|refund|card|policy|claim|phone|internet|flight|package|number is|name is|email is|address is)|i have a (?:problem|question|issue)|where is my|why (?:is|was|did) my|i was (?:charged|told)|i (?:never|didn't|did not) (?:get|got|receive))\b/gi,
  accepts:
    /^(?:(?:yes|yeah|yep|yup|sure|okay|ok|right|correct|great|perfect|no|nope|nah|uh|um|oh)\b[,. ]*)+|\bthat (?:sounds|works|would be|will be|'s (?:fine|great|good|all|right|correct))\b|\bthat's (?:fine|great|good|all|it|right|correct)\b/gi,
  thanks: /\b(?:thank you|thanks)\b(?! for (?:calling|contacting|your|holding|waiting|choosing))/gi,
  yours: /\byour\b/gi,
  mine: /\b(?:my|i'm|me)\b/gi,
} as const;
