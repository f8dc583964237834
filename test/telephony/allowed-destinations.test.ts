import { expect, test } from 'vitest';
import { readEnvironment } from '../../src/config/env.ts';
import { openOutboundApp, ownNumber } from './outbound-app.ts';

const call = (app: Awaited<ReturnType<typeof openOutboundApp>>, to: string) =>
  app.http.inject({ method: 'POST', url: '/v1/calls', payload: { to, campaign_id: app.flowUuid } });

test('CALL_PREFIXES blocks calls to other numbers on every provider', async () => {
  const app = await openOutboundApp({ dialect: 'telephony_a', env: { CALL_PREFIXES: '+1202,+44' } });
  const refused = await call(app, '+4930901820');
  expect(refused.statusCode).toBe(202);
  const record = async (uuid: string) => (await app.http.inject({ url: `/v1/calls/${uuid}` })).json();
  await expect.poll(async () => (await record(refused.json().call_uuid)).status).toBe('failed');
  expect(app.provider.dials.size).toBe(0);
  expect((await call(app, '+12025550111')).statusCode).toBe(202);
  await expect.poll(() => [...app.provider.dials.keys()]).toEqual(['+12025550111']);
});

test('a call to its own number is rejected', async () => {
  const app = await openOutboundApp({ dialect: 'telephony_a' });
  const refused = await call(app, ownNumber);
  expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringContaining('body to')]);
});

test('an invalid prefix aborts startup', () => {
  expect(() => readEnvironment({ variables: { CALL_PREFIXES: '0044' } })).toThrow(/CALL_PREFIXES/);
});
