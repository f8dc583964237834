import { expect, test } from 'vitest';
import { wavHeader } from '../../media/index.ts';
import type { Transcriber } from '../../src/audio/index.ts';
import { takingTurns } from '../../src/features/analysis/call-analysis/recogniser-turns.ts';
import { mono, onEachDatabase, openAnalysis } from './analysis-app.ts';

const done = { kind: 'transcribed', seconds: 1 } as const;
const part = { toMs: 0, sentences: [], totalMs: undefined };
const ask = (signal = new AbortController().signal) => ({ fromMs: 0, signal, onPart: async () => {} });

/** Notes each part that is recognised, by the name of the recording. */
function ofParts(counts: Readonly<Record<string, number>>) {
  const heard: string[] = [];
  const transcriber: Transcriber = {
    async transcribe(path, { onPart }) {
      for (let index = 0; index < (counts[path] ?? 0); index++) {
        heard.push(path);
        await onPart(part);
      }
      return done;
    },
  };
  const of = takingTurns(transcriber);
  return { heard, of, transcriber: of('one') };
}

test('recordings take turns part by part when several are transcribed', async () => {
  const { heard, transcriber } = ofParts({ long: 5, short: 2 });
  const both = [transcriber.transcribe('long', ask()), transcriber.transcribe('short', ask())];
  expect(await Promise.all(both)).toEqual([done, done]);
  expect(heard.join(' ')).toBe('long short long short long long long');
});

test('an organisation with several recordings gets as many turns as another with one', async () => {
  const { heard, of } = ofParts({ a1: 3, a2: 3, b: 3 });
  const all = [of('a').transcribe('a1', ask()), of('a').transcribe('a2', ask()), of('b').transcribe('b', ask())];
  expect(await Promise.all(all)).toEqual([done, done, done]);
  expect(heard.join(' ')).toBe('a1 a2 b a1 b a2 b a1 a2');
});

test('a recording gives up its turn when it is stopped', async () => {
  const { heard, transcriber } = ofParts({ long: 3, stopped: 1, short: 1 });
  const ending = new AbortController();
  const long = transcriber.transcribe('long', ask());
  const stopped = transcriber.transcribe('stopped', ask(ending.signal));
  ending.abort();
  const short = transcriber.transcribe('short', ask());
  expect(await stopped).toMatchObject({ kind: 'fault', code: 'stopped' });
  expect(await Promise.all([long, short])).toEqual([done, done]);
  expect(heard).not.toContain('stopped');
});

test('a recording passes its turn on when the recogniser throws', async () => {
  const broken: Transcriber = {
    async transcribe(path) {
      if (path === 'broken') throw new Error('broken');
      return done;
    },
  };
  const transcriber = takingTurns(broken)('one');
  const both = [transcriber.transcribe('broken', ask()), transcriber.transcribe('short', ask())];
  const ends = await Promise.allSettled(both);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

/** 11 minutes, of which a second is as loud as speech. Another loudness makes another file. */
function elevenMinutes(loudness = 8000): Buffer {
  const data = Buffer.alloc(660 * 8000 * 2);
  for (let at = 0; at < 8000; at++) data.writeInt16LE(at % 16 < 8 ? loudness : -loudness, at * 2);
  return Buffer.concat([wavHeader({ rateHz: 8000, channels: 1, dataBytes: data.length }), data]);
}

onEachDatabase('a recording of more than ten minutes', ({ place }) => {
  test('lets a long one of another organisation take turns', async () => {
    const ending = new AbortController();
    const paths = new Set<string>();
    const transcriber: Transcriber = {
      async transcribe(path, { signal, onPart }) {
        paths.add(path);
        // Each recording goes on until both have had turns.
        while (!ending.signal.aborted && !signal.aborted) {
          await new Promise((resolve) => setImmediate(resolve));
          await onPart(part);
        }
        const sentences = [{ startMs: 0, endMs: 900, text: 'Good morning.' }];
        await onPart({ toMs: 1000, sentences, totalMs: undefined });
        return { kind: 'transcribed', seconds: 660 };
      },
    };
    const { ask, settled } = await openAnalysis(await place(), transcriber);
    const first = await ask('POST', '/api/uploads', { file: elevenMinutes() });
    const own = await ask('POST', '/api/uploads', { file: elevenMinutes(8001) });
    const other = await ask('POST', '/api/uploads', { as: 'stranger', file: elevenMinutes(8002) });
    await expect.poll(() => paths.size, { timeout: 60_000 }).toBe(2);
    const status = async (id: number, as?: 'stranger') =>
      (await ask('GET', `/api/calls/${id}`, as === undefined ? {} : { as })).body.status;
    expect(await status(other.body.id, 'stranger')).toBe('transcribing');
    const both = async () => [await status(first.body.id), await status(own.body.id)].sort();
    await expect.poll(both, { timeout: 60_000 }).toEqual(['pending', 'transcribing']);
    ending.abort();
    expect(await settled(first.body.id)).toMatchObject({ status: 'completed' });
    expect(await settled(own.body.id)).toMatchObject({ status: 'completed' });
  }, 120_000);

  test('lets a short one of another organisation pass', async () => {
    let isOver = false;
    const paths: string[] = [];
    const transcriber: Transcriber = {
      async transcribe(path, { signal, onPart }) {
        paths.push(path);
        const isLong = paths[0] === path;
        // The recogniser is busy with it until the short one is over.
        while (isLong && !isOver && !signal.aborted) {
          await new Promise((resolve) => setImmediate(resolve));
          await onPart(part);
        }
        const sentences = [{ startMs: 0, endMs: 900, text: 'Good morning.' }];
        await onPart({ toMs: 1000, sentences, totalMs: undefined });
        return { kind: 'transcribed', seconds: isLong ? 660 : 10 };
      },
    };
    const { ask, settled } = await openAnalysis(await place(), transcriber);
    const long = await ask('POST', '/api/uploads', { file: elevenMinutes() });
    await expect.poll(() => paths.length, { timeout: 60_000 }).toBe(1);
    const short = await ask('POST', '/api/uploads', { as: 'stranger', file: mono });
    const status = async () => (await ask('GET', `/api/calls/${short.body.id}`, { as: 'stranger' })).body.status;
    await expect.poll(status, { timeout: 60_000 }).toBe('completed');
    expect((await ask('GET', `/api/calls/${long.body.id}`)).body.status).toBe('transcribing');
    isOver = true;
    expect(await settled(long.body.id)).toMatchObject({ status: 'completed', duration: 660 });
    expect(paths).toHaveLength(2);
  }, 120_000);
});
