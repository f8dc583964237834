import { z } from 'zod';

/** A response of a tool. The first one whose arguments and state match is returned, and updates the state. */
const answer = z.object({
  /** Arguments that the tool call must have. */
  when: z.record(z.string(), z.unknown()).default({}),
  /** Required values in the state. */
  needs: z.record(z.string(), z.unknown()).default({}),
  ok: z.boolean().default(true),
  result: z.unknown().default('done'),
  /** Values to set in the state. */
  set: z.record(z.string(), z.unknown()).default({}),
});
type Answer = z.output<typeof answer>;

const fits = (wanted: Readonly<Record<string, unknown>>, args: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(wanted).every(([key, value]) => JSON.stringify(args[key]) === JSON.stringify(value));

/**
 * Mocks the tools of a run: each has one response or a list of them. A tool without a response succeeds and returns its
 * arguments.
 */
export function createToolMocks(mocks: Readonly<Record<string, unknown>>) {
  const state: Record<string, unknown> = {};
  return {
    run(name: string, args: Readonly<Record<string, unknown>>): { ok: boolean; result: string } {
      const mock = mocks[name];
      if (mock === undefined) return { ok: true, result: JSON.stringify({ status: 'done', ...args }) };
      const answers = (Array.isArray(mock) ? mock : [mock]).map(answerOf);
      const reply = answers.find(({ when, needs }) => fits(when, args) && fits(needs, state));
      if (reply === undefined) return { ok: false, result: 'The tool has no answer for these arguments.' };
      Object.assign(state, reply.set);
      return { ok: reply.ok, result: textOf(reply.result) };
    },
  };
}

/** Any other value is taken as the result itself. */
function answerOf(mock: unknown): Answer {
  const read = typeof mock === 'object' && mock !== null && 'result' in mock ? answer.safeParse(mock) : undefined;
  return read?.success ? read.data : answer.parse({ result: mock });
}

const textOf = (result: unknown): string => (typeof result === 'string' ? result : JSON.stringify(result));
