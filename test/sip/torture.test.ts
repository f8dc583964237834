import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../media/kit/clock.ts';
import { headerOf } from '../../media/sip/message.ts';
import { parseMessage } from '../../media/sip/parse-message.ts';
import { createRegistrar } from '../../media/sip/registrar.ts';
import { openSipServer, type SipPorts, type SipServer } from '../../media/sip/server.ts';
import { requestText } from './message-text.ts';
import { application } from './torture/application.ts';
import { malformed } from './torture/malformed.ts';
import type { TortureVector } from './torture/vector.ts';
import { wellFormed } from './torture/well-formed.ts';

const vectors: readonly TortureVector[] = [...wellFormed, ...malformed, ...application];
const open: SipServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(ports: Partial<SipPorts> = {}): Promise<SipServer> {
  const server = await openSipServer({
    host: '127.0.0.1',
    port: 0,
    transports: ['udp'],
    secret: 'a secret of the tests',
    log() {},
    ports: {
      accountOf: async () => undefined,
      trunkOf: () => undefined,
      onBindings() {},
      onCall() {},
      ...ports,
    },
  });
  open.push(server);
  return server;
}

const lastCallId = 'the-last-one';

/** Sends a datagram, then a request that is always answered, and returns the status of the first answer to the former. */
async function answerOf(server: SipServer, bytes: Buffer): Promise<number | undefined> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const answers: string[] = [];
  const isOver = new Promise<void>((resolve) =>
    socket.on('message', (answer) => {
      if (answer.includes(lastCallId)) resolve();
      else answers.push(answer.toString());
    }),
  );
  socket.send(bytes, server.port, '127.0.0.1');
  socket.send(requestText('OPTIONS', { headers: [`Call-ID: ${lastCallId}`] }), server.port, '127.0.0.1');
  await isOver;
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  const status = /^SIP\/2\.0 (\d{3})/.exec(answers[0] ?? '')?.[1];
  return status === undefined ? undefined : Number(status);
}

describe('the messages of RFC 4475', () => {
  test('are all here', () => {
    expect(new Set(vectors.map(({ section }) => section)).size).toBe(49);
  });

  test.each(vectors.map((vector) => [vector.name, vector] as const))('%s is parsed or refused', (_, vector) => {
    const result = parseMessage(vector.bytes);
    const outcome = result.ok ? 'well-formed' : (result.status ?? 'silent');
    expect(outcome).toBe(vector.parsed);
  });

  test.each(vectors.map((vector) => [vector.name, vector] as const))('%s gets the right answer', async (_, vector) => {
    expect(await answerOf(await serve(), vector.bytes)).toBe(vector.answered);
  });

  test.each(application.map((vector) => [vector.name, vector] as const))(
    '%s gets the right answer from a proven peer',
    async (_, vector) => {
      const server = await serve({ trunkOf: () => 'trunk' });
      expect(await answerOf(server, vector.bytes)).toBe(vector.proven);
    },
  );

  test('a Contact with headers is stored without them, and one without brackets is refused', () => {
    const registrar = createRegistrar({ clock: createManualClock(), wallNowMs: () => 0, onChange() {} });
    const source = { transport: 'udp', address: '192.0.2.9', port: 5060 } as const;
    const statusOf = (name: string): number => {
      const parsed = parseMessage(vectors.find((vector) => vector.name === name)?.bytes ?? Buffer.alloc(0));
      if (!parsed.ok || parsed.message.kind !== 'request') throw new Error('not a request');
      return registrar.register(name, parsed.message, source).status;
    };
    expect(['regescrt', 'regbadct', 'cparam01', 'cparam02', 'escnull'].map(statusOf)).toEqual([
      200, 400, 200, 200, 200,
    ]);
    const contacts = (name: string) => registrar.bindings(name).map(({ contact }) => contact);
    expect(contacts('regescrt')).toEqual(['sip:user@example.org']);
    expect(contacts('cparam01')).toEqual(['sip:+15555550100@gw1.example.net']);
    expect(contacts('cparam02')).toEqual(['sip:+15555550100@gw1.example.net;unknownparam']);
    expect(contacts('escnull')).toHaveLength(2);
  });

  test('keeps the form of values', () => {
    const parsed = parseMessage(wellFormed[0]?.bytes ?? Buffer.alloc(0));
    expect(parsed.ok && headerOf(parsed.message, 'unknownheaderwithunusualvalue')).toBe(';;,,;;,;');
    expect(parsed.ok && headerOf(parsed.message, 'newfangledheader')).toBe(
      'newfangled value continued newfangled value',
    );
  });
});
