import { expect, test } from 'vitest';
import { openTestApp } from '../http/test-app.ts';
import { openMailServer, readable } from '../mail/mail-server.ts';

const password = 'canary horse battery';

test('registrations, logins and password changes are recorded; failures and accounts without organisation are not', async () => {
  const mail = await openMailServer();
  const app = await openTestApp({ signedIn: false, env: { SMTP_URL: `smtp://${mail.address}` } });
  const post = (path: string, payload: object) =>
    app.http.inject({ method: 'POST', url: `/api/auth${path}`, payload, remoteAddress: '127.0.0.9' });
  const ada = { email: 'ada@example.com', password };
  await post('/register', { ...ada, organization_name: 'Maple' });
  await post('/register', { email: 'zoe@example.com', password });
  expect((await post('/login', { email: 'zoe@example.com', password })).statusCode).toBe(200);
  expect((await post('/login', { ...ada, password: 'wrong' })).statusCode).toBe(401);
  await post('/password/forgot', { email: ada.email });
  await expect.poll(() => mail.received).toHaveLength(1);
  const token = /#token=([\w-]{43})/.exec(readable(mail.received[0] as string))?.[1];
  expect((await post('/password/reset', { token: 'x', password })).statusCode).toBe(400);
  expect((await post('/password/reset', { token, password })).statusCode).toBe(204);
  const entered = (await post('/login', ada)).json() as { token: string };
  const listed = await app.http.inject({
    url: '/api/audit',
    headers: { authorization: `Bearer ${entered.token}` },
  });
  const { events } = listed.json() as { events: { actor: Record<string, unknown>; status: number; action: string }[] };
  expect(events.map(({ action, status }) => `${action} ${status}`).sort()).toEqual([
    'POST /api/auth/login 200',
    'POST /api/auth/password/reset 204',
    'POST /api/auth/register 201',
  ]);
  expect(new Set(events.map(({ actor }) => `${actor.method} ${actor.user_uuid} ${actor.address}`)).size).toBe(1);
  expect(events.find(({ action }) => action.endsWith('login'))?.actor).toMatchObject({
    method: 'session',
    credential_uuid: expect.any(String),
    address: '127.0.0.9',
  });
  expect(listed.body).not.toMatch(/canary|example\.com/);
});
