import { expect, test } from 'vitest';
import { askerAt } from '../../bench/trials/tenant-ask.ts';
import { sweepKeys } from '../../bench/trials/tenant-keys.ts';
import type { CarryCall } from '../../bench/trials/tenant-more-things.ts';
import { sweepTenants } from '../../bench/trials/tenant-sweep.ts';
import { ofCall } from '../of-call.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** A call on the fake media plane. */
const onFake =
  ({ fake }: TestApp): CarryCall =>
  async (url) => {
    const ports = fake.ports();
    const plan = await ports.plans.claim(new URL(url).pathname.split('/').at(-1) ?? '', 'telephony_a');
    const callUuid = plan?.callUuid as string;
    const format = { encoding: 'mulaw', rateHz: 8000 } as const;
    const ids = { providerCallId: 'sweep', streamId: 'sweep' };
    ports.log.append(ofCall(callUuid), { type: 'started', atMs: 0, format, ...ids, wallMs: 0 });
    fake.live.add(callUuid);
    return async () => {
      fake.live.delete(callUuid);
      ports.log.append(ofCall(callUuid), { type: 'ended', atMs: 1000, reason: 'caller_hung_up', wallMs: 1000 });
    };
  };

test('no operation with an id reveals an object to another organisation, by session or key', async () => {
  const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), WEBHOOK_ALLOWED_HOSTS: 'localhost' };
  const app = await openTestApp({ signedIn: false, env });
  const { failures, requests, operations, kinds, lists, statuses } = await sweepTenants(askerAt(app.address), {
    isShort: true,
    carryCall: onFake(app),
  });
  expect(failures).toEqual([]);
  expect(operations).toBeGreaterThan(50);
  expect(kinds).toBe(34);
  expect(lists).toBeGreaterThan(30);
  expect(requests).toBeGreaterThan(operations * 4);
  expect(statuses[404]).toBeGreaterThan(requests / 4);
});

test('the sweep detects a server that returns or changes foreign objects', async () => {
  const app = await openTestApp({ signedIn: false, env: { WEBHOOK_ALLOWED_HOSTS: 'localhost' } });
  const ask = askerAt(app.address);
  let owner = '';
  const { failures } = await sweepTenants(
    async (method, path, asked) => {
      const answer = await ask(method, path, asked);
      if (path === '/api/auth/register') owner ||= JSON.parse(answer.text).token;
      const isContact = /^\/v1\/contacts\/[^/?]+$/.test(path);
      return isContact && answer.status === 404 ? ask(method, path, { ...asked, token: owner }) : answer;
    },
    { only: /^\/v1\/contacts/, carryCall: onFake(app) },
  );
  const of = (kind: string) => failures.filter((one) => one.includes(`of a ${kind}`));
  expect(of('contact')).toContain('GET /v1/contacts/{uuid} of a contact by key: 200');
  expect(failures).toContain('the contact has changed');
  expect(failures.some((one) => one.includes("names what is the other organisation's"))).toBe(true);
});

test('API keys of every scope have their rights within the present role of their owner', async () => {
  const app = await openTestApp({ signedIn: false });
  const { failures, operations, requests } = await sweepKeys(askerAt(app.address));
  expect(failures).toEqual([]);
  expect(operations).toBeGreaterThan(200);
  expect(requests).toBe(operations * 13 * 3);
});

test('the sweep of keys detects a server that does not narrow them', async () => {
  const app = await openTestApp({ signedIn: false });
  const ask = askerAt(app.address);
  const { failures } = await sweepKeys(
    async (method, path, asked) => {
      // Leaves the owner a manager.
      const isDemotion = method === 'PATCH' && (asked?.body as { role?: string } | undefined)?.role === 'member';
      return isDemotion ? { status: 200, text: '{}' } : ask(method, path, asked);
    },
    { only: /^\/(v1|api\/voice\/webhooks)/ },
  );
  expect(failures).toContain('a key of voice:calls:write for a member: 201');
  expect(failures).toContain('GET /api/voice/webhooks with a key of voice:calls:write of a member: 200');
});
