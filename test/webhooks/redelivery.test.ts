import { createHmac, randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { makeCall } from './calls.ts';
import { newOrganisation, openPostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';
import { openWebhookApp, type WebhookApp } from './webhook-app.ts';

const url = '/api/voice/webhooks';
const written = { timeout: 60_000 };

async function endedCall(app: WebhookApp): Promise<void> {
  const call = await makeCall(app);
  call.start();
  call.say('customer', 'Where is my parcel?', 500);
  call.end();
}

const again = (app: WebhookApp, uuid: string) =>
  app.http.inject({ method: 'POST', url: `${url}/deliveries/${uuid}/redeliver` });

test('a failed delivery is sent again with its body and id, until it is delivered', async () => {
  const app = await openWebhookApp();
  let status = 500;
  const receiver = await openReceiver((_, reply) => void reply.writeHead(status).end());
  const { uuid, secret } = await app.register({ url: receiver.url });
  await endedCall(app);
  const [entry] = await vi.waitFor(async () => {
    const found = await app.logs(uuid);
    expect(found).toMatchObject([{ response_status: 500, can_redeliver: true }]);
    return found;
  }, written);

  const failed = await again(app, entry!.uuid);
  expect([failed.statusCode, failed.json()]).toMatchObject([200, { response_status: 500, can_redeliver: true }]);
  status = 204;
  const delivered = await again(app, entry!.uuid);
  expect(delivered.json()).toMatchObject({
    uuid: entry!.uuid,
    response_status: 204,
    success: true,
    error_message: '',
    can_redeliver: false,
    attempts: [
      { by: 'event', success: false, response_status: 500, error_message: 'The receiver returned 500.' },
      { by: 'person', success: false },
      { by: 'person', success: true, response_status: 204, latency_ms: expect.any(Number) },
    ],
  });
  const [first, ...others] = receiver.received;
  expect(others).toHaveLength(2);
  for (const { body, headers } of others) {
    expect(body.equals(first!.body)).toBe(true);
    expect(headers['x-webhook-id']).toBe(first!.headers['x-webhook-id']);
    const digest = createHmac('sha256', secret).update(body).digest('hex');
    expect(headers['x-webhook-signature']).toBe(`sha256=${digest}`);
  }
  const third = await again(app, entry!.uuid);
  expect([third.statusCode, third.json().detail]).toEqual([409, expect.stringContaining('has succeeded')]);
  const [row] = await app.database.system.read.select().from(app.database.tables.webhookDeliveries);
  expect(row?.body).toBe('');
  expect((await again(app, randomUUID())).statusCode).toBe(404);
});

test('a redelivery uses the current address and headers', async () => {
  const app = await openWebhookApp();
  const broken = await openReceiver((_, reply) => void reply.writeHead(500).end());
  const mended = await openReceiver();
  const { uuid } = await app.register({ url: broken.url, headers: { 'X-A': '1', 'X-B': '2' } });
  await endedCall(app);
  await vi.waitFor(async () => expect(await app.logs(uuid)).toMatchObject([{ can_redeliver: true }]), written);

  const payload = { url: mended.url, headers: { 'x-a': null, 'X-C': '3' }, is_active: false };
  const changed = await app.http.inject({ method: 'PATCH', url: `${url}/${uuid}`, payload });
  expect(changed.json()).toMatchObject({ url: mended.url, headers: { 'X-B': '2', 'X-C': '3' }, is_active: false });
  const [entry] = await app.logs(uuid);
  expect((await again(app, entry!.uuid)).json()).toMatchObject({ success: true });
  expect(mended.received[0]?.headers).toMatchObject({ 'x-b': '2', 'x-c': '3' });
  expect(mended.received[0]?.headers['x-a']).toBeUndefined();

  await endedCall(app);
  const over = async () =>
    (await app.http.inject({ url: '/v1/calls' }))
      .json()
      .calls.filter(({ status }: { status: string }) => status === 'completed');
  await vi.waitFor(async () => expect(await over()).toHaveLength(2), written);
  await app.http.inject({ method: 'PATCH', url: `${url}/${uuid}`, payload: { is_active: true } });
  await endedCall(app);
  await mended.until(2);
  expect(await app.logs(uuid)).toHaveLength(2);
});

test('a change to a private address or to too many headers returns 400 and changes nothing', async () => {
  const app = await openWebhookApp();
  const { uuid } = await app.register({ url: 'https://203.0.114.7/hook', headers: { 'X-0': '0' } });
  const headers = Object.fromEntries([...Array(20).keys()].map((nth) => [`X-${nth + 1}`, '']));
  for (const payload of [{ url: 'http://10.0.0.1/' }, { headers }, { events: [] }, { headers: { Host: 'a' } }]) {
    const answer = await app.http.inject({ method: 'PATCH', url: `${url}/${uuid}`, payload });
    expect(answer.statusCode).toBe(400);
  }
  const { webhooks } = (await app.http.inject({ url })).json();
  expect(webhooks).toMatchObject([
    { url: 'https://203.0.114.7/hook', headers: { 'X-0': '0' }, events: ['call.ended'] },
  ]);
});

test('a test is signed, marked, not logged, and returns status, latency and 4 KiB of the response', async () => {
  const app = await openWebhookApp();
  const receiver = await openReceiver((_, reply) => void reply.writeHead(422).end('ü'.repeat(5000)));
  const { uuid, secret } = await app.register({ url: receiver.url, events: ['call.failed', 'call.ended'] });
  const sent = await app.http.inject({ method: 'POST', url: `${url}/${uuid}/test`, payload: {} });
  expect(sent.json()).toEqual({
    event_type: 'call.failed',
    response_status: 422,
    success: false,
    error_message: 'The receiver returned 422.',
    latency_ms: expect.any(Number),
    response_body: 'ü'.repeat(2048),
    is_truncated: true,
  });
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  expect(JSON.parse(`${body}`)).toMatchObject({ event: 'call.failed', test: true, data: { reason: 'invalid_number' } });
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  expect(headers['x-webhook-signature']).toBe(`sha256=${digest}`);
  expect(await app.logs(uuid)).toEqual([]);
});

test('a test of a webhook whose host has a private address connects nowhere', async () => {
  const app = await openWebhookApp();
  const receiver = await openReceiver();
  const { uuid } = await app.register({ url: receiver.url });
  const { webhooks } = app.database.tables;
  const port = new URL(receiver.url).port;
  await app.database.system.tx((queries) => queries.update(webhooks).set({ url: `http://127.0.0.2:${port}/hook` }));
  const sent = await app.http.inject({ method: 'POST', url: `${url}/${uuid}/test`, payload: {} });
  expect(sent.json()).toMatchObject({ response_status: 0, success: false, response_body: '' });
  expect(sent.json().error_message).toMatch(/public/);
  expect(receiver.received).toEqual([]);
});

onEachDatabase('bodies of deliveries', ({ place }) => {
  test('bodies of failed deliveries expire, and pending ones are never removed', async () => {
    const office = await openPostOffice(await place());
    const organisation = newOrganisation();
    const receiver = await openReceiver((_, reply) => void reply.writeHead(500).end());
    const { uuid } = await office.register(organisation, receiver.url);
    await office.put(organisation, { n: 1 });
    office.start();
    await vi.waitFor(async () => expect(await office.log(organisation, uuid)).toHaveLength(1), written);
    const rows = () => office.database.system.read.select().from(office.database.tables.webhookDeliveries);
    const delivery = (await rows())[0]?.uuid ?? '';
    await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ responseStatus: 500 }), written);

    await office.store.forget(new Date(Date.now() - 60_000).toISOString());
    expect((await rows())[0]?.body).toContain('"n":1');
    expect(await office.webhooks.redeliver(organisation, delivery)).toMatchObject({ kind: 'sent' });
    expect(await office.webhooks.redeliver(newOrganisation(), delivery)).toEqual({ kind: 'unknown' });
    await office.store.forget(new Date(Date.now() + 60_000).toISOString());
    expect((await rows())[0]?.body).toBe('');
    expect(await office.webhooks.redeliver(organisation, delivery)).toEqual({ kind: 'not_kept' });
    expect(receiver.received).toHaveLength(2);
  });
});

onEachDatabase('concurrent redeliveries', ({ place }) => {
  test('of several requests at once one is sent, and another is accepted after its result', async () => {
    const office = await openPostOffice(await place(), { deadlineMs: 60_000 });
    const organisation = newOrganisation();
    const held: (() => void)[] = [];
    const receiver = await openReceiver((_, reply) => {
      const refuse = () => void reply.writeHead(500).end();
      if (receiver.received.length === 1) return refuse();
      held.push(refuse);
    });
    const { uuid } = await office.register(organisation, receiver.url);
    await office.put(organisation, { n: 1 });
    office.start();
    await vi.waitFor(async () => {
      expect(await office.log(organisation, uuid)).toMatchObject([{ responseStatus: 500 }]);
    }, written);
    const [row] = await office.database.system.read.select().from(office.database.tables.webhookDeliveries);
    const send = () => office.webhooks.redeliver(organisation, row?.uuid ?? '');

    const kinds: string[] = [];
    const clicks = [send(), send(), send()].map(async (click) => void kinds.push((await click).kind));
    await vi.waitFor(() => expect([kinds, held.length]).toEqual([['sending', 'sending'], 1]), written);
    held.pop()?.();
    await Promise.all(clicks);
    expect(kinds).toEqual(['sending', 'sending', 'sent']);
    expect(receiver.received).toHaveLength(2);

    const last = send();
    await vi.waitFor(() => expect(held).toHaveLength(1), written);
    held.pop()?.();
    expect(await last).toMatchObject({ kind: 'sent', delivery: { attempts: { length: 3 } } });
  });

  test('a delivery whose attempt was interrupted can be sent again after half a minute', async () => {
    const office = await openPostOffice(await place());
    const organisation = newOrganisation();
    await office.register(organisation, 'http://127.0.0.1:9/');
    await office.put(organisation);
    const startMs = Date.now();
    const at = (ms: number) => new Date(startMs + ms).toISOString();
    const taken = await office.store.take(organisation, at(0));
    const retake = (ms: number) =>
      office.store.retake(organisation, taken?.delivery.uuid ?? '', { at: at(ms), since: at(-1000) });
    expect(await retake(29_999)).toEqual({ kind: 'sending' });
    expect(await retake(30_000)).toMatchObject({ kind: 'taken' });
  });
});
