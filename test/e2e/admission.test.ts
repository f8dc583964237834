import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForStream, placeCall } from '../../media/index.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** Room for one call, on the built server with real models. */
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ MAX_CALLS: '1' });
});
afterAll(() => server?.stop());

const to = '+12025550143';
const ask = (from: string) =>
  askForStream({ dialect: 'telephony_a', baseUrl: server.baseUrl, callId: `full-${from.slice(-4)}`, from, to });
const refused = async (): Promise<number> => {
  const health = (await (await fetch(`${server.baseUrl}/health`)).json()) as {
    admission: { refused: { max_calls?: number } };
  };
  return health.admission.refused.max_calls ?? 0;
};

test('a call beyond the capacity is answered busy, and the stream of an expired slot returns 503', async () => {
  const early = await ask('+12025550161');
  expect(early.kind).toBe('stream');
  const tooMany = await ask('+12025550162');
  expect(tooMany.kind).not.toBe('stream');

  // Its stream does not come, so the next caller has its place.
  await expect
    .poll(async () => (await ask(`+1202555${2000 + (Date.now() % 7000)}`)).kind, { timeout: 60_000, interval: 1000 })
    .toBe('stream');
  expect(await refused()).toBeGreaterThanOrEqual(2);
  const { url } = early as { url: string };
  const late = placeCall({ dialect: 'telephony_a', url, identity: { from: '+12025550161', to } });
  expect(await late.opened).toBe(false);
  expect((await late.ended).reason).toContain('503');
  const stored = await server.finished('+12025550161');
  expect([stored.status, stored.end_reason]).toEqual(['failed', 'over_capacity']);
});
