import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, test } from 'vitest';
import type { LegEnd, LegHandlers, SipLeg } from '../../media/sip/leg.ts';
import { agreeOn, answeredCodecs } from '../../media/sip/offer-answer.ts';
import type { Binding } from '../../media/sip/registrar.ts';
import type { RegistrationStatus } from '../../media/sip/registration.ts';
import { printSdp, type SessionDescription } from '../../media/sip/sdp.ts';
import { openSipServer, type SipOrigin, type SipPorts, type SipServer } from '../../media/sip/server.ts';
import type { SipPeer } from '../../media/sip/transport.ts';
import { offerText, requestText } from './message-text.ts';

const account = { id: 'phone-1', password: 'right password' };
const credentials = { username: 'p1', password: account.password };
const open: SipServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
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
  open.push(server);
  return server;
}

const peerOf = (server: SipServer, transport: 'udp' | 'tcp' = 'udp'): SipPeer => ({
  transport,
  address: '127.0.0.1',
  port: server.portOf(transport),
});

/** Registers a phone and resolves when its status changes. */
const register = (phone: SipServer, server: SipServer, password = account.password): Promise<RegistrationStatus> =>
  new Promise((resolve) => {
    const peer = peerOf(server);
    phone.register({
      domain: `127.0.0.1:${server.port}`,
      username: 'p1',
      credentials: { ...credentials, password },
      peer,
      contactUser: 'desk',
      onChange: resolve,
    });
  });

interface Heard {
  readonly handlers: LegHandlers;
  readonly established: Promise<SessionDescription | undefined>;
  readonly end: Promise<LegEnd>;
  readonly digits: string[];
}

/** Handlers that answer changed sessions in kind. */
function listen(): Heard {
  const digits: string[] = [];
  let onEstablished: LegHandlers['onEstablished'] = () => {};
  let onEnd: LegHandlers['onEnd'] = () => {};
  const established = new Promise<SessionDescription | undefined>((resolve) => (onEstablished = resolve));
  const end = new Promise<LegEnd>((resolve) => (onEnd = resolve));
  const onReoffer: LegHandlers['onReoffer'] = (description) => ({ sdp: answerTo(description) });
  const handlers = {
    onEstablished,
    onReoffer,
    onDigit: (digit: string) => void digits.push(digit),
    onRefer: () => undefined,
    onEnd,
  };
  return { handlers, established, end, digits };
}

function answerTo(description: SessionDescription | undefined): string {
  const agreement = description && agreeOn(description);
  if (agreement === undefined) throw new Error('nothing to agree on');
  const { mediaLines, audioIndex } = description as SessionDescription;
  const { direction } = agreement;
  const codecs = answeredCodecs(agreement);
  return printSdp({
    sessionId: '1',
    version: 1,
    address: '127.0.0.1',
    port: 5000,
    ptimeMs: 20,
    codecs,
    direction,
    mediaLines,
    audioIndex,
  });
}

/** Opens a server that answers, and calls it as a phone. */
async function call(
  options: Partial<SipPorts> & { transport?: 'udp' | 'tcp'; password?: string; isRegistered?: boolean } = {},
) {
  const callee = listen();
  const legs: SipLeg[] = [];
  const origins: SipOrigin[] = [];
  const server = await serve({
    trunkOf: options.trunkOf ?? (() => undefined),
    onCall(leg, origin) {
      legs.push(leg);
      origins.push(origin);
      if (options.onCall !== undefined) return options.onCall(leg, origin);
      leg.handlers = callee.handlers;
      leg.ring();
      leg.accept(answerTo(leg.offer));
    },
  });
  const phone = await serve();
  if (options.isRegistered) await register(phone, server);
  const caller = listen();
  const peer = peerOf(server, options.transport);
  const leg = phone.dial({
    uri: `sip:100@127.0.0.1:${server.port}`,
    from: '<sip:p1@127.0.0.1>',
    contactUser: 'p1',
    peer,
    credentials: { ...credentials, password: options.password ?? account.password },
    sdp: offerText(),
    ringMs: 60_000,
    handlers: caller.handlers,
  });
  return { server, phone, leg, caller, callee, legs, origins };
}

describe('a registration', () => {
  test('is stored with the address that the phone is seen at, and withdrawn when the phone closes', async () => {
    const changes: (readonly Binding[])[] = [];
    let onWithdrawn = (): void => {};
    const withdrawn = new Promise<void>((resolve) => (onWithdrawn = resolve));
    const server = await serve({
      onBindings(_, bindings) {
        changes.push(bindings);
        if (bindings.length === 0) onWithdrawn();
      },
    });
    const phone = await serve();
    expect(await register(phone, server)).toMatchObject({ isRegistered: true, lastResponse: '200 OK' });
    const [binding] = server.registrar.bindings('phone-1');
    expect(binding).toMatchObject({
      contact: expect.stringMatching(/^sip:desk@127\.0\.0\.1:\d+$/),
      peer: peerOf(phone),
    });
    await phone.close();
    await withdrawn;
    expect(changes.at(-1)).toEqual([]);
  });

  test('is refused with a wrong password', async () => {
    const server = await serve();
    expect(await register(await serve(), server, 'wrong')).toEqual({
      isRegistered: false,
      lastResponse: '403 Wrong name or password',
      lastError: '403 Wrong name or password',
    });
    expect(server.registrar.bindings('phone-1')).toEqual([]);
  });
});

describe('a call', () => {
  test("from the address of a trunk is the trunk's, unless a phone is registered there", async () => {
    const trunkOf = (address: string | undefined) => (address === undefined ? undefined : 'line');
    const line = await call({ trunkOf });
    await line.callee.established;
    const phone = await call({ trunkOf, isRegistered: true });
    await phone.callee.established;
    expect(line.origins).toEqual([{ kind: 'trunk', trunkId: 'line' }]);
    expect(phone.origins).toEqual([{ kind: 'phone', accountId: 'phone-1' }]);
  });

  test.each(['udp', 'tcp'] as const)('over %s is answered and ended by either side', async (transport) => {
    const first = await call({ transport });
    expect((await first.caller.established)?.audio).toMatchObject({ port: 5000 });
    await first.callee.established;
    expect(first.origins).toEqual([{ kind: 'phone', accountId: 'phone-1' }]);
    expect(first.legs[0]?.party).toMatchObject({ from: 'p1', to: '100' });
    first.leg.hangUp('done');
    expect(await first.callee.end).toEqual({ by: 'remote', detail: 'BYE (SIP;cause=200;text="done")' });
    const second = await call({ transport });
    await second.callee.established;
    second.legs[0]?.hangUp();
    expect(await second.caller.end).toEqual({ by: 'remote', detail: 'BYE' });
    expect([second.server.calls, second.phone.calls]).toEqual([0, 0]);
  });

  test('is put on hold and resumed', async () => {
    const { leg, caller, callee } = await call();
    await caller.established;
    await callee.established;
    const held = await leg.reoffer(offerText({ lines: ['a=sendonly'] }));
    expect(held?.audio?.direction).toBe('recvonly');
    const resumed = await leg.reoffer(offerText());
    expect(resumed?.audio?.direction).toBe('sendrecv');
  });

  test('is refused with its reason', async () => {
    const { caller } = await call({ onCall: (leg) => leg.refuse(486, 'in another call') });
    expect(await caller.end).toEqual({ by: 'remote', status: 486, detail: '486 Busy Here' });
  });

  test('is cancelled while it rings', async () => {
    let onLeg = (_leg: SipLeg): void => {};
    const ringing = new Promise<SipLeg>((resolve) => (onLeg = resolve));
    const callee = listen();
    const { leg, caller } = await call({
      onCall(incoming) {
        incoming.handlers = callee.handlers;
        incoming.ring();
        onLeg(incoming);
      },
    });
    const rung = await ringing;
    expect(rung.isOver).toBe(false);
    leg.hangUp('changed my mind');
    expect(await callee.end).toMatchObject({ by: 'remote', status: 487 });
    expect(await caller.end).toEqual({ by: 'local', detail: 'changed my mind' });
    expect([rung.isOver, leg.isOver]).toEqual([true, true]);
  });

  test('with a wrong password reaches nobody', async () => {
    const { caller, legs } = await call({ password: 'wrong' });
    expect(await caller.end).toMatchObject({ by: 'remote', status: 403 });
    expect(legs).toEqual([]);
  });

  test('is not ended by a stranger who knows its identifiers', async () => {
    const { server, legs, caller, callee } = await call();
    await caller.established;
    await callee.established;
    const { callId, localTag, remoteTag } = legs[0] as SipLeg & { localTag: string; remoteTag: string };
    const bye = requestText('BYE', {
      headers: [
        `Call-ID: ${callId}`,
        `To: <sip:100@x>;tag=${localTag}`,
        `From: <sip:p1@x>;tag=${remoteTag}`,
        'CSeq: 99999 BYE',
      ],
    });
    const [answer] = await exchange(server, [bye], '127.0.0.2');
    expect(answer).toMatch(/^SIP\/2\.0 481 /);
    expect(server.calls).toBe(1);
  });
});

/** Sends datagrams from one address, one after the answer to the other, and returns the answers. */
async function exchange(server: SipServer, texts: readonly string[], address = '127.0.0.1'): Promise<string[]> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  const answers: string[] = [];
  for (const text of texts) {
    const answered = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())));
    socket.send(text, server.port, '127.0.0.1');
    answers.push(await answered);
  }
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return answers;
}

describe('a stranger', () => {
  test('is challenged and leaves nothing behind', async () => {
    const server = await serve();
    const answers = await exchange(server, [requestText('REGISTER'), requestText('INVITE'), requestText('SUBSCRIBE')]);
    expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual([
      'SIP/2.0 401 Unauthorized',
      'SIP/2.0 401 Unauthorized',
      'SIP/2.0 405 Method Not Allowed',
    ]);
    // libre 1.1 and PJSIP 2.10 give up on a challenge for SHA-256, even beside one for MD5.
    expect(answers[0]?.match(/^WWW-Authenticate: Digest .*/gm)).toEqual([expect.stringContaining('algorithm=MD5')]);
    expect(server.calls).toBe(0);
  });

  test('gets a sentence about a malformed message', async () => {
    const server = await serve();
    const [answer] = await exchange(server, [requestText('OPTIONS', { headers: ['CSeq: x'] })]);
    expect(answer).toMatch(/^SIP\/2\.0 400 Bad Request - CSeq is missing or malformed/);
  });

  test('who sends too much, or searches for servers, gets no answer', async () => {
    const server = await serve();
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.3', resolve));
    let answers = 0;
    socket.on('message', () => (answers += 1));
    for (let number = 0; number < 200; number++)
      socket.send(requestText('REGISTER', { headers: [`Call-ID: flood-${number}`] }), server.port, '127.0.0.1');
    socket.send(requestText('OPTIONS', { headers: ['User-Agent: friendly-scanner'] }), server.port, '127.0.0.1');
    await expect.poll(() => server.dropped).toBeGreaterThan(100);
    // Another address is served as before.
    expect((await exchange(server, [requestText('OPTIONS')]))[0]).toMatch(/^SIP\/2\.0 200 OK/);
    await new Promise<void>((resolve) => socket.close(() => resolve()));
    expect(answers).toBeLessThan(100);
  });

  test('who repeats an overheard registration is challenged again', async () => {
    const { createAuthentication } = await import('../../media/sip/authentication.ts');
    const { authorizationFor } = await import('../../media/sip/digest.ts');
    const { parseMessage } = await import('../../media/sip/parse-message.ts');
    const authentication = createAuthentication({
      realm: 'parley',
      key: Buffer.from('k'),
      wallNowMs: () => 1000,
      accountOf: async () => account,
    });
    const read = (text: string) => {
      const result = parseMessage(Buffer.from(text));
      if (!result.ok || result.message.kind !== 'request') throw new Error('not a request');
      return result.message;
    };
    const challenges = authentication.challenge(read(requestText('REGISTER')), '192.0.2.9');
    const value = authorizationFor({
      challenges: challenges.map((header) => header.value),
      credentials,
      method: 'REGISTER',
      uri: 'sip:x',
    });
    const signed = read(requestText('REGISTER', { headers: [`Authorization: ${value}`] }));
    expect(authentication.isAnswer(signed, '192.0.2.10')).toBe(false);
    expect(authentication.isAnswer(signed, '192.0.2.9')).toBe(true);
    expect(await authentication.check(signed)).toEqual(account);
    expect(authentication.isAnswer(signed, '192.0.2.9')).toBe(false);
    expect(await authentication.check(signed)).toBeUndefined();
  });
});
