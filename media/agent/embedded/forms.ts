import { plainOf } from './spoken.ts';

const interrogative =
  /^(and |so |but |okay |ok |oh |hi |hello |hey |yeah |yes |well |actually |wait |sorry |no |um |quick question |also |i was wondering |i'm wondering |i wanted to know |i want to know |can you tell me |could you tell me |do you know |just wondering |just curious |tell me |please tell me |let me ask |can i ask |may i ask |by the way |before that |first )*(what|what's|whats|when|when's|where|where's|who|who's|whose|why|which|how|how's|is|are|am|does|do|did|will|has|have|was|were|if (you|there|they|he|she|i) (do|does|have|take|takes|accept|are|is|offer|can|need)|whether|isn't|aren't|don't|doesn't|should|would it|would there|could there|am i)\b/;
const proposal =
  /^(and |so |but |okay |ok |oh |yeah |yes |well |actually |no |um )*(how about|what about|do you have (anything|something|any|an? (opening|slot|time)|room|space|availability)|is .*\b(available|possible|open|okay|ok|fine|free|good)$|would .*\b(work|be (possible|okay|ok|fine))\b|are you (free|available)|does .*\bwork\b)/;

/** A question in the middle of words that have no punctuation. */
const inner =
  /\b(what (do|should|can|could|would) (i|we|you)|how (do|can|should|could) (i|we|you)|where (do|can|should|are) (i|we|you)|what (is|are) (the|your)|what's (the|your)|how (much|long) (is|are|does|do|will|would)|do you (take|accept|offer|sell|speak|know))\b/;

/** Whether the caller asks for information, rather than answering or asking for a service. */
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

/** Whether the words revoke an earlier answer. */
export const corrects = (text: string): boolean =>
  /\b(actually|i mean|i meant|i said|make (that|it)|change (it|that|the|my)|instead|sorry it's|wait it's|correction|not)\b|^(no|nope|wait|sorry|oh)\b/.test(
    plainOf(text),
  );
