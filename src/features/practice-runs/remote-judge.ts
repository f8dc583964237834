import { judged } from '../simulations/index.ts';
import type { Judge } from './judging.ts';

export interface JudgeServer {
  readonly baseUrl: string;
  /** An API key with the scope `sales:simulations:judge`. */
  readonly token: string;
}

const path = '/api/pf-intel/simulations';
const deadlineMs = 90_000;

/** Another server that judges. It keeps the result of each run, so a repeated request is judged once. */
export function createRemoteJudge({ baseUrl, token }: JudgeServer): Judge {
  const base = baseUrl.replace(/\/+$/, '');
  const url = base.endsWith(path) ? base : `${base}${path}`;
  return async (_organisation, simulation) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(simulation),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    }).catch(() => undefined);
    if (answer === undefined || !answer.ok) {
      await answer?.body?.cancel();
      return 'down';
    }
    const read = judged.safeParse(await answer.json().catch(() => undefined));
    return read.success ? read.data : 'down';
  };
}
