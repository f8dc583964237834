import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSipServer } from '../../media/sip/server.ts';
import { checkLines } from '../../src/cli/line-check.ts';
import { checkTelephones } from '../../src/cli/telephone-check.ts';
import type { SipConfig } from '../../src/config/sip.ts';

const now = new Date('2026-06-01T12:00:00Z');

async function takePort(): Promise<Socket & { readonly port: number }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return Object.assign(socket, { port: socket.address().port });
}

async function openSip(): Promise<number> {
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
      onCall: (leg) => leg.refuse(404),
    },
  });
  onTestFinished(() => server.close());
  return server.port;
}

/** Serves these answers by path, and `status` at other ones. */
async function serve(answers: Readonly<Record<string, object>>, status = 404): Promise<{ readonly baseUrl: string }> {
  const server = createServer((request, response) => {
    const answer = answers[request.url?.split('?')[0] ?? ''];
    response.writeHead(answer === undefined ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const sip: SipConfig = {
  host: '127.0.0.1',
  port: 5060,
  transports: ['udp'],
  rtpPorts: { first: 10_000, last: 10_999 },
};

/** Returns a check by its name. */
async function checked(name: string, change: Partial<SipConfig> = {}, running: object = { isRunning: false }) {
  return (await checkTelephones({ ...sip, ...change }, { isRunning: false, now, ...running })).find(
    (check) => check.name === name,
  );
}

describe('the doctor', () => {
  test('says nothing of telephones that are off', async () => {
    expect(await checkTelephones(undefined, { isRunning: true, now })).toEqual([]);
  });

  test('asks a running server over SIP', async () => {
    expect(await checked('SIP port', { port: await openSip() }, { isRunning: true })).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('answers 200 OK'),
    });
  });

  test('finds a server that does not answer, and a port that another program has', async () => {
    const { port } = await takePort();
    expect(await checked('SIP port', { port }, { isRunning: true, answerMs: 50 })).toMatchObject({ state: 'failed' });
    expect(await checked('SIP port', { port })).toMatchObject({
      state: 'failed',
      detail: `${port} cannot be opened at 127.0.0.1`,
    });
  });

  test('finds that no RTP port is free', async () => {
    const { port } = await takePort();
    expect(await checked('RTP ports', { rtpPorts: { first: port, last: port + 1 } })).toMatchObject({
      state: 'failed',
    });
  });

  test.each([
    [{ publicAddress: '8.8.8.8' }, 'ok', undefined],
    [{ publicAddress: '192.168.1.5' }, 'warning', 'remove it'],
    [{ host: '192.168.1.5' }, 'ok', 'SIP_PUBLIC_ADDRESS'],
  ])('judges the address of %o', async (change, state, advice) => {
    const check = await checked('SIP address', change);
    expect(check?.state).toBe(state);
    if (advice === undefined) expect(check?.advice).toBeUndefined();
    else expect(check?.advice).toContain(advice);
  });

  test('names a certificate that it cannot read', async () => {
    const tls = { certPath: '/nowhere/cert.pem', keyPath: '/nowhere/key.pem' };
    expect(await checked('SIP certificate', { tls })).toMatchObject({ state: 'failed' });
  });

  test('shows trunks that are not registered, and calls with audio in one direction', async () => {
    const status = { is_registered: true, last_error: null };
    const answers: Record<string, object> = {
      '/api/voice/sip-trunks': {
        trunks: [
          { name: 'PBX', register: true, status },
          { name: 'Line', register: true, status: { is_registered: false, last_error: '403 Forbidden' } },
          { name: 'Fixed', register: false, status: { ...status, is_registered: false } },
        ],
      },
      '/api/voice/phones': {
        phones: [
          { name: 'Desk', registered: true, address: '192.168.1.20:5060', behind_nat: false },
          { name: 'Home', registered: true, address: '8.8.8.8:40000', behind_nat: true },
          { name: 'Off', registered: false, address: null, behind_nat: null },
        ],
      },
      '/v1/calls': { calls: [{ uuid: 'a' }, { uuid: 'b' }, { uuid: 'c' }] },
      '/v1/calls/a': { line: { audio: { silent_direction: 'from_peer' } } },
      '/v1/calls/b': { line: { audio: { silent_direction: null } } },
      '/v1/calls/c': { line: null },
    };
    const lines = await checkLines(await serve(answers), sip);
    expect(lines.map(({ name, state, detail }) => `${name}: ${state}, ${detail}`)).toEqual([
      'phones: warning, 2 registered, 1 behind a NAT, 1 outside of this network',
      'trunk PBX: ok, registered',
      'trunk Line: failed, 403 Forbidden',
      'telephone audio: warning, 1 of the last 2 calls had audio in one direction only',
    ]);
  });

  test('reports that its credential may not read the trunks, if telephones are on', async () => {
    const server = await serve({}, 403);
    expect(await checkLines(server, sip)).toMatchObject([
      { name: 'trunks', detail: 'not readable with this credential' },
    ]);
    expect(await checkLines(server, undefined)).toEqual([]);
  });
});
