import { z } from 'zod';
import { oneLine } from '../../../http/fields.ts';
import { judged } from '../simulations/index.ts';
import type { Judge } from './judging.ts';

export interface JudgeServer {
  readonly baseUrl: string;
  /** An API key with the scope `sales:simulations:judge`. */
  readonly token: string;
}

const path = '/api/pf-intel/simulations';
const deadlineMs = 90_000;

/** Client error statuses that are temporary. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);
const mostDetail = 300;
const problem = z.object({ detail: z.string() });

async function detailOf(answer: Response): Promise<string> {
  const read = problem.safeParse(await answer.json().catch(() => undefined));
  return read.success ? oneLine(read.data.detail).slice(0, mostDetail) : '';
}

/** Uses another server as the judge. It stores the result of each run, so a repeated request is judged once. */
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
    if (answer === undefined) return 'down';
    if (!answer.ok) {
      if (answer.status >= 400 && answer.status < 500 && !passing.has(answer.status))
        return { refused: `The judge refused the run with status ${answer.status}. ${await detailOf(answer)}`.trim() };
      await answer.body?.cancel();
      return 'down';
    }
    const read = judged.safeParse(await answer.json().catch(() => undefined));
    return read.success ? read.data : 'down';
  };
}
