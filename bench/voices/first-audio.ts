import { openStreamingSpeechServer } from '../../media/emulator/index.ts';
import { pooledEngines, poolName } from '../../media/engines/pooled.ts';
import { enginesOf } from '../../media/engines/registry.ts';
import { connectHere, openEnginePool } from '../../media/inference/pool.ts';
import type { SpeakJob, SpeakResult } from '../../media/line/speech.ts';

export interface FirstAudio {
  /** Milliseconds from the server's first byte to audio in the thread of the call. */
  readonly firstAudioMs: readonly number[];
  /** Milliseconds from the abort of a reply to the end of its connection at the server. */
  readonly abortMs: readonly number[];
}

const now = (): number => performance.timeOrigin + performance.now();
const serverMs = 120;

/** Streams phrases of an emulated server over the same pool as calls; some are interrupted. */
export async function measureFirstAudio(options: { phrases: number; atOnce: number }): Promise<FirstAudio> {
  const server = await openStreamingSpeechServer({ manner: { firstByteMs: serverMs, pieceMs: 60, everyMs: 30 } });
  const servers = { speech_a: { baseUrl: server.baseUrl } };
  const engine = poolName('speak', 'speech_a');
  const engines = pooledEngines(enginesOf(servers), 'network', { modelsDir: '' }).filter(({ name }) => name === engine);
  const pool = await openEnginePool({
    name: 'bench',
    threads: 1,
    concurrency: 256,
    niceness: 0,
    providers: ['cpu'],
    engines,
    log: () => {},
  });
  const client = connectHere(pool).engine<SpeakJob, SpeakResult>({
    engine,
    slackMs: () => 0,
    weight: () => 1,
    timeoutMs: 10_000,
  });
  const firstAudioMs: number[] = [];
  const abortMs: number[] = [];

  async function say(nth: number): Promise<void> {
    const text = `Phrase number ${nth} of this measurement, which is long enough.`;
    const stop = new AbortController();
    let stoppedMs: number | undefined;
    const job: SpeakJob = { text, voice: { engine: 'speech_a', voice: 'priya', languageCode: 'en-IN' }, rateHz: 8000 };
    let isFirst = true;
    for await (const _ of client.run(job, stop.signal)) {
      const seen = server.texts.find((one) => one.text === text);
      if (isFirst && seen?.firstByteMs !== undefined) firstAudioMs.push(now() - seen.firstByteMs);
      if (!isFirst && nth % 4 === 3 && stoppedMs === undefined) {
        stoppedMs = now();
        stop.abort();
      }
      isFirst = false;
    }
    if (stoppedMs === undefined) return;
    for (let round = 0; round < 100; round++) {
      const { leftMs } = server.texts.find((one) => one.text === text) ?? {};
      if (leftMs !== undefined) return void abortMs.push(leftMs - stoppedMs);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  try {
    await Promise.all(
      Array.from({ length: options.atOnce }, async (_, slot) => {
        for (let nth = slot; nth < options.phrases; nth += options.atOnce) await say(nth);
      }),
    );
  } finally {
    await pool.close();
    await server.close();
  }
  return { firstAudioMs, abortMs };
}
