import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOpenSession } from '../../media/inference/session.ts';
import type { Engine, OpenSession } from '../../media/line/engine.ts';
import type { SpeakJob, SpeakResult, SpokenWord } from '../../media/line/speech.ts';
import { createEngine } from '../../media/synthesiser/engine.ts';
import { modelPath } from '../models.ts';
import { copyVoice } from './copy-voice.ts';

let folder: string;
let told: Engine<SpeakJob, SpeakResult>;
let guessed: Engine<SpeakJob, SpeakResult>;

/** A protobuf field of bytes shorter than 128. */
const field = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timed-'));
  await copyVoice(folder);
  const plain = createOpenSession({ providers: ['cpu'] });
  // Protobuf messages merge when they are written one after the other: this adds an output to the graph.
  const giving: OpenSession = async (path, { outputs = [], ...rest } = {}) => {
    for (const name of outputs) await appendFile(path, field(7, field(12, field(1, Buffer.from(name)))));
    return plain(join(folder, basename(path)), rest);
  };
  // A runtime that cannot give inner values out.
  const keeping: OpenSession = (path, { threads } = {}) => plain(path, threads === undefined ? {} : { threads });
  told = await createEngine({ modelDir: folder }, giving);
  guessed = await createEngine({ modelDir: modelPath('hibari-us') }, keeping);
});

afterAll(async () => {
  await Promise.all([told.close(), guessed.close()]);
  await rm(folder, { recursive: true });
});

async function wordsOf(engine: Engine<SpeakJob, SpeakResult>, text: string): Promise<readonly SpokenWord[]> {
  const job: SpeakJob = { text, voice: { engine: 'hibari', voice: 'ava' }, rateHz: 8000 };
  for await (const { words } of engine.run(job, { aborted: false })) if (words !== undefined) return words;
  return [];
}

it('words are timed by the model’s own durations if available, otherwise closely enough', async () => {
  const text = 'Your appointment is on Friday, and the doctor will see you at half past nine.';
  const exact = await wordsOf(told, text);
  const estimated = await wordsOf(guessed, text);
  expect(exact.map((word) => word.text)).toEqual(text.split(' '));
  // The model's steps are 25 ms, from wherever the clause's first frame lies.
  const origin = (exact[1]?.startMs ?? 0) % 12.5;
  for (const word of exact.slice(1)) expect(Math.abs((word.startMs % 12.5) - origin)).toBeLessThanOrEqual(1);
  expect(exact).not.toEqual(estimated);
  for (const [i, word] of exact.entries()) expect(Math.abs(word.startMs - estimated[i]!.startMs)).toBeLessThan(350);
});
