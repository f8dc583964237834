import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type WatchedPage } from './browser.ts';
import { desk, isAccessible, phone, picture } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

interface Answer {
  readonly uuid: string;
  readonly id: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly fields: readonly { readonly id: number }[];
}

describe.skipIf(whyNoPages !== undefined)('two people who edit at the same time', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Answer;
  };
  async function visit(path: string, heading: string, viewport = desk): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    return watched;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('of a persona keep both changes, and choose where they changed the same', async () => {
    const { uuid } = await ask('POST', '/api/pf-coach/personas', { name: 'Nora', profile: 'She is late.' });
    const url = `/api/pf-coach/personas/${uuid}`;
    const { page } = await visit(`/personas/${uuid}`, 'Nora');
    await ask('PATCH', url, { profile: 'She is early.' });
    await page.getByLabel('Name', { exact: true }).fill('Nora Field');
    await button(page, 'Save').click();
    await page.getByText('Saved. New runs use the changes.').waitFor();
    expect(await ask('GET', url)).toMatchObject({ name: 'Nora Field', profile: 'She is early.' });
    expect(await page.getByRole('textbox', { name: 'Profile' }).inputValue()).toBe('She is early.');

    await ask('PATCH', url, { profile: 'She is in a hurry.' });
    await page.getByRole('textbox', { name: 'Profile' }).fill('She is calm.');
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this persona' });
    await dialog.getByText('She is in a hurry.').waitFor();
    await isAccessible(page);
    await dialog.getByLabel('Theirs').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('textbox', { name: 'Profile' }).inputValue()).toBe('She is in a hurry.');
    expect(await ask('GET', url)).toMatchObject({ name: 'Nora Field', profile: 'She is in a hurry.' });
  });

  test('of a campaign keep both changes, and its versions show and restore them', async () => {
    const body = { name: 'Desk', kind: 'inbound', provider: 'platform', config: { guardrails: ['prices'] } };
    const { uuid } = await ask('POST', '/api/voice/flows', body);
    const url = `/api/voice/flows/${uuid}`;
    const watched = await visit('/campaigns', 'Campaigns');
    const { page } = watched;
    await chooseInRow(page, 'Desk', 'Edit');
    await ask('PATCH', url, { config: { recording_disclosure: 'This call is recorded.' }, version_note: 'Disclosure' });
    const form = page.getByRole('dialog', { name: 'Edit the campaign' });
    await form.getByLabel('Guardrails').fill('prices\nmedicine');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    expect((await ask('GET', url)).config).toMatchObject({
      guardrails: ['prices', 'medicine'],
      recording_disclosure: 'This call is recorded.',
    });

    await chooseInRow(page, 'Desk', 'Edit');
    await ask('PATCH', url, { config: { guardrails: ['law'] } });
    await form.getByLabel('Guardrails').fill('taxes');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const choice = page.getByRole('dialog', { name: 'Somebody else changed this campaign' });
    await choice.getByText('law', { exact: true }).waitFor();
    await choice.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    expect((await ask('GET', url)).config).toMatchObject({ guardrails: ['taxes'] });

    await page.goto(`${server.baseUrl}/campaigns/${uuid}`);
    await page.getByText('Disclosure', { exact: true }).waitFor();
    await button(page, 'Changes of version 5').click();
    await page.getByText('Guardrails', { exact: true }).waitFor();
    await isAccessible(page);
    await picture(page, 'campaign-versions');
    await page.setViewportSize(phone);
    await isAccessible(page);
    await page.setViewportSize(desk);
    await button(page, 'Restore version 1').click();
    await page.getByRole('dialog', { name: 'Restore version 1?' }).getByText('This call is recorded.').waitFor();
    await button(page, 'Restore').click();
    await page.getByText('Restored. New calls use this version.').waitFor();
    expect((await ask('GET', url)).config).toEqual({ guardrails: ['prices'] });
  });

  test('of a criterion keep both changes', async () => {
    const field = { key: 'polite', name: 'Polite', group: 'Manners', field_type: 'score', options: ['please'] };
    const { id } = await ask('POST', '/api/extraction-fields', field);
    const { page } = await visit('/scorecards', 'Scorecards');
    await chooseInRow(page, 'Polite', 'Edit');
    await ask('PATCH', `/api/extraction-fields/${id}`, { weight: 3 });
    const form = page.getByRole('dialog', { name: 'Edit Polite' });
    await form.getByLabel('Name', { exact: true }).fill('Politeness');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const { fields } = await ask('GET', '/api/extraction-fields?limit=100');
    expect(fields.find((each) => each.id === id)).toMatchObject({ name: 'Politeness', weight: 3 });
  });
});
