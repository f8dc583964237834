import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProviderServer, type ProviderServer } from '../../media/emulator/index.ts';
import { goTo, openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone, showTheme } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const account = { authId: 'MA1', authToken: 'token' };

describe.skipIf(whyNoPages !== undefined)('the campaigns page', () => {
  let provider: ProviderServer;
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    const fate = () => ({ person: 'busy' }) as const;
    provider = await openProviderServer({ dialect: 'telephony_a', ...account, fate });
    const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), TELEPHONY_A_BASE_URL: provider.baseUrl };
    server = await openServer({ env, namesItself: true });
    session = await setUp(server);
    const { authId: auth_id, authToken: auth_token } = account;
    const connection = { auth_id, auth_token, phone_number: '+12025550100' };
    await ask('PUT', '/api/voice/integrations/telephony/telephony_a', connection);
    await ask('POST', '/v1/contacts', { phone: '+12025550141', name: 'Ada', tags: ['City:Pune'] });
    await ask('POST', '/v1/contacts', { phone: '+12025550142', name: 'Grace', tags: ['City:Paris'] });
  });
  afterAll(async () => {
    await server?.close();
    await provider?.close();
  });

  const ask = (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    return fetch(`${server.baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

  test('lists existing agents, and explains how the embedded engine uses instructions', async () => {
    const voice_config = { speaker: 'ava' };
    const agent = await ask('POST', '/api/voice/agents', { name: 'Receptionist', voice_config });
    const { uuid: agentUuid } = (await agent.json()) as { uuid: string };
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/campaigns`);
    await page.getByRole('link', { name: 'Create campaign' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Front door');
    await page.getByLabel('What it does').selectOption('Answers a number');
    await eventually(() => page.getByLabel('Tags of those to call').count()).toBe(0);
    await page.getByLabel('Agent', { exact: true }).selectOption('Receptionist');
    await eventually(() => page.getByLabel('Voice').count()).toBe(0);
    await page.getByLabel('Recording disclosure').fill('This call may be recorded.');
    await page.getByLabel('Say the disclosure first').press('Space');
    await page.getByLabel('Guardrails').fill('prices of others\n\nmedical advice');
    await page.getByText(/^The embedded engine answers from the facts in this text/).waitFor();
    await looksRight(page);
    await button(page, 'Next').click();
    await page.getByRole('heading', { name: 'Which number to answer' }).waitFor();
    await page.getByLabel('Phone number').fill('555');
    await button(page, 'Next').click();
    await page.locator('input[name="phone_number"]:invalid').waitFor();
    await page.getByLabel('Phone number').fill('+1 202 555 0188');
    await looksRight(page);
    await button(page, 'Next').click();
    await page.getByLabel('Time zone').fill('Asia/Tokyo');
    await button(page, 'Next').click();
    await page.getByText('Answers +12025550188, but no connected account has this number').waitFor();
    await looksRight(page);
    await button(page, 'Finish later').click();
    await page.getByRole('heading', { level: 1, name: 'Front door' }).waitFor();
    const stored = await (
      await fetch(`${server.baseUrl}/v1/campaigns/${page.url().split('/').at(-1)}`, {
        headers: { authorization: `Bearer ${session}` },
      })
    ).json();
    expect(stored).toMatchObject({
      kind: 'inbound',
      voice_agent_id: agentUuid,
      phone_number: '+12025550188',
      branches: [],
      config: {
        recording_disclosure: 'This call may be recorded.',
        recording_disclosure_required: true,
        guardrails: ['prices of others', 'medical advice'],
      },
    });
    await page.getByRole('link', { name: 'Show its calls' }).click();
    await page.getByText('No calls match these filters').waitFor();
    expectClean(watched);
  });

  test('steps of a campaign are added, changed and deleted, and hidden settings are kept', async () => {
    const made = await ask('POST', '/api/voice/flows', {
      kind: 'inbound',
      name: 'Bookings',
      provider: 'platform',
      speaker: 'ava',
      status: 'draft',
      config: {
        goals: [
          {
            id: 'visit',
            examples: ['I want to come by'],
            done: 'See you.',
            questions: [{ id: 'when', ask: 'When?', kind: 'date', retry: 'Which day?' }],
          },
        ],
      },
    });
    const { uuid } = (await made.json()) as { uuid: string };
    const goals = async () => {
      const flow = (await (await ask('GET', `/api/voice/flows/${uuid}`)).json()) as { config: { goals: unknown[] } };
      return flow.config.goals;
    };
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/campaigns/${uuid}`);
    await page.getByRole('link', { name: 'Edit the steps' }).click();
    await button(page, 'Edit the step visit').click();
    await page.getByLabel('The agent says at the end').fill('See you then.');
    await looksRight(page);
    await button(page, 'Save').click();
    await page.getByText('The steps were saved. New calls use them.').waitFor();

    await button(page, 'Add a step').click();
    await page.getByLabel('Name of the step').fill('order');
    await page.getByLabel('What callers say').fill('I want to order\nCan I order a pizza');
    await button(page, 'Add question').click();
    await page.getByLabel('The agent asks').fill('Which size?');
    await page.getByLabel('Name of the answer').fill('size');
    await page.getByLabel('Answer', { exact: true }).selectOption('One of several choices');
    await page.getByLabel('Choices').fill('small, large');
    await page.getByLabel('The agent says at the end').fill('A {size} one it is.');
    await looksRight(page);
    await button(page, 'Save').click();
    await page.getByText('The steps were saved. New calls use them.').waitFor();
    expect(await goals()).toEqual([
      {
        id: 'visit',
        examples: ['I want to come by'],
        done: 'See you then.',
        questions: [{ id: 'when', ask: 'When?', kind: 'date', retry: 'Which day?' }],
      },
      {
        id: 'order',
        examples: ['I want to order', 'Can I order a pizza'],
        done: 'A {size} one it is.',
        questions: [{ id: 'size', ask: 'Which size?', kind: 'choice', choices: ['small', 'large'] }],
      },
    ]);
    await button(page, 'Delete the step visit').click();
    await button(page, 'Save').click();
    await page.getByText('The steps were saved. New calls use them.').waitFor();
    expect(await goals()).toHaveLength(1);
    expectClean(watched);
  });

  test('an agent is tested from its page, and no campaign is made for it', async () => {
    const voice_config = { speaker: 'ava' };
    const agent = await ask('POST', '/api/voice/agents', { name: 'Night desk', voice_config });
    const { uuid } = (await agent.json()) as { uuid: string };
    const flows = async () => ((await (await ask('GET', '/api/voice/flows')).json()) as { flows: [] }).flows.length;
    const before = await flows();
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/agents/${uuid}`);
    await page.getByText('Answers no number yet').waitFor();
    await page.getByLabel('Greeting').fill('Night desk, hello.');
    await looksRight(page);
    // There is no media plane behind this server.
    await page.route('**/browser-test', (route) => route.fulfill({ status: 503 }));
    const asked = page.waitForRequest((request) => request.url().endsWith(`/agents/${uuid}/browser-test`));
    await button(page, 'Call').click();
    // What was typed is saved as a draft, which the test uses.
    expect((await asked).postDataJSON()).toEqual({ agent_version: 2 });
    await page.getByText('The server is at capacity').waitFor();
    await page.getByText('The test uses the draft.').waitFor();
    expect(await flows()).toBe(before);
    expectClean(watched);
  });

  test('creates, launches, watches, stops and deletes a campaign by keyboard', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/campaigns`);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const step = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
    await page.getByRole('link', { name: 'Create campaign' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).focus();
    await press('Enter');
    await page.locator('input[name="name"]:invalid').waitFor();
    await page.keyboard.type('Renewals');
    await page.getByLabel('Instructions for the agent').focus();
    await page.keyboard.type('Be brief.');
    await page.getByLabel('Name', { exact: true }).focus();
    await press('Enter');
    await step('Whom to call');
    await eventually(() => focused(page)).toBe('Whom to call');
    await page.getByText('2 contacts would be called.').waitFor();
    await press('Tab');
    await page.keyboard.type('Pune');
    await page.getByText(/^These tags cannot be counted/).waitFor();
    await looksRight(page);
    await press('Enter');
    await step('When to call');
    await button(page, 'Next').press('Enter');
    await step('How many calls at once');
    await button(page, 'Next').press('Enter');
    // What the server rejects leads to the step of the field.
    await page.getByText(/^Must have the form Key:Value/).waitFor();
    await eventually(() => page.evaluate('document.activeElement?.name')).toBe('branches');
    await page.getByLabel('Tags of those to call').fill('City:Pune');
    await page.getByText('1 contact would be called.').waitFor();

    // What was written outlives the page.
    await page.reload();
    await page.getByText('Your draft was kept.').waitFor();
    expect(await page.getByLabel('Tags of those to call').inputValue()).toBe('City:Pune');
    for (const name of ['When to call', 'How many calls at once', 'Check and launch']) {
      await button(page, 'Next').press('Enter');
      await step(name);
    }
    await page.getByText('1 contact will be called.').waitFor();
    await page.getByText(/^Check this: The campaign has no calling hours/).waitFor();
    await looksRight(page);
    await button(page, 'Set calling hours').press('Enter');
    await step('When to call');
    await page.getByRole('button', { name: 'Launch' }).press('Enter');
    await step('Check and launch');
    await button(page, 'Finish later').press('Enter');
    await page.getByRole('heading', { name: 'Before the launch' }).waitFor();
    await looksRight(page);
    await goTo(page, '/campaigns');
    await page.getByRole('link', { name: 'Renewals' }).waitFor();
    await looksRight(page);

    await chooseInRow(page, 'Renewals', 'Edit');
    await page.getByLabel('Calls from').fill('00:00');
    await page.getByLabel('Calls until').fill('23:59');
    await page.getByLabel('Attempts for each contact').fill('2');
    await page.getByLabel('Sun', { exact: true }).uncheck();
    await page.getByLabel('Minutes until a retry, if busy').fill('45');
    await page.getByLabel('Choices in telephone menus').fill('pharmacy\n\nspeak to a person');
    await button(page, 'Save').click();
    await eventually(() => page.getByRole('status').first().textContent()).toBe('Renewals was stored.');

    const headers = { authorization: `Bearer ${session}` };
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    const { flows } = (await (await fetch(`${server.baseUrl}/api/voice/flows`, { headers })).json()) as any;
    const renewals = flows.find(({ name }: { name: string }) => name === 'Renewals');
    expect(renewals.time_window.weekdays).toEqual([1, 2, 3, 4, 5, 6]);
    expect(renewals.config.menu_choices).toEqual(['pharmacy', 'speak to a person']);
    // The test runs on any day of the week.
    await page.reload();
    await chooseInRow(page, 'Renewals', 'Edit');
    expect(await page.getByLabel('Sun', { exact: true }).isChecked()).toBe(false);
    await page.getByLabel('Sun', { exact: true }).check();
    await button(page, 'Save').click();
    await page.getByText('Renewals was stored.').waitFor();
    expect(renewals.effective_config.dialer).toMatchObject({
      max_concurrent_calls: 10,
      max_attempts: 2,
      retry_minutes: { busy: 45, no_answer: 120, failed: 30 },
    });

    await page.getByRole('link', { name: 'Renewals' }).click();
    await button(page, 'Launch Renewals').click();
    await page.getByText(/^Start calling 1 contact with City:Pune during calling hours\?/).waitFor();
    await button(page, 'Launch').click();
    await eventually(() => focused(page)).toBe('Renewals is running.');
    await eventually(() => page.getByRole('cell', { name: /Later/ }).allTextContents()).toEqual([
      'Laterbusy; is tried again',
    ]);
    await eventually(() => page.getByText('Grace').count()).toBe(0);
    await page.getByText('0 of 1 contacts are done.').waitFor();
    await page.getByRole('region', { name: 'Outcomes' }).getByText('Busy').waitFor();
    expect([...provider.dials]).toEqual([['+12025550141', 1]]);
    await looksRight(page);
    await button(page, 'Stop Renewals').click();
    await button(page, 'Stop').click();
    await eventually(() => focused(page)).toBe('Renewals is paused.');

    await page.setViewportSize(phone);
    await showTheme(page, 'dark');
    for (const path of ['/campaigns', new URL(page.url()).pathname]) {
      await goTo(page, path);
      await page.getByText('Paused').last().waitFor();
      await looksRight(page);
    }

    await button(page, 'Delete Renewals').click();
    await button(page, 'Delete').click();
    await eventually(() => page.url()).toBe(`${server.baseUrl}/campaigns`);
    await eventually(() => page.getByRole('link', { name: 'Renewals' }).count()).toBe(0);
    expectClean(watched);
  });
});
