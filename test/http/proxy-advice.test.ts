import { expect, test } from 'vitest';
import { openTestApp } from './test-app.ts';

test('an untrusted proxy is named once in the log, a trusted one is not', async () => {
  const app = await openTestApp({ env: { TRUSTED_PROXIES: '10.0.0.1' } });
  const ask = (remoteAddress: string) =>
    app.http.inject({ url: '/health', remoteAddress, headers: { 'x-forwarded-for': '198.51.100.7' } });
  const named = () => app.logged.filter(({ event }) => event === 'untrusted_proxy');
  await ask('10.0.0.1');
  expect(named()).toEqual([]);
  for (let index = 0; index < 3; index++) await ask('10.0.0.2');
  expect(named()).toEqual([expect.objectContaining({ level: 40, address: '10.0.0.2' })]);
});

test('anonymous requests to /health share one response a second', async () => {
  const app = await openTestApp();
  const ask = async (remoteAddress: string) =>
    (await app.http.inject({ url: '/health', remoteAddress, headers: { host: 'localhost' } })).json();
  const [first] = [await ask('8.8.4.4')];
  app.fake.full = 'over_capacity' as never;
  expect(await ask('8.8.4.4')).toEqual(first);
  expect((await ask('127.0.0.1')).admission.refusing).toBe('over_capacity');
  await expect.poll(async () => (await ask('8.8.4.4')).admission.refusing).toBe('over_capacity');
});
