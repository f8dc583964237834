import { openStreamingSpeechServer } from '../../media/index.ts';
import type { ServerChild } from '../../src/cli/server-child.ts';
import type { CallerLines } from '../call/lines.ts';
import { knownLines } from './known-lines.ts';

/** An emulated speech server, and how calls reach it. */
export interface RemoteEngines {
  /** Environment of the server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Assigns every line of a server a voice and a recogniser of the speech server. */
  routeTo(server: ServerChild): Promise<void>;
  /** Writes protocol violations to standard error. */
  close(): Promise<void>;
}

/** First byte after 120 ms, words 80 ms after the end of speech. It recognises the callers' lines. */
export async function openRemoteEngines({ prompts, questions }: CallerLines): Promise<RemoteEngines> {
  const recognised = knownLines([...prompts, ...questions]);
  const speech = await openStreamingSpeechServer({
    manner: { firstByteMs: 120, pieceMs: 200, everyMs: 60 },
    hearing: { afterMs: 80 },
    hear: async (clip) => ({ text: recognised(clip), language: 'en-IN' }),
  });
  return {
    env: { SPEECH_A_BASE_URL: speech.baseUrl },
    routeTo,
    async close() {
      for (const complaint of new Set(speech.complaints)) process.stderr.write(`the emulator: ${complaint}\n`);
      await speech.close();
    },
  };
}

/** Every line uses a voice of the server. Its agent has a language that only the server recognises. */
async function routeTo({ baseUrl, token }: ServerChild): Promise<void> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const agent = (await ask('POST', '/api/voice/agents', {
    name: 'Remote',
    voice_config: { provider: 'speech_a', speaker: 'priya', language_code: 'en-IN' },
    languages: ['en-IN', 'hi-IN'],
  })) as { uuid: string };
  const { campaigns } = (await ask('GET', '/v1/campaigns')) as { campaigns: readonly { uuid: string }[] };
  for (const { uuid } of campaigns)
    await ask('PATCH', `/api/voice/flows/${uuid}`, { provider: 'speech_a', voice_agent_id: agent.uuid });
}
