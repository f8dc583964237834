import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Baresip,
  type BaresipAccount,
  type BaresipOptions,
  hasBaresip,
  openBaresip,
} from '../../bench/trials/baresip.ts';
import { type Clip, openSpeech } from '../../media/index.ts';
import { freePorts } from '../../src/cli/server-child.ts';
import { testModelsDir } from '../models.ts';
import { type Ask, askAsOwner } from './ask-server.ts';
import { type RunningServer, startServer } from './running-server.ts';

const greeting = 'Hello, this is the desk line. How can I help you?';

describe.skipIf(!hasBaresip)('a telephone that we did not write (needs the package baresip-core)', () => {
  let server: RunningServer;
  let ask: Ask;
  let domain = '';
  let tlsDomain = '';
  let folder = '';
  let question: Clip;
  let wideQuestion: Clip;

  beforeAll(async () => {
    const speech = await openSpeech({ modelsDir: testModelsDir });
    question = await speech.speak('What are your opening hours?', { speaker: 'daniel' }, 8000);
    wideQuestion = await speech.speak('What are your opening hours?', { speaker: 'daniel' }, 16_000);
    await speech.close();
    const [sipPort = 0] = await freePorts(1);
    domain = `127.0.0.1:${sipPort}`;
    tlsDomain = `127.0.0.1:${sipPort + 1}`;
    const certificate = await selfSigned();
    server = await startServer({
      SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
      SIP_PORT: String(sipPort),
      SIP_HOST: '127.0.0.1',
      SIP_TRANSPORTS: 'udp,tcp,tls',
      SIP_TLS_CERT: certificate.cert,
      SIP_TLS_KEY: certificate.key,
    });
    ask = await askAsOwner(() => server.baseUrl);
    await ask('POST', '/api/voice/flows', {
      kind: 'inbound',
      status: 'active',
      name: 'Desk line',
      provider: 'platform',
      speaker: 'ava',
      extension: '100',
      config: { greeting },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function selfSigned(): Promise<{ cert: string; key: string }> {
    folder = await mkdtemp(join(tmpdir(), 'parley-telephone-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
    await promisify(execFile)('openssl', [...request, '-keyout', key, '-out', cert]);
    return { cert, key };
  }

  interface Phone extends Baresip {
    readonly extension: string;
    call(extension: string): Promise<unknown>;
  }

  async function registeredPhones(): Promise<string[]> {
    const { phones } = await ask('GET', '/api/voice/phones');
    return phones.flatMap((phone: { extension: string; registered: boolean }) =>
      phone.registered ? [phone.extension] : [],
    );
  }

  /** Adds a phone and resolves once it is registered. */
  async function openPhone(
    options: BaresipOptions & Pick<BaresipAccount, 'transport' | 'parameters'> = {},
  ): Promise<Phone> {
    const extension = String(randomInt(1000, 999_999));
    const created = await ask('POST', '/api/voice/phones', { name: `Phone ${extension}`, extension });
    const { sip_username: username, sip_password: password } = created;
    const { parameters = '', transport = 'udp' } = options;
    const registrar = transport === 'tls' ? tlsDomain : domain;
    const baresip = await openBaresip({ username, password, domain: registrar, parameters, transport }, options);
    onTestFinished(() => baresip.stop());
    await expect.poll(() => registeredPhones()).toContain(extension);
    return { ...baresip, extension, call: (other) => baresip.command('dial', `sip:${other}@${registrar}`) };
  }

  /** Returns the newest call of a phone as it is stored now. */
  async function callOf({ extension }: Phone) {
    const { calls } = await ask('GET', '/v1/calls');
    const { uuid } = calls.find((call: { from_number: string }) => call.from_number === extension) ?? {};
    return uuid === undefined ? undefined : ask('GET', `/v1/calls/${uuid}`);
  }

  const loudest = async (phone: Phone): Promise<number> =>
    (await phone.heard()).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

  test('registers, talks with an agent, presses a key, holds the call and hangs up', async () => {
    const phone = await openPhone();
    await phone.call('100');
    await phone.next('CALL_RINGING');
    await phone.next('CALL_ESTABLISHED');
    const said = async () => (await callOf(phone))?.transcript[0]?.text;
    await expect.poll(said).toContain(greeting);
    expect(await loudest(phone)).toBeGreaterThan(3000);
    await phone.say(question);
    const speakers = async () =>
      (await callOf(phone))?.transcript.map(({ speaker }: { speaker: string }) => speaker).join(' ');
    await expect.poll(speakers).toMatch(/^agent customer agent/);
    await phone.command('sndcode', '5');
    await phone.command('hold');
    await phone.command('resume');
    await phone.command('hangup');
    await phone.next('CALL_CLOSED');
    await expect.poll(async () => (await callOf(phone))?.status).toBe('completed');
    const call = await callOf(phone);
    expect(call).toMatchObject({ outcome: 'connected', end_reason: 'caller_hung_up', to_number: '100' });
  });

  test('is understood over G.722', async () => {
    const phone = await openPhone({ rateHz: 16_000, modules: ['g722'], parameters: ';audio_codecs=G722/16000/1' });
    await phone.call('100');
    await phone.next('CALL_ESTABLISHED');
    await expect.poll(async () => (await callOf(phone))?.transcript[0]?.text).toContain(greeting);
    expect(await loudest(phone)).toBeGreaterThan(3000);
    await phone.say(wideQuestion);
    const words = async () => (await callOf(phone))?.transcript[1]?.text;
    await expect.poll(words).toMatch(/opening hours/i);
    await phone.command('hangup');
    await phone.next('CALL_CLOSED');
  });

  test('registers over TLS and exchanges encrypted audio', async () => {
    const parameters = ';mediaenc=srtp-mand;answermode=auto';
    const phone = await openPhone({ modules: ['srtp'], parameters, transport: 'tls' });
    await phone.call('100');
    await phone.next('CALL_ESTABLISHED');
    await expect.poll(async () => (await callOf(phone))?.transcript[0]?.text).toContain(greeting);
    expect(await loudest(phone)).toBeGreaterThan(3000);
    await phone.say(question);
    await expect.poll(async () => (await callOf(phone))?.transcript[1]?.text).toMatch(/opening hours/i);
    await phone.command('hold');
    await phone.command('resume');
    await phone.command('hangup');
    await phone.next('CALL_CLOSED');
    await expect.poll(async () => (await callOf(phone))?.status).toBe('completed');
  });

  test('stops talking when the operator ends the call', async () => {
    const phone = await openPhone();
    await phone.call('100');
    await phone.next('CALL_ESTABLISHED');
    const { uuid } = await callOf(phone);
    await ask('POST', `/api/voice/calls/${uuid}/end`, { reason: 'workflow_close' });
    expect((await phone.next('CALL_CLOSED')).param).toMatch(/reset|BYE|Connection/i);
  });

  test('rings another phone, and both hang up together', async () => {
    const [caller, callee] = [await openPhone(), await openPhone({ parameters: ';answermode=auto' })];
    await caller.call(callee.extension);
    await Promise.all([caller, callee].map((phone) => phone.next('CALL_ESTABLISHED')));
    await callee.command('hangup');
    await Promise.all([caller, callee].map((phone) => phone.next('CALL_CLOSED')));
  });

  test('hears that an extension does not exist', async () => {
    const phone = await openPhone();
    await phone.call('99');
    expect((await phone.next('CALL_CLOSED')).param).toBe('404 Not Found');
  });
});
