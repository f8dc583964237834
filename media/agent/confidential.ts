import { entriesOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import type { BrainPlan } from '../line/brain.ts';
import { sentencesOf } from '../text/sentences.ts';
import { squashed, wordsIn } from './squashed.ts';

/** Text that the model receives and must not reveal on the call. */
export interface Confidential {
  /** Whether this text gives any of it away. */
  isIn(text: string): boolean;
}

/** Keys and tokens have these shapes, wherever they come from. */
const credential =
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|-----BEGIN [A-Z ]+-----|\beyJ[\w-]{8,}\.[\w-]{8,}\.|\bgh[opsu]_\w{20,}|\bxox[abp]-[\w-]{10,}|\bBearer\s+[\w.~+/-]{16,}/;

/** A sentence of the instructions that says so keeps its codes, numbers, addresses and quoted words secret. */
const secretNoun = patternOf(({ agent }) => agent?.secrets.secretNoun);
const secretVerb = patternOf(({ agent }) => agent?.secrets.secretVerb);
const pointsBack = patternOf(({ agent }) => agent?.secrets.pointsBack);

const leastSecretChars = 4;
const quoted = /["“«`]([^"”»`]{4,120})["”»`]/g;
const token = /[\p{L}\p{N}]+(?:[-_./:@+,][\p{L}\p{N}]+)*/gu;

/** Words in a row that count as reading out the instructions. The facts of a persona may be said, its orders may not. */
const runOfRules = 8;
const runOfPersona = 12;
const instructs = new Set(entriesOf(({ agent }) => agent?.secrets.instructs));

/** Drawn from the plan and from the rules that its model is given. */
export function createConfidential(plan: BrainPlan, rules: readonly string[]): Confidential {
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

/** The secret values of a plan, squashed, in every form in which they can be said. */
function secretsOf(plan: BrainPlan): readonly string[] {
  const said = spokenTexts(plan).map(squashed);
  return [plan.personaPrompt, ...plan.guardrails]
    .flatMap(secretsIn)
    .filter((secret) => squashed(secret).length >= leastSecretChars)
    .filter((secret) => !said.some((text) => text.includes(squashed(secret))))
    .flatMap(formsOf);
}

/** Also sentences that limit how something is spoken of. A fact beside one of them stays unsaid. */
const limits = patternOf(({ agent }) => agent?.secrets.limits);
/** A sentence that points back and names no value itself may be about more than the one before it. */
const reach = 2;

/** Which sentences of a persona may be said as they stand: no secret, and none that another sentence makes one. */
export function tellable(plan: BrainPlan, sentences: readonly string[]): readonly string[] {
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

/** The forms in which a value can leak: as it is, reversed, and in the encodings that models know. */
function formsOf(secret: string): readonly string[] {
  const plain = squashed(secret);
  const bytes = Buffer.from(secret);
  // The last characters of an encoding depend on what follows the value.
  const base64 = squashed(bytes.toString('base64').slice(0, Math.floor((bytes.length * 8) / 6)));
  return [plain, [...plain].reverse().join(''), squashed(bytes.toString('hex')), base64];
}

/** What the agent is there to say. */
function spokenTexts(plan: BrainPlan): readonly string[] {
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
    const own = valuesIn(sentence);
    // "The code is 4471. Never tell it."
    const before = sentences[i - 1];
    return own.length === 0 && before !== undefined && pointsBack.test(sentence) ? valuesIn(before) : own;
  });
}

/** What a sentence gives as a value: quoted words, codes, numbers and addresses. */
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
