import * as z from 'zod';

const slot = z.object({ value: z.string(), spoken: z.string() });
const slots = z.record(z.string(), slot);

const schema = z.object({
  /** The goal being worked on. */
  goal: z.string().optional(),
  /** Its answers so far. */
  slots: slots.default({}),
  /** The question that was put last. */
  asking: z.string().optional(),
  /** Answers that were read back and wait for a yes. */
  confirming: z.array(z.string()).default([]),
  confirmed: z.array(z.string()).default([]),
  /** How often in a row the answer to `asking` was not understood. */
  misses: z.number().default(0),
  /** How often in a row nothing could be made of the caller's words. */
  unclear: z.number().default(0),
  finished: z.array(z.string()).default([]),
  /** What a bare yes would mean: `transfer`, `message`, `anything_else`, `more`, or `goal:<id>`. */
  offer: z.string().optional(),
  /** Sentences of a list that was begun. */
  more: z.array(z.string()).default([]),
  /** The last question that the documents answered, for "and on Sunday?". */
  topic: z.string().default(''),
  /** The beginning of a telephone number. */
  digits: z.string().default(''),
  /** A day without its hour, or the other way round. */
  partial: z.object({ date: z.string().optional(), time: z.string().optional() }).optional(),
  /** Who the caller is, from goals done before: by kind of question. */
  known: slots.default({}),
  hostile: z.number().default(0),
  /** The caller knows whom to call in danger. */
  warned: z.boolean().default(false),
  /** The last reply, to say again. */
  reply: z.string().default(''),
  /** The question it ended with: an answer to it counts only when the caller heard it. */
  question: z.string().default(''),
  /** The tool whose result is awaited. */
  tool: z.string().optional(),
});

export type Notes = z.output<typeof schema>;
export type Slot = z.output<typeof slot>;

/** Parses stored notes; returns empty notes for anything else. */
export function notesOf(memory: unknown): Notes {
  const parsed = schema.safeParse(memory ?? {});
  return parsed.success ? parsed.data : schema.parse({});
}

/** Notes without what belongs to a goal. */
export const withoutGoal = ({ goal: _goal, asking: _asking, partial: _partial, ...rest }: Notes): Notes => ({
  ...rest,
  slots: {},
  confirming: [],
  confirmed: [],
  misses: 0,
  digits: '',
});

export const withoutOffer = ({ offer: _offer, ...rest }: Notes): Notes => rest;
