import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Run } from '../../features/coaching/practice-runs/index.ts';
import { CliFault } from '../cli-fault.ts';
import type { ServerAddress } from '../credential.ts';

/** A step of a flow, as far as coverage needs it. */
export interface CoveredStep {
  readonly id: string;
  readonly next?: readonly object[] | undefined;
}

export interface CoachClient {
  /**
   * Returns the UUID of the flow or voice agent with this name. Throws `suite_refused` if there is none, or more than
   * one.
   */
  target(kind: string, name: string): Promise<string>;
  /** Returns the steps of a flow; none if the target is not a flow or its steps cannot be read. */
  steps(uuid: string): Promise<readonly CoveredStep[]>;
  /** Returns the keys of the server's score fields. */
  criteria(): Promise<ReadonlySet<string>>;
  add(path: string, body: object): Promise<{ readonly uuid: string }>;
  remove(path: string): Promise<void>;
  /** Starts a run and returns it when it has ended. */
  play(body: object): Promise<Run>;
}

const requestMs = 15_000;
/** Enough attempts for a server to restart. */
const mostTries = 8;
const waits = { firstMs: 100, mostMs: 2000 } as const;
/** Temporary: a full queue, a rate limit, or a restart. */
const retried: ReadonlySet<number> = new Set([409, 429, 502, 503, 504]);
const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const named = z.array(z.object({ uuid: z.string(), name: z.string() }));
const added = z
  .object({ uuid: z.string() })
  .or(z.object({ id: z.number() }).transform(({ id }) => ({ uuid: `${id}` })));
const steps = z.object({
  effective_config: z.object({
    goals: z.array(z.object({ id: z.string(), next: z.array(z.looseObject({})).optional() })),
  }),
});
const detail = z.object({ detail: z.string() });

/** Creates the command's client of a server. Rejects with a `CliFault` that contains the server's reason. */
export function createCoachClient({ baseUrl, token }: ServerAddress, signal: AbortSignal): CoachClient {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };

  async function sent(method: string, path: string, body?: object): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const answer = await fetch(new URL(path, baseUrl), {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        if (attempt >= mostTries) throw new CliFault('not_answered', `nothing answers at ${baseUrl}`, { cause: error });
        return undefined;
      });
      if (answer?.ok === true) return answer.status === 204 ? undefined : answer.json();
      if (answer !== undefined && (!retried.has(answer.status) || attempt >= mostTries))
        throw await refusal(answer, path);
      await sleep(pauseOf(attempt, answer), undefined, { signal });
    }
  }

  async function byName(path: string, key: string): Promise<z.output<typeof named>> {
    const page = (await sent('GET', `${path}?limit=100`)) as Record<string, unknown>;
    return named.parse(page[key]);
  }

  return {
    async target(kind, name) {
      if (isUuid.test(name)) return name;
      const all =
        kind === 'voice_agent'
          ? await byName('/api/voice/agents', 'agents')
          : await byName('/api/voice/flows', 'flows');
      const [match, ...more] = all.filter((each) => each.name === name);
      if (match !== undefined && more.length === 0) return match.uuid;
      const names = all.map((each) => `"${each.name}"`).join(', ');
      const why =
        match === undefined
          ? `no agent is called "${name}"; available agents: ${names || 'none'}`
          : `several agents are called "${name}"; use a UUID`;
      throw new CliFault('suite_refused', why);
    },
    async steps(uuid) {
      const flow = await sent('GET', `/api/voice/flows/${uuid}`).catch(() => undefined);
      const read = steps.safeParse(flow);
      return read.success ? read.data.effective_config.goals : [];
    },
    async criteria() {
      const page = (await sent('GET', '/api/extraction-fields')) as { fields?: { key: string; field_type: string }[] };
      return new Set((page.fields ?? []).filter((field) => field.field_type === 'score').map(({ key }) => key));
    },
    add: async (path, body) => added.parse(await sent('POST', path, body)),
    async remove(path) {
      await sent('DELETE', path);
    },
    async play(body) {
      let run = (await sent('POST', '/api/pf-coach/runs', body)) as Run;
      for (
        let waitMs: number = waits.firstMs;
        run.finished_at === null;
        waitMs = Math.min(waits.mostMs, waitMs * 1.5)
      ) {
        await sleep(waitMs, undefined, { signal });
        run = (await sent('GET', `/api/pf-coach/runs/${run.uuid}`)) as Run;
      }
      return run;
    },
  };
}

function pauseOf(attempt: number, answer: Response | undefined): number {
  const seconds = Number(answer?.headers.get('retry-after') ?? 0);
  const usual = Math.min(waits.mostMs, waits.firstMs * 2 ** attempt);
  return seconds > 0 ? Math.min(60_000, seconds * 1000) : usual;
}

async function refusal(answer: Response, path: string): Promise<CliFault> {
  const read = detail.safeParse(await answer.json().catch(() => undefined));
  const why = read.success ? read.data.detail : `status ${answer.status}`;
  return new CliFault('suite_refused', `the server refused ${path}: ${why}`);
}
