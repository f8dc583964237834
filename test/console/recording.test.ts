import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { wavHeader } from '../../media/codec/wav.ts';
import { openBrowser } from './browser.ts';
import { looksRight } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';
import { storedRecord } from './stored-record.ts';
import { stub } from './stubs.ts';

const uuid = '7b1f7f0e-58b1-4c3c-8f0a-000000000001';
const rateHz = 8000;
const seconds = 120;
const bytesPerSecond = rateHz * 4;

const header = wavHeader({ channels: 2, rateHz, dataBytes: seconds * bytesPerSecond });
const wav = Buffer.concat([header, Buffer.alloc(seconds * bytesPerSecond)]);

const record = (token: string) =>
  storedRecord(uuid, { recording_url: `http://localhost/api/voice/calls/${uuid}/recording?token=${token}` });

const callPath = `*/v1/calls/${uuid}*`;
const recordingPath = `*/api/voice/calls/${uuid}/recording*`;

/** A server whose tokens can be made too old, and which gives no more than the first seconds before that. */
async function serveCall(page: Page) {
  const served = { good: 'first', refused: 0, renew: (_: string): void => {} };
  const renewed = new Promise<void>((resolve) => {
    served.renew = (token) => {
      served.good = token;
      resolve();
    };
  });
  await stub(page, {
    [callPath]: () => Response.json(record(served.good)),
    [recordingPath]: async (request) => {
      if (startOf(request) > 0) await renewed;
      if (new URL(request.url).searchParams.get('token') === served.good) return partOf(request, 40);
      served.refused += 1;
      return Response.json({ detail: 'Too old.' }, { status: 401 });
    },
  });
  return served;
}

const startOf = ({ headers }: Request): number => Number(/^bytes=(\d+)-/.exec(headers.get('range') ?? '')?.[1] ?? 0);

/** The requested range, at most so many seconds of it. Chromium seeks only where ranges are served. */
function partOf(request: Request, atMostSeconds: number): Response {
  const start = startOf(request);
  const end = Math.min(wav.length, start + atMostSeconds * bytesPerSecond);
  const range = `bytes ${start}-${end - 1}/${wav.length}`;
  const headers = { 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'content-range': range };
  return new Response(wav.subarray(start, end), { status: 206, headers });
}

describe.skipIf(whyNoPages !== undefined)('the recording player', () => {
  let server: PageServer;
  let session: string;
  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  test('continues at the same position when its link has expired', async () => {
    const { page, offences } = await openBrowser({ session });
    const served = await serveCall(page);
    const audio = <T>(what: string) => page.evaluate(`document.querySelector('audio').${what}`) as Promise<T>;
    const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
    await page.goto(`${server.baseUrl}/calls/${uuid}`);
    await eventually(() => page.evaluate('document.querySelector("audio")?.duration')).toBe(seconds);
    await looksRight(page);
    const places: number[] = [];
    const sawPlace = await page.exposeFunction('sawPlace', (at: number) => void places.push(at));
    onTestFinished(() => sawPlace.dispose());
    await page.evaluate(`document.querySelector('audio').ontimeupdate =
      ({ target }) => target.paused || sawPlace(target.currentTime)`);
    await audio('play()');
    await eventually(() => places.at(-1) ?? 0).toBeGreaterThan(1);
    served.renew('second');
    await audio('playbackRate = 8');
    await eventually(() => served.refused).toBeGreaterThan(0);
    await eventually(() => places.at(-1) ?? 0).toBeGreaterThan(45);
    expect(await audio('paused')).toBe(false);
    expect(await audio('playbackRate')).toBe(8);
    expect(await audio('src')).toContain('token=second');
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(offences).toMatchObject({ policyViolations: [], foreignRequests: [] });
  });

  test('plays from a line of the transcript, which marks what is played and how long the answer took', async () => {
    const watched = await openBrowser({ session });
    const { page } = watched;
    const line = (turn: number, speaker: string, startMs: number, text: string) => ({
      seq: startMs,
      recorded_at: '2026-01-01T00:00:00Z',
      type: 'line',
      atMs: startMs,
      line: { turn, speaker, startMs, text, words: [] },
    });
    const events = [
      line(1, 'caller', 2000, 'When do you open?'),
      line(1, 'agent', 30_000, 'At eight.'),
      line(1, 'agent', 34_000, 'And on Saturday at nine.'),
    ];
    const stages = { endpoint_ms: 1, recognition_ms: 2, agent_ms: 3, synthesis_ms: 4, queue_ms: 5, network_ms: 6 };
    const turn = { turn: 1, at_ms: 0, ...stages, total_ms: 412, estimated: false, brain: 'embedded', intent: null };
    const latency = { turns: [turn], median_ms: 412, p95_ms: 412 };
    await stub(page, {
      [callPath]: () => Response.json({ ...record('good'), contact_name: 'Asha Rao', events, latency }),
      [recordingPath]: (request) => partOf(request, seconds),
    });
    await page.goto(`${server.baseUrl}/calls/${uuid}`);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('after 412 ms').waitFor();
    expect(await conversation.getByText('after 412 ms').count()).toBe(1);
    await looksRight(page);
    const time = () => page.evaluate('document.querySelector("audio").currentTime') as Promise<number>;
    await page.evaluate('document.querySelector("audio").playbackRate = 0.5');
    await conversation.getByRole('button', { name: 'Play from 00:30' }).click();
    await expect.poll(time, { interval: 50 }).toBeGreaterThanOrEqual(30);
    const played = page.locator('[data-playing="true"]');
    await expect.poll(() => played.textContent(), { interval: 50 }).toContain('At eight.');
    await page.evaluate('document.querySelector("audio").currentTime = 3');
    await expect.poll(() => played.textContent(), { interval: 50 }).toContain('Asha Rao');
    expect(watched.offences).toMatchObject({ policyViolations: [], foreignRequests: [] });
  });

  test('offers the recording when a watched call is over, and not before', async () => {
    const { page } = await openBrowser({ session });
    let isOver = false;
    await stub(page, {
      [callPath]: () =>
        Response.json(
          isOver ? record('finished') : { ...record('so-far'), status: 'in_progress', ended_at: null, duration: null },
        ),
      [recordingPath]: () =>
        new Response(wav.subarray(0, 10 * bytesPerSecond), { headers: { 'content-type': 'audio/wav' } }),
    });
    const address = () => page.evaluate('document.querySelector("audio")?.getAttribute("src")');
    await page.goto(`${server.baseUrl}/calls/${uuid}`);
    await page.getByText('The recording can be played when the call is over.').waitFor();
    expect(await address()).toBeUndefined();
    isOver = true;
    await expect.poll(address, { interval: 50 }).toContain('token=finished');
  });
});
