import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { readWav } from '../../media/codec/wav.ts';
import { createResampler } from '../../media/dsp/resampler.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { Engine } from '../../media/line/engine.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';
import { createEngine } from '../../media/recogniser/engine.ts';
import { openWhisper } from '../../media/recogniser/whisper.ts';
import { wordErrors } from '../../media/text/word-error.ts';
import { modelPath } from '../models.ts';
import { createRandom } from '../whisper/synthetic-model.ts';

const speech = fileURLToPath(new URL('../../../shared/speech/', import.meta.url));
const recorded = describe.skipIf(!existsSync(speech));
const open = createOpenSession({ providers: ['cpu'] });
const going = { aborted: false };

let engine: Engine<RecogniseJob, Utterance>;
let prompts: Map<string, string>;

beforeAll(async () => {
  engine = await createEngine({ modelDir: modelPath('whisper-tiny.en') }, open);
  const table = existsSync(speech) ? await readFile(`${speech}transcripts.tsv`, 'utf8') : '';
  prompts = new Map(table.split('\n').map((line) => line.split('\t') as [string, string]));
});
afterAll(() => engine.close());

/** A prompt as a mu-law line carries it, 8 kHz. */
const overTheLine = async (file: string): Promise<Float32Array> =>
  decodeMulaw(encodeMulaw(readWav(await readFile(speech + file)).samples));

async function recognise(job: Partial<RecogniseJob> & Pick<RecogniseJob, 'samples'>): Promise<Utterance[]> {
  const results: Utterance[] = [];
  const whole: RecogniseJob = { rateHz: 8000, languageCode: 'en-US', kind: 'final', ...job };
  for await (const result of engine.run(whole, going)) results.push(result);
  return results;
}

const files = [
  'conf-onlyone.wav',
  'vm-passchanged.wav',
  'demo-echodone.wav',
  'ss-noservice.wav',
  'vm-invalidpassword.wav',
];

recorded('the recogniser on recorded speech', () => {
  it.each(files)('recognises %s over a mu-law line, with times and confidences', async (file) => {
    const samples = await overTheLine(file);
    const [utterance, ...more] = await recognise({ samples });
    expect(more).toEqual([]);
    expect(wordErrors(prompts.get(file)!, utterance!.text).errors).toBe(0);
    const { words } = utterance!;
    expect(words.map((word) => word.text).join(' ')).toBe(utterance!.text);
    const durationMs = samples.length / 8;
    for (const [i, word] of words.entries()) {
      expect(word.startMs).toBeGreaterThanOrEqual(words[i - 1]?.endMs ?? 0);
      expect(word.endMs).toBeLessThanOrEqual(durationMs);
      expect(word.confidence).toBeGreaterThan(0.1);
      expect(word.confidence).toBeLessThanOrEqual(1);
    }
    // Words fill the prompt: the last one ends in its last third.
    expect(words.at(-1)!.endMs).toBeGreaterThan(0.67 * durationMs);
  });

  it('places words where they are said: leading silence shifts all times', async () => {
    const samples = await overTheLine('ss-noservice.wav');
    const [plain] = await recognise({ samples });
    const [late] = await recognise({ samples: Float32Array.from([...new Float32Array(8000), ...samples]) });
    expect(late!.text).toBe(plain!.text);
    const shift = (i: number): number => late!.words[i]!.startMs - plain!.words[i]!.startMs;
    for (let i = 0; i < plain!.words.length; i += 1) expect(Math.abs(shift(i) - 1000)).toBeLessThan(250);
  });

  it('returns the same words with a good draft, a wrong one and none', async () => {
    for (const file of files.slice(0, 2)) {
      const samples = await overTheLine(file);
      const [plain] = await recognise({ samples });
      const wrong = plain!.tokens!.map((token, i) => (i === 3 ? 1000 : token));
      for (const draft of [plain!.tokens!, plain!.tokens!.slice(0, 4), wrong, [11, 12, 13]]) {
        const [drafted] = await recognise({ samples, draft });
        expect(drafted!.text).toBe(plain!.text);
        // Eight-bit arithmetic differs a little between one step of many tokens and many steps of one.
        for (const [i, word] of drafted!.words.entries())
          expect(Math.abs(word.startMs - plain!.words[i]!.startMs)).toBeLessThan(100);
      }
    }
  });

  it('recognises the same in the compressed window as in the full one', async () => {
    const full = await openWhisper(modelPath('whisper-tiny.en'), open, { silentColumns: Number.POSITIVE_INFINITY });
    const compressed = await openWhisper(modelPath('whisper-tiny.en'), open);
    let [errors, words] = [0, 0];
    for (const file of files) {
      const samples = readWav(await readFile(speech + file)).samples;
      const ask = { samples, rateHz: 8000 as const, languageCode: 'en', signal: going };
      const texts = [await full.transcribe(ask), await compressed.transcribe(ask)].map((transcript) =>
        transcript!.decoded.tokens.join(' '),
      );
      const counted = wordErrors(texts[0]!, texts[1]!);
      errors += counted.errors;
      words += counted.words;
    }
    await full.close();
    await compressed.close();
    expect(errors / words).toBeLessThan(0.05);
  });

  it.each([16_000, 24_000, 48_000] as const)('recognises the same at %i Hz', async (rateHz) => {
    const samples = await overTheLine('vm-passchanged.wav');
    const resampler = createResampler(8000, rateHz);
    const wide = Float32Array.from([...resampler.process(samples), ...resampler.flush()]);
    const [utterance] = await recognise({ samples: wide, rateHz });
    expect(utterance!.text).toBe('Your passwords have been changed.');
  });

  it('uses 30 s of a longer job', async () => {
    const samples = await overTheLine('vm-passchanged.wav');
    const long = new Float32Array(40 * 8000);
    long.set(samples, 8000);
    long.set(samples, 35 * 8000);
    const [utterance] = await recognise({ samples: long });
    expect(utterance!.words.at(-1)!.endMs).toBeLessThanOrEqual(30_000);
    expect(wordErrors('your passwords have been changed', utterance!.text).errors).toBeLessThanOrEqual(1);
  });
});

describe('the recogniser', () => {
  const random = createRandom(5);
  const noises: [string, (i: number) => number][] = [
    ['digital silence', () => 0],
    ['a quiet line', () => 0.0005 * random()],
    ['hiss', () => 0.05 * random()],
    ['hum', (i) => 0.1 * Math.sin((2 * Math.PI * 50 * i) / 8000)],
    ['a tone', (i) => 0.1 * Math.sin((2 * Math.PI * 440 * i) / 8000)],
    ['a click', (i) => (i > 4000 && i < 4040 ? 0.5 * random() : 0)],
  ];

  it.each(noises)('finds no words in %s', async (_, sound) => {
    const [utterance] = await recognise({ samples: Float32Array.from({ length: 12_000 }, (_, i) => sound(i)) });
    expect(utterance).toMatchObject({ text: '', words: [], confidence: 0 });
  });

  it('treats an empty job as silence', async () => {
    expect(await recognise({ samples: new Float32Array(0) })).toMatchObject([{ text: '' }]);
  });

  it('ends quietly when aborted before or between model steps', async () => {
    let asked = 0;
    const job: RecogniseJob = {
      samples: Float32Array.from({ length: 8000 }, () => 0.1 * random()),
      rateHz: 8000,
      languageCode: 'en',
      kind: 'final',
    };
    const leaving = {
      get aborted() {
        asked += 1;
        return asked > 1;
      },
    };
    for (const signal of [{ aborted: true }, leaving]) {
      const results: Utterance[] = [];
      for await (const result of engine.run(job, signal)) results.push(result);
      expect(results).toEqual([]);
    }
    expect(asked).toBeGreaterThan(1);
  });

  it('names an unsupported language', async () => {
    const samples = Float32Array.from({ length: 8000 }, () => 0.1 * random());
    await expect(recognise({ samples, languageCode: 'hi-IN' })).rejects.toMatchObject({ code: 'language_unsupported' });
  });

  it('reports a missing model', async () => {
    await expect(createEngine({ modelDir: '/nonexistent' }, open)).rejects.toMatchObject({ code: 'model_missing' });
  });
});
