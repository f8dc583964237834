import { entriesOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import type { AgentPlan } from '../line/agent.ts';
import { sentencesOf } from '../text/sentences.ts';
import { squashed, wordsIn } from './squashed.ts';

/** Text that the model receives and must not reveal on the call. */
export interface Confidential {
  /** Returns whether the text reveals any confidential text. */
  isIn(text: string): boolean;
}

/** Common formats of API keys and tokens. They are confidential wherever they appear. */
const credential =
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|-----BEGIN [A-Z ]+-----|\beyJ[\w-]{8,}\.[\w-]{8,}\.|\bgh[opsu]_\w{20,}|\bxox[abp]-[\w-]{10,}|\bBearer\s+[\w.~+/-]{16,}/;

/** If an instruction sentence matches one of these, its codes, numbers, addresses and quoted words are secret. */
const secretNoun = patternOf(({ agent }) => agent?.secrets.secretNoun);
const secretVerb = patternOf(({ agent }) => agent?.secrets.secretVerb);
const pointsBack = patternOf(({ agent }) => agent?.secrets.pointsBack);

const leastSecretChars = 4;
const quoted = /["“«`]([^"”»`]{4,120})["”»`]/g;
const token = /[\p{L}\p{N}]+(?:[-_./:@+,][\p{L}\p{N}]+)*/gu;

/**
 * Consecutive words that count as reading the instructions aloud. Facts from the persona may be spoken, its
 * instructions may not.
 */
const runOfRules = 8;
const runOfPersona = 12;
const instructs = new Set(entriesOf(({ agent }) => agent?.secrets.instructs));

/** Derives the confidential text from the plan and from the rules in the model's prompt. */
export function createConfidential(plan: AgentPlan, rules: readonly string[]): Confidential {
  const spoken = spokenTexts(plan);
  const secrets = secretsOf(plan);
  const publicRuns = new Set(spoken.flatMap((text) => runsIn(text, runOfRules)));
  const longPublicRuns = new Set(spoken.flatMap((text) => runsIn(text, runOfPersona)));
  const ruleRuns = new Set(rules.flatMap((text) => runsIn(text, runOfRules)).filter((run) => !publicRuns.has(run)));
  const personaRuns = new Set(
    [plan.personaPrompt, ...plan.guardrails]
      .flatMap((text) => text.split(quoted))
      .flatMap((text) => runsIn(text, runOfPersona))
      .filter((run) => !longPublicRuns.has(run) && run.split(' ').some((word) => instructs.has(word))),
  );
  return {
    isIn(text) {
      if (credential.test(text)) return true;
      const plain = squashed(text);
      if (secrets.some((secret) => plain.includes(secret))) return true;
      return (
        runsIn(text, runOfRules).some((run) => ruleRuns.has(run)) ||
        runsIn(text, runOfPersona).some((run) => personaRuns.has(run))
      );
    },
  };
}

/** Returns the secret values of a plan, squashed, in every form in which they can leak. */
function secretsOf(plan: AgentPlan): readonly string[] {
  const texts = spokenTexts(plan).map(squashed);
  return [plan.personaPrompt, ...plan.guardrails]
    .flatMap(secretsIn)
    .filter((secret) => squashed(secret).length >= leastSecretChars)
    .filter((secret) => !texts.some((text) => text.includes(squashed(secret))))
    .flatMap(formsOf);
}

/** Matches sentences that restrict how something may be discussed. A fact next to such a sentence is not spoken. */
const limits = patternOf(({ agent }) => agent?.secrets.limits);
/** A sentence that refers back and contains no value itself can apply to up to this many preceding sentences. */
const reach = 2;

/**
 * Returns the persona sentences that may be spoken verbatim: they contain no secret, and no following sentence declares
 * them secret.
 */
export function tellable(plan: AgentPlan, sentences: readonly string[]): readonly string[] {
  const secrets = secretsOf(plan);
  const restricts = sentences.map((text) => secretNoun.test(text) || secretVerb.test(text) || limits.test(text));
  return sentences.filter((text, i) => {
    const after = sentences.slice(i + 1, i + 1 + reach);
    const pointedAt = after.some(
      (each, k) => restricts[i + 1 + k] === true && pointsBack.test(each) && valuesIn(each).length === 0,
    );
    const plain = squashed(text);
    return (
      restricts[i] !== true && !pointedAt && !credential.test(text) && !secrets.some((secret) => plain.includes(secret))
    );
  });
}

/** Returns the forms in which a value can leak: plain, reversed, hex and Base64. */
function formsOf(secret: string): readonly string[] {
  const plain = squashed(secret);
  const bytes = Buffer.from(secret);
  // The last Base64 characters depend on what follows the value, so only the full ones are kept.
  const base64 = squashed(bytes.toString('base64').slice(0, Math.floor((bytes.length * 8) / 6)));
  return [plain, [...plain].reverse().join(''), squashed(bytes.toString('hex')), base64];
}

/** Returns the plan's texts that are meant to be spoken. */
function spokenTexts(plan: AgentPlan): readonly string[] {
  const goals = plan.goals.flatMap(({ intro = '', questions, done, examples }) => [
    ...[intro, done, ...examples],
    ...questions.flatMap(({ ask, retry = '', confirm = '' }) => [ask, retry, confirm]),
  ]);
  const lines = [plan.greeting, plan.goodbye, plan.recordingDisclosure ?? '', plan.voicemailMessage ?? ''];
  return [...lines, ...goals];
}

function secretsIn(text: string): readonly string[] {
  const sentences = text.split('\n').flatMap((line) => sentencesOf(line, { anyStart: true, alsoEnds: ';' }));
  return sentences.flatMap((sentence, i) => {
    if (!secretNoun.test(sentence) && !secretVerb.test(sentence)) return [];
    const values = valuesIn(sentence);
    // "The code is 4471. Never tell it."
    const before = sentences[i - 1];
    return values.length === 0 && before !== undefined && pointsBack.test(sentence) ? valuesIn(before) : values;
  });
}

/** Returns the values in a sentence: quoted words, codes, numbers and addresses. */
function valuesIn(sentence: string): readonly string[] {
  const phrases = [...sentence.matchAll(quoted)].map((match) => match[1] ?? '');
  const codes = (sentence.match(token) ?? []).filter(
    (word) => /\p{N}|@/u.test(word) || (/[-_]/.test(word) && word === word.toUpperCase()),
  );
  return [...phrases, ...codes];
}

function runsIn(text: string, length: number): readonly string[] {
  const words = wordsIn(text);
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, i) => words.slice(i, i + length).join(' '));
}
