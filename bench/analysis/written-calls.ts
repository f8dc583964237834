import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { analyse } from '../../src/analysis/analyse.ts';
import type { Facts, Field } from '../../src/analysis/types.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';
import { percent, type Row } from './row.ts';

const written = z.strictObject({
  name: z.string(),
  expected: z.strictObject({
    /** With "!" in front, any other outcome is right. */
    outcome: z.string(),
    date: z.string().nullable(),
    time: z.string().nullable(),
    amount: z.number().nullable(),
  }),
  /** "A: …" is the agent, "C: …" the customer. */
  turns: z.array(z.string().regex(/^[AC]: /)),
});
export type WrittenCall = z.output<typeof written>;

export const callsIn = (json: string): WrittenCall[] => z.array(written).parse(JSON.parse(json));

/** A Tuesday afternoon. */
const facts: Facts = {
  calledAt: '2026-11-24T15:00:00Z',
  utcOffsetMinutes: 0,
  connected: true,
  voicemail: false,
  transferred: false,
};

const field = (key: string, type: Field['type'], name: string, description: string): Field => ({
  key,
  name,
  group: 'call',
  type,
  options: [],
  description,
});

const fields: readonly Field[] = [
  field('date', 'date', 'Visit date', 'the day of the appointment, visit, booking or call'),
  field('time', 'time', 'Visit time', 'the time of the appointment, visit, booking or call'),
  field('payment', 'date', 'Payment date', 'when the customer can pay'),
  field('amount', 'number', 'Budget or amount', 'how much the customer wants to spend or can pay'),
];

const transcriptOf = (turns: readonly string[]): Transcript =>
  turns.map((line, index) => ({
    speaker: line.startsWith('A') ? 'agent' : 'customer',
    text: line.slice(3),
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    words: [],
  }));

type Misread = 'outcome' | 'date' | 'time' | 'amount';

const halves = z.strictObject({ dev: z.array(written), heldOut: z.array(written) });

/** Calls in which one day, price or thing of several is refused, or the thing itself; the words may follow `dev`. */
export const refusalCalls = (): z.output<typeof halves> =>
  halves.parse(JSON.parse(readFileSync(new URL('./refusal-calls.json', import.meta.url), 'utf8')));

/** Returns whether a refusal of one term, such as a day, is read as a refusal of the thing. */
export const isLost = ({ expected, turns }: WrittenCall): boolean =>
  expected.outcome !== 'no_interest' &&
  expected.outcome !== '!visit_scheduled' &&
  analyse(transcriptOf(turns), [], facts).outcome?.value === 'no_interest';

/** Returns what the analysis reads otherwise than a person. An amount that nobody named is misread as well. */
export function misreadIn({ expected, turns }: WrittenCall): Misread[] {
  const { outcome, fields: values } = analyse(transcriptOf(turns), fields, facts);
  const valueFor = (key: string) => values.find((value) => value.key === key)?.value ?? null;
  const isOutcome = expected.outcome.startsWith('!')
    ? outcome?.value !== expected.outcome.slice(1)
    : outcome?.value === expected.outcome;
  const day = String(valueFor('date') ?? valueFor('payment') ?? '').slice(0, 10);
  const right: Readonly<Record<Misread, boolean>> = {
    outcome: isOutcome,
    date: expected.date === null || day === expected.date,
    time: expected.time === null || valueFor('time') === expected.time,
    amount: valueFor('amount') === expected.amount,
  };
  return (Object.keys(right) as Misread[]).filter((name) => !right[name]);
}

/** Rows on calls written before the rules were, none of which the rules were fitted to. */
export function writtenCallRows(): Row[] {
  const calls = callsIn(readFileSync(new URL('./held-out-calls.json', import.meta.url), 'utf8'));
  const misread = calls.map(misreadIn);
  const rowOf = (figure: string, right: number, n: number): Row => ({
    figure,
    set: 'written calls, held out',
    n,
    value: percent(right, n),
    goal: '',
  });
  const all = calls.length;
  const rightOf = (name: Misread): number => all - misread.filter((one) => one.includes(name)).length;
  return [
    rowOf('outcome as a person reads it', rightOf('outcome'), all),
    rowOf('day as a person reads it', rightOf('date'), all),
    rowOf('time as a person reads it', rightOf('time'), all),
    rowOf('amount, also none where none is named', rightOf('amount'), all),
    rowOf('everything right', misread.filter((one) => one.length === 0).length, all),
    ...refusalRows(),
  ];
}

function refusalRows(): Row[] {
  const { dev, heldOut } = refusalCalls();
  return [
    { set: 'refusals, dev', calls: dev },
    { set: 'refusals, held out', calls: heldOut },
  ].flatMap(({ set, calls }) => {
    const n = calls.length;
    const right = calls.filter((call) => !misreadIn(call).includes('outcome')).length;
    const lost = calls.filter(isLost).length;
    return [
      { figure: 'outcome as a person reads it', set, n, value: percent(right, n), goal: '' },
      { figure: 'one term refused, read as no interest', set, n, value: String(lost), goal: '0' },
    ];
  });
}
