import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Baresip, hasBaresip, openBaresip } from '../../bench/trials/baresip.ts';
import { type StartedSipServer, startSipServer } from '../../bench/trials/sip-server.ts';
import { type Ask, askAsOwner } from '../e2e/ask-server.ts';
import { hasKamailio, type Kamailio, openKamailio } from './kamailio.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
const [own, callee, unknownNumber] = ['+12025550146', '+12025550178', '+12025550179'];
const isHere = hasKamailio && hasBaresip;

describe.skipIf(!isHere)('a trunk of kamailio (needs the packages kamailio and baresip-core)', () => {
  let kamailio: Kamailio;
  let phone: Baresip;
  let started: StartedSipServer;
  let ask: Ask;
  let campaign = '';

  beforeAll(async () => {
    kamailio = await openKamailio({ parley: 'right', [callee]: 'phone' });
    started = await startSipServer({ entry, env: { ...process.env, ADMISSION: 'off' } });
    ask = await askAsOwner(() => started.server.baseUrl);
    const trunk = { registrar: kamailio.domain, username: 'parley', password: 'right', from_number: own };
    await ask('POST', '/api/voice/sip-trunks', { ...trunk, name: 'Kamailio' });
    await vi.waitFor(async () => {
      const { trunks } = await ask('GET', '/api/voice/sip-trunks');
      expect([trunks[0].status, kamailio.output()]).toMatchObject([{ is_registered: true }, expect.anything()]);
    }, 60_000);
    const flow = { provider: 'platform', speaker: 'ava', phone_number: own };
    campaign = (await ask('POST', '/api/voice/flows', { ...flow, kind: 'outbound', name: 'Out' })).uuid;
    await ask('POST', '/api/voice/flows', { ...flow, kind: 'inbound', status: 'active', name: 'In' });
    phone = await openBaresip({ username: callee, password: 'phone', domain: kamailio.domain });
    // Its first registration may precede the connection that reports events.
    await vi.waitFor(async () => expect(await phone.command('reginfo')).toContain('OK'), 60_000);
  });
  afterAll(async () => {
    await phone?.stop();
    await started?.close();
    await kamailio?.stop();
  });

  const read = (uuid: string) => ask('GET', `/v1/calls/${uuid}`);
  const callOut = async (to: string): Promise<string> =>
    (await ask('POST', '/v1/calls', { to, campaign_id: campaign })).call_uuid;
  const loudest = async (): Promise<number> =>
    (await phone.heard()).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

  // A contact that was called lately would be left out.
  test('carries the calls of a campaign, and the campaign stores who was reached', async () => {
    const contacts = [callee, unknownNumber].map((phone) => ({ phone, tags: ['List:Trunk'] }));
    for (const contact of contacts) await ask('POST', '/v1/contacts', contact);
    const flow = { kind: 'outbound', name: 'Reminders', provider: 'platform', speaker: 'ava', phone_number: own };
    const config = { dialer: { max_attempts: 1 } };
    const { uuid } = await ask('POST', '/api/voice/flows', { ...flow, branches: ['List:Trunk'], config });
    expect(await ask('POST', `/v1/campaigns/${uuid}/launch`)).toMatchObject({ contacts_queued: 2 });
    await phone.next('CALL_INCOMING');
    await phone.command('accept');
    await phone.next('CALL_ESTABLISHED');
    await expect.poll(loudest).toBeGreaterThan(3000);
    await phone.command('hangup');
    await phone.next('CALL_CLOSED');
    const outcomes = async () => {
      const { targets } = await ask('GET', `/api/voice/flows/${uuid}/targets`);
      const rows: { phone: string; status: string; outcome: string }[] = targets;
      return Object.fromEntries(rows.map(({ phone: number, status, outcome }) => [number, [status, outcome]]));
    };
    await expect.poll(outcomes).toEqual({
      [callee]: ['finished', 'connected'],
      [unknownNumber]: ['finished', 'failed'],
    });
  });

  test('carries a call to a phone that we did not write', async () => {
    const uuid = await callOut(callee);
    await phone.next('CALL_INCOMING');
    await phone.command('accept');
    await phone.next('CALL_ESTABLISHED');
    await expect.poll(loudest).toBeGreaterThan(3000);
    await phone.command('hangup');
    await phone.next('CALL_CLOSED');
    await expect.poll(async () => (await read(uuid)).status).toBe('completed');
    expect(await read(uuid)).toMatchObject({ outcome: 'connected', end_reason: 'caller_hung_up' });
    await expect
      .poll(async () => (await read(uuid)).line.audio)
      .toMatchObject({ codec: 'PCMU', silent_direction: null });
    const { line } = await read(uuid);
    expect(line).toMatchObject({ ended_by: 'remote', end_line: expect.stringMatching(/^BYE/) });
    expect(line.audio.packets_received).toBeGreaterThan(0);
  });

  test('ends a call whose phone declines, and one to a number that kamailio does not know', async () => {
    const declined = await callOut(callee);
    await phone.next('CALL_INCOMING');
    await phone.command('hangup');
    await expect.poll(async () => (await read(declined)).end_reason).toMatch(/^(busy|declined)$/);
    await expect.poll(async () => (await read(declined)).line.end_line).toMatch(/^(486|603) /);
    const unknown = await callOut(unknownNumber);
    await expect.poll(async () => (await read(unknown)).end_reason).toBe('invalid_number');
    expect((await read(unknown)).line.end_line).toBe('404 Unknown number');
  });

  test('brings the call of a phone to the flow, whose agent says goodbye and hangs up', async () => {
    await phone.command('dial', `sip:parley@${kamailio.domain}`);
    await phone.next('CALL_ESTABLISHED');
    await expect.poll(loudest).toBeGreaterThan(3000);
    await phone.command('sndcode', '1');
    await phone.next('CALL_CLOSED');
    const { calls } = await ask('GET', '/v1/calls');
    const { uuid } = calls.find((call: { call_type: string }) => call.call_type === 'inbound');
    await expect.poll(async () => (await read(uuid)).end_reason).toBe('agent_goodbye');
    expect(await read(uuid)).toMatchObject({ to_number: own, from_number: callee });
  });
});
