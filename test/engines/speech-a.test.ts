import { describe, expect, it, onTestFinished } from 'vitest';
import { openStreamingSpeechServer, type StreamingSpeechOptions } from '../../media/emulator/index.ts';
import { toneSpeech } from '../../media/emulator/speech/tone-speech.ts';
import { createEngine as createRecogniser } from '../../media/engines/speech-a/recogniser.ts';
import { createEngine as createSynthesiser } from '../../media/engines/speech-a/synthesiser.ts';
import type { Engine } from '../../media/line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance } from '../../media/line/speech.ts';

const text = 'आपका ऑर्डर कल भेजा जाएगा।';
const voice = { engine: 'speech_a', voice: 'priya', languageCode: 'hi-IN' };
const job: SpeakJob = { text, voice, rateHz: 8000 };
const never = undefined as never;
const wanted = { aborted: false };

async function opened(options: StreamingSpeechOptions = {}) {
  const server = await openStreamingSpeechServer({ apiKey: 'sesame', ...options });
  const { baseUrl } = server;
  const synthesiser = await createSynthesiser({ baseUrl, apiKey: 'sesame' }, never);
  const recogniser = await createRecogniser({ baseUrl, apiKey: 'sesame' }, never);
  onTestFinished(async () => {
    await synthesiser.close();
    await recogniser.close();
    await server.close();
  });
  return { server, synthesiser, recogniser };
}

async function collected<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  return all;
}

const lengthOf = (pieces: readonly SpeakResult[]): number =>
  pieces.reduce((sum, { samples }) => sum + samples.length, 0);

describe('the synthesiser of speech_a', () => {
  it('speaks in the language of the voice, at the rate of the line, with all words', async () => {
    const { server, synthesiser } = await opened();
    const pieces = await collected(synthesiser.run(job, wanted));
    expect(Math.abs(lengthOf(pieces) - toneSpeech(text, 8000).samples.length)).toBeLessThan(400);
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.at(-1)?.words?.map((word) => word.text)).toEqual(text.split(' '));
    expect(server.texts).toMatchObject([{ text, speaker: 'priya', language: 'hi-IN' }]);
    expect(server.complaints).toEqual([]);
  });

  it('changes voice and language on the same connection', async () => {
    const { server, synthesiser } = await opened();
    const voices = [voice, { ...voice, voice: 'shubh', languageCode: 'en-IN' }, { ...voice, languageCode: 'or-IN' }];
    for (const one of voices) await collected(synthesiser.run({ ...job, voice: one, rateHz: 16_000 }, wanted));
    expect(server.texts.map(({ connection, speaker, language }) => [connection, speaker, language])).toEqual([
      [1, 'priya', 'hi-IN'],
      [1, 'shubh', 'en-IN'],
      [1, 'priya', 'od-IN'],
    ]);
    expect(server.complaints).toEqual([]);
  });

  it('closes the connection when it is interrupted, and has another one open for the next reply', async () => {
    const { server, synthesiser } = await opened({ manner: { everyMs: 30, pieceMs: 30 } });
    const signal = { aborted: false };
    for await (const _ of synthesiser.run(job, signal)) signal.aborted = true;
    await expect.poll(() => server.texts[0]?.leftMs).toBeDefined();
    await expect.poll(() => server.open).toBe(1);
    await collected(synthesiser.run(job, wanted));
    expect(server.texts.map(({ connection }) => connection)).toEqual([1, 2]);
    expect(server.complaints).toEqual([]);
  });

  it('repeats the request on a new connection when the server has closed the idle one', async () => {
    const { server, synthesiser } = await opened({ idleMs: 50 });
    await collected(synthesiser.run(job, wanted));
    await expect.poll(() => server.open).toBe(0);
    await collected(synthesiser.run(job, wanted));
    expect(server.texts.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it.each([
    ['refuse', '503'],
    ['empty', 'no audio'],
    ['error', 'reported an error'],
    ['garbage', 'not a JSON object'],
    ['close', 'closed the connection'],
    ['stall', 'took more than 1000 ms'],
    ['never', 'took more than'],
    ['endless', 'more audio than the text takes'],
  ] as const)('fails with a reason and without the text when the server does this: %s', async (trouble, message) => {
    const { server, synthesiser } = await opened({ manner: { trouble } });
    const failed = collected(synthesiser.run(job, wanted));
    await expect(failed).rejects.toMatchObject({
      code: 'speech_engine_failed',
      message: expect.stringContaining(message),
    });
    await expect(failed).rejects.not.toMatchObject({ message: expect.stringContaining('आपका') });
    await expect.poll(() => server.open).toBe(trouble === 'refuse' ? 0 : 1);
  });
});

describe('the recogniser of speech_a', () => {
  const spoken = toneSpeech('one two three four five six', 8000).samples;
  const part = (upTo: number, kind: 'partial' | 'final', languageCode = 'hi-IN'): RecogniseJob => ({
    samples: spoken.slice(0, upTo),
    rateHz: 8000,
    languageCode,
    kind,
    utterance: { id: 'utterance', fromSamples: 0 },
  });
  const asked = async (recogniser: Engine<RecogniseJob, Utterance>, job: RecogniseJob): Promise<Utterance> =>
    (await collected(recogniser.run(job, wanted)))[0] as Utterance;
  /** One word for each half second. */
  const counting: NonNullable<StreamingSpeechOptions['hear']> = async ({ samples }, { language }) => ({
    text: Array.from({ length: Math.ceil(samples.length / 4000) }, (_, at) => `w${at}`).join(' '),
    language: language === 'auto' ? 'hi-IN' : language,
  });

  it('sends each sample of an utterance once, and gives partial words', async () => {
    const { server, recogniser } = await opened({ hear: counting });
    expect((await asked(recogniser, part(4000, 'partial'))).text).toBe('w0');
    expect((await asked(recogniser, part(8000, 'partial'))).text).toBe('w0 w1');
    const words = await asked(recogniser, part(9000, 'final'));
    expect(words).toMatchObject({ text: 'w0 w1 w2', languageCode: 'hi-IN', confidence: 1 });
    expect(words.words.at(-1)?.endMs).toBeCloseTo(9000 / 8);
    expect(server.speech).toEqual([{ connection: 1, language: 'hi-IN', samples: 9000, isFinal: true }]);
    expect(server.complaints).toEqual([]);
  });

  it('joins words before and after a pause', async () => {
    const { server, recogniser } = await opened({ hear: counting });
    await asked(recogniser, part(4000, 'final'));
    const words = await asked(recogniser, part(7000, 'final'));
    expect(words.text).toBe('w0 w0');
    expect(words.words.map(({ startMs }) => startMs)).toEqual([0, 500]);
    expect(server.speech.map(({ samples }) => samples)).toEqual([4000, 3000]);
    expect((await asked(recogniser, part(7000, 'final'))).text).toBe('w0 w0');
  });

  it('waits for the words of a cancelled job before it sends more audio', async () => {
    let answer = (): void => {};
    const first = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const signal = { aborted: false };
    const { server, recogniser } = await opened({
      async hear(clip, request) {
        signal.aborted = true;
        await first;
        return counting(clip, request);
      },
    });
    expect(await collected(recogniser.run(part(4000, 'final'), signal))).toEqual([]);
    const words = asked(recogniser, part(8000, 'final'));
    answer();
    expect((await words).text).toBe('w0 w0');
    expect(server.complaints).toEqual([]);
  });

  it('reports the language that the server understood when any is asked for', async () => {
    const { server, recogniser } = await opened({ hear: counting });
    expect((await asked(recogniser, part(4000, 'final', 'auto'))).languageCode).toBe('hi-IN');
    expect(server.speech[0]?.language).toBe('auto');
  });

  it('sends an utterance again when a later job begins inside of it', async () => {
    const { server, recogniser } = await opened({ hear: counting });
    await asked(recogniser, part(8000, 'partial'));
    const cut = { ...part(6000, 'final'), utterance: { id: 'utterance', fromSamples: 0 } };
    expect((await asked(recogniser, cut)).text).toBe('w0 w1');
    expect(server.speech.map(({ samples }) => samples)).toEqual([8000, 6000]);
  });

  it.each([
    ['refuse', '503'],
    ['never', 'took more than'],
    ['error', 'reported an error'],
    ['close', 'closed the connection'],
  ] as const)('fails with a reason when the server does this: %s', async (trouble, message) => {
    const { server, recogniser } = await opened({ hear: counting });
    server.hearing = { ...server.hearing, trouble };
    await expect(asked(recogniser, part(4000, 'final'))).rejects.toMatchObject({
      code: 'speech_engine_failed',
      message: expect.stringContaining(message),
    });
  });
});

describe('the emulator of speech_a', () => {
  it('rejects a wrong key, an unknown speaker and an unsupported language', async () => {
    const { server, synthesiser } = await opened();
    const stranger = await createSynthesiser({ baseUrl: server.baseUrl, apiKey: 'guess' }, never);
    await expect(collected(stranger.run(job, wanted))).rejects.toThrow('403');
    for (const wrong of [{ voice: 'nobody' }, { languageCode: 'fr-FR' }])
      await expect(collected(synthesiser.run({ ...job, voice: { ...voice, ...wrong } }, wanted))).rejects.toThrow();
    expect(server.complaints).toEqual([
      'the key is missing or wrong',
      'speaker nobody does not exist',
      'target_language_code fr-IN is not spoken',
    ]);
  });
});
