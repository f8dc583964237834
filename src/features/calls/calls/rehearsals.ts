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

interface Rehearsed {
  readonly flow: AnsweringFlow;
  readonly atMs: number;
}

/**
 * Reads in each round what calls to numbers that answer would need, so that this server remembers it when the database
 * is away. A flow that did not change, or cannot be read, is read every ten minutes. A number or extension that its flow
 * no longer answers is read once more, so that this is remembered too.
 */
export function createRehearsals({ flows, remembered, mayAnswer, rehearse, log, nowMs }: RehearsalsOptions) {
  let done = new Map<string, Rehearsed>();
  let isReady = false;
  const apart = {
    log,
    trouble: 'failed to remember what calls of a flow need',
    name: ({ uuid }: AnsweringFlow) => ({ flowUuid: uuid }),
  };

  const ahead = (work: () => Promise<void>): Promise<void> => remembered(work, { isAhead: true });
  const readChange = (flow: AnsweringFlow): Promise<void> => ahead(() => mayAnswer(flow));
  const read = (flow: AnsweringFlow): Promise<void> =>
    ahead(async () => {
      await mayAnswer(flow);
      await rehearse(flow);
    });

  return {
    async round(): Promise<void> {
      const current: typeof done = new Map();
      const visit = async (flow: AnsweringFlow): Promise<void> => {
        const last = done.get(flow.uuid);
        const isFresh = last?.flow.updatedAt === flow.updatedAt && nowMs() - last.atMs <= againMs;
        current.set(flow.uuid, isFresh ? last : { flow, atMs: nowMs() });
        if (!isFresh) await read(flow);
      };
      for (let after = ''; ; ) {
        const listed = await flows.answeringAfter(after, listedAtOnce);
        await eachApart(listed, visit, apart);
        const last = listed.at(-1);
        if (last === undefined || listed.length < listedAtOnce) break;
        after = last.uuid;
      }
      const before = [...done.values()].map(({ flow }) => flow);
      done = current;
      await eachApart(
        before.filter((flow) => !isDialledAs(flow, current.get(flow.uuid)?.flow)),
        readChange,
        apart,
      );
      if (isReady) return;
      isReady = true;
      log.info({ event: 'calls_remembered', flows: done.size }, 'calls can be answered while the database is away');
    },
  };
}

const isDialledAs = ({ phoneNumber, extension }: AnsweringFlow, now: AnsweringFlow | undefined): boolean =>
  now?.phoneNumber === phoneNumber && now.extension === extension;
