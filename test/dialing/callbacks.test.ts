import { expect, test, vi } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { onEachDatabase } from '../data/databases.ts';
import { createFakeMedia } from '../http/test-app.ts';
import type { OutboundAppOptions } from '../telephony/outbound-app.ts';
import { flows, openDialling, patient, phoneOf } from './dialling-app.ts';

interface Asked {
  readonly args: Readonly<Record<string, unknown>>;
  readonly name?: string;
}

onEachDatabase('a callback', ({ place }) => {
  /** In each call, the agent asks for these callbacks; `heard` has what it was told. */
  async function open(
    asks: readonly Asked[],
    options: { readonly builtIn?: Readonly<Record<string, boolean>> | null } = {},
  ) {
    const where = await place();
    const media = createFakeMedia();
    const heard: { ok: boolean; result: string }[] = [];
    const offered: string[][] = [];
    const talk: NonNullable<OutboundAppOptions['provider']>['talk'] = async (answer, call) => {
      if (answer.kind !== 'stream') return;
      const ports = media.ports();
      const token = new URL(answer.url).pathname.split('/').at(-1) ?? '';
      const plan = await ports.plans.claim(token, 'telephony_a');
      if (plan === undefined) return;
      const note = (event: CallEvent): void => ports.log.append(plan, event);
      const wallMs = Date.now();
      const format = { encoding: 'mulaw', rateHz: 8000 } as const;
      note({ type: 'started', atMs: 0, format, providerCallId: call.id, streamId: call.id, wallMs });
      offered.push((plan.brain?.tools ?? []).map(({ name, description }) => `${name}: ${description}`));
      for (const { args, name = 'schedule_callback' } of heard.length === 0 ? asks : [])
        heard.push(await ports.tools.run(plan, name, args, { turn: 1, id: 'a' }));
      note({ type: 'ended', atMs: 1000, reason: 'agent_goodbye', wallMs: wallMs + 1000 });
    };
    const app = await openDialling({
      dataDir: where.dataDir,
      media,
      env: where.databaseUrl === undefined ? {} : { DATABASE_URL: where.databaseUrl },
      provider: { talk },
    });
    const voice = { speaker: 'ava', language_code: 'en-US' };
    const { builtIn = { schedule_callback: true } } = options;
    const agent = await app.ask('POST', '/api/voice/agents', {
      name: 'Maya',
      voice_config: voice,
      built_in_tools: builtIn,
    });
    const uuid = await app.campaign({
      voice_agent_id: agent.json.uuid,
      time_window: { start: '12:00', end: '20:00', timezone: 'UTC' },
      config: { dialer: { max_attempts: 1 } },
    });
    return { ...app, uuid, heard, offered, agent: agent.json };
  }

  test('is dialled at the agreed local time of the contact, although its attempts are used up', async () => {
    // It is Tuesday, noon in UTC, and two in the afternoon in Berlin.
    const app = await open([{ args: { date: '2026-06-03', time: '15:30' } }]);
    await app.contacts([{ timezone: 'Europe/Berlin' }]);
    await app.launch(app.uuid);
    await vi.waitFor(async () => {
      const { of } = await app.targets(app.uuid);
      expect(of(0)).toMatchObject({ status: 'waiting', reason: 'callback', next_at: '2026-06-03T13:30:00.000Z' });
    }, patient);
    expect(app.offered[0]).toEqual([expect.stringMatching(/^schedule_callback: .*Europe\/Berlin/)]);
    const planned = /^A callback is planned for Wednesday, June 3, 2026 at 3:30\sPM \(Europe\/Berlin\)\./;
    expect(app.heard).toEqual([{ ok: true, result: expect.stringMatching(planned) }]);
    expect((await app.ask('GET', `/v1/campaigns/${app.uuid}`)).json).toMatchObject({ status: 'active' });
    // Launched again meanwhile, it is not dialled earlier.
    await app.ask('POST', `/v1/campaigns/${app.uuid}/stop`);
    await app.launch(app.uuid);
    expect((await app.targets(app.uuid)).of(0)).toMatchObject({ status: 'waiting', reason: 'callback' });
    app.putForward(26 * 3_600_000);
    await app.until(app.uuid, 'completed');
    expect((await app.targets(app.uuid)).of(0)).toMatchObject({ status: 'finished', attempts: 1, phone: phoneOf(0) });
    expect(app.offered).toHaveLength(2);
  });

  test('is refused outside the calling hours, in the past, too far ahead, and without a time', async () => {
    const app = await open([
      { args: { date: '2026-06-03', time: '21:00' } },
      { args: { date: '2026-06-01', time: '15:00' } },
      { args: { date: '2027-06-01', time: '15:00' } },
      { args: { date: '2026-02-30', time: '15:00' } },
      { args: { date: 'tomorrow', time: 'noon' } },
      { args: {} },
    ]);
    await app.contacts([{ timezone: 'Europe/Berlin' }]);
    await app.launch(app.uuid);
    await app.until(app.uuid, 'completed');
    expect(app.heard.map(({ ok }) => ok)).toEqual(Array.from({ length: 6 }, () => false));
    expect(app.heard[0]?.result).toMatch(
      /^Calls are not allowed at that time\. The next possible time is Thursday, June 4, 2026 at 2:00\sPM \(Europe\/Berlin\)\./,
    );
    expect(app.heard[1]?.result).toMatch(/^That time has passed: it is now Tuesday, June 2, 2026/);
    expect(app.heard[2]?.result).toMatch(/within 90 days/);
    for (const { result } of app.heard.slice(3)) expect(result).toMatch(/^The date must be a day/);
    expect((await app.targets(app.uuid)).of(0)).toMatchObject({ status: 'finished', reason: null });
  });

  test('is not offered and does nothing where the agent has not turned it on', async () => {
    const app = await open([{ args: { date: '2026-06-03', time: '15:30' } }], { builtIn: null });
    expect(app.agent.built_in_tools.schedule_callback).toBe(false);
    await app.contacts([{}]);
    await app.launch(app.uuid);
    await app.until(app.uuid, 'completed');
    expect(app.offered).toEqual([[]]);
    expect(app.heard).toEqual([{ ok: false, result: 'No endpoint is connected for schedule_callback.' }]);
  });

  test('of a call that the campaign did not dial puts the contact into its queue', async () => {
    const app = await open([{ args: { date: '2026-06-03', time: '13:00' } }]);
    const tags = ['City:Boston'];
    await app.ask('PATCH', `${flows}/${app.uuid}`, { branches: tags });
    // Waits for the morning there, so that the campaign goes on.
    await app.contacts([{ tags, timezone: 'America/Los_Angeles' }]);
    await app.launch(app.uuid);
    expect((await app.ask('POST', '/v1/calls', { campaign_id: app.uuid, to: phoneOf(1) })).status).toBe(202);
    await vi.waitFor(async () => {
      const { of } = await app.targets(app.uuid);
      expect(of(1)).toMatchObject({ status: 'waiting', reason: 'callback', next_at: '2026-06-03T13:00:00.000Z' });
    }, patient);
    expect(app.heard).toMatchObject([{ ok: true }]);
  });
});
