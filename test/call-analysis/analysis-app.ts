import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AppOverrides } from '../../src/app/platform/overrides.ts';
import type { Transcriber, VoiceSpan } from '../../src/audio/index.ts';
import { twoVoices } from '../click-to-call/two-voices.ts';
import { onEachDatabase, type Place, people, type Who } from '../contacts/contacts-app.ts';
import type { TestDatabase } from '../data/databases.ts';
import { changingAuthenticator, fakeAuthenticator, newPeople, session } from '../http/fake-authenticator.ts';
import { openAppOnce, openTestApp, type TestApp } from '../http/test-app.ts';

export { onEachDatabase };

export const stereo = twoVoices();
export const mono = readFileSync(join(import.meta.dirname, '..', 'audio', 'files', 'morning.wav'));

type Ask = Parameters<Transcriber['transcribe']>[1];
type Outcome = Awaited<ReturnType<Transcriber['transcribe']>>;

/** Returns these sentences for each requested channel; tests may replace `hear`. */
export function scriptedTranscriber() {
  const script = {
    asked: [] as (Ask & { readonly path: string })[],
    hear: async (_ask: Ask & { readonly channel?: 0 | 1 }): Promise<Outcome | readonly [number, string][]> => [],
    /** Voices distinguished in a single-channel recording. */
    voices: undefined as readonly VoiceSpan[] | undefined,
  };
  const transcriber: Transcriber = {
    async transcribe(path, ask) {
      script.asked.push({ ...ask, path });
      for (const channel of ask.channel === 'both' ? ([0, 1] as const) : [ask.channel]) {
        const { channel: _asked, ...rest } = ask;
        const heard = await script.hear({ ...rest, ...(channel === undefined ? {} : { channel }) });
        if ('kind' in heard) return heard;
        const sentences = heard.map(([startMs, text]) => ({ startMs, endMs: startMs + 900, text }));
        await ask.onPart({ channel: channel ?? 0, toMs: 10_000, sentences, totalMs: 10_000 });
      }
      const voices = ask.tellsVoices === true ? script.voices : undefined;
      return { kind: 'transcribed', seconds: 10, ...(voices === undefined ? {} : { voices }) };
    },
  };
  return { script, transcriber };
}

const everybody = {
  ...people,
  manager: session('manager'),
  superadmin: { ...session('admin'), superadmin: true },
};
export type AnalysisPerson = Who | 'manager' | 'superadmin';

interface Asked {
  readonly as?: AnalysisPerson;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** A recording; the other fields accompany it. */
  readonly file?: Buffer;
  readonly fields?: Record<string, string>;
}

export async function openAnalysis(
  { dataDir, databaseUrl }: Place,
  transcriber?: Transcriber,
  env: Record<string, string> = {},
  fetching?: AppOverrides['fetching'],
) {
  const app = await openTestApp({
    dataDir,
    env: { ...env, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    authenticator: fakeAuthenticator(everybody),
    ...(transcriber === undefined ? {} : { transcriber }),
    ...(fetching === undefined ? {} : { fetching }),
  });
  return askedBy(app, everybody);
}

/**
 * Opens one server for all tests of a suite. Each call of the returned function gives `people` organisations of their
 * own, and the server the transcriber of the test. Settings of superadmins apply to all organisations.
 */
export function analysisOnce(database: TestDatabase) {
  const authenticator = changingAuthenticator();
  let transcriber = scriptedTranscriber().transcriber;
  const shared = openAppOnce({
    database,
    authenticator,
    transcriber: { transcribe: (...asked) => transcriber.transcribe(...asked) },
  });
  return (ofTest = scriptedTranscriber().transcriber) => {
    transcriber = ofTest;
    const renewed = newPeople(everybody);
    authenticator.become(renewed);
    return askedBy(shared(), renewed);
  };
}

function askedBy(app: TestApp, those: typeof everybody) {
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, asked: Asked = {}) => {
    const { as = 'admin', body, query = {}, headers = {}, file, fields } = asked;
    const form = file === undefined ? undefined : multipart(file, fields ?? {});
    const response = await app.http.inject({
      method,
      url,
      query,
      headers: { authorization: `Bearer ${as}`, ...headers, ...form?.headers },
      ...(form !== undefined ? { payload: form.payload } : body === undefined ? {} : { payload: body as object }),
    });
    const isJson = response.headers['content-type']?.toString().startsWith('application/json');
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    const json: any = isJson ? response.json() : response.rawPayload;
    return { status: response.statusCode, body: json };
  };
  const settled = async (id: number) => {
    const get = async () => (await ask('GET', `/api/calls/${id}`)).body;
    await expect.poll(async () => (await get()).status, { timeout: 90_000 }).toMatch(/completed|failed/);
    return get();
  };
  return { ...app, ask, settled, people: those };
}

function multipart(file: Buffer, fields: Record<string, string>) {
  const parts = Object.entries(fields).map(
    ([name, text]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const head = `${parts.join('')}--edge\r\nContent-Disposition: form-data; name="file"; filename="call.wav"\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}
