import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { askForStream, type CallRun, type PlaceCallOptions, placeCall } from '../../media/index.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient, type StoredCall } from '../../src/cli/server-client.ts';
import { type SharedServer, serverEnv } from './shared-server.ts';

const dentist = '+12025550143';

export interface RunningServer {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Calls like a provider: requests the answer address, then opens the stream it names. */
  dial(
    dialect: 'telephony_a' | 'telephony_b' | 'browser',
    from: string,
    options?: Partial<PlaceCallOptions>,
  ): Promise<CallRun>;
  /** Returns the stored call that was dialled from this number once it is over. */
  finished(from: string): Promise<StoredCall>;
  recording(uuid: string): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/** Returns the server that files without settings of their own share; in a run without one, a new server. */
export async function openSharedServer(): Promise<RunningServer> {
  const address = inject('sharedServer');
  if (address === undefined) return startServer({ MEDIA_THREADS: '2' });
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await answer.text());
  return running((await answer.json()) as SharedServer, async () => {});
}

/**
 * Starts the built server as `npm start` does, on free ports and an empty data directory. One inference thread is enough
 * for a few calls, and opening the models again for another one costs more than those calls.
 */
export async function startServer(
  env: NodeJS.ProcessEnv = {},
  options: { readonly namesItself?: boolean } = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  const started = await startServerChild({
    entry: new URL('../../dist/src/main.js', import.meta.url),
    env: serverEnv({ INFERENCE_THREADS: '1', ...env }),
    dataDir,
    readyTimeoutMs: 120_000,
    ...options,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  return running({ baseUrl: server.baseUrl, token: server.token, dataDir }, async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
}

function running(server: SharedServer, stop: () => Promise<void>): RunningServer {
  const { baseUrl, dataDir } = server;
  const client = createServerClient(server);
  const beganMs = Date.now();
  /** Test calls of all browsers have the same number. */
  const browserCalls = new Map<string, string>();

  async function askAsBrowser(from: string): Promise<string> {
    const answer = await client.request(`/api/voice/flows/${await client.activeFlow()}/browser-test`, {
      method: 'POST',
    });
    if (!answer.ok) throw new Error(`not answered: ${answer.status} ${await answer.text()}`);
    const { ws_url: url, call_uuid: uuid } = (await answer.json()) as { ws_url: string; call_uuid: string };
    browserCalls.set(from, uuid);
    return url;
  }

  async function askAsProvider(dialect: 'telephony_a' | 'telephony_b', from: string): Promise<string> {
    const callId = `test-${from.replace(/\D/g, '')}-${Date.now()}`;
    const answer = await askForStream({ dialect, baseUrl, callId, from, to: dentist });
    if (answer.kind !== 'stream') throw new Error(`not answered: ${JSON.stringify(answer)}`);
    return answer.url;
  }

  return {
    baseUrl,
    dataDir,
    async dial(dialect, from, options = {}) {
      const url = await (dialect === 'browser' ? askAsBrowser(from) : askAsProvider(dialect, from));
      return placeCall({ dialect, url, identity: { from, to: dentist }, ...options });
    },
    async finished(from) {
      return vi.waitFor(
        async () => {
          const uuid = browserCalls.get(from) ?? (await client.findCall(from, beganMs));
          const call = uuid === undefined ? undefined : await client.call(uuid);
          if (call === undefined || call.end_reason === null) throw new Error(`the call from ${from} did not end`);
          return call;
        },
        { timeout: 60_000, interval: 100 },
      );
    },
    async recording(uuid) {
      const url = (await client.call(uuid))?.recording_url;
      if (url == null) throw new Error('the call has no recording');
      const response = await fetch(new URL(`${url}&format=wav`, baseUrl));
      if (!response.ok) throw new Error(`no recording: ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    stop,
  };
}
