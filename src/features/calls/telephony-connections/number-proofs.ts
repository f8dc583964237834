import { setTimeout as wait } from 'node:timers/promises';
import type { OrganisationId } from '../../../data/index.ts';
import { eachApart } from '../../../each-apart.ts';
import type { Log } from '../../../log.ts';
import type { NumberFound } from '../../../telephony/index.ts';
import type { NumberStore, OwnedNumber } from './number-store.ts';

/** Queries the provider; undefined if the stored credentials cannot be read. */
export type AskOwner = (organisation: OrganisationId, provider: string) => Promise<NumberFound | undefined>;

export interface NumberProofsOptions {
  readonly numbers: NumberStore;
  readonly askOwner: AskOwner;
  readonly now: () => Date;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface NumberProofs {
  /**
   * Queries the provider of a connection whether the account has its number. Resolves once the result is stored, or
   * after 5 s.
   */
  prove(organisation: OrganisationId, provider: string): Promise<void>;
  /** Queries the connections that are due. */
  round(): Promise<void>;
  /** Waits for pending queries. */
  close(): Promise<void>;
}

const queryFailed = 'failed to ask a provider for the number of a connection';

const patienceMs = 5000;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const longestWaitMs = 60 * minuteMs;
const perRound = 20;

/**
 * Proves the ownership of numbers: a number belongs to an organisation once its provider confirms it. If the provider
 * cannot be queried, the proof is unchanged. A pending number is queried again at intervals that grow with its age from
 * a minute to an hour.
 */
export function createNumberProofs({ numbers, askOwner, now, log }: NumberProofsOptions): NumberProofs {
  const later = (ms: number): string => new Date(now().getTime() + ms).toISOString();

  function nextOf({ proof, connectedAt }: OwnedNumber, numberFound: NumberFound | undefined) {
    if (numberFound?.kind === 'owned') return { proof: 'proven', nextProofAt: later(dayMs) } as const;
    if (numberFound?.kind === 'not_owned') return { proof: 'refused', nextProofAt: later(dayMs) } as const;
    const ageMs = now().getTime() - Date.parse(connectedAt);
    return { proof, nextProofAt: later(Math.min(Math.max(ageMs, minuteMs), longestWaitMs)) };
  }

  async function ask(number: OwnedNumber): Promise<void> {
    const { organisationId: organisation, provider } = number;
    const numberFound = await askOwner(organisation, provider);
    const judged = nextOf(number, numberFound);
    if (!(await numbers.judge(number, judged)) || judged.proof === number.proof) return;
    if (judged.proof === 'proven') await numbers.doubtOthers(number, now().toISOString());
    const detail = numberFound?.kind === 'not_owned' ? { detail: numberFound.detail } : {};
    const about = { event: `number_${judged.proof}`, organisation, provider, ...detail };
    if (judged.proof === 'proven') log.info(about, 'the provider confirmed the number of a connection');
    else log.warn(about, 'the provider did not confirm the number of a connection');
  }

  const asking = new Set<Promise<void>>();
  return {
    async prove(organisation, provider) {
      const number = await numbers.get(organisation, provider);
      if (number === undefined) return;
      const answer = ask({ ...number, organisationId: organisation })
        .catch((error: unknown) => log.error({ err: error }, queryFailed))
        .finally(() => asking.delete(answer));
      asking.add(answer);
      await Promise.race([answer, wait(patienceMs, undefined, { ref: false })]);
    },
    async round() {
      await eachApart(await numbers.due(now().toISOString(), perRound), ask, {
        log,
        trouble: queryFailed,
        name: ({ organisationId, provider }) => ({ organisationId, provider }),
        // Otherwise it would be due in each round, before the others.
        record: (number) => numbers.judge(number, nextOf(number, undefined)),
      });
    },
    async close() {
      await Promise.all(asking);
    },
  };
}
