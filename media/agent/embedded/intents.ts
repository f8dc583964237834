import { plainOf } from './spoken.ts';

export type Intent =
  | 'dnc'
  | 'wrong_number'
  | 'voicemail'
  | 'hostile'
  | 'person'
  | 'robot'
  | 'who'
  | 'repeat'
  | 'hold'
  | 'goodbye'
  | 'never_mind'
  | 'abilities'
  | 'hear_me'
  | 'how_are_you'
  | 'thanks'
  | 'nothing_else'
  | 'greeting'
  | 'joke';

/** In order of what matters most when a sentence matches several. */
const patterns: readonly (readonly [Intent, RegExp])[] = [
  [
    'dnc',
    /\b(do ?n[o']t|don't|stop|quit|never) (ever )?(call|calling|phone|phoning|ring|contact|contacting|bother|bothering) (me|us|here|this (number|phone))\b(?! (back|before|after|until|on|at|during|today|tomorrow|yet))|\b(take|remove) (me|my (number|name)|us|this number) (off|from) (your|the|this|that|any) .*\blist|\bput me on (your|the) do not call\b|\bdo not call list\b|\b(stop calling|no more calls|opt (me )?out|unsubscribe( me)?)\b|\blose (my|this) number\b/,
  ],
  [
    'wrong_number',
    /\b(you|i|this|we)('ve| have|'s| is| must have| may have| think| got)* ?(dialed |called |got |have )?the wrong (number|person|place)\b|^(oh |sorry |i'm sorry |ah )*wrong number\b|\b(there's|there is) (nobody|no one|no) .*\b(by that name|with that name|here by)\b|\bno ?(one|body) (here )?(by|with|of) that name\b|\bnot the (person|number) you('re| are) (looking|calling)\b/,
  ],
  [
    'voicemail',
    /(leave|record) (me |us )?(a|your|the) (brief |short |detailed )*(voice ?)?message.*\b(after|at) the (tone|beep)|(after|at) the (tone|beep).*(leave|record) (me |us )?(a|your) (brief |short )*(voice ?)?message|\b(is|are|i'm|am) (not available|unavailable|unable to (take|come|answer)).*\b(leave|record)\b.*\bmessage|\byou('ve| have) reached\b.*\b(leave|message|voice ?mail|tone|beep)\b|\bcan't (take|come to|get to|answer) (your call|the phone).*\bmessage\b|\bforwarded to (an automatic |a )?(automated )?voice ?mail|\bmailbox (is full|of)\b/,
  ],
  [
    'hostile',
    /\b(fuck|screw|damn) (you|off|yourself)\b|\bf off\b|\b(you|you're|you are)( (such|so|just|a|an|the|fucking|damn|really|pretty|very))* (idiot|moron|stupid|useless|asshole|bitch|bastard|dumb|worthless|piece of (shit|crap|garbage)|scammers?|crap|garbage)\b|\b(asshole|bitch|bastard|motherfucker|cunt)\b|\b(shut (the \w+ )?up|go to hell|eat shit|kiss my ass)\b|\bstupid (bot|robot|machine|computer|thing)\b/,
  ],
  [
    'robot',
    /\b(are|r|am) (you|u|this|i) (just |actually |really |even |like )*(talking to |speaking (to|with) )?(a |an |the )?(real |actual |live )*(robot|bot|machine|computer|person|human|ai|a i|recording|automated|human being)\b|\b(is) (this|it) (just |actually |really |even |like )*(a |an |the )?(real |actual |live )*(robot|bot|machine|computer|person|human|ai|a i|recording|automated)\b|\byou sound like a (robot|machine)\b|\b(you're|you are|you) not (a )?(real|human)/,
  ],
  [
    'person',
    /\b(speak|talk|speaking|talking) (to|with) (a|an|the|some|any|another|your|actual|real|live|someone|somebody|anyone|anybody|dr|doctor)\b|\b(transfer|connect|switch|put|pass) me (to|through|over|with)?\b|\b(real|live|actual) (person|human|people|agent)\b|^(a |the |just )*(human|person|operator|representative|agent|receptionist|front desk|customer service|human being)( please)?$|\b(get|give|want|need|have|like) (me )?(to )?(a|an|the|someone|somebody|some) ?(other |real |live )*(person|human|operator|representative|rep|agent|manager|supervisor|receptionist|human being)\b|\bis there (someone|somebody|anyone|anybody|a person|a human) (else )?(i can|who can|that can|to|there i can)\b/,
  ],
  [
    'who',
    /\b(who are you|who is this|who's this|who am i (speaking|talking)|what's your name|what is your name|who's (calling|speaking)|who is (calling|speaking)|what company|where are you calling from)\b/,
  ],
  [
    'repeat',
    /^(sorry |i'm sorry |excuse me |wait |um |oh |hey )*((what|pardon|pardon me|huh|sorry|come again|excuse me|i beg your pardon)( was that| did you say)?|say (that|it) again|can you (say|repeat).*|could you (say|repeat).*|repeat (that|it|please|the question).*|what was (that|the question)|what did you (say|ask)|(one more time|again)( please)?|i (didn't|did not|couldn't|can't) (hear|catch|get|understand) (you|that|it|what you said).*|i missed that|you('re| are) (breaking up|cutting out))( again)?( please)?$|\b(say|repeat) (that|it|the question)( again)?( please)?$/,
  ],
  [
    'hold',
    /\b(hold on|hang on|hold up|give me (a|one|just a|just one|two) (second|sec|minute|moment|min|minutes)|(wait|just) (a|one) (second|sec|minute|moment|min)|one (second|sec|minute|moment)|bear with me|let me (check|see|look|think|grab|get|find)|please (hold|wait)|let me just)\b|^(wait|hold|a moment|wait wait|hmm)$/,
  ],
  [
    'goodbye',
    /\b(good ?bye|bye( now| bye)?|(i'll |i will )?see you( all| guys)?( later| then| soon| tomorrow)?|talk (to you )?(later|soon)|have a (good|great|nice|lovely|wonderful) (day|one|evening|night|weekend|afternoon)|you too|take care|i (have to|gotta|got to|must|need to) (go|run|hang up))( then| now| bye| goodbye| thanks| thank you| ava)*$/,
  ],
  [
    'never_mind',
    /\b(never ?mind|forget (it|about it|that)|scratch that|i changed my mind|don't worry about it|not anymore|leave it)\b/,
  ],
  [
    'abilities',
    /\b(what can you (do|help)|how can you help|what (do|can) you (offer to )?help with|what are my options|what else can you do|what do you do)\b|^help( me)?( please)?$/,
  ],
  [
    'hear_me',
    /\b(can you hear me|do you hear me|are you (still )?there|is (anyone|anybody|someone) there|anybody there|you there)\b/,
  ],
  [
    'how_are_you',
    /\b(how are you|how's it going|how are things|how is your day|how's your day|how do you do|what's up|how have you been)\b/,
  ],
  ['joke', /\btell me a (joke|story|secret)\b|\bsing( me)? (a|something)\b|\bdo you (love|like) me\b/],
  [
    'nothing_else',
    /^((no|nope|ok|okay|yeah|great|alright|all right|well|thanks|thank you|i think|i guess|so) )*(that's (all|it|everything)|that is (all|it|everything)|that'll be (all|it)|that will be (all|it)|nothing( else)?|i'm (all set|good|done|fine)|all set|not (right now|today)|no thanks?( you)?|no i'm good)( for now| for today| thanks?| thank you| then| really)*$/,
  ],
  [
    'thanks',
    /^(ok |okay |great |alright |perfect |all right |cool |good |oh |well |yes |awesome |wonderful |right )*(thanks|thank you|thank you (so|very) much|thanks (a lot|so much|a bunch)|much appreciated|appreciate it|i appreciate (it|that)|cheers)( then| for that| for your help| for the help| ma'am| sir| a lot| so much| very much| that helps| ava)*$/,
  ],
  [
    'greeting',
    /^((hi|hello|hey|good (morning|afternoon|evening|day)|howdy|hiya|yo|greetings)( there| again| everyone| you| ma'am| sir| ava)* ?)+$/,
  ],
];

/** What the caller does with the conversation itself, if anything. */
export function intentOf(text: string): Intent | undefined {
  const plain = plainOf(text);
  return patterns.find(([, pattern]) => pattern.test(plain))?.[0];
}

const interrogative =
  /^(and |so |but |okay |ok |oh |hi |hello |hey |yeah |yes |well |actually |wait |sorry |no |um |quick question |also |i was wondering |i'm wondering |i wanted to know |i want to know |can you tell me |could you tell me |do you know |just wondering |just curious |tell me |please tell me |let me ask |can i ask |may i ask |by the way |before that |first )*(what|what's|whats|when|when's|where|where's|who|who's|whose|why|which|how|how's|is|are|am|does|do|did|will|has|have|was|were|if (you|there|they|he|she|i) (do|does|have|take|takes|accept|are|is|offer|can|need)|whether|isn't|aren't|don't|doesn't|should|would it|would there|could there|am i)\b/;
const proposal =
  /^(and |so |but |okay |ok |oh |yeah |yes |well |actually |no |um )*(how about|what about|do you have (anything|something|any|an? (opening|appointment|slot|time)|room|space|availability)|is .*\b(available|possible|open|okay|ok|fine|free|good)$|would .*\b(work|be (possible|okay|ok|fine))\b|are you (free|available)|does .*\bwork\b)/;

/** A question in the middle of words that have no punctuation. */
const inner =
  /\b(what (do|should|can|could|would) (i|we|you)|how (do|can|should|could) (i|we|you)|where (do|can|should|are) (i|we|you)|what (is|are) (the|your)|what's (the|your)|how (much|long) (is|are|does|do|will|would)|do you (take|accept|offer|sell|speak|know))\b/;

/** Whether the caller wants to be told something, rather than answering or asking for a service. */
export const asksForInformation = (text: string): boolean =>
  text.split(/[,.;!]+\s/).some((clause) => {
    const plain = plainOf(clause);
    return (interrogative.test(plain) || inner.test(plain)) && !proposal.test(plain);
  });

/** Whether the caller wants something done that is not in the script. */
export const asksForService = (text: string): boolean => /^(can|could|would|will) (you|i|we)\b/.test(plainOf(text));

/** Whether the caller will not or cannot answer. */
export const declines = (text: string): boolean =>
  /\b(i (don't|do not) (have|know|remember|want to (say|give|share))|(i'm )?not sure|no idea|(i'd|i would) rather not|prefer not|skip (it|that|this)|can't remember|none of your business|no comment|no (phone|cell|e ?mail|number|middle name))\b/.test(
    plainOf(text),
  );

/** Whether the words take back something said before. */
export const corrects = (text: string): boolean =>
  /\b(actually|i mean|i meant|i said|make (that|it)|change (it|that|the|my)|instead|sorry it's|wait it's|correction|not)\b|^(no|nope|wait|sorry|oh)\b/.test(
    plainOf(text),
  );
