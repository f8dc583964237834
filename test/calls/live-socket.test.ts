import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openContacts, people, phoneOf } from '../contacts/contacts-app.ts';
import { migratedFolder } from '../http/test-app.ts';
import { storeCall, talkingElsewhere } from './stored-calls.ts';

/** What comes over a socket that sends this first. */
function listen(address: string, first: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/voice/calls/live`);
  onTestFinished(() => socket.terminate());
  const heard: string[][] = [];
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve));
  socket.on('open', () => socket.send(first));
  socket.on('message', (data) => {
    const { calls } = JSON.parse(String(data)) as { calls: { uuid: string }[] };
    heard.push(calls.map(({ uuid }) => uuid));
  });
  return { heard, closed };
}
const as = (who: keyof typeof people): string => JSON.stringify({ token: who });

test('the live list is sent over a WebSocket after every change, filtered by visibility', async () => {
  const { ask, database, address } = await openContacts({ dataDir: migratedFolder() });
  const { uuid: contactUuid } = (
    await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1), tags: ['City:Pune'] } })
  ).body;
  const tags = `/api/voice/agents/tag-assignments/${people.mate.userUuid}`;
  await ask('PUT', tags, { body: { tags: ['City:Pune'] } });
  const admin = listen(address, as('admin'));
  const mate = listen(address, as('mate'));
  const stranger = listen(address, as('stranger'));
  for (const { heard } of [admin, mate, stranger]) await expect.poll(() => heard).toEqual([[]]);
  const talking = await talkingElsewhere(database);
  const hidden = await storeCall(database, talking);
  await expect.poll(() => admin.heard).toEqual([[], [hidden]]);
  const seen = await storeCall(database, { ...talking, contactUuid, createdAt: '2026-03-01T10:00:01.000Z' });
  await expect.poll(() => admin.heard.at(-1)).toEqual([seen, hidden]);
  await expect.poll(() => mate.heard).toEqual([[], [seen]]);
  expect(stranger.heard).toEqual([[]]);
});

test('the live list closes without permission, and at the eleventh window of a user', async () => {
  const { address } = await openContacts({ dataDir: migratedFolder() });
  for (const first of [as('reader'), JSON.stringify({ token: 'nobody' }), '{}', 'no JSON'])
    expect(await listen(address, first).closed, first).toBe(1008);
  const windows = Array.from({ length: 10 }, () => listen(address, as('admin')));
  for (const { heard } of windows) await expect.poll(() => heard.length).toBe(1);
  expect(await listen(address, as('admin')).closed).toBe(1013);
});

const handshake = [
  'GET /api/voice/calls/live HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '\r\n',
].join('\r\n');

/** A socket that is upgraded and then says nothing, not even to a close frame. */
function keepSilent(address: string, localAddress: string) {
  const port = Number(new URL(address).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const one = { upgraded: false, isClosed: false };
  socket.on('error', () => {});
  socket.on('data', () => {
    one.upgraded = true;
  });
  const gone = (): void => {
    one.isClosed = true;
  };
  socket.on('end', gone);
  socket.on('close', gone);
  socket.write(handshake);
  return one;
}

test('sockets without a token block nobody, and are closed even if they do not respond', async () => {
  const { address } = await openContacts({ dataDir: migratedFolder() });
  const silent = Array.from({ length: 600 }, (_, i) => keepSilent(address, `127.0.0.${1 + (i % 30)}`));
  await expect.poll(() => silent.every(({ upgraded, isClosed }) => upgraded || isClosed)).toBe(true);
  const good = listen(address, as('admin'));
  await expect.poll(() => good.heard).toEqual([[]]);
  await expect.poll(() => silent.filter(({ isClosed }) => !isClosed).length).toBe(0);
});
