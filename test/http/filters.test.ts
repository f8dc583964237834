import { describe, expect, test } from 'vitest';
import { openAppOnce } from './test-app.ts';
import { bearing } from './test-server.ts';

const openApp = openAppOnce();
const missingId = '7b1f7f0e-58b1-4c3c-8f0a-000000000000';

const read = async (url: string) => {
  const answer = await openApp().http.inject({ url, headers: bearing(openApp().admin) });
  return { status: answer.statusCode, body: answer.json() };
};

describe('a filter', () => {
  test.each([
    ['/api/calls?outcome=nonsense', 'query outcome: must be one of resolved, follow_up_scheduled, visit_scheduled,'],
    ['/api/v1/sales/calls?outcome=nonsense', 'query outcome: must be one of resolved,'],
    ['/api/calls?sentiment=happy', 'query sentiment: must be one of positive, neutral, negative.'],
    ['/api/calls?status=x', 'query status: must be one of pending,'],
    ['/api/calls?source=fax', 'must be'],
    ['/api/dashboard/calls?outcome=nonsense', 'query outcome: must be one of resolved,'],
    ['/v1/calls?outcome=nonsense', 'query outcome: must be one of connected, voicemail, no-answer, failed,'],
    ['/v1/campaigns?status=x', 'query status: must be one of draft, active, paused, completed.'],
    ['/api/pf-coach/runs?verdict=maybe', 'query verdict: must be pass, partial or fail.'],
    ['/api/reports?window=year', 'query window: must be one of week, month, quarter, custom.'],
    ['/api/customers?tag=Pune', 'query tag: must have the form Key:Value.'],
  ])('rejects a value that nothing can have, and names those that exist: %s', async (url, detail) => {
    const { status, body } = await read(url);
    expect(status).toBe(400);
    expect(body.detail).toContain(detail);
  });

  test.each([
    '/api/calls?source=upload,upload,call,upload,call,upload,call',
    '/api/calls?source=upload&source=upload&source=all&source=call&source=call&source=call&source=call',
    `/api/dashboard/previous?window=7d&segment_uuids=${Array.from({ length: 60 }, () => '').join(',')}`,
  ])('accepts values of a list repeatedly: %s', async (url) => {
    expect((await read(url)).status).toBe(200);
  });

  test.each([
    '/v1/calls?campaign_id=',
    '/v1/calls?contact_id=',
    '/v1/calls?agent_id=',
    '/v1/calls/stats?campaign_id=',
    '/api/calls?campaign_id=',
    '/api/calls?customer_id=',
    '/api/dashboard/calls?agent_uuid=',
    '/api/pf-coach/runs?scenario_uuid=',
    '/api/pf-coach/runs?target_uuid=',
    '/api/pf-coach/scenarios?persona_uuid=',
    '/api/audit?user_uuid=',
  ])('rejects malformed ids and selects nothing for unknown ones: %s', async (url) => {
    const malformed = await read(`${url}zzz`);
    expect(malformed.status).toBe(400);
    expect(malformed.body.detail).toContain('UUID');
    const missing = await read(`${url}${missingId}`);
    expect(missing.status).toBe(200);
    expect(missing.body.total ?? missing.body.total_calls).toBe(0);
  });

  test.each([
    '/v1/calls?date_from=2026-02-01&date_to=2026-01-31',
    '/v1/calls/stats?date_from=2026-02-01&date_to=2026-01-31',
    '/api/calls?date_from=2026-02-01T09:00:00Z&date_to=2026-02-01T08:00:00Z',
    '/api/calls?date_from=2026-02-01&date_to=2026-01-30T20:00:00Z',
    '/api/v1/sales/calls?date_from=2026-02-01&date_to=2026-01-31',
    '/api/dashboard/calls?date_from=2026-02-01&date_to=2026-01-31',
    '/api/audit?from=2026-02-01&before=2026-01-31',
  ])('rejects a range that ends before it begins: %s', async (url) => {
    const { status, body } = await read(url);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/must (not )?be earlier than/);
  });

  test('accepts a moment before midnight in UTC as the end of a range from that day, which begins earlier in the east', async () => {
    expect((await read('/v1/calls?date_from=2026-02-01&date_to=2026-01-31T20:00:00Z')).status).toBe(200);
  });

  test('accepts the same day at both ends', async () => {
    for (const path of ['/v1/calls', '/v1/calls/stats', '/api/calls'])
      expect((await read(`${path}?date_from=2026-02-01&date_to=2026-02-01`)).status, path).toBe(200);
  });
});

describe('a body of a type that the route does not accept', () => {
  test.each([
    ['POST', '/v1/contacts', 'text/csv', 'application/json.'],
    ['POST', '/api/uploads', 'audio/wav', 'multipart/form-data.'],
    ['POST', '/api/v1/sales/calls', 'audio/wav', 'multipart/form-data, application/json.'],
    ['PUT', '/api/calls/1/recording', 'text/csv', 'multipart/form-data, application/octet-stream, audio/*.'],
  ] as const)('%s %s of %s is told what it accepts', async (method, url, type, types) => {
    const headers = { ...bearing(openApp().admin), 'content-type': type };
    const answer = await openApp().http.inject({ method, url, headers, payload: 'x' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).toBe(`The content type is not supported here. This operation accepts ${types}`);
  });
});
