/** What the words of whoever answered say about who it is. Positive is a machine; the unit is natural log-odds. */
export interface WordEvidence {
  readonly weight: number;
  /** Only a machine says this. */
  readonly decisive: boolean;
  /** It says that no message can be left. */
  readonly noMessage: boolean;
  readonly cues: readonly string[];
}

type Cue = readonly [name: string, weight: number, pattern: RegExp];

/** Said by answering machines and exchanges, and by nobody who picks up. */
const machineCues: readonly Cue[] = [
  ['after the tone', 5, /\b(after|at|upon|following|wait for) (the|this|a) (\w+ )?(tone|beep|signal|pip)\b/],
  [
    'leave a message',
    4,
    /\b(please|just|kindly) (leave|record) (me |us |your |a |an )*(\w+ ){0,3}(message|voice ?mail)\b|^(leave|record) (me |us )?(a|your) (\w+ )?message\b|\bleave (me |us )?(your|a) (name|message|number).*\b(i'll|i will|we'll|we will|get back|call (you )?back|return)\b/,
  ],
  [
    'voicemail',
    4,
    /\b(voice ?mail(box)?|mailbox|voice messag(e|ing)|answering (machine|service)) (of|for|is|system|service|that|box)\b|\byou('ve| have) reached (the |my |our )?(\w+ ){0,3}(voice ?mail|mailbox|answering machine)\b|\bforwarded to (an |a )?(automat\w+ )?(voice|answering|messag)/,
  ],
  [
    'record your message',
    4,
    /\brecord (your|a|the) (\w+ )?(message|name)\b|\bfinished recording\b|\bwhen you('re| are| have)? (finished|done)( recording)?[, ]*(you may |simply |just )?(hang up|press)\b/,
  ],
  [
    'the person you are calling',
    4.5,
    /\b(person|party|subscriber|customer|number|user|mobile|extension)( that)?( you)?('re| are| have| were)? (trying to (reach|call|contact)|calling|called|dial(l)?ed|dialing|dialling|requested)\b.*\b(not|un\w+|busy|switched|out of|no longer|does|cannot|can't|currently|answering|another)\b/,
  ],
  [
    'not available',
    4.5,
    /\bthe (\w+ )?(person|party|subscriber|customer|wireless customer|user)\b.*\b(is|are) (currently |presently |temporarily )?(not available|unavailable|not reachable|unreachable|busy)\b/,
  ],
  [
    'network announcement',
    4.5,
    /\b(switched off|out of (the )?(coverage|network) area|outside (the )?coverage area|not in service|not reachable at the moment|has been disconnected|no longer in service|temporarily out of service|incoming (calls? )?(facility|service)|does not accept (unidentified|incoming|anonymous)|cannot be completed as dial|check the number (and|you))\b/,
  ],
  [
    'mailbox full',
    5,
    /\b(mailbox|inbox|voice ?mail)( \w+)? (is )?(full|not (been )?set up|hasn't been set up|has not been set up|cannot accept)\b/,
  ],
  [
    'press a key',
    2.5,
    /\bpress (the )?(star|pound|hash|one|1) (to|for|if|key).*\b(message|voice ?mail|page|urgent|delivery|re ?-?record|options)\b/,
  ],
  [
    'hindi announcement',
    4.5,
    /\b(aap ?(ne)?|jis) .*\b(vyakti|number|nambar|upbhokta|grahak|subscriber)\b.*\b(sampark|uplabdh|band|vyast|vyasth|pahunch|seva|jawab|bahar)\b|\b(sandesh|message) (chhod|chod|record)\w*\b|\b(beep|tone) ke baad\b|\bswitch(ed)? off hai\b|\bnetwork (kshetra|area) se bahar\b/,
  ],
  [
    'hindi announcement',
    4.5,
    /(व्यक्ति|नंबर|उपभोक्ता|ग्राहक).*(संपर्क|सम्पर्क|उपलब्ध|बंद|व्यस्त|पहुँच|पहुंच|बाहर|जवाब)|(बीप|टोन) के बाद|संदेश (छोड़|रिकॉर्ड)|कवरेज क्षेत्र से बाहर|स्विच ऑफ/,
  ],
];

/** Said by machines, and by people too. */
const likelyCues: readonly Cue[] = [
  ['you have reached', 2, /\byou('ve| have) reached\b/],
  [
    'cannot come to the phone',
    2,
    /\b(can't|cannot|can not|unable to|not able to) (come to|get to|answer|take) (the|your|my) (phone|call)\b|\bsorry (i|we) missed (you|your call)\b/,
  ],
  ['will call back', 1.5, /\b(get back to you|return your call|call you (right )?back)\b/],
  ['thank you for calling', 0.8, /\bthank(s| you) for calling\b/],
  ['not available', 1.2, /\b(not available|unavailable|away from (my|the) (phone|desk))\b/],
  ['try again later', 1.5, /\b(please )?(try|call) again later\b/],
  ['menu', 1, /\b(press|dial) (one|two|three|zero|\d)\b/],
];

/** Said by people who pick up. */
const humanCues: readonly Cue[] = [
  [
    'a greeting',
    -3.2,
    /^(uh |um |oh |ah )*(hello|hi|hey|yes|yeah|yep|yo|ya|haan|haan ji|han ji|ji|hallo|namaste|namaskar|good (morning|afternoon|evening)|हैलो|हेलो|हां|हाँ|जी|नमस्ते)( (hello|hi|yes|there|ji|haan|bolo|boliye|speaking|हैलो|जी|बोलिए))*$/,
  ],
  [
    'who is this',
    -3.5,
    /\b(who('s| is) (this|that|there|calling|speaking)|who are you|who am i speaking|what('s| is) this (about|regarding)|kaun( bol| hai)?|kahan se)\b|कौन/,
  ],
  ['speaking', -3, /\b(this is (he|she|him|her)|speaking|it's me)( \w+)?$/],
  [
    'how can I help',
    -3.5,
    /\b(how|what) (can|may|could) (i|we) (help|do|assist)|\bcan i (help|take a message|ask who)|\b(would|do) you (like|want) to leave\b|\bboliye\b|\bkya (kaam|chahiye)\b|बोलिए/,
  ],
  [
    'I am here',
    -3,
    /\bi('m| am) (here|right here|listening)\b|\bsorry,? (i|about that|i was|i just|i've)\b(?!.*missed)|\b(go ahead|can you hear me|are you there)\b/,
  ],
  [
    'hold on',
    -2.5,
    /\b(hold on|hang on|one (moment|second|sec|minute)|just a (moment|second|sec|minute)|ek minute?|ruk(o|iye))\b/,
  ],
  ['not here', -2.5, /\b(he|she|they)('s| is|'re| are) (not|n't|out|busy|away|in a)\b|\bwrong number\b/],
];

/** Announcements after which nothing is recorded. */
const noMessageCues = new Set(['mailbox full', 'network announcement', 'hindi announcement']);

export function wordEvidence(text: string): WordEvidence {
  const plain = plainOf(text);
  const machine = matches(machineCues, plain);
  const likely = matches(likelyCues, plain);
  const human = matches(humanCues, plain);
  const strongest = (cues: readonly Cue[]): number =>
    cues.reduce((most, [, weight]) => (Math.abs(weight) > Math.abs(most) ? weight : most), 0);
  const rest = (cues: readonly Cue[]): number => Math.max(0, cues.length - 1) * 0.5;
  // A question to the caller is no greeting on tape, whatever else is in it.
  const asked = human.some(([name]) => name === 'how can I help' || name === 'who is this');
  const weight =
    (asked ? Math.min(1, strongest(machine)) : strongest(machine) + rest(machine)) +
    Math.min(3, strongest(likely) + rest(likely)) +
    (machine.length > 0 && !asked ? 0 : strongest(human));
  const canRecord = machine.some(([name]) => name === 'after the tone' || name === 'leave a message');
  return {
    weight,
    decisive: machine.length > 0 && !asked,
    noMessage: !canRecord && machine.some(([name]) => noMessageCues.has(name)),
    cues: [...new Set([...machine, ...likely, ...human].map(([name]) => name))],
  };
}

const matches = (cues: readonly Cue[], plain: string): readonly Cue[] => cues.filter(([, , cue]) => cue.test(plain));

const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
