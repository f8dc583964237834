import { describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { openServer, setUp, whyNoPages } from './server.ts';

/** Zones, and a moment at which the day there is not the day in UTC. */
const readers = [
  ['America/Los_Angeles', '2026-11-28T05:38:00.000Z', '2026-11-27T07:30:00.000Z'],
  ['Asia/Kolkata', '2026-11-27T19:30:00.000Z', '2026-11-27T18:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-27T11:00:00.000Z', '2026-11-27T09:30:00.000Z'],
] as const;

describe.skipIf(whyNoPages !== undefined)('days in the console', () => {
  test.each(readers)('the newest call is in today of a reader in %s', async (timezoneId, now, dayBefore) => {
    const server = await openServer({ now: () => new Date(now) });
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const add = async (called_at: string, customer_name: string): Promise<void> => {
      const body = JSON.stringify({ called_at, customer_name, transcript: [{ speaker: 'agent', text: 'Hello.' }] });
      const answer = await fetch(`${server.baseUrl}/api/v1/sales/calls`, { method: 'POST', headers, body });
      expect(answer.status).toBe(202);
    };
    await add(new Date(Date.parse(now) - 60_000).toISOString(), 'Newest Nora');
    await add(dayBefore, 'Earlier Emil');
    const { page } = await openBrowser({ session, timezoneId, isAlone: true });
    await page.clock.setFixedTime(now);
    await page.goto(`${server.baseUrl}/calls`);
    const cell = (name: string) => page.getByRole('cell', { name, exact: true });
    await cell('Newest Nora').waitFor();
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: /^Days:/ }).click();
      await page.getByText(`Days in the time zone ${timezoneId}`).waitFor();
      await page.getByRole('button', { name, exact: true }).click();
    };
    await choose('Today');
    await cell('Earlier Emil').waitFor({ state: 'detached' });
    await cell('Newest Nora').waitFor();
    await choose('Yesterday');
    await cell('Earlier Emil').waitFor();
    await cell('Newest Nora').waitFor({ state: 'detached' });
    await page.goto(`${server.baseUrl}/`);
    await page.getByText(`Days begin at midnight, ${timezoneId}`).waitFor();
    await page
      .getByRole('link', { name: '1 calls: show the calls' })
      .or(page.getByRole('link', { name: '1 call: show the calls' }))
      .waitFor();
  });

  test('an admin sets the time zone of the organisation, and a wrong name gets the right one', async () => {
    const server = await openServer();
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const { page } = await openBrowser({ session, timezoneId: 'Asia/Calcutta', isAlone: true });
    await page.goto(`${server.baseUrl}/organisation`);
    const field = page.getByRole('combobox', { name: 'Time zone' });
    await expect.poll(() => field.inputValue(), { interval: 50 }).toBe('Asia/Kolkata');
    await field.fill('PST');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('America/Los_Angeles').waitFor();
    await field.fill('Europe/Paris');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Days begin at midnight in Europe/Paris now.').waitFor();
    await page.goto(`${server.baseUrl}/`);
    await page.getByText('Days begin at midnight, Europe/Paris').waitFor();
  });
});
