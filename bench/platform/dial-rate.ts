import { setTimeout as pause } from 'node:timers/promises';
import { withPlace } from '../api/places.ts';
import { openCampaignRun } from '../trials/campaign-run.ts';

export interface DialRate {
  readonly contacts: number;
  readonly setPerSecond: number;
  /** Rate of the provider's requests, from the first to the last. */
  readonly perSecond: number;
  /** Largest number in any second. */
  readonly mostInASecond: number;
}

const ringMs = 50;

/** Runs a campaign whose phones ring unanswered against an emulated provider: signalling only. */
export const measureDialRate = (contacts: number, setPerSecond: number, env: NodeJS.ProcessEnv): Promise<DialRate> =>
  withPlace(undefined, async (place) => {
    const run = await openCampaignRun({ ...place, contacts, callsPerSecond: setPerSecond, ringMs, env });
    try {
      await run.launch();
      const giveUpAt = performance.now() + (contacts / setPerSecond) * 3000 + 30_000;
      while (run.provider.calls.length < contacts && performance.now() < giveUpAt) await pause(50);
      const placedMs = run.provider.calls.map(({ placedAt }) => placedAt.getTime());
      const tookMs = (placedMs.at(-1) ?? 0) - (placedMs[0] ?? 0);
      const within = (fromMs: number): number => placedMs.filter((ms) => ms >= fromMs && ms < fromMs + 1000).length;
      return {
        contacts: placedMs.length,
        setPerSecond,
        perSecond: ((placedMs.length - 1) * 1000) / Math.max(1, tookMs),
        mostInASecond: Math.max(0, ...placedMs.map(within)),
      };
    } finally {
      await run.close();
    }
  });
