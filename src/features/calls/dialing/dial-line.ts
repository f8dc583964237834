import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import { bind, type Database, isDiskTrouble, type OrganisationId } from '../../../data/index.ts';
import { eachApart } from '../../../each-apart.ts';
import type { Log } from '../../../log.ts';
import { type FlowRow, zoneTrouble } from '../../campaigns/index.ts';
import { type Claim, type ClaimOptions, claimNext, dialerOf, setAside } from './claim.ts';
import type { Line, OutboundCalls, Provider } from './outbound-calls.ts';
import { createPacer, type Pacer } from './pacer.ts';
import type { Places } from './places.ts';
import type { TargetStore } from './target-store.ts';

export interface DialLineOptions {
  readonly database: Database;
  readonly store: TargetStore;
  readonly telephone: OutboundCalls;
  readonly callsPerSecond: (provider: Provider) => number;
  /** Returns whether this installation accepts no more calls at present. */
  readonly isRefusing: () => Promise<boolean>;
  /** Returns whether the server is shutting down. */
  readonly isStopping: () => boolean;
  readonly places: Omit<Places, 'freed'>;
  /** Pauses a campaign that cannot dial; `why` is a sentence with the reason. */
  readonly pauseCampaign: (organisation: OrganisationId, flowUuid: string, why: string) => Promise<void>;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** State of an active campaign, used for up to a second. */
interface Dialled {
  readonly flowUuid: string;
  readonly line: Line;
  readonly pacer: Pacer | undefined;
}

/** `status_reason` of a campaign that an unexpected error has paused. */
export const failedReason =
  'An internal error prevents its calls. The log of the server has the details. Launch it to try again.';

const lookEveryMs = 1000;
/**
 * Time reserved for claiming the next contact, so that the claim does not delay the call. Stopping a campaign takes
 * effect until then.
 */
const claimAheadMs = 40;
/** Maximum number of unanswered requests to the provider. */
const mostAsked = 64;
/** After so many contacts in a row that failed, the cause is not theirs. */
const mostFailures = 5;
/** Leaves room for other jobs, and stays within the lease. */
const longestMs = 240_000;

/**
 * Returns a function that dials for the campaigns of one organisation over one provider, round-robin and at the
 * provider's pace. It is one job, so nobody else dials there at the same time. Resolves when no contact is due.
 */
export function createDialLine(options: DialLineOptions) {
  const { database, store, telephone, callsPerSecond, now, nowMs } = options;
  const claims: ClaimOptions = { store, telephone };
  /** Contacts of a campaign that failed since the last that did not, by campaign. */
  const failures = new Map<string, number>();

  return async (organisation: OrganisationId, provider: Provider, signal: AbortSignal): Promise<void> => {
    const pacer = createPacer(callsPerSecond(provider));
    const ownPacers = new Map<string, { readonly perSecond: number; readonly pacer: Pacer }>();
    const requests = new Set<Promise<void>>();
    const untilMs = nowMs() + longestMs;
    const isOver = (): boolean => signal.aborted || options.isStopping() || nowMs() >= untilMs;

    /** Yields in any case: SQLite returns synchronously. */
    const wait = (ms: number): Promise<void> => (ms > 0 ? pause(ms, undefined, { signal }).catch(() => {}) : breathe());
    const dial = async (callUuid: string): Promise<void> => {
      while (requests.size >= mostAsked) await Promise.race(requests);
      const request: Promise<void> = telephone
        .dial(organisation, callUuid)
        .then(
          () => {},
          (error: unknown) => options.log.error({ err: error, callUuid }, 'failed to dial a call of a campaign'),
        )
        .finally(() => requests.delete(request));
      requests.add(request);
    };
    const waitMs = (campaign: Dialled): number => campaign.pacer?.waitMs(nowMs()) ?? 0;

    // Calls stored before a crash, possibly already requested. `dial` finds out which.
    for (const callUuid of await store.undialled(organisation, provider)) {
      await wait(pacer.waitMs(nowMs()));
      if (isOver()) break;
      pacer.take(nowMs());
      await dial(callUuid);
    }
    while (!isOver()) {
      const campaigns = await campaignsOf(organisation, provider, ownPacers);
      if (campaigns.length === 0) break;
      if (await options.isRefusing()) await options.places.free(lookEveryMs, options.places.freedSoFar);
      else if (!(await dialFor(campaigns))) break;
    }
    await Promise.all(requests);

    /** Dials round-robin until the campaigns must be read again. Returns false if no contact is due now. */
    async function dialFor(campaigns: readonly Dialled[]): Promise<boolean> {
      const lookMs = nowMs() + lookEveryMs;
      let turns = [...campaigns];
      let isFull = false;
      let freed = options.places.freedSoFar;
      while (turns.length > 0) {
        for (const campaign of turns) {
          const nextMs = Math.max(pacer.waitMs(nowMs()), Math.min(...turns.map(waitMs)));
          await wait(Math.min(nextMs - claimAheadMs, lookMs - nowMs()));
          if (isOver() || nowMs() >= lookMs) return true;
          if (waitMs(campaign) > claimAheadMs) continue;
          if (!isFull) freed = options.places.freedSoFar;
          const claim = await claimFor(organisation, campaign);
          if (claim.kind === 'call') {
            await wait(Math.max(pacer.waitMs(nowMs()), waitMs(campaign)));
            // The next process finds the stored call.
            if (signal.aborted) return true;
            pacer.take(nowMs());
            campaign.pacer?.take(nowMs());
            await dial(claim.callUuid);
          } else if (claim.kind !== 'looked') {
            isFull ||= claim.kind === 'full';
            turns = turns.filter((turn) => turn !== campaign);
          }
        }
      }
      if (isFull) await options.places.free(lookEveryMs, freed);
      return isFull;
    }
  };

  /** An error of one contact skips it. Five in a row, and any other error of the campaign, pause it. */
  async function claimFor(organisation: OrganisationId, { flowUuid, line }: Dialled): Promise<Claim> {
    const at = now();
    const trying = { targetUuid: undefined as string | undefined };
    try {
      // Correct without serialisable isolation: it locks the campaign's row and skips targets that have changed.
      const claim = await database.system.tx(
        (queries) => claimNext(claims, bind(queries, organisation), organisation, { flowUuid, line, at, trying }),
        { asIfAlone: false },
      );
      failures.delete(flowUuid);
      return claim;
    } catch (error) {
      if (isDiskTrouble(error)) throw error;
      const { targetUuid } = trying;
      options.log.error({ err: error, flowUuid, targetUuid }, 'failed to choose the next contact of a campaign');
      const failed = (failures.get(flowUuid) ?? 0) + 1;
      failures.set(flowUuid, failed);
      if (targetUuid !== undefined) {
        await database.system.tx((queries) => setAside(store, bind(queries, organisation), targetUuid, at));
        if (failed < mostFailures) return { kind: 'looked' };
      }
      failures.delete(flowUuid);
      await options.pauseCampaign(organisation, flowUuid, failedReason);
      return { kind: 'stopped' };
    }
  }

  async function campaignsOf(
    organisation: OrganisationId,
    provider: Provider,
    pacers: Map<string, { readonly perSecond: number; readonly pacer: Pacer }>,
  ): Promise<Dialled[]> {
    const campaigns: Dialled[] = [];
    const look = async (flow: FlowRow): Promise<void> => {
      const line = await telephone.lineFor(organisation, flow.phoneNumber);
      if (line.kind === 'none') return options.pauseCampaign(organisation, flow.uuid, line.detail);
      const trouble = zoneTrouble(flow);
      if (trouble !== undefined) return options.pauseCampaign(organisation, flow.uuid, trouble);
      if (line.provider !== provider) return;
      const { calls_per_second: perSecond } = dialerOf(flow);
      const known = pacers.get(flow.uuid);
      if (perSecond !== undefined && known?.perSecond !== perSecond)
        pacers.set(flow.uuid, { perSecond, pacer: createPacer(perSecond) });
      const pacer = perSecond === undefined ? undefined : pacers.get(flow.uuid)?.pacer;
      campaigns.push({ flowUuid: flow.uuid, line, pacer });
    };
    await eachApart(await store.activeOutbound(organisation), look, {
      log: options.log,
      trouble: 'failed to prepare a campaign for dialling',
      name: ({ uuid }) => ({ flowUuid: uuid }),
      record: ({ uuid }) => options.pauseCampaign(organisation, uuid, failedReason),
    });
    return campaigns;
  }
}
