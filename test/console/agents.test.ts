import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockedPdf, textPdf } from '../pdf/make-pdf.ts';
import { type BrowserOptions, goTo, openBrowser, openSection, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, owner, type PageServer, setUp, whyNoPages } from './server.ts';
import { stub } from './stubs.ts';

describe.skipIf(whyNoPages !== undefined)('the agents page', () => {
  let dataDir: string;
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-agents-'));
    server = await openServer({ dataDir, env: { WEBHOOK_ALLOWED_HOSTS: 'example.com' } });
    session = await setUp(server);
  });
  afterAll(async () => {
    await server?.close();
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
  });

  async function visit(path: string, heading: string, options: BrowserOptions = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk, ...options });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    return watched;
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
  async function ask(method: string, path: string, body?: object): Promise<any> {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await fetch(`${server.baseUrl}${path}`, { method, headers, ...payload })).json();
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

  test('inserts placeholders, shows how the words read in a call, and keeps what was typed over a reload', async () => {
    const contact = { phone: '+12025550142', name: 'Asha Rao', metadata: { plan: 'Gold', 'Due (₹)': 20 } };
    await ask('POST', '/v1/contacts', contact);
    const watched = await visit('/agents/new', 'New agent', { isAlone: true });
    const { page } = watched;
    await page.getByLabel('Name', { exact: true }).fill('Robin');
    await page.getByLabel('Greeting', { exact: true }).fill('Hello , welcome.');
    await page.getByLabel('Greeting', { exact: true }).press('Home');
    for (let at = 0; at < 'Hello '.length; at += 1) await page.keyboard.press('ArrowRight');
    await button(page, 'Insert a placeholder into the greeting').click();
    await button(page, '{name}').press('Enter');
    expect(await page.getByLabel('Greeting', { exact: true }).inputValue()).toBe('Hello {name}, welcome.');
    // The next character goes on where the placeholder ends.
    await page.keyboard.type('!');
    await page.keyboard.press('Backspace');
    await page.getByLabel('Persona').fill('You are {agent}. Their plan is ');
    await button(page, 'Insert a placeholder into the persona').click();
    await looksRight(page);
    expect(await button(page, '{Due (₹)}').count()).toBe(0);
    await button(page, '{plan}').click();
    const preview = page.getByRole('group', { name: 'Preview' });
    await preview.getByText('Hello, welcome.').waitFor();
    await preview.getByText('Without a value here: {name}, {plan}').waitFor();
    await preview.getByLabel('In a call with').selectOption('Asha Rao, +12025550142');
    await preview.getByText('Hello Asha Rao, welcome.').waitFor();
    await preview.getByText('Their plan is Gold').waitFor();
    await preview.getByText('37 characters, about 10 tokens', { exact: false }).waitFor();
    await looksRight(page);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('What you typed before the page was reloaded is back, and not saved yet.').waitFor();
    expect(await page.getByLabel('Greeting', { exact: true }).inputValue()).toBe('Hello {name}, welcome.');
    await button(page, 'Discard it').click();
    await eventually(() => page.getByLabel('Greeting', { exact: true }).inputValue()).toBe('');
    await page.reload();
    await page.getByLabel('Greeting', { exact: true }).waitFor();
    expect(await page.getByLabel('Greeting', { exact: true }).inputValue()).toBe('');
    expectClean(watched);
  });

  test('says why a preview is missing', async () => {
    const { page } = await visit('/agents/new', 'New agent');
    const detail = 'The preview is closed today.';
    await stub(page, { '*/api/voice/agents/wording-preview': () => Response.json({ detail }, { status: 403 }) });
    const preview = page.getByRole('group', { name: 'Preview' });
    await preview.getByText('Nothing is written yet.').waitFor();
    await page.getByLabel('Persona').fill('You are {agent}.');
    await preview.getByText(detail).waitFor();
    expect(await preview.getByText('Nothing is written yet.').count()).toBe(0);
  });

  test('keeps what was typed for the person who typed it alone', async () => {
    const other = 'next-person@example.com';
    await setUp(server, other);
    const { page } = await openBrowser({ viewport: desk, isAlone: true });
    page.on('dialog', (dialog) => void dialog.accept());
    const signIn = async (email: string): Promise<void> => {
      // As after a session that ended, or was ended in another tab: this tab keeps what was typed.
      await page.goto(`${server.baseUrl}/icon.svg`);
      await page.evaluate("localStorage.removeItem('parley.session')");
      await page.goto(`${server.baseUrl}/agents/new`);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(owner.password);
      await button(page, 'Sign in').click();
      await page.getByLabel('Persona').waitFor();
    };
    const persona = () => page.getByLabel('Persona').inputValue();
    await signIn(owner.email);
    await page.getByLabel('Persona').fill('Our secret plan.');
    await signIn(owner.email);
    expect(await persona()).toBe('Our secret plan.');
    await signIn(other);
    expect(await persona()).toBe('');
    await signIn(owner.email);
    expect(await persona()).toBe('');
  });

  test('creates, changes and deletes an agent, which is kept while a campaign uses it', async () => {
    const watched = await visit('/agents', 'Agents');
    const { page } = watched;
    await page.getByText('No agents of your own yet').waitFor();
    await looksRight(page);
    await page.getByRole('link', { name: 'Create agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'New agent' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Maya');
    await openSection(page, 'Voice');
    await page.getByRole('radio', { name: 'maya', exact: true }).check();
    await page.getByLabel('Language of the voice').selectOption('en-IN');
    await page.getByText(/^Separated by commas, of those that the voice speaks: en-US, en-IN/).waitFor();
    await page.getByLabel('Languages it understands').fill('en-IN, hi-IN');
    await openSection(page, 'Call behaviour');
    await page.getByLabel('Minimum words to interrupt').fill('2');
    await page.getByLabel('Voicemail').selectOption('Leave a message');
    await page.getByLabel('Message', { exact: true }).fill('Please call us back.');
    await openSection(page, 'Tools');
    await button(page, 'Add a tool').click();
    await page.getByLabel('Name of the tool').fill('look_up_order');
    await page.getByLabel('Address').fill('https://example.com/orders');
    await button(page, 'Add a parameter').click();
    await page.getByLabel('Parameter 1', { exact: true }).fill('number');
    await page.getByLabel('What parameter 1 is').fill('Number of the order.');
    await button(page, 'Add a header').click();
    await page.getByLabel('Header 1', { exact: true }).fill('Authorization');
    await page.getByLabel('Value of header 1').fill('Bearer abc');
    await looksRight(page);
    await button(page, 'Create agent').click();
    await page.getByText(/must name a secret/i).waitFor();
    await button(page, 'Remove header 1').click();
    await button(page, 'Create agent').click();
    // The section with the refused field opens.
    await page.getByText('Must be a language of this voice', { exact: false }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/agents/new/voice');
    expect(await page.getByLabel('Languages it understands').getAttribute('aria-invalid')).toBe('true');
    await eventually(() => page.evaluate('document.activeElement?.getAttribute("aria-invalid")')).toBe('true');
    await page.getByLabel('Languages it understands').fill('en-IN, en-GB');
    await button(page, 'Create agent').click();
    await page.getByRole('heading', { level: 1, name: 'Maya' }).waitFor();
    await page.getByRole('region', { name: 'Test this agent' }).waitFor();
    await openSection(page, 'Prompt');
    await page.getByLabel('Greeting').fill('Maya speaking.');
    await openSection(page, 'Call behaviour');
    await page.getByLabel('Callers may interrupt it').uncheck();
    await page.evaluate('history.back()');
    await eventually(() => page.getByLabel('Greeting').inputValue()).toBe('Maya speaking.');
    await button(page, 'Publish').click();
    await eventually(() => focused(page)).toMatch(/^Published\./);
    const [made] = (await ask('GET', '/api/voice/agents')).agents;
    expect(made).toMatchObject({
      name: 'Maya',
      greeting: 'Maya speaking.',
      voice_config: { provider: 'platform', speaker: 'maya', language_code: 'en-IN' },
      languages: ['en-IN', 'en-GB'],
      turn: { endpointing_ms: null, min_interrupt_words: 2, allow_interruptions: false },
      tools: [
        {
          name: 'look_up_order',
          parameters: {
            type: 'object',
            properties: { number: { type: 'string', description: 'Number of the order.' } },
            required: ['number'],
          },
        },
      ],
      voicemail: { action: 'leave_message', message: 'Please call us back.' },
      max_call_seconds: 1800,
    });

    const use = (agentUuid: string | null): void => {
      const database = new Sqlite(join(dataDir, 'parley.db'), { timeout: 5000 });
      database.prepare("UPDATE flows SET voice_agent_uuid = ? WHERE status = 'active'").run(agentUuid);
      database.close();
    };
    use(made.uuid);
    await page.getByRole('link', { name: 'All agents' }).click();
    await chooseInRow(page, 'Maya', 'Delete');
    await eventually(() => focused(page)).toBe('Cancel');
    await button(page, 'Delete').click();
    await eventually(() => page.getByRole('dialog').getByRole('alert').textContent()).toMatch(
      /^The active campaign ".+" uses this agent\. Stop the campaign or choose another agent for it first\.$/,
    );
    await looksRight(page);
    use(null);
    await button(page, 'Delete').click();
    await eventually(() => focused(page)).toBe('Maya was deleted.');
    await page.getByText('No agents of your own yet').waitFor();
    expectClean(watched);
  });

  test.each([
    ['on a phone, in the dark', { viewport: phone, colorScheme: 'dark' }],
    ['on a desk, in the dark', { colorScheme: 'dark' }],
  ] as const)('list and form are read %s', async (_, options) => {
    const { uuid } = await ask('POST', '/api/voice/agents', {
      name: 'A name that goes on and on, without a place to break in AnEndlessWordOfManyLetters',
      voice_config: { speaker: 'ava' },
      tools: [{ name: 'a', parameters: { type: 'object' }, endpoint: 'https://example.com' }],
    });
    const watched = await visit('/agents', 'Agents', options);
    await watched.page.getByRole('link', { name: 'A name' }).first().waitFor();
    await looksRight(watched.page);
    await goTo(watched.page, `/agents/${uuid}`);
    await button(watched.page, 'Save').waitFor();
    await looksRight(watched.page);
    expectClean(watched);
  });

  test('shows the progress of its documents, and why one failed', async () => {
    const add = async (name: string, file: Buffer): Promise<string> => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(file)]), name);
      const headers = { authorization: `Bearer ${session}` };
      const added = await fetch(`${server.baseUrl}/api/kb/documents`, { method: 'POST', headers, body: form });
      return ((await added.json()) as { uuid: string }).uuid;
    };
    await add('Prices.pdf', textPdf([[{ x: 72, y: 700, text: 'A crown costs 900 dollars.' }]]));
    await add('Locked.pdf', lockedPdf());
    const agent = { name: 'Reader', voice_config: { speaker: 'ava' } };
    const { uuid } = await ask('POST', '/api/voice/agents', agent);
    const watched = await visit(`/agents/${uuid}/knowledge`, 'Reader');
    const { page } = watched;
    const choice = (title: string) => page.getByRole('checkbox', { name: title, exact: true });
    const stateOf = async (title: string) =>
      page.locator(`[id="${await choice(title).getAttribute('aria-describedby')}"]`).textContent();
    await eventually(() => stateOf('Prices')).toBe('Not read yet');
    await choice('Prices').check();
    await choice('Locked').check();
    await button(page, 'Publish').click();
    await eventually(() => stateOf('Prices')).toBe('Ready for questions');
    await eventually(() => stateOf('Locked')).toMatch(/^The document is password-protected/);
    await looksRight(page);
    expectClean(watched);
  });

  test('shows a message and a link back for a missing agent', async () => {
    const { page } = await visit('/agents/7b1f7f0e-58b1-4c3c-8f0a-0000000000ff', 'Agent');
    await page.getByText('Could not load this agent').waitFor();
    await page.getByRole('link', { name: 'All agents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  });
});
