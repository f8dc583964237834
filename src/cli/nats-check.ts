import { natsAdvice } from '../cluster/index.ts';
import type { Config } from '../config/config.ts';
import type { Check } from './check.ts';

/** Checks whether NATS is reachable. Returns no check if none is configured. */
export async function checkNats({ natsUrls }: Config['cluster']): Promise<Check[]> {
  if (natsUrls.length === 0) return [];
  const name = 'nats';
  // Loaded only where it is used.
  const { probeNats } = await import('../cluster/nats.ts');
  try {
    const { rttMs, version } = await probeNats(natsUrls);
    const detail = `NATS ${version} answers in ${rttMs} ms`;
    const advice = natsAdvice(natsUrls);
    return [advice === undefined ? { name, state: 'ok', detail } : { name, state: 'warning', detail, advice }];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const advice = 'Correct NATS_URL or start the server. Until then commands between servers go over PostgreSQL.';
    return [{ name, state: 'warning', detail: why, advice }];
  }
}
