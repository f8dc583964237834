import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Baresip, hasBaresip, openBaresip } from '../../bench/trials/baresip.ts';
import { hasSipp } from '../../bench/trials/sip-calls.ts';
import { type StartedSipServer, startSipServer } from '../../bench/trials/sip-server.ts';
import { freePorts } from '../../src/cli/server-child.ts';
import { type Ask, askAsOwner } from '../e2e/ask-server.ts';
import { answer, answered, description, hungUp, lineNumber, none, request, runSipp } from './sipp-scenario.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
const isComplete = hasBaresip && (await hasSipp());

describe.skipIf(!isComplete)('a phone that transfers its agent (needs baresip-core and sip-tester)', () => {
  let started: StartedSipServer;
  let ask: Ask;
  let domain = '';

  beforeAll(async () => {
    started = await startSipServer({ entry, env: { ...process.env, ADMISSION: 'off' } });
    domain = `127.0.0.1:${started.sipPort}`;
    ask = await askAsOwner(() => started.server.baseUrl);
    const flow = { kind: 'inbound', status: 'active', name: 'Desk', provider: 'platform', speaker: 'ava' };
    await ask('POST', '/api/voice/flows', { ...flow, extension: '100' });
  });
  afterAll(() => started?.close());

  let lastExtension = 300;
  async function addPhone() {
    lastExtension += 1;
    const extension = String(lastExtension);
    const created = await ask('POST', '/api/voice/phones', { name: extension, extension });
    return { extension, uuid: created.uuid, username: created.sip_username, password: created.sip_password };
  }

  interface Phone extends Baresip {
    readonly extension: string;
  }

  async function openPhone(parameters = ''): Promise<Phone> {
    const { extension, uuid, ...account } = await addPhone();
    const phone = await openBaresip({ ...account, domain, parameters });
    onTestFinished(() => phone.stop());
    const isRegistered = async (): Promise<boolean> => {
      const { phones } = await ask('GET', '/api/voice/phones');
      return phones.some((one: { uuid: string; registered: boolean }) => one.uuid === uuid && one.registered);
    };
    await expect.poll(isRegistered).toBe(true);
    return { ...phone, extension };
  }

  async function callOf({ extension }: { readonly extension: string }) {
    const { calls } = await ask('GET', '/v1/calls');
    return calls.find((call: { from_number: string }) => call.from_number === extension);
  }

  /** A phone that sipp plays: it calls with its password, and does not register. */
  async function openSipp() {
    const { extension, username, password } = await addPhone();
    const [port = 0] = await freePorts(1);
    const challenge = '<recv response="401" auth="true"></recv>';
    const invite = (number: number, to: string, body: string, headers: readonly string[] = []): string =>
      request({ method: 'INVITE', number, body, headers }, false)
        .replaceAll(`sip:${lineNumber}@`, `sip:${to}@`)
        .replace('[peer_tag_param]', '')
        .replace('sip:+12025550163@', `sip:${username}@`)
        .replace('sip:pbx@192.0.2.1:5999', 'sip:phone@[local_ip]:[local_port]');
    const credentials = `[authentication username=${username} password=${password}]`;
    return {
      extension,
      /** Calls an extension; the scenario goes on with these steps. */
      call: (name: string, to: string, body: string, steps: readonly string[], headers: readonly string[] = []) =>
        runSipp(
          name,
          [
            invite(1, to, body, headers),
            challenge,
            request({ method: 'ACK', number: 1, body: none }, false),
            invite(2, to, body, [credentials, ...headers]),
            answer,
            ...steps,
          ],
          { folder: started.dataDir, port, serverPort: started.sipPort, more: ['-cid_str', `${name}@sipp`] },
        ),
    };
  }

  const acknowledged = request({ method: 'ACK', number: 2, body: none }, true);
  const held = description(4000, '0', 'a=sendrecv');
  const refer = (to: string): string =>
    request({ method: 'REFER', number: 3, body: none, headers: [`Refer-To: <sip:${to}>`] }, true);
  /** The transfer is accepted and reported with this status, and sipp hangs up. */
  const reported = (status: number): string =>
    `<recv response="202"></recv>${answered('NOTIFY')}${answered('NOTIFY').replace(
      '></recv>',
      `><action><ereg regexp="SIP/2.0 ${status}" search_in="body" check_it="true" assign_to="1"/></action></recv>`,
    )}<Reference variables="1"/>`;
  const goodbye = `${request({ method: 'BYE', number: 4, body: none }, true)}<recv response="200"></recv>`;
  const talks = async (phone: Phone): Promise<void> => {
    await phone.next('CALL_ESTABLISHED');
    const before = (await phone.heard()).length;
    await expect.poll(async () => (await phone.heard()).length).toBeGreaterThan(before + 4000);
  };

  test('hands it to a third phone, which talks with it until it hangs up', async () => {
    const [caller, third] = [await openPhone(), await openPhone(';answermode=auto')];
    await caller.command('dial', `sip:100@${domain}`);
    await caller.next('CALL_ESTABLISHED');
    await caller.command('transfer', `sip:${third.extension}@${domain}`);
    await talks(third);
    expect((await caller.next('CALL_CLOSED')).param).toMatch(/transfer/i);
    expect((await callOf(caller)).status).toBe('in_progress');
    await third.command('hangup');
    await expect.poll(async () => (await callOf(caller)).status).toBe('completed');
  });

  test('keeps it when the extension does not exist', async () => {
    const phone = await openSipp();
    const { over } = await phone.call('nobody', '100', held, [
      acknowledged,
      refer(`99@${domain}`),
      reported(404),
      goodbye,
    ]);
    expect(await over).toBe(0);
    await expect.poll(async () => (await callOf(phone)).status).toBe('completed');
  });

  test('may hang up as soon as the transfer is accepted', async () => {
    const [phone, third] = [await openSipp(), await openPhone(';answermode=auto')];
    const steps = [acknowledged, refer(`${third.extension}@${domain}`), '<recv response="202"></recv>', goodbye];
    const { over } = await phone.call('hasty', '100', held, steps);
    await talks(third);
    expect((await callOf(phone)).status).toBe('in_progress');
    await third.command('hangup');
    await expect.poll(async () => (await callOf(phone)).status).toBe('completed');
    await over;
  });

  test('hands it to the phone that it has called meanwhile (Replaces)', async () => {
    const [phone, colleague] = [await openSipp(), await openPhone(';answermode=auto')];
    const other = await openSipp();
    const consultation = await other.call('consultation', colleague.extension, held, [acknowledged, hungUp]);
    await colleague.next('CALL_ESTABLISHED');
    const replaces = 'Replaces=consultation%40sipp%3Bto-tag%3D1%3Bfrom-tag%3D2';
    const steps = [acknowledged, refer(`${colleague.extension}@${domain}?${replaces}`), reported(200), goodbye];
    const { over } = await phone.call('attended', '100', held, steps);
    expect(await over).toBe(0);
    expect(await consultation.over).toBe(0);
    const before = (await colleague.heard()).length;
    await expect.poll(async () => (await colleague.heard()).length).toBeGreaterThan(before + 4000);
    expect((await callOf(phone)).status).toBe('in_progress');
    await colleague.command('hangup');
    await expect.poll(async () => (await callOf(phone)).status).toBe('completed');
  });

  test.each([
    ['an offer', held, acknowledged],
    ['a late offer', none, request({ method: 'ACK', number: 2, body: held }, true)],
  ])('loses it to the phone that replaces it with %s', async (what, body, acknowledge) => {
    const [phone, next] = [await openSipp(), await openSipp()];
    const name = what.replaceAll(' ', '-');
    const first = await phone.call(`first-${name}`, '100', held, [acknowledged, hungUp]);
    await expect.poll(async () => (await callOf(phone))?.status).toBe('in_progress');
    const pause = '<pause milliseconds="1000"/>';
    const second = await next.call(
      `next-${name}`,
      '100',
      body,
      [acknowledge, pause, goodbye],
      [`Replaces: first-${name}@sipp;to-tag=1;from-tag=2`],
    );
    expect(await first.over).toBe(0);
    expect((await callOf(phone)).status).toBe('in_progress');
    expect(await second.over).toBe(0);
    await expect.poll(async () => (await callOf(phone)).status).toBe('completed');
  });
});
