import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaFault } from '../../media/line/fault.ts';
import { createRecogniserStream, type RecogniserStream } from '../../media/recogniser/stream.ts';
import { createScriptedClient, type ScriptedClient, settle } from './scripted-client.ts';

const rateHz = 8000;
const ms = (count: number): Float32Array => new Float32Array((count * rateHz) / 1000);

let client: ScriptedClient;
let call: AbortController;
let partials: string[];
let stream: RecogniserStream;

beforeEach(() => {
  client = createScriptedClient();
  call = new AbortController();
  partials = [];
  stream = createRecogniserStream({
    client,
    rateHz,
    languageCode: 'en-US',
    signal: call.signal,
    onPartial: (text) => void partials.push(text),
    partialEveryMs: 500,
  });
});
afterEach(() => stream.close());

/** Pushes 20 ms frames as a line does. */
async function speak(milliseconds: number): Promise<void> {
  for (let at = 0; at < milliseconds; at += 20) stream.push(ms(20));
  await settle();
}

describe('partial results', () => {
  it('are requested as audio arrives, one at a time, each for all audio so far', async () => {
    stream.begin(ms(320), 1000);
    await speak(240);
    expect(client.asked).toHaveLength(0);
    await speak(20);
    expect(client.asked).toHaveLength(1);
    expect(client.asked[0]!.job).toMatchObject({ kind: 'partial', rateHz, languageCode: 'en-US' });
    expect(client.asked[0]!.job.samples).toHaveLength(ms(320 + 260).length);
    await speak(400);
    expect(client.asked).toHaveLength(1);
    await speak(200);
    expect(client.asked).toHaveLength(1);
    await client.asked[0]!.answer('hello');
    await speak(1200);
    expect(client.asked).toHaveLength(2);
    expect(client.asked[1]!.job.samples).toHaveLength(ms(320 + 260 + 600 + 1200).length);
  });

  it('show what two in a row agree on, and pass the tokens on as a draft', async () => {
    stream.begin(ms(320), 0);
    await speak(260);
    await client.asked[0]!.answer('please hold');
    expect(partials).toEqual([]);
    await speak(500);
    expect(client.asked[1]!.job.draft).toEqual([6, 4]);
    await client.asked[1]!.answer('please hold the line');
    expect(partials).toEqual(['please hold']);
    await speak(500);
    await client.asked[2]!.answer('please hold the line');
    expect(partials).toEqual(['please hold', 'please hold the line']);
  });

  it('are requested less often while the engine is slow', async () => {
    stream.begin(ms(320), 0);
    await speak(260);
    await speak(400);
    await client.asked[0]!.answer('a');
    await speak(780);
    expect(client.asked).toHaveLength(1);
    await speak(20);
    expect(client.asked).toHaveLength(2);
    await client.asked[1]!.answer('a b');
    await speak(500);
    expect(client.asked).toHaveLength(3);
  });

  it('are requested twice as often in the first 1.5 s', async () => {
    stream.begin(ms(320), 0);
    for (let spoken = 0; spoken < 3200; spoken += 20) {
      await speak(20);
      for (const job of client.open) await job.answer('words');
    }
    const askedAtMs = client.asked.map(({ job }) => (job.samples.length * 1000) / rateHz - 320);
    expect(askedAtMs).toEqual([260, 520, 780, 1040, 1540, 2040, 2540, 3040]);
  });

  it('continue after a failure', async () => {
    stream.begin(ms(320), 0);
    await speak(260);
    await client.asked[0]!.fail(new MediaFault('engine_died', 'gone'));
    await speak(500);
    expect(client.asked).toHaveLength(2);
  });

  it('stop at a pause, at the end of the utterance and at the end of the call', async () => {
    stream.begin(ms(320), 0);
    await speak(260);
    const words = stream.pause();
    expect(client.asked[0]!.signal.aborted).toBe(true);
    await client.asked[1]!.answer('hello');
    await words;
    await speak(3000);
    expect(client.asked).toHaveLength(2);
    call.abort();
    stream.begin(ms(320), 0);
    await speak(3000);
    expect(client.asked).toHaveLength(2);
  });
});

describe('the final decode', () => {
  it('starts at the pause and is the result if only silence follows', async () => {
    stream.begin(ms(320), 0);
    await speak(200);
    const trial = stream.pause();
    await speak(300);
    const end = stream.end();
    await client.asked[0]!.answer('hello there');
    expect(client.asked).toHaveLength(1);
    expect(client.asked[0]!.job.kind).toBe('final');
    expect((await trial)?.text).toBe('hello there');
    expect((await end).text).toBe('hello there');
  });

  it('is dropped when the speaker continues, and repeated for everything', async () => {
    stream.begin(ms(320), 0);
    await speak(200);
    const dropped = stream.pause();
    stream.resume();
    await expect(dropped).resolves.toBeUndefined();
    expect(client.asked[0]!.signal.aborted).toBe(true);
    await speak(200);
    const trial = stream.pause();
    const [final, ...more] = client.open;
    expect(more).toEqual([]);
    expect(final!.job.samples).toHaveLength(ms(320 + 400).length);
    await final!.answer('hello there you');
    expect((await trial)?.text).toBe('hello there you');
    expect((await stream.end()).text).toBe('hello there you');
  });

  it('keeps a sentence that ended at a pause, and decodes only the rest', async () => {
    stream.begin(ms(320), 0);
    await speak(2400);
    for (const partial of client.open) await partial.answer('I have a question.');
    const trial = stream.pause();
    const before = client.open[0]!;
    await before.answer('I have a question.');
    expect((await trial)?.text).toBe('I have a question.');
    stream.resume();
    await speak(200);
    const rest = stream.pause();
    const after = client.open.find(({ job }) => job.kind === 'final')!;
    expect(after.job.samples).toHaveLength(ms(200).length);
    await after.answer('About my bill.');
    const heard = await rest;
    expect(heard?.text).toBe('I have a question. About my bill.');
    expect(heard?.words.at(-1)).toMatchObject({ text: 'bill.', startMs: 200 + before.job.samples.length / 8 });
  });

  it.each([
    ['a number', 2400, 'My number is 555.'],
    ['a spelling', 2400, 'My name is M I S.'],
    ['half a sentence', 2400, 'I have a question about'],
    ['a short sentence', 1200, 'I have a question.'],
  ])('is made over everything when the pause was after %s', async (_what, lengthMs, text) => {
    stream.begin(ms(320), 0);
    await speak(lengthMs);
    const trial = stream.pause();
    await client.open.find(({ job }) => job.kind === 'final')!.answer(text);
    await trial;
    stream.resume();
    await speak(200);
    void stream.pause();
    await settle();
    const after = client.open.find(({ job }) => job.kind === 'final')!;
    expect(after.job.samples).toHaveLength(ms(320 + lengthMs + 200).length);
  });

  it('starts at the end if there was no pause', async () => {
    stream.begin(ms(320), 0);
    await speak(100);
    const end = stream.end();
    await settle();
    await client.open[0]!.answer('cut off');
    expect((await end).text).toBe('cut off');
  });

  it('is repeated once after a failure, then reports it', async () => {
    stream.begin(ms(320), 0);
    const trial = stream.pause();
    trial.catch(() => {});
    await client.asked[0]!.fail(new MediaFault('engine_died', 'gone'));
    await expect(trial).rejects.toMatchObject({ code: 'engine_died' });
    const end = stream.end();
    end.catch(() => {});
    await settle();
    await client.open[0]!.fail(new MediaFault('engine_died', 'gone again'));
    await expect(end).rejects.toThrow('gone again');
  });

  it('of one utterance does not affect the next', async () => {
    stream.begin(ms(320), 0);
    const end = stream.end();
    stream.begin(ms(320), 5000);
    await speak(260);
    await settle();
    const final = client.open.find(({ job }) => job.kind === 'final');
    const partial = client.open.find(({ job }) => job.kind === 'partial');
    await final!.answer('first');
    await partial!.answer('second');
    expect((await end).text).toBe('first');
    expect(partial!.job.draft).toEqual([]);
  });

  it('does not happen without an utterance or after the call', async () => {
    expect((await stream.end()).text).toBe('');
    expect(await stream.pause()).toBeUndefined();
    stream.begin(ms(320), 0);
    const trial = stream.pause();
    const end = stream.end();
    call.abort();
    expect(await trial).toBeUndefined();
    expect((await end).text).toBe('');
  });
});

describe('an utterance longer than one decode', () => {
  it('commits its beginning at a quiet point and loses nothing', async () => {
    stream.begin(ms(320), 0);
    let decoded = 0;
    for (let spoken = 0; spoken < 60_000; spoken += 500) {
      await speak(500);
      for (const job of client.open) {
        if (job.job.kind === 'final') decoded += job.job.samples.length;
        expect(job.job.samples.length).toBeLessThanOrEqual(ms(30_000).length);
        await job.answer(job.job.kind === 'final' ? 'settled words' : 'open words');
      }
    }
    const end = stream.end();
    await settle();
    while (client.open.length > 0) {
      decoded += client.open[0]!.job.samples.length;
      await client.open[0]!.answer('last words');
    }
    const utterance = await end;
    expect(decoded).toBe(ms(60_320).length);
    expect(utterance.text).toMatch(/^(settled words )+last words$/);
    const starts = utterance.words.map((word) => word.startMs);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(starts.at(-2)).toBeGreaterThan(30_000);
    for (const [i, text] of partials.entries()) expect(text.startsWith(partials[i - 1] ?? '')).toBe(true);
  });
});
