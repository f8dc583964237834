import type { Database, OrganisationId } from '../../../data/index.ts';
import { eachApart } from '../../../each-apart.ts';
import type { Log } from '../../../log.ts';
import type { AnsweringFlow, Flows } from '../../campaigns/index.ts';

export interface RehearsalsOptions {
  readonly flows: Pick<Flows, 'answeringAfter'>;
  readonly remembered: Database['remembered'];
  /** Reads what decides whether a flow answers a call to its number. */
  readonly mayAnswer: (flow: AnsweringFlow) => Promise<void>;
  /** Reads what a call of the flow needs. */
  readonly rehearse: (flow: { readonly organisationId: OrganisationId; readonly uuid: string }) => Promise<void>;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly nowMs: () => number;
}

/** Voices, models and documents of a flow may change without the flow, so it is read again after this time. */
const againMs = 600_000;
const listedAtOnce = 500;

/**
 * Reads in each round what calls to numbers that answer would need, so that this server remembers it when the database
 * is away. A flow that did not change, or cannot be read, is read every ten minutes.
 */
export function createRehearsals({ flows, remembered, mayAnswer, rehearse, log, nowMs }: RehearsalsOptions) {
  let done = new Map<string, { readonly updatedAt: string; readonly atMs: number }>();
  let isReady = false;
  const apart = {
    log,
    trouble: 'failed to remember what calls of a flow need',
    name: ({ uuid }: AnsweringFlow) => ({ flowUuid: uuid }),
  };

  const read = (flow: AnsweringFlow): Promise<void> =>
    remembered(
      async () => {
        await mayAnswer(flow);
        await rehearse(flow);
      },
      { isAhead: true },
    );

  return {
    async round(): Promise<void> {
      const current: typeof done = new Map();
      const visit = async (flow: AnsweringFlow): Promise<void> => {
        const { uuid, updatedAt } = flow;
        const last = done.get(uuid);
        const isFresh = last?.updatedAt === updatedAt && nowMs() - last.atMs <= againMs;
        current.set(uuid, isFresh ? last : { updatedAt, atMs: nowMs() });
        if (!isFresh) await read(flow);
      };
      for (let after = ''; ; ) {
        const listed = await flows.answeringAfter(after, listedAtOnce);
        await eachApart(listed, visit, apart);
        const last = listed.at(-1);
        if (last === undefined || listed.length < listedAtOnce) break;
        after = last.uuid;
      }
      done = current;
      if (isReady) return;
      isReady = true;
      log.info({ event: 'calls_remembered', flows: done.size }, 'calls can be answered while the database is away');
    },
  };
}
