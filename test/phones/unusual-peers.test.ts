import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasSipp } from '../../bench/trials/sip-calls.ts';
import { type StartedSipServer, startSipServer } from '../../bench/trials/sip-server.ts';
import { freePorts } from '../../src/cli/server-child.ts';
import { type Ask, askAsOwner } from '../e2e/ask-server.ts';
import { answer, description, hungUp, lineNumber, none, request, runSipp } from './sipp-scenario.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);

/** Where a far end receives audio: resolves to the payload types of its first packets. */
async function openAudio() {
  const socket = createSocket('udp4');
  const types: number[] = [];
  const heard = new Promise<number[]>((resolve) => {
    socket.on('message', (packet) => {
      types.push((packet[1] as number) & 0x7f);
      if (types.length === 10) resolve(types);
    });
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { port: socket.address().port, heard };
}

const proxies = Array.from({ length: 12 }, (_, hop) => `Record-Route: <sip:proxy-${hop}.example.com;lr;ftag=${hop}>`);

const key = `
      a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${'A'.repeat(40)}`;

describe.skipIf(!(await hasSipp()))('a trunk with unusual habits (needs the package sip-tester)', () => {
  let started: StartedSipServer;
  let ask: Ask;
  let linePort = 0;

  beforeAll(async () => {
    [linePort = 0] = await freePorts(1);
    started = await startSipServer({ entry, env: { ...process.env, ADMISSION: 'off' } });
    ask = await askAsOwner(() => started.server.baseUrl);
    const trunk = { registrar: `127.0.0.1:${linePort}`, register: false, allowed_addresses: ['127.0.0.1'] };
    await ask('POST', '/api/voice/sip-trunks', { ...trunk, name: 'Line', from_number: lineNumber });
    const flow = { kind: 'inbound', status: 'active', name: 'Desk', provider: 'platform', speaker: 'ava' };
    await ask('POST', '/api/voice/flows', { ...flow, phone_number: lineNumber });
  });
  afterAll(() => started?.close());

  const callAs = (name: string, steps: readonly string[]) =>
    runSipp(name, steps, { folder: started.dataDir, port: linePort, serverPort: started.sipPort });

  const lastCall = async () => {
    const { calls } = await ask('GET', '/v1/calls');
    return ask('GET', `/v1/calls/${calls[0].uuid}`);
  };

  test('states its offer in the ACK, behind twelve proxies and with a Contact that does not exist', async () => {
    const audio = await openAudio();
    const { over } = await callAs('late-offer', [
      request({ method: 'INVITE', number: 1, body: none, headers: proxies }, false),
      answer,
      request({ method: 'ACK', number: 1, body: description(audio.port, '8', 'a=rtpmap:8 PCMA/8000') }, true),
      '<pause milliseconds="2000"/>',
      request({ method: 'BYE', number: 2, body: none }, true),
      '<recv response="200"></recv>',
    ]);
    expect(new Set(await audio.heard)).toEqual(new Set([8]));
    expect(await over).toBe(0);
    await expect.poll(async () => (await lastCall()).status).toBe('completed');
    await expect.poll(async () => (await lastCall()).line?.audio).toMatchObject({ codec: 'PCMA' });
  });

  test.each([
    ['no answer', none],
    ['an answer without a common codec', description(4000, '18', 'a=rtpmap:18 G729/8000')],
    ['an answer that refuses the audio', description(0, '0')],
    ['an answer whose encryption nobody offered', description(4000, '0').replace('RTP/AVP', 'RTP/SAVP').concat(key)],
  ])('states %s in the ACK of a late offer, and is hung up', async (_, body) => {
    const { over } = await callAs('no-answer', [
      request({ method: 'INVITE', number: 1, body: none }, false),
      answer,
      request({ method: 'ACK', number: 1, body }, true),
      hungUp,
    ]);
    expect(await over).toBe(0);
    const outcome = { status: 'failed', outcome: 'failed', end_reason: 'audio_not_agreed', started_at: null };
    await expect.poll(lastCall).toMatchObject(outcome);
  });

  test('acknowledges a late offer twice, and is heard as the first ACK says', async () => {
    const [first, second] = [await openAudio(), await openAudio()];
    const acknowledge = (port: number) =>
      request({ method: 'ACK', number: 1, body: description(port, '8', 'a=rtpmap:8 PCMA/8000') }, true);
    const { over } = await callAs('twice', [
      request({ method: 'INVITE', number: 1, body: none }, false),
      answer,
      acknowledge(first.port),
      acknowledge(second.port),
      '<pause milliseconds="1500"/>',
      request({ method: 'BYE', number: 2, body: none }, true),
      '<recv response="200"></recv>',
    ]);
    await first.heard;
    expect(await over).toBe(0);
    await expect.poll(async () => (await lastCall()).status).toBe('completed');
  });

  test('moves its audio to another port during the call, and offers comfort noise and video', async () => {
    const [first, second] = [await openAudio(), await openAudio()];
    const codecs = 'a=rtpmap:13 CN/8000\n      m=video 4000 RTP/AVP 96\n      a=rtpmap:96 H264/90000';
    const { over } = await callAs('moves', [
      request({ method: 'INVITE', number: 1, body: description(first.port, '0 13', codecs) }, false),
      answer,
      request({ method: 'ACK', number: 1, body: none }, true),
      '<pause milliseconds="1500"/>',
      request({ method: 'INVITE', number: 2, body: description(second.port, '0 13', codecs) }, true),
      answer,
      request({ method: 'ACK', number: 2, body: none }, true),
      '<pause milliseconds="1500"/>',
      request({ method: 'BYE', number: 3, body: none }, true),
      '<recv response="200"></recv>',
    ]);
    await first.heard;
    await second.heard;
    expect(await over).toBe(0);
  });

  test('wants a session timer of a minute, and hears 422', async () => {
    const headers = ['Supported: timer', 'Session-Expires: 60'];
    const { over } = await callAs('short-timer', [
      request({ method: 'INVITE', number: 1, body: description(4000, '0'), headers }, false),
      '<recv response="100" optional="true"></recv>',
      '<recv response="422"><action><ereg regexp="90" search_in="hdr" header="Min-SE:" check_it="true" assign_to="1"/></action></recv>',
      '<Reference variables="1"/>',
      request({ method: 'ACK', number: 1, body: none }, true),
    ]);
    expect(await over).toBe(0);
  });

  test.each(['UPDATE', 'INVITE'])(
    'refreshes its session timer with %s, and stays the one that refreshes',
    async (method) => {
      const headers = ['Supported: timer', 'Session-Expires: 90;refresher=uac'];
      const agreed = `<recv response="100" optional="true"></recv><recv response="200" rrs="true"><action>
      <ereg regexp="90;refresher=uac" search_in="hdr" header="Session-Expires:" check_it="true" assign_to="1"/>
      <ereg regexp="timer" search_in="hdr" header="Require:" check_it="true" assign_to="1"/></action></recv>`;
      const offer = description(4000, '0', 'a=inactive');
      const { over } = await callAs(`refresh-${method}`, [
        request({ method: 'INVITE', number: 1, body: offer, headers }, false),
        '<recv response="100" optional="true"></recv><recv response="180" optional="true"></recv>',
        agreed.replace('<recv response="100" optional="true"></recv>', ''),
        request({ method: 'ACK', number: 1, body: none }, true),
        request({ method, number: 2, body: method === 'UPDATE' ? none : offer, headers }, true),
        agreed,
        ...(method === 'INVITE' ? [request({ method: 'ACK', number: 2, body: none }, true)] : []),
        request({ method: 'BYE', number: 3, body: none }, true),
        '<recv response="200"></recv><Reference variables="1"/>',
      ]);
      expect(await over).toBe(0);
    },
  );

  test('offers nothing that is understood, and hears 488', async () => {
    const { over } = await callAs('unknown-codec', [
      request({ method: 'INVITE', number: 1, body: description(4000, '18', 'a=rtpmap:18 G729/8000') }, false),
      '<recv response="100" optional="true"></recv><recv response="488"></recv>',
      request({ method: 'ACK', number: 1, body: none }, true),
    ]);
    expect(await over).toBe(0);
  });
});
