import { describe, expect, it } from 'vitest';
import { createEngineFailures, recognisingWithFallback, speakingWithFallback } from '../../media/engines/fallback.ts';
import { wordsIn } from '../../media/engines/remote/spoken-words.ts';
import type { EngineClient } from '../../media/line/engine.ts';
import { MediaFault } from '../../media/line/fault.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance } from '../../media/line/speech.ts';

const text = 'one two three four';
const remote = { engine: 'speech_b', voice: 'alloy' };
const spare = { engine: 'hibari', voice: 'ava' };
const job: SpeakJob = { text, voice: remote, rateHz: 8000 };
const wanted = new AbortController().signal;
const failed = new MediaFault('speech_engine_failed', 'it failed');

/** The server gives so many pieces of 100 ms before it fails; the spare voice says all of it in one piece. */
function speech(pieces: number) {
  const said: string[] = [];
  const client: EngineClient<SpeakJob, SpeakResult> = {
    async *run({ text: asked, voice }) {
      said.push(`${voice.engine}: ${asked}`);
      if (voice.engine === spare.engine) return yield { samples: new Float32Array(800), words: wordsIn(asked, 100) };
      for (let piece = 0; piece < pieces; piece++)
        yield { samples: new Float32Array(800), ...(piece === 0 ? { words: wordsIn(text, 400) } : {}) };
      throw failed;
    },
  };
  return { client, said };
}

async function say(client: EngineClient<SpeakJob, SpeakResult>): Promise<SpeakResult[]> {
  const results: SpeakResult[] = [];
  for await (const result of client.run(job, wanted)) results.push(result);
  return results;
}

describe('speaking with a server that fails', () => {
  const held = (pieces: number, speaksIt = true, nowMs = () => 0) => {
    const { client, said } = speech(pieces);
    const troubles: string[] = [];
    const options = {
      spare: { voice: spare, speaksIt },
      apology: 'Sorry.',
      failures: createEngineFailures(nowMs),
      onTrouble: (error: unknown) => void troubles.push((error as Error).message),
    };
    return { said, troubles, options, client, wrapped: speakingWithFallback(client, options) };
  };

  it('speaks the phrase with the spare voice when nothing was spoken', async () => {
    const { wrapped, said, troubles } = held(0);
    await say(wrapped);
    expect(said).toEqual([`speech_b: ${text}`, `hibari: ${text}`]);
    expect(troubles).toEqual(['it failed']);
  });

  it('speaks only the rest when a part was spoken, and times all words', async () => {
    const { wrapped, said } = held(2);
    const results = await say(wrapped);
    expect(said[1]).toBe('hibari: three four');
    expect(results.at(-1)?.words?.map((word) => word.text)).toEqual(['one', 'two', 'three', 'four']);
    expect(results.at(-1)?.words?.[2]?.startMs).toBe(200);
  });

  it('apologises when the spare voice does not speak the language', async () => {
    const { wrapped, said } = held(0, false);
    await say(wrapped);
    expect(said[1]).toBe('hibari: Sorry.');
  });

  it('pauses requests to the server for a while, and alarms once in every other call', async () => {
    let nowMs = 0;
    const { wrapped, options, client, said } = held(0, true, () => nowMs);
    await say(wrapped);
    const troubles: string[] = [];
    const other = speakingWithFallback(client, {
      ...options,
      onTrouble: (error) => void troubles.push((error as Error).message),
    });
    await say(other);
    await say(other);
    expect(said.filter((line) => line.startsWith('speech_b'))).toHaveLength(1);
    expect(troubles).toEqual(['speech_b failed to speak recently']);
    nowMs = 20_000;
    await say(other);
    expect(said.filter((line) => line.startsWith('speech_b'))).toHaveLength(2);
  });

  it.each([
    [undefined, 15_000],
    [40_000, 40_000],
  ])('pauses requests for the time that the server names: %s', (retryAfterMs, restMs) => {
    let nowMs = 0;
    const failures = createEngineFailures(() => nowMs);
    failures.add(
      'speak',
      'speech_b',
      new MediaFault('speech_engine_failed', 'busy', retryAfterMs === undefined ? {} : { retryAfterMs }),
    );
    nowMs = restMs - 1;
    expect(failures.has('speak', 'speech_b')).toBe(true);
    nowMs = restMs;
    expect(failures.has('speak', 'speech_b')).toBe(false);
  });

  it('stops when the reply is interrupted', async () => {
    const controller = new AbortController();
    const { client, said } = speech(0);
    const interrupted: EngineClient<SpeakJob, SpeakResult> = {
      run(asked, signal) {
        controller.abort();
        return client.run(asked, signal);
      },
    };
    const options = { spare: { voice: spare, speaksIt: true }, apology: '', failures: createEngineFailures(() => 0) };
    const wrapped = speakingWithFallback(interrupted, { ...options, onTrouble: () => expect.unreachable() });
    for await (const _ of wrapped.run(job, controller.signal)) expect.unreachable();
    expect(said).toHaveLength(1);
  });
});

it('recognition falls back with the samples that the server received', async () => {
  const utterance = { text: 'yes', words: [], confidence: 1, languageCode: 'en', decodeMs: 1 };
  const broken: EngineClient<RecogniseJob, Utterance> = {
    // biome-ignore lint/correctness/useYield: it fails before its first result.
    async *run({ samples }) {
      samples.fill(0);
      throw failed;
    },
  };
  const heard: number[] = [];
  const whisper: EngineClient<RecogniseJob, Utterance> = {
    async *run({ samples }) {
      heard.push(...samples);
      yield utterance;
    },
  };
  const troubles: unknown[] = [];
  const client = recognisingWithFallback(broken, {
    engine: 'speech_b',
    spare: whisper,
    failures: createEngineFailures(() => 0),
    onTrouble: (error) => void troubles.push(error),
  });
  const asked = { samples: Float32Array.of(1, 2), rateHz: 8000, languageCode: 'en', kind: 'final' } as const;
  const results: Utterance[] = [];
  for await (const result of client.run(asked, wanted)) results.push(result);
  expect(results).toEqual([utterance]);
  expect(heard).toEqual([1, 2]);
  expect(troubles).toEqual([failed]);
});

it('recognises with a server that fails to speak', async () => {
  const failures = createEngineFailures(() => 0);
  const broken = speakingWithFallback(speech(0).client, {
    spare: { voice: spare, speaksIt: true },
    apology: '',
    failures,
    onTrouble: () => {},
  });
  await say(broken);
  const utterance = { text: 'yes', words: [], confidence: 1, languageCode: 'en', decodeMs: 1 };
  const answering = (text: string): EngineClient<RecogniseJob, Utterance> => ({
    async *run() {
      yield { ...utterance, text };
    },
  });
  const client = recognisingWithFallback(answering('by the server'), {
    engine: 'speech_b',
    spare: answering('by the spare'),
    failures,
    onTrouble: () => expect.unreachable(),
  });
  const asked = { samples: Float32Array.of(1), rateHz: 8000, languageCode: 'en', kind: 'final' } as const;
  const heard: string[] = [];
  for await (const { text: words } of client.run(asked, wanted)) heard.push(words);
  expect(heard).toEqual(['by the server']);
});
