import { expect, test } from 'vitest';
import { isCallback } from './provider-paths.ts';
import { openAppOnce } from './test-app.ts';
import { bearing } from './test-server.ts';

const openApp = openAppOnce();
const missingId = '7b1f7f0e-58b1-4c3c-8f0a-000000000000';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Parameter {
  readonly name: string;
  readonly in: string;
}

async function operations() {
  const { paths } = (await openApp().http.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, { readonly parameters: readonly Parameter[] }>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters }]) => ({
      method: method.toUpperCase() as Method,
      path,
      known: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    })),
  );
}

const ask = (method: Method, url: string) =>
  openApp().http.inject({
    method,
    url: url.replaceAll(/\{[^}]+\}/g, missingId),
    headers: bearing(openApp().admin),
  });

test('every operation rejects a parameter that it does not declare, and names those that it does', async () => {
  const all = (await operations()).filter(({ path }) => !isCallback(path));
  expect(all.length).toBeGreaterThan(200);
  for (const { method, path, known } of all) {
    const { statusCode, body } = await ask(method, `${path}?colour=red`);
    expect(statusCode, `${method} ${path}`).toBe(400);
    expect(body, `${method} ${path}`).toContain(
      `colour is not a query parameter of this operation. ${known.length === 0 ? 'It accepts none.' : `It accepts ${known.join(', ')}.`}`,
    );
  }
});

test('callbacks of providers accept parameters that providers add', async () => {
  const all = (await operations()).filter(({ path }) => isCallback(path));
  expect(all.length).toBeGreaterThan(10);
  for (const { method, path } of all) {
    const { body } = await ask(method, `${path}?colour=red`);
    expect(body, `${method} ${path}`).not.toContain('colour');
  }
});

test('pages accept any parameter', async () => {
  for (const url of ['/?utm_source=mail', '/calls?campaign=1', '/docs?colour=red'])
    expect((await openApp().http.inject(url)).body, url).not.toContain('is not a query parameter');
});

test('an answer names at most five unknown parameters, each shortened and without invisible characters', async () => {
  const names = ['a'.repeat(300), '\u202eb', 'c', 'd', 'e', 'f'].map(encodeURIComponent);
  const { detail } = (await ask('GET', `/v1/calls?${names.map((name) => `${name}=1`).join('&')}`)).json();
  expect(detail).toMatch(
    /^a{60}, b, c, d, e, … are not query parameters of this operation\. It accepts limit, offset,/,
  );
});

test('a missing credential is reported before a parameter', async () => {
  const answer = await openApp().http.inject({ url: '/v1/calls?colour=red', headers: bearing('unknown') });
  expect(answer.statusCode).toBe(401);
});

test('parameters of the contract are accepted', async () => {
  const accepted: readonly [string, string][] = [
    ['/v1/campaigns', 'status=active&kind=inbound&include_metrics=true'],
    [
      '/v1/calls',
      `campaign_id=${missingId}&contact_id=${missingId}&outcome=no-answer&sentiment=neutral&date_from=2026-01-01&date_to=2026-01-31&limit=10&offset=0`,
    ],
    ['/v1/calls/stats', `campaign_id=${missingId}&date_from=2026-01-01&date_to=2026-01-31`],
    ['/v1/contacts', 'phone=%2B12025550143&tag=City:Pune&opted_out=false&q=ann'],
    ['/api/voice/calls/live', 'direction=all'],
    ['/api/voice/models/speakers', 'envelope=1'],
    ['/api/dashboard', 'window=7d&segment_uuids='],
    ['/api/dashboard/trend', 'days=30&segment_uuids='],
    ['/api/dashboard/leaderboard', 'window=yesterday&segment_uuids='],
    ['/api/agents/ocr_agent/conversations/history', 'limit=100'],
    ['/api/agents/audio_agent/conversations/history', 'limit=100'],
    ['/api/pf-coach/runs', `status=completed&verdict=pass&scenario_uuid=${missingId}&target_uuid=${missingId}`],
    [
      '/api/calls',
      'status=completed&outcome=resolved&sentiment=positive&agent=Ann&customer_id=1&direction=inbound&q=price&date_from=2026-01-01&date_to=2026-01-31&segment_uuids=',
    ],
    ['/api/v1/sales/stats', 'window=today'],
  ];
  for (const [path, query] of accepted) expect((await ask('GET', `${path}?${query}`)).statusCode, path).toBe(200);
  // Nothing is wrong with the parameters; the resource or the token is.
  for (const [url, status] of [
    [`/api/voice/calls/${missingId}/recording?token=x&format=wav`, 401],
    ['/api/reports/1/export?format=csv', 404],
    ['/api/voice/calls/agent-availability?target=support', 404],
  ] as const)
    expect((await ask('GET', url)).statusCode, url).toBe(status);
  const processing = `/api/agents/ocr_agent/process_pdf?ocr_choice=general&force_reparse=true`;
  expect((await ask('POST', processing)).body).toContain('document_id is required');
});
