import { patternOf } from '../../language/match.ts';
import type { AgentRequest, HeardLine } from '../../line/agent.ts';
import { squashed } from '../squashed.ts';

/** Names of arguments that contain a telephone number. */
const numberName = patternOf(({ agent }) => agent?.destinations.numberName);
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const link = /^(?:[a-z][a-z\d+.-]*:)?\/\/|^(?:mailto|tel|sms):|^www\./i;

/** Returns the telephone numbers, e-mail addresses and links in a tool's arguments. */
export function destinationsIn(value: unknown, name = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => destinationsIn(each, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => destinationsIn(each, key));
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value).trim();
  if (address.test(text) || link.test(text) || isNumber(text, name)) return [text];
  // Also finds addresses inside longer text.
  return text.match(/[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+|https?:\/\/\S+|\+\d[\d ().-]{6,}\d/g) ?? [];
}

function isNumber(text: string, name: string): boolean {
  if (!/^(?:\+|00)?[\d\s().-]{7,24}$/.test(text) || /^\d{4}-\d\d-\d\d/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 17 && (/^(?:\+|00)/.test(text) || (digits >= 8 && numberName.test(name)));
}

const agreed = patternOf(({ agent }) => agent?.destinations.agreed);

/**
 * Returns whether the caller named or agreed to the destination, or the contact or the plan contains it. Destinations
 * that occur only in a document or a tool result are not permitted.
 */
export function isKnown(destination: string, { plan, history, input }: AgentRequest): boolean {
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
  // Callers say numbers in several pieces.
  texts.push(squashed(caller.join(' ')));
  const wanted = squashed(destination.replace(/^[a-z][a-z\d+.-]*:(?:\/\/)?/i, ''));
  const national = /^\d{8,}$/.test(wanted) ? wanted.slice(-10) : wanted;
  const contactValues = Object.values(plan.contact).map(squashed);
  return (
    texts.some((text) => text.includes(wanted) || text.includes(national)) ||
    // A contact value must match as a whole: an address inside longer contact text may come from anyone.
    contactValues.some((value) => value === wanted || (value.endsWith(national) && /^\d+$/.test(value)))
  );
}
