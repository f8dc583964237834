import { expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { begin, ended, line, started } from '../http/stored-calls.ts';
import { openTestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';

test('a finished call of this server is analysed without an upload', async () => {
  const app = await openTestApp();
  const { callUuid } = await begin(app);
  const tell = (event: CallEvent) => app.fake.ports().log.append(ofCall(callUuid), event);
  const startMs = Date.now();
  tell(started(startMs));
  tell(line(0, 'agent', 'Would you like to schedule a visit on Thursday at 10 am?', 100));
  tell(line(1, 'customer', 'Yes, that works. Thank you so much!', 4000));
  tell(line(1, 'agent', 'Perfect, see you on Thursday.', 8000));
  const get = async (url: string) => (await app.http.inject({ url })).json();
  expect((await get('/api/calls')).total).toBe(0);
  tell(ended('caller_hung_up', startMs + 9000));
  await expect.poll(async () => (await get('/api/calls')).calls[0]?.status).toBe('completed');
  const [listed] = (await get('/api/calls')).calls;
  const call = await get(`/api/calls/${listed.id}`);
  expect(call).toMatchObject({
    ...{ uuid: callUuid, source: 'call', direction: 'inbound', duration: 9, outcome: 'visit_scheduled' },
    ...{ sentiment: 'positive', customer: { phone: '+15550001111' } },
  });
  expect(call.transcript).toEqual((await get(`/v1/calls/${callUuid}`)).transcript);
  expect((await app.http.inject({ method: 'DELETE', url: `/api/calls/${listed.id}` })).statusCode).toBe(409);
});
