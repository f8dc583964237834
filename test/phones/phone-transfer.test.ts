import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Baresip, hasBaresip, openBaresip } from '../../bench/trials/baresip.ts';
import { type StartedSipServer, startSipServer } from '../../bench/trials/sip-server.ts';
import { agreeOn, answeredCodecs, openSipServer, printSdp, type SipLeg } from '../../media/index.ts';
import { type Ask, askAsOwner } from '../e2e/ask-server.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
const toneHz = 1000;
const rateHz = 8000;

/** Returns the share of the last half second that is the tone. */
function toneShare(samples: Int16Array): number {
  const last = samples.subarray(Math.max(0, samples.length - rateHz / 2));
  const step = (2 * Math.PI * toneHz) / rateHz;
  let [real, imaginary, power] = [0, 0, 1];
  last.forEach((sample, index) => {
    real += sample * Math.cos(step * index);
    imaginary += sample * Math.sin(step * index);
    power += sample * sample;
  });
  return (2 * (real * real + imaginary * imaginary)) / (power * Math.max(1, last.length));
}

const tone = {
  rateHz,
  samples: Float32Array.from(
    { length: rateHz * 20 },
    (_, index) => 0.3 * Math.sin((2 * Math.PI * toneHz * index) / rateHz),
  ),
};

describe.skipIf(!hasBaresip)('a call of a telephone that is transferred (needs the package baresip-core)', () => {
  let domain = '';
  let started: StartedSipServer;
  let ask: Ask;

  beforeAll(async () => {
    started = await startSipServer({ entry, env: { ...process.env, ADMISSION: 'off' } });
    domain = `127.0.0.1:${started.sipPort}`;
    ask = await askAsOwner(() => started.server.baseUrl);
    await ask('POST', '/api/voice/flows', {
      kind: 'inbound',
      status: 'active',
      name: 'Desk line',
      provider: 'platform',
      speaker: 'ava',
      extension: '100',
    });
    const { user_uuid: me } = await ask('PUT', '/api/voice/agents/me/availability', { available: true });
    await ask('POST', '/api/voice/queues', { name: 'sales', members: [me] });
    await ask('POST', '/api/voice/phones', { name: 'Unused', extension: '299', user_uuid: me });
  });
  afterAll(async () => {
    await started?.close();
  });

  interface Phone extends Baresip {
    readonly extension: string;
  }

  async function isRegistered(uuid: string): Promise<boolean> {
    const { phones } = await ask('GET', '/api/voice/phones');
    return phones.some((phone: { uuid: string; registered: boolean }) => phone.uuid === uuid && phone.registered);
  }

  let lastExtension = 300;
  async function openPhone({ isMine = false, parameters = '' }): Promise<Phone> {
    lastExtension += 1;
    const extension = String(lastExtension);
    const { user_uuid: me } = await ask('GET', '/api/voice/agents/me/availability');
    const created = await ask('POST', '/api/voice/phones', {
      name: extension,
      extension,
      ...(isMine ? { user_uuid: me } : {}),
    });
    const { sip_username: username, sip_password: password } = created;
    const phone = await openBaresip({ username, password, domain, parameters });
    onTestFinished(async () => {
      await phone.stop();
      await ask('DELETE', `/api/voice/phones/${created.uuid}`).catch(() => {});
    });
    // baresip may have registered before its events can be read.
    await expect.poll(async () => isRegistered(created.uuid)).toBe(true);
    return { ...phone, extension };
  }

  async function callOf({ extension }: Phone): Promise<string> {
    const { calls } = await ask('GET', '/v1/calls');
    return calls.find((call: { from_number: string }) => call.from_number === extension)?.uuid ?? '';
  }

  async function callAgent(caller: Phone): Promise<string> {
    await caller.command('dial', `sip:100@${domain}`);
    await caller.next('CALL_ESTABLISHED');
    await expect.poll(async () => (await ask('GET', `/v1/calls/${await callOf(caller)}`)).status).toBe('in_progress');
    return callOf(caller);
  }

  const transfer = (uuid: string) =>
    ask('POST', `/api/voice/calls/${uuid}/transfer`, { target: 'sales', agent_brief: 'Wants a quote.' });

  test('rings the phone of a teammate, who presses 1, hears the caller and hangs up both', async () => {
    const [caller, teammate] = [await openPhone({}), await openPhone({ isMine: true, parameters: ';answermode=auto' })];
    const uuid = await callAgent(caller);
    await transfer(uuid);
    await teammate.next('CALL_ESTABLISHED');
    await teammate.command('sndcode', '1');
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).end_reason).toBe('transferred');
    await caller.say(tone);
    await expect.poll(async () => toneShare(await teammate.heard())).toBeGreaterThan(0.5);
    await teammate.say(tone);
    await expect.poll(async () => toneShare(await caller.heard())).toBeGreaterThan(0.5);
    await teammate.command('hangup');
    await caller.next('CALL_CLOSED');
    const { line } = await ask('GET', `/v1/calls/${uuid}`);
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).line?.audio?.codec).toBe('PCMU');
    expect(line).not.toBeNull();
  });

  test('calls a customer over a trunk from the phone of a teammate, which rings first', async () => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    onTestFinished(() => void socket.close());
    const isLoud = (packet: Buffer): boolean =>
      ((packet[1] ?? 0) & 0x7f) === 0 && packet.subarray(12).some((byte) => (byte & 0x7f) < 0x30);
    const heard = new Promise<void>((resolve) => socket.on('message', (packet) => isLoud(packet) && resolve()));
    const legs: SipLeg[] = [];
    const line = await openSipServer({
      host: '127.0.0.1',
      port: 0,
      transports: ['udp'],
      secret: 'a secret of the tests',
      log() {},
      ports: {
        accountOf: async () => undefined,
        trunkOf: () => 'line',
        onBindings() {},
        onCall(leg) {
          legs.push(leg);
          const agreement = leg.offer && agreeOn(leg.offer);
          if (leg.offer === undefined || agreement === undefined) return leg.refuse(488);
          const { port } = socket.address();
          const codecs = answeredCodecs(agreement);
          const at = { sessionId: '1', version: 1, address: '127.0.0.1', port, ptimeMs: 20 };
          leg.accept(printSdp({ ...at, codecs, direction: 'sendrecv' }));
        },
      },
    });
    onTestFinished(() => line.close());
    const trunk = { name: 'Line', registrar: `127.0.0.1:${line.port}`, from_number: '+12025550146', register: false };
    await ask('POST', '/api/voice/sip-trunks', trunk);
    const teammate = await openPhone({ isMine: true, parameters: ';answermode=auto' });
    const { uuid: contact } = await ask('POST', '/v1/contacts', { name: 'Sam', phone: '+12025550178' });
    const { call_uuid: uuid } = await ask('POST', `/api/voice/customers/${contact}/calls`);
    await teammate.next('CALL_ESTABLISHED');
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).status).toBe('in_progress');
    expect(legs.map(({ party }) => party.to)).toEqual(['+12025550178']);
    await teammate.say(tone);
    await heard;
    legs[0]?.hangUp('enough');
    await teammate.next('CALL_CLOSED');
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).status).toBe('completed');
  });

  test('between phones is transferred by one of them to a third', async () => {
    const auto = { parameters: ';answermode=auto' };
    const [caller, callee, third] = [await openPhone({}), await openPhone(auto), await openPhone(auto)];
    await caller.command('dial', `sip:${callee.extension}@${domain}`);
    await Promise.all([caller, callee].map((phone) => phone.next('CALL_ESTABLISHED')));
    await caller.command('transfer', `sip:${third.extension}@${domain}`);
    await third.next('CALL_ESTABLISHED');
    expect((await caller.next('CALL_CLOSED')).param).toMatch(/transfer/i);
    await callee.command('hangup');
    await third.next('CALL_CLOSED');
  });

  test('stays with the agent when the teammate presses 2', async () => {
    const [caller, teammate] = [await openPhone({}), await openPhone({ isMine: true, parameters: ';answermode=auto' })];
    const uuid = await callAgent(caller);
    await transfer(uuid);
    await teammate.next('CALL_ESTABLISHED');
    await teammate.command('sndcode', '2');
    await teammate.next('CALL_CLOSED');
    await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).status).toBe('in_progress');
    await caller.command('hangup');
    await caller.next('CALL_CLOSED');
  });
});
