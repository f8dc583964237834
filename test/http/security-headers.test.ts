import { expect, test } from 'vitest';
import { openTestApp } from './test-app.ts';

test.each([
  ['https://voice.example.com', 'max-age=31536000'],
  ['http://voice.example.com', undefined],
  [undefined, undefined],
])('responses of a server at %s have the HSTS header %s', async (publicBaseUrl, expected) => {
  const env = publicBaseUrl === undefined ? {} : { PUBLIC_BASE_URL: publicBaseUrl };
  const app = await openTestApp({ env });
  for (const url of ['/', '/health', '/v1/calls', '/nothing-here'])
    expect([url, (await app.http.inject({ url })).headers['strict-transport-security']]).toEqual([url, expected]);
});
