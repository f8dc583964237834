import { askForStream, type CallRun, placeCall, type Talk } from '../../media/index.ts';
import type { ServerAddress } from '../../src/cli/credential.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { person, type TrialCluster } from './cluster-nodes.ts';
import { line } from './short-call.ts';
import { pause } from './trial-caller.ts';

/** A call whose agent was heard. */
export interface HeldCall {
  /** The caller's number, or the dialled number. */
  readonly number: string;
  /** URL of the call's stream. */
  readonly url: string;
  readonly run: CallRun;
  /** Set if the call's node was killed. */
  killedAtMs?: number;
  /** Set when the caller hung up. */
  leftAtMs?: number;
  /** Whether the call ended although the caller had not hung up. */
  cut?: boolean;
  heldMs: number;
}

export const numberOf = (index: number): string => `+1${2_025_700_000 + index}`;

const audibleMs = 10_000;

/**
 * Returns undefined if there was no stream or no sound. `node`: the media node at which the stream is opened; by default
 * the one that the control node chose.
 */
export async function openCall(
  cluster: TrialCluster,
  from: string,
  dialect: 'telephony_a' | 'telephony_b' = 'telephony_a',
  node?: number,
): Promise<HeldCall | undefined> {
  const { baseUrl } = cluster.control;
  const callId = crypto.randomUUID();
  const answer = await askForStream({ dialect, baseUrl, callId, from, to: line, allowRemote: cluster.isRemote }).catch(
    () => undefined,
  );
  if (answer?.kind !== 'stream') return undefined;
  const { format } = answer;
  const url = node === undefined ? answer.url : movedTo(answer.url, cluster.media[node]?.mediaPort);
  const identity = { callId, from, to: line };
  const run = placeCall({ dialect, url, identity, ...(format === undefined ? {} : { format }) });
  return heard({ number: from, url, run, heldMs: 0 });
}

function movedTo(address: string, port: number | undefined): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

async function heard(call: HeldCall): Promise<HeldCall | undefined> {
  const { run } = call;
  if ((await run.opened) && (await run.until(() => run.agentAudible.length > 0, audibleMs))) return call;
  run.drop();
  return undefined;
}

/** Tracks calls in progress and completed ones. */
export function createHolding(holdMs: number) {
  const live = new Set<HeldCall>();
  const held: HeldCall[] = [];
  return {
    live,
    held,
    /** Resolves when the caller hangs up or is cut off. */
    async hold(call: HeldCall, gone?: AbortSignal): Promise<void> {
      held.push(call);
      live.add(call);
      const startedMs = performance.now();
      while (performance.now() - startedMs < holdMs && !call.run.over && gone?.aborted !== true) await pause(50);
      call.heldMs = performance.now() - startedMs;
      live.delete(call);
      if (call.run.over) {
        call.cut = true;
        return;
      }
      call.leftAtMs = Date.now();
      await call.run.hangUp();
    },
  };
}

export type Holding = ReturnType<typeof createHolding>;

/** Simulates people who answer, listen for a while and hang up. */
export const talkAndHold =
  (holding: Holding): Talk =>
  async (answer, { id, from, to, hungUp }) => {
    if (answer.kind !== 'stream') return;
    const { url, custom } = answer;
    const run = placeCall({ dialect: 'telephony_a', url, identity: { callId: id, from, to, custom } });
    const call = await heard({ number: to, url, run, heldMs: 0 });
    if (call !== undefined) await holding.hold(call, hungUp.signal);
  };

export interface Campaign {
  readonly contacts: number;
  /** Address and credentials of a member of its organisation, at the current control node. */
  address(): ServerAddress;
  /** Starts dialling. */
  launch(): Promise<void>;
  /** Returns the number of unfinished contacts. */
  open(): Promise<number>;
}

export const providerAccount = { authId: 'MA1', authToken: 'token' };
const firstContact = 500_000;

/**
 * Prepares a campaign for contacts with unique numbers. The first person who registers gets the operator's
 * organisation.
 */
export async function prepareCampaign(cluster: TrialCluster, contacts: number): Promise<Campaign> {
  let token: string | undefined;
  const address = (): ServerAddress => ({ baseUrl: cluster.control.baseUrl, token });
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await createServerClient(address()).request(path, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }
  token = (await ask<{ token: string }>('POST', '/api/auth/register', person)).token;
  const { authId: auth_id, authToken: auth_token } = providerAccount;
  const connection = { auth_id, auth_token, phone_number: '+12025550100' };
  await ask('PUT', '/api/voice/integrations/telephony/telephony_a', connection);
  const rows = Array.from({ length: contacts }, (_, index) => ({ phone: numberOf(firstContact + index) }));
  await ask('POST', '/v1/contacts/bulk', { contacts: rows });
  const { uuid } = await ask<{ uuid: string }>('POST', '/api/voice/flows', {
    kind: 'outbound',
    name: 'Trial',
    provider: 'platform',
    speaker: 'ava',
    config: { greeting: 'Hello.', dialer: { max_concurrent_calls: 4, max_attempts: 1 } },
  });
  const targets = `/api/voice/flows/${uuid}/targets?limit=1`;
  return {
    contacts,
    address,
    launch: async () => void (await ask('POST', `/v1/campaigns/${uuid}/launch`)),
    async open() {
      const {
        queued = 0,
        waiting = 0,
        dialing = 0,
      } = (await ask<{ counts: Partial<Record<string, number>> }>('GET', targets)).counts;
      return queued + waiting + dialing;
    },
  };
}

export async function registerWebhook(address: ServerAddress, url: string): Promise<void> {
  const response = await createServerClient(address).request('/api/voice/webhooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Trial', url, events: ['call.started', 'call.ended', 'call.failed'] }),
  });
  if (!response.ok) throw new Error(`the webhook was not registered: ${response.status} ${await response.text()}`);
}
