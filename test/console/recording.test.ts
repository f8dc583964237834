import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavHeader } from '../../media/codec/wav.ts';
import { openBrowser } from './browser.ts';
import { looksRight } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const uuid = '7b1f7f0e-58b1-4c3c-8f0a-000000000001';
const rateHz = 8000;
const seconds = 120;
const bytesPerSecond = rateHz * 4;

const header = wavHeader({ channels: 2, rateHz, dataBytes: seconds * bytesPerSecond });
const wav = Buffer.concat([header, Buffer.alloc(seconds * bytesPerSecond)]);

const record = (token: string) => ({
  ...{ uuid, call_type: 'test', status: 'completed', campaign_uuid: '', contact_uuid: null },
  ...{ from_number: 'browser', to_number: '', duration: seconds, duration_formatted: '00:40', outcome: null },
  ...{
    sentiment: null,
    summary: null,
    end_reason: 'silence',
    recording_disclosure: null,
    created_at: '2026-01-01T00:00:00Z',
  },
  ...{ started_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-01T00:00:40Z', answered_by: null },
  ...{ answered_confidence: null, turns: 0, median_latency_ms: null, transcript: [], speculation: null, events: [] },
  key_details: { extraction: {}, qms_scores: {} },
  latency: { turns: [], median_ms: null, p95_ms: null },
  recording_url: `http://localhost/api/voice/calls/${uuid}/recording?token=${token}`,
});

/** A server whose tokens can be made too old, and which gives no more than the first seconds before that. */
async function serveCall(page: Page) {
  const served = { good: 'first', refused: 0, renew: (_: string): void => {} };
  const renewed = new Promise<void>((resolve) => {
    served.renew = (token) => {
      served.good = token;
      resolve();
    };
  });
  await page.route(`**/v1/calls/${uuid}*`, (route) => route.fulfill({ json: record(served.good) }));
  await page.route(`**/api/voice/calls/${uuid}/recording*`, async (route: Route) => {
    const url = new URL(route.request().url());
    const start = Number(/^bytes=(\d+)-/.exec(route.request().headers().range ?? '')?.[1] ?? 0);
    if (start > 0) await renewed;
    if (url.searchParams.get('token') !== served.good) {
      served.refused += 1;
      return route.fulfill({ status: 401, json: { detail: 'Too old.' } });
    }
    const end = Math.min(wav.length, start + 40 * bytesPerSecond);
    const range = `bytes ${start}-${end - 1}/${wav.length}`;
    return route.fulfill({
      status: 206,
      headers: { 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'content-range': range },
      body: wav.subarray(start, end),
    });
  });
  return served;
}

describe.skipIf(whyNoPages !== undefined)('the recording of a call in a browser', () => {
  let server: PageServer;
  let session: string;
  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  test('goes on playing from the same place when its address has become too old', async () => {
    const { page, offences } = await openBrowser({ session });
    const served = await serveCall(page);
    const audio = <T>(what: string) => page.evaluate(`document.querySelector('audio').${what}`) as Promise<T>;
    const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
    await page.goto(`${server.baseUrl}/calls/${uuid}`);
    await eventually(() => page.evaluate('document.querySelector("audio")?.duration')).toBe(seconds);
    await looksRight(page);
    const places: number[] = [];
    await page.exposeFunction('sawPlace', (at: number) => void places.push(at));
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

  test('is loaded again when a call that was watched is over', async () => {
    const { page } = await openBrowser({ session });
    let isOver = false;
    await page.route(`**/v1/calls/${uuid}*`, (route) =>
      route.fulfill({
        json: isOver
          ? record('finished')
          : { ...record('so-far'), status: 'in_progress', ended_at: null, duration: null },
      }),
    );
    await page.route(`**/api/voice/calls/${uuid}/recording*`, (route) =>
      route.fulfill({
        status: 200,
        headers: { 'content-type': 'audio/wav' },
        body: wav.subarray(0, 10 * bytesPerSecond),
      }),
    );
    const address = () => page.evaluate('document.querySelector("audio")?.getAttribute("src")');
    await page.goto(`${server.baseUrl}/calls/${uuid}`);
    await expect.poll(address, { interval: 50 }).toContain('token=so-far');
    isOver = true;
    await expect.poll(address, { interval: 50 }).toContain('token=finished');
  });
});
