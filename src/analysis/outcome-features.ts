import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import type { ReadTurn, Sentence } from './conversation.ts';
import type { Cue } from './english-cues.ts';
import { polarityOf } from './polarity.ts';

/** What a decision still counts after one that follows it. */
const fading = 0.55;
/** Turns at the end, of either side, where a conversation is decided. */
const closingTurns = 6;

const patterns = {
  /** "I'll", "I am willing to", "put me down": the customer's own act to come. */
  intent:
    /\b(?:i(?:'| wi)ll|i(?:'d| would) (?:like|love|be (?:happy|glad|willing))|i(?: a|')m (?:willing|going to|happy to|ready|in\b)|i can (?:do|give|make|take|come|pay|afford|spare)|count me|sign me|put me|let'?s (?:do|go|book)|(?:book|order|schedule|confirm|reserve) (?:it|that|this|them))\b/i,
  refusal:
    /\b(?:i (?:do ?n[o']?t|ca ?n[o']?t|can not|wo n?[o']?t|won'?t|would ?n[o']?t|am not|will not|cannot|don'?t|can'?t)|i'm not|i'd rather|i would rather|not (?:right now|today|at th(?:is|e) (?:time|moment)|sure|interested|able|going|comfortable|convinced)|no,? (?:thanks|thank you|i|not)|unable|afford|pass on|decline|sorry,? (?:but|i))\b/i,
  deferral:
    /\b(?:maybe|perhaps|might|may be able|later|in the future|another time|next time|some ?day|think (?:about|on|it over)|look (?:in ?to|it up|at (?:it|the|your)|them up)|research|consider|depends|if i|not sure|unsure|we'?ll see|get back|first|at the moment|right now|at this time|this time)\b/i,
  objection:
    /\b(?:but|however|though|although|unfortunately|expensive|too much|tight|broke|budget|bills|own (?:family|money)|already)\b/i,
  praise:
    /\b(?:generous|very kind|kind of you|(?:so|very) much|thank you (?:again|for (?:your (?:order|business|payment|help|support|generosity|kindness|booking|purchase))|so|very)|wonderful|awesome|amazing|fantastic|excellent|perfect|great(?:ly)? (?:to hear|appreciate)|glad to hear|congratulations|means a lot|enjoy)\b/i,
  pressing:
    /\b(?:are you sure|reconsider|change your mind|even (?:a |the )?(?:small|little|just|if|\$?\d)|any amount|only (?:\$?\d|a|one)|at least|just (?:a|one|\$?\d)|small(?:est)? |would you (?:consider|be able)|how about|what if|spare|could you)\b/i,
  parting:
    /\b(?:thank(?:s| you) for your time|(?:i )?understand|no problem|that'?s (?:ok|okay|fine|alright)|in the future|change your mind|no worries|sorry to|sorry you|i see)\b/i,
  amount:
    /(?:[$€£₹]\s?\d|\b\d+(?:\.\d+)?\b|\b(?:a|one|two|three|four|five|ten|twenty|fifty|hundred|half)\s+(?:dollars?|bucks?|cents?|pounds?|euros?|rupees?|percent|times?|people|seats?|tickets?|nights?)\b|\b(?:all of it|full amount|everything|half)\b)/i,
  warm: /\b(?:have a (?:great|nice|good|wonderful|lovely|blessed)|good ?night|you too|nice (?:talking|chatting|speaking|meeting)|pleasure|take care|same to you)\b/i,
  howMuch: /\b(?:how (?:much|many)|what (?:amount|number|size|price)|amount|which (?:amount|plan|one|option))\b/i,
  offer:
    /\b(?:would you (?:like|be|consider|want|mind)|do you want|are you (?:interested|willing|able)|can (?:i|we) (?:put|sign|book|count|schedule)|shall (?:i|we)|should (?:i|we)|could you (?:spare|give)|will you|how about|what about|want to|interested in|how much (?:would|do|are|will)|would (?:that|this|it) (?:work|be)|is (?:that|this) (?:ok|okay|right|correct|fine))\b/i,
} as const;
type Pattern = keyof typeof patterns;

/** Whether a question offers something, rather than asks for information. */
export const isProposal = (question: string): boolean => patterns.offer.test(question);

/** "Anything else?" and "that's all" end a conversation; a no to them turns nothing down. */
const wrapUp =
  /\b(?:anything|something|what|any other thing)s? (?:else|more|further)\b|\b(?:more|further|other) (?:help|assistance|questions)\b|\bhelp (?:you )?(?:with )?(?:anything|any other)\b/i;
const settled =
  /\b(?:that(?:'s|s| is| will be| would be)? (?:all|it|everything)|(?:all|everything) i need|nothing (?:else|more))\b/i;

const isWrapUp = (turn: ReadTurn, turns: readonly ReadTurn[]): boolean =>
  settled.test(turn.text) ||
  turns
    .slice(Math.max(0, turn.index - 1), turn.index)
    .some(({ speaker, text }) => speaker !== 'customer' && wrapUp.test(text));

/** "I'll take two": what the customer says that they will do, unless the sentence refuses too. */
export const isUndertaking = (text: string): boolean => patterns.intent.test(text) && !patterns.refusal.test(text);
/** "I can't", "maybe later", "but it is expensive". */
export const isRefusal = (text: string): boolean =>
  patterns.refusal.test(text) || patterns.deferral.test(text) || patterns.objection.test(text);

/** What the model of the outcome weighs, in the order of its weights. Each is about -2 to 2. */
export const featureNames = [
  ...['commitFaded', 'refuseFaded', 'answersYes', 'answersNo', 'lastAnswer', 'customerIntent'],
  ...['customerIntentAmount', 'customerAmount', 'customerAmountEnd', 'customerRefusal', 'customerRefusalEnd'],
  ...['customerDeferral', 'customerDeferralEnd', 'customerObjectionEnd', 'customerQuestions', 'customerValence'],
  ...['customerValenceEnd', 'agentOffers', 'agentPressingEnd', 'agentPraiseEnd', 'agentPartingEnd'],
  ...['agentThanksEnd', 'answersAmount', 'agentRepeatsAmount', 'customerWarm', 'acceptsThenThanked'],
] as const;
type FeatureName = (typeof featureNames)[number];

export interface Decision {
  readonly turn: ReadTurn;
  readonly weight: number;
}

/** Where the customer accepts or turns down what is offered: by phrases, or by yes and no to a proposal. */
export function decisionsIn(turns: readonly ReadTurn[]): Decision[] {
  return turns.flatMap((turn): Decision[] => {
    const weight = turn.speaker === 'agent' ? 0 : weightOf(turn);
    if (weight < 0 && weight > -2 && isWrapUp(turn, turns)) return [];
    return weight === 0 ? [] : [{ turn, weight }];
  });
}

const has = (turn: ReadTurn, cue: Cue): boolean => turn.cues.some((hit) => hit.cue === cue);

function weightOf(turn: ReadTurn): number {
  if (has(turn, 'optOut')) return -2;
  const commits = has(turn, 'commit');
  const refuses = has(turn, 'refuse');
  if (commits !== refuses) return commits ? 1.2 : -1.2;
  if (turn.question !== undefined && isProposal(turn.question.text)) {
    const polarity = polarityOf(turn);
    if (polarity !== undefined) return polarity.isYes ? 1 : -1;
  }
  return has(turn, 'interest') ? 0.3 : 0;
}

const count = (texts: readonly string[], pattern: Pattern): number =>
  texts.filter((text) => patterns[pattern].test(text)).length;
const capped = (value: number, most = 3): number => Math.min(most, value);
const share = (part: number, all: number): number => (all === 0 ? 0 : part / all);

/** A conversation as numbers that say nothing of its subject. */
export function outcomeFeatures(turns: readonly ReadTurn[]): number[] {
  const theirs = turns.filter(({ speaker }) => speaker !== 'agent');
  const ours = turns.filter(({ speaker }) => speaker !== 'customer');
  const values: Record<FeatureName, number> = {
    ...decisionFeatures(turns),
    ...customerFeatures(theirs),
    ...agentFeatures(ours),
    ...exchangeFeatures(turns),
  };
  return featureNames.map((name) => values[name]);
}

function decisionFeatures(turns: readonly ReadTurn[]) {
  const decisions = decisionsIn(turns);
  const faded = (sign: number): number =>
    decisions.reduce(
      (sum, { weight }, index) => sum + Math.max(0, sign * weight) * fading ** (decisions.length - 1 - index),
      0,
    );
  const answers = turns.flatMap((turn) => {
    const asked = turn.speaker !== 'agent' && turn.question !== undefined && isProposal(turn.question.text);
    const polarity = asked ? polarityOf(turn) : undefined;
    return polarity === undefined || (!polarity.isYes && isWrapUp(turn, turns)) ? [] : [polarity.isYes ? 1 : -1];
  });
  return {
    ...{ commitFaded: faded(1), refuseFaded: faded(-1) },
    answersYes: capped(answers.filter((answer) => answer > 0).length),
    answersNo: capped(answers.filter((answer) => answer < 0).length),
    ...{ lastAnswer: answers.at(-1) ?? 0 },
  };
}

/** What one side says to what the other just said. */
function exchangeFeatures(turns: readonly ReadTurn[]) {
  let [answersAmount, agentRepeatsAmount, acceptsThenThanked] = [0, 0, 0];
  for (const turn of turns) {
    const before = turns[turn.index - 1];
    if (before === undefined) continue;
    const isTheirs = turn.speaker !== 'agent';
    if (isTheirs && patterns.howMuch.test(before.text) && patterns.amount.test(turn.text)) answersAmount += 1;
    const accepted = isUndertaking(before.text);
    if (!isTheirs && (accepted || patterns.amount.test(before.text)) && patterns.praise.test(turn.text))
      acceptsThenThanked += 1;
    if (!isTheirs && amountsOf(before.text).some((amount) => amountsOf(turn.text).includes(amount)))
      agentRepeatsAmount += 1;
  }
  const theirs = turns.filter(({ speaker }) => speaker !== 'agent').map(({ text }) => text);
  return {
    ...{ answersAmount: capped(answersAmount), agentRepeatsAmount: capped(agentRepeatsAmount) },
    acceptsThenThanked: capped(acceptsThenThanked),
    customerWarm: capped(count(theirs.slice(-3), 'warm')),
  };
}

const amountsOf = (text: string): string[] =>
  [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([amount]) => String(Number(amount)));

function customerFeatures(theirs: readonly ReadTurn[]) {
  const sentences = theirs.flatMap((turn) => turn.sentences).map(({ text }) => text);
  const end = theirs.slice(-closingTurns);
  const endSentences = end.flatMap((turn) => turn.sentences).map(({ text }) => text);
  const all = theirs.flatMap((turn) => turn.sentences);
  const valence = (turns: readonly ReadTurn[]): number =>
    share(
      turns.reduce((sum, { text }) => sum + SentimentIntensityAnalyzer.polarity_scores(text).compound, 0),
      turns.length,
    );
  return {
    customerIntent: capped(sentences.filter(isUndertaking).length),
    customerIntentAmount: capped(sentences.filter((text) => isUndertaking(text) && patterns.amount.test(text)).length),
    customerAmount: capped(count(sentences, 'amount')),
    customerAmountEnd: capped(count(endSentences, 'amount')),
    customerRefusal: capped(count(sentences, 'refusal')),
    customerRefusalEnd: capped(count(endSentences, 'refusal')),
    customerDeferral: capped(count(sentences, 'deferral')),
    customerDeferralEnd: capped(count(endSentences, 'deferral')),
    customerObjectionEnd: capped(count(endSentences, 'objection')),
    customerQuestions: 2 * share(all.filter(({ isQuestion }: Sentence) => isQuestion).length, all.length),
    customerValence: valence(theirs),
    customerValenceEnd: valence(end.slice(-4)),
  };
}

function agentFeatures(ours: readonly ReadTurn[]) {
  const sentences = ours.flatMap((turn) => turn.sentences).map(({ text }) => text);
  const end = ours.slice(-closingTurns);
  const endSentences = end.flatMap((turn) => turn.sentences).map(({ text }) => text);
  return {
    agentOffers: capped(count(sentences, 'offer'), 4) / 2,
    agentPressingEnd: capped(count(endSentences, 'pressing')),
    agentPraiseEnd: capped(count(endSentences, 'praise')),
    agentPartingEnd: capped(count(endSentences, 'parting')),
    agentThanksEnd: capped(end.slice(-3).filter((turn) => has(turn, 'thanks')).length),
  };
}
