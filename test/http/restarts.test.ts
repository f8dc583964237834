import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { ofCall } from '../of-call.ts';
import { begin, get, line, started } from './stored-calls.ts';
import { createFakeMedia, flowUuid, openTestApp, temporaryFolder } from './test-app.ts';

describe('a restart', () => {
  test('closes calls left open by a crash, at the time of their last event', async () => {
    const dataDir = temporaryFolder();
    const first = await openTestApp({ dataDir });
    const { callUuid } = await begin(first, 'c-1');
    const waiting = await begin(first, 'c-2');
    first.fake.ports().log.append(ofCall(callUuid), started(Date.now() - 5000));
    first.fake.ports().log.append(ofCall(callUuid), line(0, 'agent', 'Hello.', 0));
    await get(first, `/v1/calls/${callUuid}`);

    first.die();
    const second = await openTestApp({ dataDir });
    const call = await get(second, `/v1/calls/${callUuid}`);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'interrupted', outcome: 'failed', duration: 5 });
    expect(call.transcript).toHaveLength(1);
    expect(await get(second, `/v1/calls/${waiting.callUuid}`)).toMatchObject({
      status: 'failed',
      end_reason: 'interrupted',
    });
    expect((await get(second, '/api/voice/calls/live')).calls).toEqual([]);
  });

  test('gives an interrupted call the length of its recording', async () => {
    const dataDir = temporaryFolder();
    const first = await openTestApp({ dataDir });
    const { callUuid } = await begin(first);
    const startedMs = Date.now() - 600_000;
    const { log, recordings } = first.fake.ports();
    vi.useFakeTimers({ now: startedMs, toFake: ['Date'] });
    try {
      log.append(ofCall(callUuid), started(startedMs));
      await get(first, `/v1/calls/${callUuid}`);
    } finally {
      vi.useRealTimers();
    }
    await recordings.write(ofCall(callUuid), 8000, new Int16Array(2 * 8000 * 12));
    first.die();

    const second = await openTestApp({ dataDir });
    expect(await get(second, `/v1/calls/${callUuid}?events=1`)).toMatchObject({
      status: 'failed',
      end_reason: 'interrupted',
      duration: 12,
      ended_at: new Date(startedMs + 12_000).toISOString(),
      events: [{ type: 'started' }, { type: 'closed', atMs: 12_000 }],
    });
  });

  test('stores each example once, and does not overwrite edits', async () => {
    const dataDir = temporaryFolder();
    const first = await openTestApp({ dataDir });
    expect((await get(first, '/api/voice/flows')).flows).toMatchObject([
      { name: 'Maple Grove Dental front desk', kind: 'inbound', status: 'active' },
      { name: 'Maple Grove Dental reminders', kind: 'outbound', status: 'draft' },
    ]);
    const second = await openTestApp({ dataDir, editFlow: (flow) => void Object.assign(flow, { name: 'changed' }) });
    const { flows, total } = await get(second, '/api/voice/flows');
    expect(total).toBe(2);
    expect(flows.map(({ name }) => name)).not.toContain('changed');
    const flow = await get(second, `/api/voice/flows/${flowUuid}`);
    expect(flow.knowledge.map((document: { id: string }) => document.id)).toContain('hours');
  });

  test.each(['PORT', 'MEDIA_PORT'])('a %s in use is named before anything is opened', async (variable) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(openTestApp({ env: { [variable]: String(port) } })).rejects.toMatchObject({
      code: 'port_in_use',
      message: expect.stringMatching(new RegExp(`${port}.*\\(${variable}\\)`)),
    });
    other.close();
  });

  test('that fails half way closes what it opened', async () => {
    const dataDir = temporaryFolder();
    const media = createFakeMedia();
    Object.assign(media, { openMediaServer: () => Promise.reject(new Error('no models')) });
    await expect(openTestApp({ dataDir, media })).rejects.toThrow('no models');
    expect(readdirSync(dataDir).filter((name) => name.endsWith('-wal'))).toEqual([]);
  });
});
