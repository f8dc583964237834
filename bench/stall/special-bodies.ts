import { randomUUID } from 'node:crypto';
import { repeated } from './nasty-bodies.ts';

const texts = {
  moments: 'next monday at 3 pm on the 5th of may 2026 and ',
  digits: '4111 1111 1111 1111 ',
  amounts: '$1,250.50 and 45 dollars ',
  words: 'twenty three hundred and five thousand and ',
  sentences: '1. 2. 3. ',
} as const;

/** Turns that fill a body: long ones, and as many as possible. */
function turnsOf(text: string, length: number): object[] {
  const count = Math.min(5000, Math.floor(940_000 / (length + 40)));
  return Array.from({ length: count }, (_, index) => ({
    speaker: index % 2 === 0 ? 'agent' : 'customer',
    text: repeated(text, length),
  }));
}

const fields = (types: readonly string[]) =>
  types.map((field_type, index) => ({
    id: `f${index}`,
    name: 'delivery date number',
    field_type,
    options: field_type === 'enum' || field_type === 'score' ? ['hello there', 'monday at 3'] : [],
  }));
const everyField = fields(['date', 'number', 'boolean', 'score', 'text', 'enum']);

const practices = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text], index) => {
      const transcript = turnsOf(text, index === 0 ? 150 : 9900);
      return [name, JSON.stringify({ run_uuid: randomUUID(), transcript, rubric_fields: everyField })];
    }),
  );

const conversations = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, JSON.stringify({ transcript: turnsOf(text, 9900) })]),
  );

const contacts = (bytesOfOne: number): object[] =>
  Array.from({ length: 1000 }, (_, index) => ({
    phone: `+1202${String(5_550_000 + index).padStart(7, '0')}`,
    name: repeated('Ada Lovelace ', 100),
    email: `ada${index}@example.com`,
    tags: Array.from({ length: 20 }, (_unused, tag) => `City:Tag ${tag}`),
    metadata: { text: repeated('note ', bytesOfOne) },
  }));

/** Bodies made by hand for routes whose work depends on what the body says. */
export const nastyJson: Readonly<Record<string, () => Record<string, string>>> = {
  'POST /api/pf-intel/simulations': practices,
  'POST /api/v1/sales/calls': conversations,
  'POST /v1/contacts/bulk': () => ({
    'thousand full rows': JSON.stringify({ contacts: contacts(7000) }),
    'thousand rows': JSON.stringify({ contacts: contacts(10) }),
    'thousand wrong rows': JSON.stringify({ contacts: contacts(10).map((row) => ({ ...row, phone: 'nothing' })) }),
  }),
};

const megabyte = 2 ** 20;

/** Files for routes that accept one: text without an end, many rows, and content that is none of the known types. */
export function nastyForms(): Record<string, FormData> {
  const rows = Array.from({ length: 100_000 }, (_, index) => `+1202555${String(index).padStart(4, '0')},Ada,a,b,c`);
  return {
    'CSV of 100,000 rows': formOf('rows.csv', `phone,name,x,y,z\n${rows.join('\n')}\n`),
    'CSV of one line': formOf('line.csv', repeated('a,', 4 * megabyte)),
    'CSV of one open quotation mark': formOf('open.csv', `phone\n"${repeated('a\n', 4 * megabyte)}`),
    'file of zeros': formOf('zeros.wav', '\0'.repeat(8 * megabyte)),
    'PDF without an end': formOf('open.pdf', `%PDF-1.7\n${repeated('1 0 obj <<', 4 * megabyte)}`),
  };
}

function formOf(name: string, content: string): FormData {
  const form = new FormData();
  for (const field of ['file', 'files']) form.append(field, new Blob([content]), name);
  form.append('text', repeated('long ', 900_000));
  return form;
}
