import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { localOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { createCallStore } from '../../src/features/calls/calls/index.ts';
import { storedConfig } from '../../src/features/campaigns/campaigns/definition-schema.ts';
import { createFigures } from '../../src/features/campaigns/campaigns/figures.ts';
import type { Flow } from '../../src/features/campaigns/campaigns/index.ts';
import { clockIn, metricsOf, noCalls, sumWith } from '../../src/features/campaigns/campaigns/metrics.ts';
import type { MetricsStore } from '../../src/features/campaigns/campaigns/metrics-store.ts';
import { onEachDatabase } from '../data/databases.ts';
import { newCall } from '../data/sample-rows.ts';
import { campaignsOnce, outbound } from './campaigns-app.ts';

const url = '/api/voice/flows';
const missing = '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff';
const window = { start: '09:00', end: '18:00', timezone: 'Asia/Kolkata' };

onEachDatabase('campaigns', (database) => {
  const open = campaignsOnce(database);

  test('campaigns are created with an agent of their own, changed, listed and deleted, on either path', async () => {
    const { ask, add } = open();
    const config = { persona_prompt: 'Be brief.', guardrails: ['No prices.'], lead_triggers: { hot: ['yes'] } };
    const made = await ask('POST', url, { ...outbound, config, branches: ['City:Pune'], time_window: window });
    expect(made).toMatchObject({
      status: 201,
      json: {
        kind: 'outbound',
        name: 'Reminders',
        status: 'draft',
        status_reason: null,
        speaker: 'maya',
        language_code: 'en-US',
        branches: ['City:Pune'],
        start_date: null,
        time_window: window,
        config,
        effective_config: { ...config, dialer: { max_attempts: 3 } },
      },
    });
    const { uuid, voice_agent_id: agent, created_at: createdAt } = made.json;
    expect(made.json).not.toHaveProperty('metrics');
    expect((await ask('GET', `/api/voice/agents/${agent}`)).json).toMatchObject({ name: 'Reminders' });

    const change = {
      name: 'Renewals',
      branches: null,
      end_date: '2026-12-31',
      phone_number: '+1 202 555 0178',
      config: { persona_prompt: null, greeting: 'Hello.', dialer: { max_attempts: 5 } },
    };
    const changed = (await ask('PATCH', `${url}/${uuid}`, change)).json;
    expect(changed).toMatchObject({
      name: 'Renewals',
      branches: [],
      phone_number: '+12025550178',
      time_window: window,
    });
    const written = { guardrails: config.guardrails, lead_triggers: config.lead_triggers, greeting: 'Hello.' };
    expect(changed.config).toEqual({ ...written, dialer: { max_attempts: 5 } });
    expect(changed.effective_config).toMatchObject({
      ...written,
      persona_prompt: '',
      dialer: { max_attempts: 5, max_concurrent_calls: 10 },
    });
    expect(changed.created_at).toBe(createdAt);
    expect((await ask('PATCH', `${url}/${uuid}`, { time_window: null, end_date: null })).json).toMatchObject({
      name: 'Renewals',
      time_window: null,
      end_date: null,
    });

    await add({ kind: 'inbound', name: 'Line', status: 'active', voice_agent_id: agent, phone_number: '+12025550179' });
    const names = async (query: string) => {
      const { campaigns, ...page } = (await ask('GET', `/v1/campaigns${query}`, undefined, 'reading-key')).json;
      const flows = (await ask('GET', `${url}${query}`)).json;
      expect(flows).toEqual({ flows: campaigns, ...page });
      return [campaigns.map(({ name }: { name: string }) => name).join(), page.total];
    };
    expect(await names('')).toEqual(['Renewals,Line', 2]);
    expect(await names('?status=active')).toEqual(['Line', 1]);
    expect(await names('?kind=outbound&limit=1')).toEqual(['Renewals', 1]);
    expect(await names('?status=paused')).toEqual(['', 0]);
    expect((await ask('GET', `/v1/campaigns/${uuid}`, undefined, 'reading-key')).json).toMatchObject({ knowledge: [] });

    expect((await ask('DELETE', `/api/voice/agents/${agent}`)).status).toBe(409);
    expect((await ask('DELETE', `${url}/${uuid}`)).status).toBe(204);
    expect((await ask('GET', `/v1/campaigns/${uuid}`)).status).toBe(404);
    expect(await names('')).toEqual(['Line', 1]);
  });
});

describe('a campaign', () => {
  const open = campaignsOnce();

  test('has metrics on request, of its own calls, in its own time zone', async () => {
    const { ask, add, database, people } = open();
    const { uuid } = await add({ time_window: window });
    const organisation = people.manager.organisationId as OrganisationId;
    const calls = createCallStore(database, { owner: 'test', leaseUntil: () => '' });
    // At a quarter to eleven in Kolkata, whatever the time is now.
    const today = `${new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)}T05:15:00.000Z`;
    const row = async (name: string, createdAt: string, changes: object) => {
      await calls.findOrAdd(organisation, newCall(name, { callType: 'outbound', flowUuid: uuid, createdAt }));
      await database.system.tx(async (queries) => {
        const { calls: table } = database.tables;
        await queries.update(table).set(changes).where(eq(table.uuid, name));
      });
    };
    await row('a', '2026-03-01T04:40:00.000Z', { outcome: 'connected', durationMs: 61_000 });
    await row('b', '2026-03-02T04:20:00.000Z', { outcome: 'connected', durationMs: 30_000 });
    await row('c', '2026-03-02T04:35:00.000Z', { outcome: 'no-answer', durationMs: 0 });
    await row('d', today, { outcome: null });
    await row('e', today, { callType: 'test', outcome: 'connected', durationMs: 9000 });
    await calls.findOrAdd(organisation, newCall('f', { flowUuid: 'another' }));
    const metrics = {
      calls_today: 1,
      total_calls: 4,
      connect_rate: 0.6667,
      avg_handle_time: '00:46',
      // 04:35, 04:40 and 05:15 UTC; 04:20 is the hour before by the clocks of Kolkata.
      peak_hour: 10,
    };
    for (const yes of ['true', 'True', '1'])
      expect((await ask('GET', `/v1/campaigns?include_metrics=${yes}`)).json.campaigns[0].metrics).toEqual(metrics);
    expect((await ask('GET', `${url}/${uuid}?include_metrics=true`)).json.metrics).toEqual(metrics);
    expect((await ask('GET', `${url}/${uuid}?include_metrics=0`)).json).not.toHaveProperty('metrics');
  });

  test('has the built-in tools of its agent, except those that it switches itself', async () => {
    const { ask, add } = open();
    const { uuid, voice_agent_id: agent } = await add();
    const off = { end_call: false, send_dtmf: false };
    expect((await ask('PATCH', `/api/voice/agents/${agent}`, { built_in_tools: off })).status).toBe(200);
    const changed = await ask('PATCH', `${url}/${uuid}`, { config: { built_in_tools: { send_dtmf: true } } });
    expect(changed.json.effective_config.built_in_tools).toMatchObject({
      end_call: false,
      send_dtmf: true,
      transfer_call: true,
    });
  });

  test('is rejected with the name of the invalid field', async () => {
    const { ask, add, connect } = open();
    const { uuid, voice_agent_id: agent } = await add({ start_date: '2026-02-01', end_date: '2026-02-01' });
    const cases: readonly (readonly [object, RegExp])[] = [
      [{ kind: 'both' }, /body kind/],
      [{ name: ' \u200b ' }, /body name/],
      [{ provider: 'other' }, /body provider/],
      [{ voice_agent_id: missing }, /body voice_agent_id: the agent does not exist/],
      [{ language_code: 'english' }, /body language_code/],
      [{ phone_number: 'call me' }, /body phone_number/],
      [{ branches: ['Pune'] }, /body branches\.0: must have the form Key:Value/],
      [{ start_date: '2026-02-30' }, /body start_date/],
      [{ start_date: '2026-03-01' }, /body end_date: must not be before start_date/],
      [{ time_window: { ...window, end: '24:00' } }, /body time_window\.end/],
      [{ time_window: { ...window, end: window.start } }, /body time_window\.end: must differ from start/],
      [{ time_window: { ...window, timezone: 'Mars/Base' } }, /body time_window\.timezone/],
      [{ time_window: { ...window, timezone: 'PST' } }, /time_window\.timezone: must be .* say America\/Los_Angeles/],
      [{ config: { timezone: 'IST' } }, /config\.timezone: must be .* say Asia\/Kolkata or Europe\/Dublin/],
      [{ config: { guardrails: 'none' } }, /body config\.guardrails/],
      [{ config: { built_in_tools: { hang_up: true } } }, /body config\.built_in_tools/],
      [{ config: { built_in_tools: 'none' } }, /body config\.built_in_tools/],
      [{ config: { dialer: { max_attempts: 0 } } }, /body config\.dialer\.max_attempts/],
      [{ config: { big: 'x'.repeat(70_000) } }, /body config: must have at most 64 KiB/],
      [{ status: 'running' }, /body status/],
    ];
    for (const [body, detail] of cases) {
      const changed = await ask('PATCH', `${url}/${uuid}`, body);
      expect([changed.status, changed.json.detail], JSON.stringify(body)).toEqual([400, expect.stringMatching(detail)]);
      const both = { start_date: '2026-02-01', end_date: '2026-02-01' };
      const made = await ask('POST', url, { ...outbound, ...both, ...body });
      expect([made.status, made.json.detail], JSON.stringify(body)).toEqual([400, expect.stringMatching(detail)]);
    }
    expect((await ask('PATCH', `${url}/${uuid}`, { name: null })).status).toBe(400);
    expect((await ask('POST', url, { ...outbound, speaker: 'nobody' })).json.detail).toMatch(
      /body speaker: must be a voice/,
    );
    expect((await ask('POST', url, outbound, 'member')).status).toBe(403);
    expect((await ask('GET', '/api/voice/agents')).json).toMatchObject({ total: 1, agents: [{ uuid: agent }] });
    expect((await connect()).status).toBe(200);
  });

  test('with three fields speaks with the default voice', async () => {
    const { ask } = open();
    const made = await ask('POST', url, { kind: 'outbound', name: 'Bare', provider: 'platform' });
    expect(made).toMatchObject({ status: 201, json: { speaker: 'ava', language_code: 'en-US', config: {} } });
    const agent = (await ask('GET', `/api/voice/agents/${made.json.voice_agent_id}`)).json;
    expect(agent).toMatchObject({ name: 'Bare', voice_config: { speaker: 'ava', provider: 'platform' } });
  });

  test('returns its config as written, with nulls and custom keys', async () => {
    const { ask } = open();
    const config = { lead_triggers: { hot: ['yes'], cold: null }, crm: null, persona_prompt: null };
    const { json } = await ask('POST', url, { ...outbound, config });
    expect(json.config).toEqual(config);
    expect((await ask('GET', `/v1/campaigns/${json.uuid}`)).json.config).toEqual(config);
    expect(json.effective_config).toMatchObject({ persona_prompt: '', lead_triggers: config.lead_triggers });
    expect(json.effective_config).not.toHaveProperty('crm');
  });

  test('gets another voice by PATCH speaker, and its own agent if it shared one', async () => {
    const { ask, add } = open();
    const { uuid, voice_agent_id: agent } = await add();
    const speak = (campaign: string, speaker: string | null) => ask('PATCH', `${url}/${campaign}`, { speaker });
    expect(await speak(uuid, 'ruth')).toMatchObject({ status: 200, json: { speaker: 'ruth', voice_agent_id: agent } });
    const other = await add({ voice_agent_id: agent });
    expect(other.speaker).toBe('ruth');
    const moved = (await speak(other.uuid, 'leo')).json;
    expect(moved.speaker).toBe('leo');
    expect(moved.voice_agent_id).not.toBe(agent);
    expect((await ask('GET', `${url}/${uuid}`)).json).toMatchObject({ speaker: 'ruth', voice_agent_id: agent });
    expect((await speak(uuid, 'nobody')).json.detail).toMatch(/body speaker: must be a voice/);
    expect((await speak(uuid, null)).json.speaker).toBe('ava');
  });

  test('is checked before its launch: what blocks it, what is missing, and whom it would call', async () => {
    const app = open();
    const { uuid } = await app.add({ branches: ['City:Pune'], end_date: '2020-01-31', phone_number: '555' });
    const check = async () => {
      const { status, json } = await app.ask('GET', `/api/voice/flows/${uuid}/preflight`, undefined, 'reading-key');
      expect(status).toBe(200);
      const { ready, checks } = json as { ready: boolean; checks: { code: string; status: string; detail: string }[] };
      return { ready, ...Object.fromEntries(checks.map(({ code, status: one, detail }) => [code, [one, detail]])) };
    };
    expect(await check()).toEqual({
      ready: false,
      agent: ['ok', 'Reminders speaks in its calls.'],
      number: ['blocking', expect.stringMatching(/^The phone number must be an E.164 number/)],
      line: ['blocking', 'No telephony provider is connected.'],
      audience: ['blocking', 'No contact with City:Pune can be called. Add contacts or choose other tags.'],
      dates: ['blocking', expect.stringMatching(/^The last day is in the past/)],
      hours: ['warning', expect.stringMatching(/at any time of day/)],
      disclosure: ['warning', expect.stringMatching(/not told/)],
    });

    await app.connect();
    const contact = (phone: string, more: object) => app.ask('POST', '/v1/contacts', { phone, ...more }, 'admin');
    await contact('+12025550141', { tags: ['City:Pune', 'Plan:Gold'] });
    await contact('+12025550142', { tags: ['City:Pune'] });
    await contact('+12025550143', { tags: ['City:Paris'] });
    const { json: out } = await contact('+12025550144', { tags: ['City:Pune'] });
    await app.ask('PATCH', `/v1/contacts/${out.uuid}`, { opted_out: true }, 'admin');
    const audience = async (branches?: string[], as: 'manager' | 'stranger' = 'manager') =>
      (await app.ask('POST', '/api/voice/flows/audience', { branches }, as)).json;
    expect(await audience(['City:Pune', 'Plan:Gold'])).toEqual({
      contacts: 3,
      callable: 2,
      opted_out: 1,
      recently_dialled: 0,
    });
    expect(await audience()).toMatchObject({ contacts: 4, callable: 3, opted_out: 1 });
    expect(await audience(['City:Pune'], 'stranger')).toMatchObject({ contacts: 0, callable: 0, opted_out: 0 });
    await app.ask('PATCH', `/api/voice/flows/${uuid}`, {
      phone_number: null,
      end_date: null,
      time_window: { start: '09:00', end: '17:00', timezone: 'Asia/Kolkata' },
      config: { recording_disclosure: 'This call may be recorded.' },
    });
    expect(await check()).toMatchObject({
      ready: true,
      line: [
        'warning',
        expect.stringMatching(/^Calls are to go out over Plivo\. .*The credentials are not tested yet/),
      ],
      audience: ['ok', '2 contacts will be called. 1 opted-out contact will be skipped.'],
      hours: ['ok', 'Contacts are called from 09:00 to 17:00, Asia/Kolkata.'],
      disclosure: ['ok', expect.any(String)],
    });
    const foreign = await app.ask('GET', `/api/voice/flows/${uuid}/preflight`, undefined, 'stranger');
    expect(foreign.status).toBe(404);
  });

  test('names the provider whose account has its number, and warns where none has it', async () => {
    const { ask, add, connect } = open();
    const { uuid } = await add({ kind: 'inbound', phone_number: '+12025550180' });
    const number = async () => {
      const { json } = await ask('GET', `${url}/${uuid}/preflight`);
      return json.checks.find((check: { code: string }) => check.code === 'number');
    };
    const nobody = { status: 'warning', detail: expect.stringContaining('no connected account has this number') };
    expect(await number()).toMatchObject(nobody);
    await connect();
    expect(await number()).toMatchObject(nobody);
    await ask('PATCH', `${url}/${uuid}`, { phone_number: '+12025550100' });
    const doubt = { status: 'warning', detail: expect.stringMatching(/^Is to answer \+12025550100 over Plivo\. /) };
    expect(await number()).toMatchObject(doubt);
  });

  test('is launched and stopped by a member’s API key; a 403 lists the scopes', async () => {
    const { ask, add, connect } = open();
    await connect();
    const { uuid } = await add();
    expect((await ask('POST', `/v1/campaigns/${uuid}/launch`, undefined, 'writing-key')).status).not.toBe(403);
    expect((await ask('PATCH', `${url}/${uuid}`, { name: 'By key' }, 'writing-key')).status).toBe(200);
    const refused = await ask('POST', `/v1/campaigns/${uuid}/stop`, undefined, 'reading-key');
    expect(refused).toMatchObject({ status: 403, json: { detail: expect.stringContaining('voice:campaigns:write') } });
    const person = await ask('POST', `/v1/campaigns/${uuid}/stop`, undefined, 'member');
    expect(person).toMatchObject({ status: 403, json: { detail: expect.stringContaining('manager') } });
  });

  test('is paused and resumed, but not from draft, and only one campaign answers a number', async () => {
    const { ask, add } = open();
    const inbound = { kind: 'inbound', phone_number: '+12025550180' };
    const { uuid } = await add(inbound);
    const toggle = () => ask('POST', `${url}/${uuid}/toggle`);
    expect(await toggle()).toMatchObject({
      status: 409,
      json: { detail: 'A draft campaign cannot be paused or resumed.' },
    });
    expect((await ask('PATCH', `${url}/${uuid}`, { status: 'active' })).json.status).toBe('active');
    expect((await ask('POST', url, { ...outbound, ...inbound, status: 'active' })).status).toBe(409);
    expect((await toggle()).json.status).toBe('paused');
    expect(await toggle()).toMatchObject({ status: 200, json: { uuid, status: 'active' } });
    await ask('PATCH', `${url}/${uuid}`, { status: 'completed' });
    expect((await toggle()).status).toBe(409);
    const local = { ...inbound, phone_number: '100', status: 'active' };
    expect((await ask('POST', url, { ...outbound, ...local })).json.detail).toMatch(/phone_number: must be an E\.164/);
  });
});

test('metrics without calls are empty, and hours of a day are those of the zone on that day', () => {
  const now = new Date('2026-03-30T12:00:00Z');
  const clock = clockIn('Europe/Berlin');
  expect(metricsOf({ sum: noCalls, recent: [], clock, now })).toEqual({
    calls_today: 0,
    total_calls: 0,
    connect_rate: 0,
    avg_handle_time: '00:00',
    peak_hour: null,
  });
  const bucket = (began: string) => ({ began, calls: 1, over: 1, connected: 1, connectedMs: 3_600_000 });
  const recent = [bucket('2026-03-28T08:0'), bucket('2026-03-29T07:0'), bucket('2026-03-29T22:3')];
  const found = metricsOf({ sum: sumWith(noCalls, recent, clock), recent, clock, now });
  expect(found).toMatchObject({ peak_hour: 9, calls_today: 1, avg_handle_time: '60:00' });
});

test('finished calls are summed once, in parts, and later ones are added', async () => {
  const asked: string[] = [];
  const store: MetricsStore = {
    first: async () => '2026-01-01T00:00:00.000Z',
    async buckets(_, [uuid = ''], { from, before = 'now' }) {
      asked.push(`${from.slice(0, 10)} ${before.slice(0, 10)}`);
      return new Map([
        [uuid, [{ began: `${from.slice(0, 10)}T09:0`, calls: 1, over: 1, connected: 0, connectedMs: 0 }]],
      ]);
    },
  };
  let now = new Date('2026-01-16T10:00:00Z');
  const figures = createFigures(store, () => now);
  const flow = { uuid: 'f', timeWindow: null, config: { timezone: 'UTC' } } as unknown as Flow;
  const total = async () => (await figures.of(localOrganisation, [flow])).get('f')?.total_calls;
  expect(await total()).toBe(3);
  expect(asked.splice(0)).toEqual([...['2026-01-01 2026-01-08', '2026-01-08 2026-01-15', '2026-01-15 now']]);
  expect(await total()).toBe(3);
  now = new Date('2026-01-17T00:00:00Z');
  expect(await total()).toBe(4);
  expect(asked).toEqual(['2026-01-15 now', '2026-01-15 2026-01-16', '2026-01-16 now']);
});

test('a stored config that an older version accepted is read with defaults for its invalid values', () => {
  const stored = {
    business_name: 'Maple',
    greeting: 'Hello',
    goals: 'none',
    pace: 9,
    timezone: 'IST',
    own: { kept: 1 },
  };
  expect(storedConfig(stored)).toMatchObject({
    business_name: 'Maple',
    greeting: 'Hello',
    goals: [],
    timezone: 'UTC',
    own: { kept: 1 },
    dialer: { max_attempts: 3 },
  });
  expect(storedConfig({ ...stored, timezone: 'GB' }).timezone).toBe('Europe/London');
  expect(storedConfig(stored)).not.toHaveProperty('pace');
  expect(storedConfig({ ...stored, greeting: '' })).toMatchObject({ business_name: 'Maple', greeting: 'Hello.' });
});
