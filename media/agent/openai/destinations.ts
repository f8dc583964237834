import { patternOf } from '../../language/match.ts';
import type { BrainRequest, HeardLine } from '../../line/brain.ts';
import { squashed } from '../squashed.ts';

/** Names of arguments whose digits are a number to call or write to. */
const numberName = patternOf(({ agent }) => agent?.destinations.numberName);
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const link = /^(?:[a-z][a-z\d+.-]*:)?\/\/|^(?:mailto|tel|sms):|^www\./i;

/** Telephone numbers, e-mail addresses and links among the arguments: where a tool would send something. */
export function destinationsIn(value: unknown, name = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => destinationsIn(each, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => destinationsIn(each, key));
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value).trim();
  if (address.test(text) || link.test(text) || isNumber(text, name)) return [text];
  // An address inside of a longer text is one too.
  return text.match(/[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+|https?:\/\/\S+|\+\d[\d ().-]{6,}\d/g) ?? [];
}

function isNumber(text: string, name: string): boolean {
  if (!/^(?:\+|00)?[\d\s().-]{7,24}$/.test(text) || /^\d{4}-\d\d-\d\d/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 17 && (/^(?:\+|00)/.test(text) || (digits >= 8 && numberName.test(name)));
}

const agreed = patternOf(({ agent }) => agent?.destinations.agreed);

/**
 * Whether the caller said it or agreed to it, it is known of the contact, or the plan itself gives it. What only a
 * document or a tool result names is not a permitted destination.
 */
export function isKnown(destination: string, { plan, history, input }: BrainRequest): boolean {
  const now = input.kind === 'said' ? [input.text] : input.kind === 'dtmf' ? [input.digits] : [];
  const lines = [...history, ...now.map((text): HeardLine => ({ speaker: 'caller', text }))];
  const caller = lines.filter((line) => line.speaker === 'caller').map((line) => line.text);
  const readBack = lines.filter(
    (line, i) =>
      line.speaker === 'agent' && lines[i + 1]?.speaker === 'caller' && agreed.test(lines[i + 1]?.text ?? ''),
  );
  const texts = [
    ...caller,
    ...readBack.map((line) => line.text),
    ...[plan.personaPrompt, plan.greeting, ...plan.guardrails],
    ...plan.goals.flatMap((goal) => [goal.done, goal.intro ?? '', ...goal.questions.map(({ ask }) => ask)]),
  ].map(squashed);
  // Numbers are said piece by piece.
  texts.push(squashed(caller.join(' ')));
  const wanted = squashed(destination.replace(/^[a-z][a-z\d+.-]*:(?:\/\/)?/i, ''));
  const national = /^\d{8,}$/.test(wanted) ? wanted.slice(-10) : wanted;
  const own = Object.values(plan.contact).map(squashed);
  return (
    texts.some((text) => text.includes(wanted) || text.includes(national)) ||
    // A value of the contact is one as a whole; a text that only has it somewhere may have come from anybody.
    own.some((value) => value === wanted || (value.endsWith(national) && /^\d+$/.test(value)))
  );
}
