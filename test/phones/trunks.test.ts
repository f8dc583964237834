import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type StartedSipServer, startSipServer } from '../../bench/trials/sip-server.ts';
import type { LegEnd, LegHandlers, SipLeg } from '../../media/sip/leg.ts';
import { agreeOn, answeredCodecs } from '../../media/sip/offer-answer.ts';
import { printSdp, type SessionDescription } from '../../media/sip/sdp.ts';
import { openSipServer, type SipServer } from '../../media/sip/server.ts';
import { type Ask, askAsOwner } from '../e2e/ask-server.ts';

const password = 'right password';
const url = '/api/voice/sip-trunks';
const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
const [pbxNumber, wrongNumber, lineNumber] = ['+12025550146', '+12025550147', '+12025550148'];

/** A telephone's socket for audio, which counts packets of PCMU that are not silent. */
async function openAudio(host: string) {
  const socket = createSocket('udp4');
  let loud = 0;
  let waiting: (() => void) | undefined;
  socket.on('message', (packet) => {
    const isLoud = ((packet[1] as number) & 0x7f) === 0 && packet.subarray(12).some((byte) => (byte & 0x7f) < 0x40);
    if (isLoud && ++loud >= 10) waiting?.();
  });
  socket.bind(0, host);
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return {
    port: (socket.address() as AddressInfo).port,
    /** Resolves once ten packets of speech arrived. */
    speech: new Promise<void>((resolve) => (waiting = resolve)),
    press: (digit: number, port: number) => socket.send(keyPacket(digit), port, '127.0.0.1'),
  };
}

/** Handlers whose events are promises. */
function listen() {
  let onEstablished: LegHandlers['onEstablished'] = () => {};
  let onEnd: LegHandlers['onEnd'] = () => {};
  const established = new Promise<SessionDescription | undefined>((resolve) => (onEstablished = resolve));
  const end = new Promise<LegEnd>((resolve) => (onEnd = resolve));
  const handlers = { onEstablished, onEnd, onReoffer: () => ({ status: 488 }), onDigit() {}, onRefer: () => undefined };
  return { handlers, established, end };
}

const pcmu = { payloadType: 0, name: 'PCMU', clockRate: 8000 };

const keys = { payloadType: 101, name: 'telephone-event', clockRate: 8000, format: '0-16' };
const codecs = [pcmu, keys];

const offerAt = (address: string, port: number): string =>
  printSdp({ sessionId: '1', version: 1, address, port, ptimeMs: 20, codecs, direction: 'sendrecv' });

/** Packet of a telephone event that is over (RFC 4733). */
function keyPacket(digit: number): Buffer {
  const packet = Buffer.alloc(16);
  packet.set([0x80, 0x80 | keys.payloadType, 0, 1]);
  packet.writeUInt32BE(800, 4);
  packet.writeUInt32BE(77, 8);
  packet.set([digit, 0x80 | 10], 12);
  packet.writeUInt16BE(800, 14);
  return packet;
}

function answerAt(address: string, port: number, offer: SessionDescription | undefined): string {
  const agreement = offer && agreeOn(offer);
  if (offer === undefined || agreement === undefined) throw new Error('nothing to agree on');
  const { mediaLines, audioIndex } = offer;
  const { direction } = agreement;
  const stream = { codecs: answeredCodecs(agreement), direction, mediaLines, audioIndex };
  return printSdp({ sessionId: '1', version: 1, address, port, ptimeMs: 20, ...stream });
}

describe('a trunk', () => {
  let started: StartedSipServer;
  let ask: Ask;
  let pbx: SipServer;
  let onCall: (leg: SipLeg) => void = (leg) => leg.refuse(404);
  const others: SipServer[] = [];

  async function openPeer(host: string): Promise<SipServer> {
    const peer = await openSipServer({
      host,
      port: 0,
      transports: ['udp'],
      secret: 'a secret of the tests',
      log() {},
      ports: {
        accountOf: async (username) => (username === '100' ? { id: 'parley', password } : undefined),
        trunkOf: () => undefined,
        onBindings() {},
        onCall: (leg) => onCall(leg),
      },
    });
    others.push(peer);
    return peer;
  }

  const flow = async (kind: 'inbound' | 'outbound', phone_number: string): Promise<string> => {
    const campaign = { kind, status: kind === 'inbound' ? 'active' : undefined, name: `${kind} ${phone_number}` };
    return (await ask('POST', '/api/voice/flows', { ...campaign, provider: 'platform', speaker: 'ava', phone_number }))
      .uuid;
  };

  const trunkNamed = async (name: string) =>
    (await ask('GET', url)).trunks.find((trunk: { name: string }) => trunk.name === name);

  beforeAll(async () => {
    started = await startSipServer({ entry, env: { ...process.env, ADMISSION: 'off' } });
    ask = await askAsOwner(() => started.server.baseUrl);
    pbx = await openPeer('127.0.0.1');
    const trunk = { registrar: `127.0.0.1:${pbx.port}`, username: '100', password };
    await ask('POST', url, { ...trunk, name: 'PBX', from_number: pbxNumber });
    await ask('POST', url, { ...trunk, name: 'Wrong', from_number: wrongNumber, password: 'wrong' });
    const line = { registrar: '127.0.0.2', register: false, allowed_addresses: ['127.0.0.2'] };
    await ask('POST', url, { ...line, name: 'Line', from_number: lineNumber });
    await vi.waitFor(async () => expect((await trunkNamed('PBX')).status.is_registered).toBe(true), 60_000);
  });
  afterAll(async () => {
    await started?.close();
    await Promise.all(others.map((peer) => peer.close()));
  });

  test('registers with its password, and shows why it is not registered', async () => {
    expect((await trunkNamed('PBX')).status).toEqual({
      is_registered: true,
      last_response: '200 OK',
      last_error: null,
    });
    await expect.poll(async () => (await trunkNamed('Wrong')).status.last_response).toMatch(/^40[13] /);
    expect((await trunkNamed('Wrong')).status.is_registered).toBe(false);
    expect(JSON.stringify(await ask('GET', url))).not.toContain(password);
  });

  test('carries a call, whose callee hears the agent and hangs up', async () => {
    const audio = await openAudio('127.0.0.1');
    const callee = listen();
    const legs: SipLeg[] = [];
    onCall = (leg) => {
      legs.push(leg);
      leg.handlers = callee.handlers;
      leg.ring();
      leg.accept(answerAt('127.0.0.1', audio.port, leg.offer));
    };
    const campaign_id = await flow('outbound', pbxNumber);
    const { call_uuid: uuid } = await ask('POST', '/v1/calls', { to: '+12025550178', campaign_id });
    await audio.speech;
    expect(legs.map(({ party }) => party.to)).toEqual(['+12025550178']);
    legs[0]?.hangUp('enough');
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).status).toBe('completed');
    const call = await ask('GET', `/v1/calls/${uuid}`);
    expect(call).toMatchObject({ outcome: 'connected', from_number: pbxNumber, to_number: '+12025550178' });
    expect(call.end_reason).toBe('caller_hung_up');
    await expect
      .poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).line.audio)
      .toMatchObject({ codec: 'PCMU', packets_received: 0 });
  });

  test('gives a busy callee as the result of the call', async () => {
    onCall = (leg) => leg.refuse(486);
    const campaign_id = await flow('outbound', pbxNumber);
    const { call_uuid: uuid } = await ask('POST', '/v1/calls', { to: '+12025550179', campaign_id });
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).status).toBe('busy');
    await expect
      .poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).line)
      .toMatchObject({ ended_by: 'remote', end_line: '486 Busy Here' });
    expect((await ask('GET', `/v1/calls/${uuid}`)).end_reason).toBe('busy');
  });

  test('does not dial countries that it does not allow', async () => {
    const dialled: string[] = [];
    onCall = (leg) => {
      dialled.push(leg.party.to);
      leg.refuse(486);
    };
    const campaign_id = await flow('outbound', pbxNumber);
    const { call_uuid: uuid } = await ask('POST', '/v1/calls', { to: '+442079460000', campaign_id });
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).end_reason).toBe('invalid_number');
    expect(dialled).toEqual([]);
    const { line } = await ask('GET', `/v1/calls/${uuid}`);
    expect(line.end_line).toBe('The trunk PBX does not allow calls to GB.');
  });

  test('that is registered brings calls to the flow with its number, whose agent ends them', async () => {
    await flow('inbound', pbxNumber);
    const audio = await openAudio('127.0.0.1');
    const caller = listen();
    const [binding] = pbx.registrar.bindings('parley');
    pbx.dial({
      uri: binding?.contact ?? '',
      from: '<sip:+12025550180@127.0.0.1>',
      contactUser: 'pbx',
      peer: { transport: 'udp', address: '127.0.0.1', port: started.sipPort },
      sdp: offerAt('127.0.0.1', audio.port),
      ringMs: 60_000,
      handlers: caller.handlers,
    });
    const answer = await caller.established;
    await audio.speech;
    const { calls } = await ask('GET', '/v1/calls');
    const { uuid } = calls.find((call: { from_number: string }) => call.from_number === '+12025550180');
    expect(await ask('GET', `/v1/calls/${uuid}`)).toMatchObject({ to_number: pbxNumber, call_type: 'inbound' });
    audio.press(1, answer?.audio?.port ?? 0);
    expect(await caller.end).toMatchObject({ by: 'remote' });
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).end_reason).toBe('agent_goodbye');
  });

  test('known by its address brings calls, and a stranger at another address does not', async () => {
    await flow('inbound', lineNumber);
    const dialFrom = async (host: string) => {
      const audio = await openAudio(host);
      const caller = listen();
      const peer = await openPeer(host);
      const leg = peer.dial({
        uri: `sip:${lineNumber}@127.0.0.1:${started.sipPort}`,
        from: `<sip:+12025550181@${host}>`,
        contactUser: 'line',
        peer: { transport: 'udp', address: '127.0.0.1', port: started.sipPort },
        sdp: offerAt(host, audio.port),
        ringMs: 60_000,
        handlers: caller.handlers,
      });
      return { leg, audio, caller };
    };
    const stranger = await dialFrom('127.0.0.3');
    expect((await stranger.caller.end).status).toBe(401);
    const line = await dialFrom('127.0.0.2');
    await line.caller.established;
    await line.audio.speech;
    line.leg.hangUp();
    const { calls } = await ask('GET', '/v1/calls');
    const reached = calls.filter((call: { to_number: string }) => call.to_number === lineNumber);
    expect(reached).toHaveLength(1);
  });
});
