import { createSocket, type Socket } from 'node:dgram';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { authorizationFor } from '../../media/sip/digest.ts';
import type { RoutedLeg } from '../../media/sip/incoming-leg.ts';
import type { LegEnd } from '../../media/sip/leg.ts';
import { parseMessage } from '../../media/sip/parse-message.ts';
import { openSipServer, type SipPorts, type SipServer } from '../../media/sip/server.ts';
import { offerText, requestText } from './message-text.ts';

const account = { id: 'phone-1', password: 'right password' };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(ports: Partial<SipPorts> = {}): Promise<SipServer> {
  const server = await openSipServer({
    host: '127.0.0.1',
    port: 0,
    transports: ['udp', 'tcp'],
    secret: 'a secret of the tests',
    log() {},
    ports: {
      accountOf: async (username) => (username === 'p1' ? account : undefined),
      trunkOf: () => undefined,
      onBindings() {},
      onCall: (leg) => leg.refuse(404),
      ...ports,
    },
  });
  closers.push(() => server.close());
  return server;
}

/** A socket of a peer; `ask` returns the next message after a request. */
async function peer(server: SipServer, address = '127.0.0.1') {
  const socket: Socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  closers.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  const waiting: ((text: string) => void)[] = [];
  const unread: string[] = [];
  socket.on('message', (bytes) => {
    const next = waiting.shift();
    if (next === undefined) unread.push(bytes.toString());
    else next(bytes.toString());
  });
  const send = (bytes: Buffer | string): void => socket.send(bytes, server.port, '127.0.0.1');
  const next = (): Promise<string> =>
    new Promise((resolve) => {
      const first = unread.shift();
      if (first === undefined) waiting.push(resolve);
      else resolve(first);
    });
  return {
    send,
    next,
    ask(bytes: Buffer | string): Promise<string> {
      send(bytes);
      return next();
    },
  };
}

const statusOf = (text: string): string => /^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? text.slice(0, 40);

describe('large and malformed messages', () => {
  test('a datagram of 64 KB is refused, and the next one is served', async () => {
    const server = await serve();
    const phone = await peer(server);
    const head = requestText('OPTIONS', { headers: ['Call-ID: large', 'Content-Length: 65000'] });
    const large = Buffer.concat([Buffer.from(head), Buffer.alloc(65_507 - head.length, 'a')]);
    expect(large.length).toBe(65_507);
    expect(statusOf(await phone.ask(large))).toBe('200');
    expect(statusOf(await phone.ask(large.subarray(0, 60_000)))).toBe('400');
    expect(statusOf(await phone.ask(requestText('OPTIONS')))).toBe('200');
  });

  test.each([
    ['white space before an address', `From: x${' '.repeat(60_000)}y`],
    ['white space in a Via', `Via: SIP/2.0/UDP${' '.repeat(60_000)}x`],
    ['a long tag in front of a bracket', `From: <sip:a@b>;tag=${'a'.repeat(60_000)}>`],
    ['folded lines without a value', `From: x${'\r\n '.repeat(15_000)}y`],
  ])('a header with %s is not searched', (_, header) => {
    expect(parseMessage(Buffer.from(requestText('INVITE', { headers: [header] })))).toMatchObject({
      ok: false,
      detail: 'the value of a header is too long',
    });
  });

  test('random bytes and binary noise in a message throw nothing', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    const base = Buffer.from(requestText('INVITE', { headers: ['Contact: <sip:a@b>'], body: offerText() }));
    for (let round = 0; round < 2000; round++) {
      const bytes = Buffer.from(base);
      for (let change = 0; change < 8; change++) bytes[random() % bytes.length] = random() & 0xff;
      const result = parseMessage(bytes);
      expect(typeof result.ok).toBe('boolean');
    }
  });
});

describe('a connection', () => {
  /** Writes pieces and returns what the server sent before `count` answers or the end. */
  function exchange(server: SipServer, pieces: readonly string[], count: number): Promise<string> {
    return new Promise((resolve) => {
      let received = '';
      const socket = connect(server.portOf('tcp'), '127.0.0.1', () => {
        socket.setNoDelay(true);
        for (const piece of pieces) socket.write(piece);
      });
      socket.on('data', (bytes) => {
        received += bytes.toString();
        if ((received.match(/SIP\/2\.0 \d/g)?.length ?? 0) >= count) socket.end();
      });
      socket.on('close', () => resolve(received));
    });
  }
  const callIds = (text: string): readonly string[] => [...text.matchAll(/Call-ID: (\S+)/g)].map(([, id]) => id ?? '');
  const options = (id: string): string => requestText('OPTIONS', { headers: [`Call-ID: ${id}`] });

  test('carries several requests in one piece, and one request in many', async () => {
    const server = await serve();
    expect(callIds(await exchange(server, [options('a') + options('b') + options('c')], 3))).toEqual(['a', 'b', 'c']);
    expect(callIds(await exchange(server, [...options('d')], 1))).toEqual(['d']);
  });

  test('ends with a message without Content-Length, since its end is unknown', async () => {
    const server = await serve();
    const unframed = options('b').replace(/Content-Length.*\r\n/, '');
    expect(callIds(await exchange(server, [options('a'), unframed, options('c')], 9))).toEqual(['a']);
  });
});

describe('a call', () => {
  const sdp = { headers: ['Content-Type: application/sdp'], body: offerText() };

  async function answered() {
    const ends: LegEnd[] = [];
    const legs: RoutedLeg[] = [];
    const offers: string[] = [];
    const server = await serve({
      trunkOf: () => 'trunk',
      onCall(leg) {
        legs.push(leg as RoutedLeg);
        leg.handlers = {
          onEstablished() {},
          onReoffer(description) {
            offers.push(description?.audio?.address ?? '');
            return { sdp: offerText() };
          },
          onDigit() {},
          onRefer: () => undefined,
          onEnd: (end) => ends.push(end),
        };
        leg.accept(offerText());
      },
    });
    const phone = await peer(server);
    expect(statusOf(await phone.ask(requestText('INVITE', sdp)))).toBe('100');
    const answer = await phone.next();
    expect(statusOf(answer)).toBe('200');
    const tag = /To: .*;tag=(\S+)/.exec(answer)?.[1] ?? '';
    const inDialog = (method: string, options: { number: number; from?: string; branch?: string; body?: string }) =>
      requestText(method, {
        headers: [
          `Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bK${options.branch ?? `${method}${options.number}`}`,
          `From: <sip:p1@192.0.2.1>;tag=${options.from ?? 'f1'}`,
          `To: <sip:100@192.0.2.1>;tag=${tag}`,
          `CSeq: ${options.number} ${method}`,
          ...(options.body === undefined ? [] : ['Content-Type: application/sdp']),
        ],
        body: options.body ?? '',
      });
    return { server, phone, ends, legs, offers, inDialog };
  }

  test('is changed and ended by its peer only', async () => {
    const { server, phone, ends, offers, inDialog } = await answered();
    const stranger = await peer(server, '127.0.0.2');
    const body = offerText({ address: '127.0.0.2' });
    expect(statusOf(await stranger.ask(inDialog('INVITE', { number: 50, body })))).toBe('481');
    expect(statusOf(await stranger.ask(inDialog('BYE', { number: 51 })))).toBe('481');
    expect(statusOf(await phone.ask(inDialog('BYE', { number: 52, from: 'guessed' })))).toBe('481');
    expect([ends, offers, server.calls]).toEqual([[], [], 1]);
    expect(statusOf(await phone.ask(inDialog('INVITE', { number: 8, body })))).toBe('200');
    expect(offers).toEqual(['127.0.0.2']);
    expect(statusOf(await phone.ask(inDialog('BYE', { number: 9 })))).toBe('200');
    expect([ends, server.calls]).toEqual([[{ by: 'remote', detail: 'BYE' }], 0]);
  });

  test('is not acknowledged by a stranger', async () => {
    const { server, phone, legs, inDialog } = await answered();
    const stranger = await peer(server, '127.0.0.2');
    let isEstablished = false;
    const [leg] = legs;
    if (leg !== undefined) leg.handlers = { ...leg.handlers, onEstablished: () => (isEstablished = true) };
    stranger.send(inDialog('ACK', { number: 7 }));
    await stranger.ask(requestText('OPTIONS'));
    expect(isEstablished).toBe(false);
    phone.send(inDialog('ACK', { number: 7 }));
    await expect.poll(() => isEstablished).toBe(true);
  });

  test('is not cancelled by a stranger while it rings', async () => {
    const server = await serve({ trunkOf: () => 'trunk', onCall: (leg) => leg.ring() });
    const [phone, stranger] = [await peer(server), await peer(server, '127.0.0.2')];
    await phone.ask(requestText('INVITE', sdp));
    expect(statusOf(await phone.next())).toBe('180');
    expect(statusOf(await stranger.ask(requestText('CANCEL')))).toBe('481');
    expect(server.calls).toBe(1);
    expect(statusOf(await phone.ask(requestText('CANCEL')))).toBe('200');
    expect(statusOf(await phone.next())).toBe('487');
    expect(server.calls).toBe(0);
  });
});

/** Answers the challenges of a 401 to a REGISTER. */
function answerTo(challenged: string, password = account.password): string {
  const challenges = [...challenged.matchAll(/^WWW-Authenticate: (.*)$/gm)].map(([, text]) => text?.trim() ?? '');
  const credentials = { username: 'p1', password };
  return authorizationFor({ challenges, credentials, method: 'REGISTER', uri: 'sip:x' }) ?? '';
}

test('a hundred phones behind one address register one after the other, and nothing of them is dropped', async () => {
  const server = await serve();
  const office = await peer(server);
  const register = (number: number, headers: readonly string[]): Promise<string> =>
    office.ask(
      requestText('REGISTER', {
        headers: [
          `Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bK${number}x${headers.length};rport`,
          `Call-ID: phone-${number}`,
          ...headers,
        ],
      }),
    );
  for (let number = 0; number < 100; number++) {
    const challenged = await register(number, []);
    const answer = await register(number, [`Authorization: ${answerTo(challenged)}`, 'Contact: <sip:p1@192.0.2.9>']);
    expect(statusOf(answer)).toBe('200');
  }
  expect(server.dropped).toBe(0);
});

test('an overheard registration is challenged when somebody repeats it', async () => {
  const server = await serve();
  const phone = await peer(server);
  const stranger = await peer(server, '127.0.0.2');
  const value = answerTo(await phone.ask(requestText('REGISTER')));
  const signed = (branch: string): string =>
    requestText('REGISTER', {
      headers: [
        `Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bK${branch}`,
        `Authorization: ${value}`,
        'Contact: <sip:p1@192.0.2.9>',
        `CSeq: ${branch} REGISTER`,
      ],
    });
  expect(statusOf(await stranger.ask(signed('20')))).toBe('401');
  expect(statusOf(await phone.ask(signed('21')))).toBe('200');
  expect(statusOf(await phone.ask(signed('22')))).toBe('401');
  expect(statusOf(await stranger.ask(signed('23')))).toBe('401');
  expect(server.registrar.bindings('phone-1')).toHaveLength(1);
});
