import { expect, test } from 'vitest';
import { openAccountsApp, password } from './accounts-app.ts';

const email = 'ada@example.com';

test('each failed login writes one log line, without the address or the password', async () => {
  const app = await openAccountsApp();
  await app.register(email);
  const login = (given: string) =>
    app.ask('POST', '/login', { body: { email, password: given }, address: '203.0.113.9' });
  for (let index = 0; index < 11; index++) await login('wrong password');
  const failed = app.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'auth_failed');
  expect(failed.map(({ reason }) => reason)).toEqual([...Array(10).fill('wrong'), 'too_many_failures']);
  expect(new Set(failed.map(({ address, account }) => `${address} ${account}`)).size).toBe(1);
  expect(failed[0]).toMatchObject({
    level: 40,
    address: '203.0.113.9',
    account: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(app.logged.join('')).not.toMatch(/ada@example|wrong password/);
  expect((await app.ask('POST', '/login', { body: { email, password }, address: '127.0.0.1' })).status).toBe(200);
  const refused = await login(password);
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('a null body returns 400', async () => {
  const app = await openAccountsApp();
  const token = await app.register(email, 'Maple Grove');
  const { members } = (await app.ask('GET', '/members', { token })).body;
  const response = await app.http.inject({
    method: 'PATCH',
    url: `/api/auth/members/${members[0].user_uuid}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: 'null',
  });
  expect([response.statusCode, response.json().detail]).toEqual([400, expect.stringContaining('null')]);
});
