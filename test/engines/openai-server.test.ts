import { describe, expect, it, onTestFinished } from 'vitest';
import { type OpenAiSpeechOptions, openOpenAiSpeechServer } from '../../media/emulator/index.ts';
import { toneSpeech } from '../../media/emulator/speech/tone-speech.ts';
import { createEngine as createRecogniser } from '../../media/engines/openai/recogniser.ts';
import { createEngine as createSynthesiser } from '../../media/engines/openai/synthesiser.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance } from '../../media/line/speech.ts';

const text = 'Your order of nine lamps ships tomorrow.';
const voice = { engine: 'speech_b', voice: 'alloy' };
const job: SpeakJob = { text, voice, rateHz: 8000 };
const never = undefined as never;

async function opened(options: OpenAiSpeechOptions = {}) {
  const server = await openOpenAiSpeechServer({ apiKey: 'sesame', ...options });
  onTestFinished(() => server.close());
  const { baseUrl } = server;
  const synthesiser = await createSynthesiser({ baseUrl, apiKey: 'sesame' }, never);
  const recogniser = await createRecogniser({ baseUrl, apiKey: 'sesame' }, never);
  return { server, synthesiser, recogniser };
}

async function collected<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  return all;
}

const wanted = { aborted: false };
const samplesOf = (pieces: readonly SpeakResult[]): Float32Array => joinSamples(pieces.map(({ samples }) => samples));

/** 1 for the same sound, one of which may begin up to 5 ms later. */
function likeness(one: Float32Array, other: Float32Array): number {
  const at = (by: number): number => {
    let [both, first, second] = [0, 0, 0];
    for (let i = 400; i < Math.min(one.length, other.length) - 400; i++) {
      const [left, right] = [one[i + by] as number, other[i] as number];
      both += left * right;
      first += left * left;
      second += right * right;
    }
    return both / Math.sqrt(first * second);
  };
  return Math.max(...Array.from({ length: 81 }, (_, by) => at(by - 40)));
}

describe('a synthesiser of an OpenAI-compatible server', () => {
  it.each([
    ['PCM cut in the middle of samples', { form: 'pcm', pieceBytes: 1001 }],
    ['a WAV file without a length', { form: 'wav' }],
    ['a WAV file in pieces of three bytes', { form: 'wav', pieceBytes: 3, rateHz: 16_000 }],
    ['server-sent events', { form: 'events' }],
  ] as const)('speaks the whole text when the server sends %s', async (_what, manner) => {
    const { server, synthesiser } = await opened({ manner });
    const pieces = await collected(synthesiser.run(job, wanted));
    const spoken = samplesOf(pieces);
    const original = toneSpeech(text, 8000).samples;
    expect(Math.abs(spoken.length - original.length)).toBeLessThan(400);
    expect(likeness(spoken, original)).toBeGreaterThan(0.9);
    expect(pieces.at(-1)?.words?.map((word) => word.text)).toEqual(text.split(' '));
    expect(pieces.at(-1)?.words?.at(-1)?.endMs).toBeCloseTo(spoken.length / 8, 0);
    expect(server.complaints).toEqual([]);
  });

  it('reads the rate of a WAV file rather than the configured one', async () => {
    const { synthesiser } = await opened({ manner: { form: 'wav', rateHz: 44_100 } });
    const spoken = samplesOf(await collected(synthesiser.run({ ...job, rateHz: 16_000 }, wanted)));
    expect(spoken.length / 16_000).toBeCloseTo((text.length * 55) / 1000, 1);
  });

  it('drops leading silence sent by the server', async () => {
    const speak = async (said: string, _voice: string, rateHz: number) => {
      const tones = toneSpeech(said, rateHz).samples;
      const padded = new Float32Array(rateHz + tones.length + rateHz);
      padded.set(tones, rateHz);
      return { samples: padded, rateHz };
    };
    const { synthesiser } = await opened({ speak });
    const spoken = samplesOf(await collected(synthesiser.run(job, wanted)));
    expect(spoken.length / 8).toBeCloseTo(text.length * 55, -2);
  });

  it('begins with the pause that belongs after the clause before', async () => {
    const { synthesiser } = await opened();
    const alone = samplesOf(await collected(synthesiser.run(job, wanted)));
    const after = samplesOf(await collected(synthesiser.run({ ...job, after: { text: 'Good news.' } }, wanted)));
    expect(after.length - alone.length).toBe(180 * 8);
  });

  it('closes the connection at once when the rest is not needed', async () => {
    const { server, synthesiser } = await opened({ manner: { everyMs: 30, pieceBytes: 4800 } });
    const signal = { aborted: false };
    for await (const _ of synthesiser.run(job, signal)) signal.aborted = true;
    await expect.poll(() => server.seen[0]?.leftMs).toBeDefined();
  });

  it('closes the connection when it is cancelled before the first byte', async () => {
    const { server, synthesiser } = await opened({ manner: { trouble: 'never' } });
    const signal = { aborted: false };
    const spoken = collected(synthesiser.run(job, signal));
    await expect.poll(() => server.seen.length).toBe(1);
    signal.aborted = true;
    expect(await spoken).toEqual([]);
    await expect.poll(() => server.seen[0]?.leftMs).toBeDefined();
  });

  it.each([
    ['refuse', '503 (overloaded)'],
    ['empty', 'no audio'],
    ['silent', 'no audio'],
    ['close', 'failed'],
    ['stall', 'took more than'],
    ['never', 'took more than'],
    ['other_type', 'audio/mpeg'],
    ['page', 'text/html'],
    ['disguised', 'neither PCM nor WAV'],
    ['first_byte', 'took more than'],
    ['busy', '429 (overloaded)'],
    ['endless', 'more audio than the text takes'],
  ] as const)('fails with a reason when the server does this: %s', async (trouble, message) => {
    const { synthesiser } = await opened({ manner: { trouble } });
    await expect(collected(synthesiser.run(job, wanted))).rejects.toMatchObject({
      code: 'speech_engine_failed',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['es-ES', 'Son ₹4,500 el 25/11/2026 a las 18:30.'],
    ['hi-IN', 'Son चार हज़ार पाँच सौ रुपये el पच्चीस नवंबर दो हज़ार छब्बीस a las शाम छह बजकर तीस मिनट.'],
  ])('sends figures as words only in a language that has them: %s', async (languageCode, sent) => {
    const { server, synthesiser } = await opened();
    const spoken = { ...job, text: 'Son ₹4,500 el 25/11/2026 a las 18:30.', voice: { ...voice, languageCode } };
    const pieces = await collected(synthesiser.run(spoken, wanted));
    expect(server.seen.map(({ text: given }) => given)).toEqual([sent]);
    // The transcript keeps the figures.
    expect(pieces.at(-1)?.words?.map((word) => word.text)).toEqual(spoken.text.split(' '));
  });

  it.each([6000, 300_000])('fails with a reason when the server sends a WAV file of %i Hz', async (rateHz) => {
    const speak = async () => ({ samples: toneSpeech('no', 8000).samples, rateHz });
    const { synthesiser } = await opened({ manner: { form: 'wav', rateHz }, speak });
    const message = expect.stringContaining(`${rateHz} Hz`);
    await expect(collected(synthesiser.run(job, wanted))).rejects.toMatchObject({ message });
  });

  it.each([11_025, 22_050, 48_000])('plays a WAV file of %i Hz at its own pitch and pace', async (rateHz) => {
    const toneAt = (hz: number) => Float32Array.from({ length: hz }, (_, at) => 0.4 * Math.sin((2800 * at) / hz));
    const speak = async () => ({ samples: toneAt(rateHz), rateHz });
    const { synthesiser } = await opened({ manner: { form: 'wav', rateHz }, speak });
    const spoken = samplesOf(await collected(synthesiser.run(job, wanted)));
    expect(Math.abs(spoken.length - 8000)).toBeLessThan(80);
    expect(likeness(spoken, toneAt(8000))).toBeGreaterThan(0.98);
  });

  it('names the time after which a busy server is to be asked again', async () => {
    const { server, synthesiser } = await opened({ manner: { trouble: 'busy' } });
    await expect(collected(synthesiser.run(job, wanted))).rejects.toMatchObject({ retryAfterMs: 40_000 });
    server.manner = { ...server.manner, trouble: 'refuse' };
    await expect(collected(synthesiser.run(job, wanted))).rejects.toMatchObject({ retryAfterMs: 15_000 });
  });

  it('repeats neither the text nor the key in an error', async () => {
    const { synthesiser } = await opened();
    const failed = collected(synthesiser.run({ ...job, voice: { ...voice, voice: 'nobody' } }, wanted));
    await expect(failed).rejects.toMatchObject({ message: 'POST /audio/speech returned 400 (refused)' });
  });
});

describe('a recogniser of an OpenAI-compatible server', () => {
  const samples = toneSpeech('nine lamps', 8000).samples;
  const heard = (recogniser: { run(job: RecogniseJob, signal: { aborted: boolean }): AsyncIterable<Utterance> }) =>
    collected(recogniser.run({ samples, rateHz: 8000, languageCode: 'en-US', kind: 'final', prompt: 'lamps' }, wanted));

  it('sends one utterance at 16 kHz and shares its time among the words', async () => {
    const lengths: number[] = [];
    const hear = async (clip: { samples: Float32Array; rateHz: number }) => {
      lengths.push(clip.samples.length / clip.rateHz);
      return ' nine lamps ';
    };
    const { server, recogniser } = await opened({ hear });
    const [utterance] = await heard(recogniser);
    expect(lengths).toEqual([samples.length / 8000]);
    expect(utterance).toMatchObject({ text: 'nine lamps', languageCode: 'en-US' });
    expect(utterance?.words.map((word) => word.text)).toEqual(['nine', 'lamps']);
    expect(utterance?.confidence).toBeCloseTo(Math.exp(-0.1), 5);
    expect(server.complaints).toEqual([]);
  });

  it('reports the code for a failure, never the body', async () => {
    const { server, recogniser } = await opened();
    for (const trouble of ['refuse', 'garbage', 'page', 'empty', 'close', 'first_byte', 'busy', 'endless'] as const) {
      server.hearing = { afterMs: 0, trouble };
      await expect(heard(recogniser)).rejects.toMatchObject({
        code: 'speech_engine_failed',
        message: expect.not.stringContaining('memory'),
      });
    }
  });

  it.each([
    ['page', 'POST /audio/transcriptions returned text/html in place of JSON'],
    ['garbage', 'POST /audio/transcriptions returned JSON without a text'],
    ['endless', 'POST /audio/transcriptions returned more than 1 MB'],
  ] as const)('names the fault of an answer: %s', async (trouble, message) => {
    const { server, recogniser } = await opened();
    server.hearing = { afterMs: 0, trouble };
    await expect(heard(recogniser)).rejects.toMatchObject({ message });
  });

  it('reports a server that cannot be reached', async () => {
    const { server, recogniser, synthesiser } = await opened();
    await server.close();
    const unreachable = { message: expect.stringContaining('the server cannot be reached (ECONNREFUSED)') };
    await expect(heard(recogniser)).rejects.toMatchObject(unreachable);
    await expect(collected(synthesiser.run(job, wanted))).rejects.toMatchObject(unreachable);
  });

  it('gives up on a server that does not answer', async () => {
    const { server, recogniser } = await opened();
    server.hearing = { afterMs: 0, trouble: 'never' };
    await expect(heard(recogniser)).rejects.toMatchObject({ message: expect.stringContaining('2000 ms') });
  });
});
