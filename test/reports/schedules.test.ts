import { expect, test } from 'vitest';
import { coveredBefore, nextAfter } from '../../src/features/analysis/reports/schedule.ts';
import { onEachDatabase } from '../call-analysis/analysis-app.ts';
import { addMembers, people } from '../contacts/contacts-app.ts';
import { fakeAuthenticator } from '../http/fake-authenticator.ts';
import { openTestApp } from '../http/test-app.ts';
import { openMailServer, readable } from '../mail/mail-server.ts';

test('a schedule is due on the next Monday or first of a month, at seven in the zone of the server', () => {
  const next = (every: 'week' | 'month', at: string, timezone: string): string =>
    nextAfter(every, new Date(at), { timezone });
  expect(next('week', '2026-03-04T12:00:00Z', 'UTC')).toBe('2026-03-09T07:00:00.000Z');
  expect(next('week', '2026-03-09T06:59:00Z', 'UTC')).toBe('2026-03-09T07:00:00.000Z');
  expect(next('week', '2026-03-09T07:00:00Z', 'UTC')).toBe('2026-03-16T07:00:00.000Z');
  expect(next('month', '2026-01-31T23:00:00Z', 'UTC')).toBe('2026-02-01T07:00:00.000Z');
  expect(next('month', '2026-02-01T06:00:00Z', 'UTC')).toBe('2026-02-01T07:00:00.000Z');
  expect(next('month', '2026-12-15T00:00:00Z', 'Asia/Kolkata')).toBe('2027-01-01T01:30:00.000Z');
  // Clocks are set forward on the day before.
  expect(next('week', '2026-03-26T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-30T05:00:00.000Z');
});

test('a scheduled report covers the whole week or month before, across changes of the clock', () => {
  const berlin = { timezone: 'Europe/Berlin' };
  expect(coveredBefore('week', '2026-03-30T05:00:00.000Z', berlin)).toEqual({
    from: '2026-03-22T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(coveredBefore('month', '2026-04-01T05:00:00.000Z', berlin)).toEqual({
    from: '2026-02-28T23:00:00.000Z',
    to: '2026-03-31T22:00:00.000Z',
  });
});

onEachDatabase('scheduled reports', ({ place }) => {
  async function open(smtp: string | undefined) {
    let at = Date.parse('2026-03-04T12:00:00Z');
    const { dataDir, databaseUrl } = await place();
    const app = await openTestApp({
      dataDir,
      now: () => new Date(at),
      authenticator: fakeAuthenticator(people),
      env: {
        ...(smtp === undefined ? {} : { SMTP_URL: `smtp://${smtp}` }),
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        PUBLIC_BASE_URL: 'https://calls.example.com',
      },
    });
    await addMembers(app.database);
    const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, as = 'admin') => {
      const headers = { authorization: `Bearer ${as}` };
      const reply = await app.http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
      return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() };
    };
    const moveTo = (time: string): void => {
      at = Date.parse(time);
    };
    return { ...app, ask, moveTo };
  }
  const url = '/api/reports/schedules';
  const weekly = { every: 'week', recipients: ['Mate@example.com', 'admin@example.com', 'mate@example.com'] };

  test('are created once when a week ends, and sent to each recipient as a summary and a PDF', async () => {
    const mail = await openMailServer();
    const { ask, moveTo } = await open(mail.address);
    const transcript = [{ speaker: 'customer', text: 'Hello.' }];
    const call = { called_at: '2026-03-04T10:00:00Z', transcript };
    const { id } = (await ask('POST', '/api/v1/sales/calls', call)).body;
    await expect.poll(async () => (await ask('GET', `/api/calls/${id}`)).body.status).toBe('completed');
    expect(await ask('POST', url, weekly)).toMatchObject({
      status: 201,
      body: { recipients: ['mate@example.com', 'admin@example.com'], next_at: '2026-03-09T07:00:00.000Z' },
    });
    moveTo('2026-03-09T06:50:00Z');
    expect((await ask('GET', '/api/reports')).body.total).toBe(0);
    moveTo('2026-03-09T07:01:00Z');
    await expect.poll(() => mail.received.length).toBe(2);
    expect((await ask('GET', url)).body).toMatchObject({
      schedules: [{ next_at: '2026-03-16T07:00:00.000Z' }],
      is_mailed: true,
    });
    const { reports } = (await ask('GET', '/api/reports')).body;
    expect(reports).toMatchObject([
      { window: 'custom', range: { from: '2026-03-02T00:00:00.000Z', to: '2026-03-09T00:00:00.000Z' } },
    ]);
    const letters = mail.received.map(readable);
    expect(letters.map((letter) => /^To: (\S+)/m.exec(letter)?.[1]).sort()).toEqual([
      'admin@example.com',
      'mate@example.com',
    ]);
    for (const letter of letters) {
      expect(letter).toContain('Subject: Call report, 2026-03-02 to 2026-03-08');
      expect(letter).toContain('The period has 1 call: 0 inbound, 0 outbound and 1 uploaded.');
      expect(letter).toContain(`https://calls.example.com/reports/${reports[0].id}`);
      expect(letter).toContain(`filename=report-${reports[0].id}.pdf`);
      // The first bytes of a PDF, in base64.
      expect(letter).toContain('JVBERi0');
    }
    // A fortnight without a server: one report, of the last week.
    moveTo('2026-03-25T12:00:00Z');
    await expect.poll(() => mail.received.length).toBe(4);
    expect((await ask('GET', '/api/reports')).body.reports[0].range.from).toBe('2026-03-16T00:00:00.000Z');
  });

  test('are listed and not sent without a mail server', async () => {
    const { ask, moveTo } = await open(undefined);
    expect((await ask('POST', url, weekly)).status).toBe(201);
    expect((await ask('GET', url)).body.is_mailed).toBe(false);
    moveTo('2026-03-09T08:00:00Z');
    await expect.poll(async () => (await ask('GET', '/api/reports')).body.reports[0]?.status).toBe('completed');
  });

  test('have members as recipients, and end when their creator leaves', async () => {
    const mail = await openMailServer();
    const { ask, moveTo, database } = await open(mail.address);
    for (const bad of [
      {},
      { every: 'day', recipients: ['admin@example.com'] },
      { every: 'week', recipients: ['nobody'] },
      { every: 'week', recipients: ['outsider@example.org'] },
      { every: 'week', recipients: ['stranger@example.com'] },
      { ...weekly, segment_uuids: ['none'] },
    ])
      expect((await ask('POST', url, bad)).status, JSON.stringify(bad)).toBe(400);
    expect((await ask('POST', url, weekly, 'mate')).status).toBe(403);
    const { id } = (await ask('POST', url, { ...weekly, every: 'month' })).body;
    expect((await ask('GET', url, undefined, 'stranger')).body.schedules).toEqual([]);
    expect((await ask('DELETE', `${url}/${id}`, undefined, 'stranger')).status).toBe(404);
    await ask('POST', url, weekly);
    expect((await ask('DELETE', `${url}/${id}`)).status).toBe(204);
    expect((await ask('GET', url)).body.schedules).toHaveLength(1);
    await database.system.tx(async (queries) => {
      await queries.delete(database.tables.memberships);
    });
    moveTo('2026-03-09T08:00:00Z');
    await expect.poll(async () => (await ask('GET', url)).body.schedules).toEqual([]);
    expect([mail.received.length, (await ask('GET', '/api/reports')).body.total]).toEqual([0, 0]);
  });
});
