import { createSocket, type Socket } from 'node:dgram';
import { afterEach, describe, expect, test } from 'vitest';
import type { LegEnd, SipLeg } from '../../media/sip/leg.ts';
import { printSdp } from '../../media/sip/sdp.ts';
import { openSipServer, type SipServer } from '../../media/sip/server.ts';
import type { SipSiblings } from '../../media/sip/siblings.ts';
import { offerText, requestText } from './message-text.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

/** Two servers behind a balancer, the first of which has a call, and the socket of its caller. */
async function openPair() {
  const servers: SipServer[] = [];
  const passed: string[] = [];
  const marks = ['aaaaaaaa', 'bbbbbbbb'];
  const events: string[] = [];
  const ended: { resolve?: (end: LegEnd) => void } = {};
  const end = new Promise<LegEnd>((resolve) => {
    ended.resolve = resolve;
  });
  const siblingsOf = (index: number): SipSiblings => ({
    mark: marks[index] ?? '',
    isLive: (mark) => marks.includes(mark),
    pass(mark, bytes, source) {
      passed.push(`${marks[index]} to ${mark}: ${bytes.toString().split(' ')[0]}`);
      servers[marks.indexOf(mark)]?.receive(bytes, { ...source, passedBy: String(index) });
    },
    answer: (server, bytes, peer) => servers[Number(server)]?.send(bytes, peer),
  });
  const onCall = (leg: SipLeg): void => {
    leg.handlers = {
      onEstablished: () => void events.push('established'),
      onReoffer: () => ({ sdp: description }),
      onDigit: (digit) => void events.push(`key ${digit}`),
      onRefer: () => undefined,
      onEnd: (how) => ended.resolve?.(how),
    };
    leg.accept(description);
  };
  for (const index of marks.keys()) {
    const server = await openSipServer({
      host: '127.0.0.1',
      port: 0,
      transports: ['udp'],
      secret: 'a secret of the tests',
      siblings: siblingsOf(index),
      log() {},
      ports: { accountOf: async () => undefined, trunkOf: () => 'trunk', onBindings() {}, onCall },
    });
    servers.push(server);
    undo.push(server.close);
  }
  const socket = await bind('127.0.0.1');
  const [first, second] = servers as [SipServer, SipServer];
  const invite = requestText('INVITE', { headers: ['Contact: <sip:us@127.0.0.1>'], body: offerText() });
  const answer = await exchange(socket, first, invite, /^SIP\/2\.0 200/);
  const to = /^To: .*$/m.exec(answer)?.[0].trim() ?? '';
  expect(to).toMatch(/;tag=[0-9a-f]+\.aaaaaaaa$/);
  return { first, second, socket, to, passed, events, end };
}

const codecs = [{ payloadType: 0, name: 'PCMU', clockRate: 8000 }];
const at = { sessionId: '1', version: 1, address: '127.0.0.1', port: 40_000, ptimeMs: 20 } as const;
const description = printSdp({ ...at, codecs, direction: 'sendrecv' });

async function bind(address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  undo.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  return socket;
}

/** Sends a request to a server, and resolves to the answer that fits and comes from there. */
const exchange = (socket: Socket, server: SipServer, text: string, fits: RegExp): Promise<string> =>
  new Promise((resolve) => {
    socket.on('message', function heard(bytes, { port }) {
      if (port !== server.port || !fits.test(bytes.toString())) return;
      socket.off('message', heard);
      resolve(bytes.toString());
    });
    socket.send(text, server.port, '127.0.0.1');
  });

const inDialog = (method: string, to: string, number: number, more: readonly string[] = [], body = ''): string =>
  requestText(method, {
    headers: [
      to,
      `CSeq: ${number} ${method}`,
      `Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${method}${number}`,
      ...more,
    ],
    body,
  });

describe('a request of a call that reaches another server', () => {
  test('is passed to the server that has the call, and answered from where it arrived', async () => {
    const { second, socket, to, passed, events, end } = await openPair();
    socket.send(inDialog('ACK', to, 7), second.port, '127.0.0.1');
    const info = ['Content-Type: application/dtmf-relay'];
    await exchange(socket, second, inDialog('INFO', to, 8, info, 'Signal=5\r\n'), /^SIP\/2\.0 200/);
    const reoffer = ['Content-Type: application/sdp', 'Contact: <sip:us@127.0.0.1>'];
    await exchange(socket, second, inDialog('UPDATE', to, 9, reoffer, offerText()), /^SIP\/2\.0 200[\s\S]*m=audio/);
    await exchange(socket, second, inDialog('BYE', to, 10), /^SIP\/2\.0 200/);
    expect(await end).toMatchObject({ by: 'remote', detail: 'BYE' });
    expect(events).toEqual(['established', 'key 5']);
    expect(passed).toEqual(['ACK', 'INFO', 'UPDATE', 'BYE'].map((method) => `bbbbbbbb to aaaaaaaa: ${method}`));
  });

  test('does not end it for a stranger', async () => {
    const { first, second, to } = await openPair();
    const stranger = await bind('127.0.0.2');
    const text = inDialog('BYE', to, 8);
    expect(await exchange(stranger, second, text, /^SIP/)).toMatch(/^SIP\/2\.0 481/);
    expect(first.calls).toBe(1);
  });

  test('of a server that is gone is answered with 481, and nothing is passed on twice', async () => {
    const { first, second, socket, to, passed } = await openPair();
    const lost = to.replace('aaaaaaaa', 'cccccccc');
    const text = inDialog('BYE', lost, 8);
    expect(await exchange(socket, second, text, /^SIP/)).toMatch(/^SIP\/2\.0 481/);
    const other = to.replace('aaaaaaaa', 'bbbbbbbb');
    first.receive(Buffer.from(inDialog('BYE', other, 9)), {
      transport: 'udp',
      address: '127.0.0.1',
      port: 9,
      passedBy: '1',
    });
    expect(passed).toEqual([]);
  });
});
