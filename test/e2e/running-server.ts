import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { askForStream, type CallRun, type PlaceCallOptions, placeCall } from '../../media/index.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient, type StoredCall } from '../../src/cli/server-client.ts';
import { testModelsDir } from '../models.ts';

const dentist = '+12025550143';

export interface RunningServer {
  readonly baseUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly child: ServerChild;
  /** Calls like a provider: requests the answer address, then opens the stream it names. */
  dial(
    dialect: 'telephony_a' | 'telephony_b' | 'browser',
    from: string,
    options?: Partial<PlaceCallOptions>,
  ): Promise<CallRun>;
  /** Returns the stored call from this number once it is over. */
  finished(from: string): Promise<StoredCall>;
  recording(uuid: string): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/** Starts the built server as `npm start` does, on free ports and an empty data directory. */
export async function startServer(
  env: NodeJS.ProcessEnv = {},
  options: { readonly namesItself?: boolean } = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  const started = await startServerChild({
    entry: new URL('../../dist/src/main.js', import.meta.url),
    // Admission is off: other tests may keep the machine busy.
    env: { ...process.env, MODELS_DIR: testModelsDir, ADMISSION: 'off', ...env },
    dataDir,
    readyTimeoutMs: 120_000,
    ...options,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  const client = createServerClient(server);
  const beganMs = Date.now();

  return {
    baseUrl: server.baseUrl,
    pid: server.pid,
    dataDir,
    child: server,
    async dial(dialect, from, options = {}) {
      const flowUuid = dialect === 'browser' ? await client.activeFlow() : undefined;
      const answer = await askForStream({
        dialect,
        baseUrl: server.baseUrl,
        callId: `test-${from.replace(/\D/g, '')}-${Date.now()}`,
        from,
        to: dentist,
        token: server.token,
        ...(flowUuid === undefined ? {} : { flowUuid }),
      });
      if (answer.kind !== 'stream') throw new Error(`not answered: ${JSON.stringify(answer)}`);
      return placeCall({ dialect, url: answer.url, identity: { from, to: dentist }, ...options });
    },
    async finished(from) {
      return vi.waitFor(
        async () => {
          const uuid = await client.findCall(from, beganMs);
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
      const response = await fetch(new URL(`${url}&format=wav`, server.baseUrl));
      if (!response.ok) throw new Error(`no recording: ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    async stop() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
