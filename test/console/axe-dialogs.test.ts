import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { desk, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

/** Pages with the buttons that open a dialog or a menu there; the test finds the buttons. */
const pages = [
  ...['/test-call', '/calls', '/agents', '/campaigns', '/contacts', '/queues', '/documents', '/audio', '/reports'],
  ...['/projects', '/extraction-fields', '/scenarios', '/personas', '/coach-documents', '/rubrics', '/voices'],
  ...['/team', '/api-keys', '/webhooks', '/telephony', '/activity', '/models'],
];
/** They change what the other buttons are about, or leave the page. */
const notPressed =
  /^(Show password|Sign out|Log out|Export|Download|Play|Pause|Activate|Deactivate|Available|Away|Call)/i;
const openedWithinMs = 400;

describe.skipIf(whyNoPages !== undefined)('axe with all rules, in everything that a button opens', () => {
  let server: PageServer;
  let session: string;
  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return (await answer.json()) as { readonly uuid: string };
  };
  let single: readonly string[];

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    const contact = await ask('POST', '/v1/contacts', { phone: '+12025550141', name: 'Ada', tags: ['City:Pune'] });
    const agent = await ask('POST', '/api/voice/agents', { name: 'Receptionist', voice_config: { speaker: 'ava' } });
    const campaign = await ask('POST', '/api/voice/flows', {
      ...{ kind: 'outbound', name: 'Renewals', provider: 'platform', voice_agent_id: agent.uuid },
      config: { goals: [{ id: 'visit', examples: ['I want to come by'], done: 'See you.', questions: [] }] },
    });
    await ask('POST', '/api/auth/api-keys', { name: 'Export', scopes: ['voice:calls:read'] });
    await ask('POST', '/api/segments', { name: 'North', kind: 'custom' });
    await ask('POST', '/api/projects', { name: 'Spring' });
    await ask('POST', '/api/reports', { window: 'week' });
    await ask('POST', '/api/reports/schedules', { every: 'week' });
    await ask('POST', '/api/extraction-fields', {
      ...{ key: 'greeted', name: 'Greeting', description: 'The agent greets the customer.', field_type: 'score' },
    });
    await ask('POST', '/api/voice/pronunciations', { word: 'Nguyen', respelling: 'win' });
    const persona = await ask('POST', '/api/pf-coach/personas', { name: 'Nora Field' });
    await ask('POST', '/api/pf-coach/documents', { title: 'Prices', text: 'A cleaning costs 120 dollars.' });
    single = [`/contacts/${contact.uuid}`, `/agents/${agent.uuid}`, `/campaigns/${campaign.uuid}`];
    single = [...single, `/personas/${persona.uuid}`];
  });
  afterAll(() => server?.close());

  test.each([
    ['light on a desk', { viewport: desk, colorScheme: 'light' }],
    ['dark on a phone', { viewport: phone, colorScheme: 'dark' }],
  ] as const)('finds no violation, %s', { timeout: 300_000 }, async (_name, screen) => {
    const { page } = await openBrowser({ session, ...screen });
    const pressed = new Set<string>();
    const opened: string[] = [];
    const found: Record<string, string[]> = {};
    for (const path of [...pages, ...single]) {
      const url = `${server.baseUrl}${path}`;
      for (const name of await openersOf(page, url)) {
        // One of several rows stands for all.
        const kind = `${path} ${name.replace(/(?<=^(?:Edit|Delete|Launch|Rename|Test|Revoke)) .*/, '')}`;
        if (pressed.has(kind)) continue;
        pressed.add(kind);
        await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
        if (await isOpened(page)) {
          opened.push(`${path} ${name}`);
          const here = await violationsOf(page);
          if (here.length > 0) found[`${path}: ${name}`] = here;
        }
        await settle(page, url);
      }
    }
    expect(found).toEqual({});
    expect(opened.length, opened.join('\n')).toBeGreaterThan(25);
  });
});

const isOpened = (page: Page): Promise<boolean> =>
  page
    .locator('[role="dialog"]:visible, [role="menu"]:visible')
    .first()
    .waitFor({ timeout: openedWithinMs })
    .then(
      () => true,
      () => false,
    );

/** Names of the buttons of a page that may open something. */
async function openersOf(page: Page, url: string): Promise<string[]> {
  await settle(page, url);
  const buttons = page.getByRole('main').locator('button:visible:enabled:not([type="submit"]):not([role="tab"])');
  const names: string[] = [];
  for (const button of await buttons.all()) {
    const name = (await button.getAttribute('aria-label')) ?? ((await button.textContent()) ?? '').trim();
    if (name !== '' && !name.includes('\n') && !notPressed.test(name)) names.push(name);
  }
  return [...new Set(names)];
}

/** The page as it is opened. */
async function settle(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
}
