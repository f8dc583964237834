import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { ofCall } from '../of-call.ts';
import { localHeaders, openTestApp, type TestApp } from './test-app.ts';

const ask = (app: TestApp, url: string, headers: Record<string, string> = localHeaders) =>
  app.http.inject({ url, headers });

describe('/metrics', () => {
  test('returns metrics of calls and requests', async () => {
    const app = await openTestApp();
    app.fake.ports().log.append(ofCall('a-call'), { type: 'started', atMs: 0, wallMs: 0 } as CallEvent);
    await ask(app, '/v1/calls/11111111-1111-4111-8111-111111111111');
    const answer = await ask(app, '/metrics');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body).toContain('\nparley_calls_started_total 1\n');
    expect(answer.body).toContain('route="/v1/calls/:uuid",status="4xx"} 1\n');
    expect(answer.body).toContain('\nparley_calls_rated 24\n');
    expect(answer.body).toMatch(/\nparley_jobs\{kind="jobs\.sweep",state="\w+"\} 1\n/);
    expect(answer.body).toMatch(/\nnodejs_eventloop_lag_p99_seconds [\d.e-]+\n/);
    expect(answer.body).not.toContain('11111111');
  });

  test('answers this machine only, and no forwarded requests', async () => {
    const app = await openTestApp();
    expect((await ask(app, '/metrics', { host: 'voice.example.com' })).statusCode).toBe(403);
    expect((await ask(app, '/metrics', { ...localHeaders, 'x-forwarded-for': '203.0.113.9' })).json().detail).toContain(
      'METRICS_TOKEN',
    );
  });

  test('with a token answers its bearer only', async () => {
    const guarded = await openTestApp({ env: { METRICS_TOKEN: 'a-scraper-of-ours' } });
    expect((await ask(guarded, '/metrics')).statusCode).toBe(401);
    expect(
      (await ask(guarded, '/metrics', { ...localHeaders, authorization: 'Bearer another-scraper!' })).statusCode,
    ).toBe(401);
    expect(
      (await ask(guarded, '/metrics', { host: 'voice.example.com', authorization: 'Bearer a-scraper-of-ours' }))
        .statusCode,
    ).toBe(200);
  });
});

describe('/ready', () => {
  test('returns 200 if everything responds', async () => {
    const answer = await ask(await openTestApp(), '/ready');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ready: true,
      checks: { database: 'ok', media: 'ok', call_log: 'ok', stopping: 'ok' },
    });
  });

  test('returns 503 with the failed condition', async () => {
    const closing = await openTestApp();
    let finish = (): void => {};
    closing.fake.draining = new Promise((resolve) => {
      finish = resolve;
    });
    const closed = closing.close();
    const answer = await ask(closing, '/ready');
    finish();
    await closed;
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ ready: false, checks: { database: 'ok', stopping: expect.any(String) } });
  });
});
