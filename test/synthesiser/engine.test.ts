import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSpeakers, registeredVoice } from '../../media/engines/registry.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';
import type { Engine } from '../../media/line/engine.ts';
import type { SpeakJob, SpeakResult, SpokenWord } from '../../media/line/speech.ts';
import { createEngine as createRecogniser } from '../../media/recogniser/engine.ts';
import { createEngine } from '../../media/synthesiser/engine.ts';
import { anyCharacter } from '../any-character.ts';
import { firstDifference } from '../first-difference.ts';
import { modelPath } from '../models.ts';
import { copyVoice } from './copy-voice.ts';
import { dbfs, difference, type VoicePrint, voicePrint } from './voice-measure.ts';

const open = createOpenSession({ providers: ['cpu'] });
const wanted = { aborted: false };
const ava = registeredVoice({ speaker: 'ava' });

let engine: Engine<SpeakJob, SpeakResult>;

beforeAll(async () => {
  engine = await createEngine({ modelDir: modelPath('hibari-us') }, open);
});
afterAll(() => engine.close());

interface Heard {
  readonly samples: Float32Array;
  readonly words: readonly SpokenWord[];
  readonly pieces: readonly SpeakResult[];
}

async function say(text: string, job: Partial<SpeakJob> = {}, signal = wanted): Promise<Heard> {
  const pieces: SpeakResult[] = [];
  for await (const piece of engine.run({ text, voice: ava, rateHz: 8000, ...job }, signal)) pieces.push(piece);
  return { samples: joinSamples(pieces.map((piece) => piece.samples)), words: pieces[0]?.words ?? [], pieces };
}

const seconds = ({ samples }: Heard, rateHz = 8000): number => samples.length / rateHz;
const greeting = 'Hello, thank you for calling Bright Smile Dental.';

describe('a clause', () => {
  it('is as long as human speech, and as loud as the line needs', async () => {
    const heard = await say(greeting);
    expect(seconds(heard)).toBeGreaterThan(2);
    expect(seconds(heard)).toBeLessThan(4.5);
    const blocks = Array.from({ length: Math.floor(heard.samples.length / 80) }, (_, i) =>
      dbfs(heard.samples.subarray(i * 80, i * 80 + 80)),
    );
    const loudest = Math.max(...blocks);
    const speech = blocks.filter((level) => level > loudest - 25);
    const mean = 10 * Math.log10(speech.reduce((sum, level) => sum + 10 ** (level / 10), 0) / speech.length);
    expect(mean).toBeGreaterThan(-24);
    expect(mean).toBeLessThan(-18);
    expect(Math.max(...heard.samples.map(Math.abs))).toBeLessThan(0.96);
  });

  it('begins and ends with its sound, from and to silence', async () => {
    const { samples } = await say(greeting);
    expect(Math.abs(samples[0]!)).toBe(0);
    expect(Math.abs(samples.at(-1)!)).toBeLessThan(0.001);
    expect(dbfs(samples.subarray(0, 800))).toBeGreaterThan(-55);
    expect(dbfs(samples.subarray(-800))).toBeGreaterThan(-60);
  });

  it('sends a short first chunk', async () => {
    const { pieces } = await say('The first piece of this one leaves early, so that nobody waits.');
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces[0]!.samples.length).toBeLessThanOrEqual(800);
  });

  it('is the same at every run, from another engine too', async () => {
    const other = await createEngine({ modelDir: modelPath('hibari-us'), cacheBytes: 0 }, open);
    const pieces: Float32Array[] = [];
    const job = { text: greeting, voice: ava, rateHz: 8000 } as const;
    for await (const { samples } of other.run(job, wanted)) pieces.push(samples);
    await other.close();
    expect(firstDifference(joinSamples(pieces), (await say(greeting)).samples)).toBe(-1);
  });

  it('has the same words and length at 16 kHz, with sound above 4 kHz', async () => {
    const narrow = await say('Sixteen six-inch fish sticks.');
    const wide = await say('Sixteen six-inch fish sticks.', { rateHz: 16000 });
    expect(seconds(wide, 16000)).toBeCloseTo(seconds(narrow), 1);
    expect(wide.words.map((word) => word.text)).toEqual(narrow.words.map((word) => word.text));
    // What a difference of neighbours leaves is mostly the upper half of the band.
    const above = wide.samples.map((x, i) => x - (wide.samples[i - 1] ?? 0));
    expect(dbfs(above)).toBeGreaterThan(dbfs(wide.samples) - 25);
  });

  it('is faster at a higher pace', async () => {
    const usual = seconds(await say('Please hold the line for a moment.'));
    const faster = seconds(await say('Please hold the line for a moment.', { voice: { ...ava, pace: 1.4 } }));
    expect(faster / usual).toBeLessThan(0.85);
    expect(faster / usual).toBeGreaterThan(0.6);
  });

  it('sounds unfinished if the sentence continues', async () => {
    const ended = await say('I can help you with that');
    const open = await say('I can help you with that', { continues: true });
    expect(firstDifference(open.samples, ended.samples)).toBeGreaterThanOrEqual(0);
    expect(await say('I can help you with that.')).toMatchObject({ samples: ended.samples });
  });
});

describe('the words of a clause', () => {
  it('come with the first chunk, every written word in order within the audio', async () => {
    const text = 'Your visit on Nov 21 at 3:30 pm costs $125.50, Dr. Smith said. Is that all right?';
    const heard = await say(text);
    expect(heard.words.map((word) => word.text)).toEqual(text.split(' '));
    expect(heard.pieces.slice(1).every((piece) => piece.words === undefined)).toBe(true);
    for (const [i, word] of heard.words.entries()) {
      expect(word.endMs).toBeGreaterThan(word.startMs);
      expect(word.startMs).toBeGreaterThanOrEqual(heard.words[i - 1]?.endMs ?? 0);
    }
    expect(heard.words.at(-1)!.endMs / 1000).toBeLessThan(seconds(heard) * 1.15);
    expect(heard.words.at(-1)!.endMs / 1000).toBeGreaterThan(seconds(heard) * 0.85);
  });

  it('fall on sound, not on the pause at a comma', async () => {
    const heard = await say('Yes, certainly.');
    const [yes, certainly] = heard.words;
    const level = (startMs: number, endMs: number) => dbfs(heard.samples.subarray(startMs * 8, endMs * 8));
    expect(certainly!.startMs - yes!.endMs).toBeGreaterThan(60);
    expect(level(yes!.endMs, certainly!.startMs)).toBeLessThan(level(certainly!.startMs, certainly!.endMs) - 10);
  });
});

describe('the text of a clause', () => {
  it('may be empty', async () => {
    for (const text of ['', '   ', '...', '😀👍', '<br/>', '漢字']) expect((await say(text)).pieces).toEqual([]);
  });

  it('may be any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 12 }), async (text) => {
        const heard = await say(text);
        expect(heard.samples.every((sample) => Number.isFinite(sample) && Math.abs(sample) < 1)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('may follow another clause: it then begins with the pause between them', async () => {
    const alone = await say('How can I help you?');
    const next = await say('How can I help you?', { after: { text: 'Hello.' } });
    const pause = 1440;
    expect(next.samples.subarray(0, pause).every((sample) => sample === 0)).toBe(true);
    // Alone it begins with its first sound, so as not to keep a caller waiting.
    const headMs = (next.samples.length - pause - alone.samples.length) / 8;
    expect(headMs).toBeGreaterThan(5);
    expect(headMs).toBeLessThan(25);
    expect(firstDifference(next.samples.subarray(-alone.samples.length + 16), alone.samples.subarray(16))).toBe(-1);
    const shiftMs = next.words.map((word, i) => word.startMs - (alone.words[i]?.startMs ?? 0));
    for (const ms of shiftMs) expect(ms).toBeCloseTo(180 + headMs, 0);
    const midway = await say('How can I help you?', { after: { text: 'Hello,', continues: true } });
    expect(midway.samples.length).toBeLessThan(next.samples.length);
    expect((await say('...', { after: { text: 'Hello.' } })).pieces).toEqual([]);
  });

  it('may be long: sentence after sentence, with pauses between', async () => {
    const one = seconds(await say('This sentence is said twice.'));
    const twice = seconds(await say('This sentence is said twice. This sentence is said twice.'));
    expect(twice).toBeGreaterThan(2 * one + 0.1);
    expect(twice).toBeLessThan(2 * one + 0.5);
  });

  it('is rejected if the voice has a parameter unknown to the engine', async () => {
    for (const parameters of [{ pitch: 2 }, { pitchScale: Number.NaN }]) {
      const spoken = say('Hello', { voice: { ...ava, parameters } });
      await expect(spoken).rejects.toMatchObject({ code: 'voice_unknown' });
      await expect(spoken).rejects.toThrow(/pitchScale/);
    }
  });

  it('is cached: the second time there is one chunk, and modifying it changes nothing', async () => {
    const first = await say('One moment please.');
    const second = await say('One moment please.');
    expect(second.pieces).toHaveLength(1);
    expect(firstDifference(second.samples, first.samples)).toBe(-1);
    expect(second.words).toEqual(first.words);
    second.pieces[0]!.samples.fill(1);
    expect(firstDifference((await say('One moment please.')).samples, first.samples)).toBe(-1);
  });
});

describe('an aborted job', () => {
  const text = 'This is a rather long sentence that will be broken off before much of it was made.';

  it('produces nothing if aborted before it began', async () => {
    expect((await say(text, {}, { aborted: true })).pieces).toEqual([]);
  });

  it('ends at the next chunk, and is not cached as complete', async () => {
    const signal = { aborted: false };
    let samples = 0;
    for await (const piece of engine.run({ text, voice: ava, rateHz: 8000 }, signal)) {
      samples += piece.samples.length;
      signal.aborted = true;
    }
    expect(samples).toBeLessThanOrEqual(800);
    expect((await say(text)).samples.length).toBeGreaterThan(8000 * 3);
  });
});

describe('the speakers', () => {
  it('are at least six, two of them men, and all different', async () => {
    const speakers = listSpeakers();
    expect(speakers.length).toBeGreaterThanOrEqual(6);
    expect(speakers.filter(({ gender }) => gender === 'male').length).toBeGreaterThanOrEqual(2);
    expect(new Set(speakers.map(({ name }) => name)).size).toBe(speakers.length);
    const prints = new Map<string, VoicePrint>();
    for (const { name } of speakers) {
      const { samples } = await say('We were away a year ago, and now we are happy to see you all again.', {
        voice: registeredVoice({ speaker: name }),
      });
      prints.set(name, voicePrint(samples, 8000));
    }
    for (const { name, gender } of speakers) {
      const { pitchHz } = prints.get(name)!;
      if (gender === 'male') expect(pitchHz).toBeLessThan(150);
      else expect(pitchHz).toBeGreaterThan(150);
      for (const other of speakers.filter((one) => one.name !== name)) {
        expect
          .soft(difference(prints.get(name)!, prints.get(other.name)!), `${name} and ${other.name}`)
          .toBeGreaterThan(3);
      }
    }
  });
});

const whisper = (() => {
  try {
    return modelPath('whisper-tiny.en');
  } catch {
    return undefined;
  }
})();

describe.skipIf(whisper === undefined)('a recogniser (skipped without its model: run "npm run models")', () => {
  it('transcribes what each speaker said', async () => {
    const recogniser = await createRecogniser({ modelDir: whisper! }, open);
    for (const { name } of listSpeakers()) {
      const { samples } = await say('Your appointment is on Tuesday morning, and the doctor will see you then.', {
        voice: registeredVoice({ speaker: name }),
      });
      const quiet = new Float32Array(2000);
      const job = {
        samples: joinSamples([quiet, samples, quiet]),
        rateHz: 8000,
        languageCode: 'en-US',
        kind: 'final',
      } as const;
      for await (const { text } of recogniser.run(job, wanted)) {
        expect
          .soft(text.replace(/[^\w ]/g, '').toLowerCase(), name)
          .toBe('your appointment is on tuesday morning and the doctor will see you then');
      }
    }
    await recogniser.close();
  });
});

describe('a damaged model folder', () => {
  it.each([
    ['hibari.onnx', 'model_unreadable'],
    ['tag-weights.bin', 'model_unreadable'],
    ['vocab.json', 'model_unreadable'],
  ])('is reported by name: truncated %s', async (file, code) => {
    const folder = await mkdtemp(join(tmpdir(), 'voice-'));
    try {
      await copyVoice(folder);
      await truncate(join(folder, file), 500);
      await expect(createEngine({ modelDir: folder }, open)).rejects.toMatchObject({ code });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is reported by name: a missing file', async () => {
    await expect(createEngine({ modelDir: join(tmpdir(), 'no-such-voice') }, open)).rejects.toMatchObject({
      code: 'model_missing',
    });
  });
});
