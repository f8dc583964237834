import type { Database, OrganisationId } from '../../../data/index.ts';
import type { AnsweringFlow, Flows } from '../../campaigns/index.ts';

export interface RehearsalsOptions {
  readonly flows: Pick<Flows, 'answeringAfter'>;
  readonly remembered: Database['remembered'];
  /** Reads what decides whether a flow answers a call to its number. */
  readonly mayAnswer: (flow: AnsweringFlow) => Promise<void>;
  /** Reads what a call of the flow needs. */
  readonly rehearse: (flow: { readonly organisationId: OrganisationId; readonly uuid: string }) => Promise<void>;
  readonly nowMs: () => number;
}

/** Voices, models and documents of a flow may change without the flow, so it is read again after this time. */
const againMs = 600_000;
const listedAtOnce = 500;

/**
 * Reads in each round what calls to numbers that answer would need, so that this server remembers it when the database
 * is away. A flow that did not change is read every ten minutes.
 */
export function createRehearsals({ flows, remembered, mayAnswer, rehearse, nowMs }: RehearsalsOptions) {
  let done = new Map<string, { readonly updatedAt: string; readonly atMs: number }>();

  async function read(flow: AnsweringFlow): Promise<void> {
    await remembered(async () => {
      await mayAnswer(flow);
      await rehearse(flow);
    });
  }

  return {
    async round(): Promise<void> {
      const current: typeof done = new Map();
      for (let after = ''; ; ) {
        const listed = await flows.answeringAfter(after, listedAtOnce);
        for (const flow of listed) {
          const last = done.get(flow.uuid);
          const isDue = last?.updatedAt !== flow.updatedAt || nowMs() - last.atMs > againMs;
          if (isDue) await read(flow);
          current.set(flow.uuid, isDue || last === undefined ? { updatedAt: flow.updatedAt, atMs: nowMs() } : last);
        }
        const last = listed.at(-1);
        if (last === undefined || listed.length < listedAtOnce) break;
        after = last.uuid;
      }
      done = current;
    },
  };
}
