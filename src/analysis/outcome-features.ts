import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import type { Cue } from '../../media/language/analysis.ts';
import { analysisWords, compiled } from '../../media/language/analysis-words.ts';
import type { ReadTurn, Sentence } from './conversation.ts';
import { polarityOf } from './polarity.ts';
import { declinesTerm } from './refusals.ts';

/** Decay factor of a decision for each later decision. */
const fading = 0.55;
/** Number of each side's last turns that count as the end of the conversation. */
const closingTurns = 6;

const patterns = compiled(analysisWords.outcome);
type Pattern = keyof typeof patterns;

/** Returns whether a question makes an offer rather than asking for information. */
export const isProposal = (question: string): boolean => patterns.offer.test(question);

/** Whether a no only ends the conversation: "Anything else?" "No, I'm good." */
export const isWrapUp = (turn: ReadTurn, turns: readonly ReadTurn[]): boolean =>
  (patterns.settled.test(turn.text) && (turn.question === undefined || !isProposal(turn.question.text))) ||
  turns
    .slice(Math.max(0, turn.index - 1), turn.index)
    .some(({ speaker, text }) => speaker !== 'customer' && patterns.wrapUp.test(text));

/** Returns whether the customer commits to something ("I'll take two") and the sentence does not also refuse. */
export const isUndertaking = (text: string): boolean => patterns.intent.test(text) && !patterns.refusal.test(text);
/** Matches "I can't", "maybe later", "but it is expensive". */
export const isRefusal = (text: string): boolean =>
  patterns.refusal.test(text) || patterns.deferral.test(text) || patterns.objection.test(text);

/** Features of the outcome model, in the order of its weights. Each ranges from about -2 to 2. */
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

/** Returns the turns in which the customer accepts or declines an offer, by phrases or by yes or no to a proposal. */
export function decisionsIn(turns: readonly ReadTurn[]): Decision[] {
  return turns.flatMap((turn): Decision[] => {
    const weight = turn.speaker === 'agent' ? 0 : weightOf(turn);
    if (weight < 0 && weight > -2 && (isWrapUp(turn, turns) || declinesTerm(turn, turns))) return [];
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

/** Returns the feature vector of a conversation, independent of its subject. */
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
    const isProposed = turn.speaker !== 'agent' && turn.question !== undefined && isProposal(turn.question.text);
    const polarity = isProposed ? polarityOf(turn) : undefined;
    return polarity === undefined || (!polarity.isYes && isWrapUp(turn, turns)) ? [] : [polarity.isYes ? 1 : -1];
  });
  return {
    commitFaded: faded(1),
    refuseFaded: faded(-1),
    answersYes: capped(answers.filter((answer) => answer > 0).length),
    answersNo: capped(answers.filter((answer) => answer < 0).length),
    lastAnswer: answers.at(-1) ?? 0,
  };
}

/** Features of one side's response to the other's previous turn. */
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
    answersAmount: capped(answersAmount),
    agentRepeatsAmount: capped(agentRepeatsAmount),
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
