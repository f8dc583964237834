import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTranscriber, type TranscribedPart, type Transcriber } from '../../src/audio/index.ts';
import { twoVoices } from '../click-to-call/two-voices.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { testModelsDir as modelsDir } from '../models.ts';

const files = join(import.meta.dirname, 'files');
/** From their sources they would be translated again for each file. */
const built = (path: string): URL => new URL(`../../dist/media/${path}`, import.meta.url);
const modules = {
  decode: built('codec/sound/decode-child.js'),
  transcribe: built('call/transcript/transcribe-child.js'),
};

const make = (options: Partial<Parameters<typeof createTranscriber>[0]> = {}): Transcriber =>
  createTranscriber({ modules: async () => modules, modelsDir, threads: 1, providers: ['cpu'], ...options });

async function run(transcriber: Transcriber, path: string, { fromMs = 0, signal = new AbortController().signal } = {}) {
  const parts: TranscribedPart[] = [];
  const outcome = await transcriber.transcribe(path, { fromMs, signal, onPart: async (part) => void parts.push(part) });
  return { parts, outcome, sentences: parts.flatMap(({ sentences }) => sentences) };
}

test('the transcriber turns a recording into sentences with times, and resumes after an interruption', async () => {
  const path = join(files, 'meeting.mp3');
  const { outcome, parts, sentences } = await run(make(), path);
  expect(outcome).toEqual({ kind: 'transcribed', seconds: expect.closeTo(12.98, 1) });
  const text = sentences.map((sentence) => sentence.text).join(' ');
  expect(text).toMatch(/Good morning.* weekly meeting\. .*budget.*40,000.* Berlin .* landlord tomorrow\./);
  const berlin = sentences.find((sentence) => sentence.text.includes('Berlin'));
  expect(berlin?.startMs).toBeGreaterThan(7500);
  expect(berlin?.endMs).toBeLessThan(11_500);
  expect(parts.at(-1)?.totalMs).toBeCloseTo(12_985, -2);

  const rest = await run(make(), path, { fromMs: parts[0]!.toMs });
  expect(rest.sentences).toEqual(parts.slice(1).flatMap((part) => part.sentences));
});

test('both channels of a recording have the words that each has alone, and the same times', async () => {
  const path = join(temporaryFolder(), 'stereo.wav');
  writeFileSync(path, twoVoices());
  const heard = async (channel: 0 | 1 | 'both') => {
    const parts: TranscribedPart[] = [];
    const onPart = async (part: TranscribedPart) => void parts.push(part);
    const signal = new AbortController().signal;
    const outcome = await make().transcribe(path, { fromMs: 0, channel, signal, onPart });
    return {
      outcome,
      of: (one: 0 | 1) => parts.filter((part) => part.channel === one).map(({ sentences }) => sentences),
    };
  };
  const [first, second, both] = [await heard(0), await heard(1), await heard('both')];
  expect(first.of(0).flat().length).toBeGreaterThan(0);
  expect(second.of(0).flat().length).toBeGreaterThan(0);
  expect(both.outcome).toEqual(first.outcome);
  expect(both.of(0)).toEqual(first.of(0));
  expect(both.of(1)).toEqual(second.of(0));
});

test('the transcriber reports what is wrong with a recording, and stops on request', async () => {
  const folder = temporaryFolder();
  const place = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const whole = readFileSync(join(files, 'morning.m4a'));
  const cut = place('cut.m4a', whole.subarray(0, 5000));
  const outcomes = await Promise.all([
    run(make(), cut),
    run(make(), place('empty.wav', readFileSync(join(files, 'morning.wav')).subarray(0, 44))),
    run(make({ limits: { maxSeconds: 2 } }), join(files, 'meeting.mp3')),
    run(make({ modelsDir: folder }), join(files, 'morning.wav')),
    run(make({ limits: { recogniseBytes: 2 ** 20 } }), join(files, 'morning.wav')),
    run(make({ limits: { stallMs: 1 } }), join(files, 'morning.wav')),
    run(make(), join(files, 'morning.wav'), { signal: AbortSignal.timeout(300) }),
  ]);
  expect(outcomes.map(({ outcome }) => (outcome.kind === 'fault' ? outcome.code : outcome.kind))).toEqual([
    ...['damaged', 'empty', 'too_long', 'failed', 'too_large', 'too_slow', 'stopped'],
  ]);
  const broken = new Error('no room');
  const told = make().transcribe(join(files, 'morning.wav'), {
    fromMs: 0,
    signal: new AbortController().signal,
    onPart: () => Promise.reject(broken),
  });
  await expect(told).rejects.toBe(broken);
});
