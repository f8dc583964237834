import { Agent, request } from 'node:http';
import type { Asked } from './routes.ts';

export interface OpenLoopOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly routes: readonly Asked[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly random: () => number;
}

export interface Answered {
  readonly name: string;
  /** Time from when the request was due to the last byte of its response: delays from a stall count in full. */
  readonly ms: number;
  /** How late the load generator sent the request. */
  readonly lateMs: number;
  readonly status: number;
}

const maxSockets = 256;

/** Sends requests at fixed times, whether or not earlier ones have been answered. */
export async function openLoop(options: OpenLoopOptions): Promise<Answered[]> {
  const { perSecond, seconds, routes, random } = options;
  const agent = new Agent({ keepAlive: true, maxSockets });
  const count = Math.round(perSecond * seconds);
  const beginMs = performance.now() + 100;
  const pending: Promise<Answered>[] = [];
  try {
    for (let index = 0; index < count; index++) {
      const dueMs = beginMs + (index * 1000) / perSecond;
      const aheadMs = dueMs - performance.now();
      if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
      pending.push(ask(drawn(routes, random), dueMs, options, agent));
    }
    return await Promise.all(pending);
  } finally {
    agent.destroy();
  }
}

/** Picks a route at random, weighted by its share. */
function drawn(routes: readonly Asked[], random: () => number): Asked {
  let place = random() * routes.reduce((sum, { share }) => sum + share, 0);
  const found = routes.find(({ share }) => {
    place -= share;
    return place < 0;
  });
  return found ?? (routes[0] as Asked);
}

function ask(
  { name, method, path }: Asked,
  dueMs: number,
  { baseUrl, token }: OpenLoopOptions,
  agent: Agent,
): Promise<Answered> {
  const lateMs = performance.now() - dueMs;
  return new Promise((resolve) => {
    const done = (status: number): void => resolve({ name, ms: performance.now() - dueMs, lateMs, status });
    const sending = request(new URL(path(), baseUrl), {
      agent,
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    sending.once('response', (response) => {
      response.resume();
      response.once('end', () => done(response.statusCode ?? 0));
      response.once('error', () => done(0));
    });
    sending.once('error', () => done(0));
    sending.end();
  });
}
