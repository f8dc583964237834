import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signatureOf } from '../../src/features/operations/webhooks/signature.ts';
import { lineNumber } from '../http/test-app.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { type BrowserOptions, openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone, picture } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the webhooks page', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
    server = await openServer({ env });
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.status === 204 ? undefined : JSON.parse(await answer.text());
  };

  /** A caller whose stream is not open yet. */
  async function callIn(): Promise<{ uuid: string }> {
    const query = new URLSearchParams({ CallUUID: randomUUID(), From: '+15550001111', To: lineNumber });
    await fetch(`${server.baseUrl}/api/voice/webhooks/telephony_a/answer?${query}`);
    const headers = { authorization: `Bearer ${session}` };
    const list = await (await fetch(`${server.baseUrl}/v1/calls?limit=1`, { headers })).json();
    return (list as { calls: { uuid: string }[] }).calls[0]!;
  }

  test('says to a member who may see it, and offers no form', async () => {
    const [email, password] = [`${randomUUID()}@example.com`, 'another long password'];
    const { invitation_link: link } = await post('/api/auth/members', { email, role: 'member' });
    await post('/api/auth/password/reset', { token: link.split('#token=')[1], password });
    const { token } = await post('/api/auth/login', { email, password });
    const watched = await openBrowser({ session: token, viewport: desk });
    await watched.page.goto(`${server.baseUrl}/webhooks`);
    await watched.page.getByText('Only managers and admins of your organisation can open this page.').waitFor();
    expect(await watched.page.getByRole('textbox', { name: 'Address' }).count()).toBe(0);
    expect(await watched.page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    await looksRight(watched.page);
    expectClean(watched);
  });

  const screens: readonly (readonly [string, BrowserOptions])[] = [
    ['a desk', { viewport: desk }],
    ['a telephone in the dark', { viewport: phone, colorScheme: 'dark' }],
  ];

  test.each(screens)(
    'adds a webhook, shows its secret once, lists its deliveries and deletes it on %s',
    async (_where, screen) => {
      let isMended = false;
      const receiver = await openReceiver(
        (_, reply) =>
          void reply.writeHead(receiver.received.length > 1 && !isMended ? 500 : 200).end('{"stored":true}'),
      );
      const watched = await openBrowser({ session, ...screen });
      const { page, context } = watched;
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.baseUrl });
      await page.goto(`${server.baseUrl}/webhooks`);
      await page.getByText('No webhooks yet').waitFor();
      await looksRight(page);

      await button(page, 'Add a webhook').click();
      await page.getByLabel('Name').fill('CRM');
      await page.getByLabel('Address').fill('http://10.0.0.1/hook');
      await button(page, 'Add webhook').click();
      await eventually(() => page.getByRole('alert').textContent()).toBe('Choose at least one event.');
      await page.getByRole('checkbox', { name: 'call.no_answer' }).press('Space');
      await button(page, 'Add webhook').click();
      await page.getByText(/^Must resolve to a public address/).waitFor();
      await page.getByLabel('Address').fill(receiver.url);
      await button(page, 'Add a header').click();
      await page.getByLabel('Header 1', { exact: true }).fill('Authorization');
      const value = page
        .getByRole('textbox', { name: 'Value of header 1' })
        .or(page.getByLabel('Value of header 1', { exact: true }));
      await value.first().fill('Bearer receiver-canary');
      expect(await value.first().getAttribute('type')).toBe('password');
      await button(page, 'Add a header').click();
      await button(page, 'Remove header 2').click();
      await looksRight(page);
      await button(page, 'Add webhook').click();

      const shown = page.getByRole('textbox', { name: 'Secret', exact: true });
      await eventually(() => page.evaluate('document.activeElement?.value')).toMatch(/^whsec_/);
      const secret = await shown.inputValue();
      await button(page, 'Copy the secret').click();
      await page.getByText('Copied.').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
      await looksRight(page);
      await button(page, "I've saved it").click();
      await eventually(() => focused(page)).toBe('The webhook “CRM” is ready.');
      expect(await page.content()).not.toContain(secret);
      expect(await page.content()).not.toContain('receiver-canary');
      await page.getByText('With the header Authorization').waitFor();
      await eventually(() => button(page, 'Remove header 1').count()).toBe(0);

      for (let count = 1; count <= 2; count++) {
        const { uuid } = await callIn();
        await post(`/api/voice/calls/${uuid}/end`, { reason: 'workflow_close' });
        await receiver.until(count);
      }
      expect(receiver.received[0]?.headers.authorization).toBe('Bearer receiver-canary');
      await chooseInRow(page, 'CRM', 'Deliveries');
      await eventually(() => focused(page)).toBe('Deliveries to “CRM”');
      await eventually(async () => {
        await button(page, 'Refresh').click();
        return page.getByRole('cell', { name: /^(Delivered|Failed)/ }).allTextContents();
      }).toEqual(['Failed. The receiver returned 500.', 'Delivered (200)']);
      await looksRight(page);
      await button(page, 'Send call.no_answer again').click();
      await page.getByText('call.no_answer was sent again. Failed. The receiver returned 500.').waitFor();
      isMended = true;
      await button(page, 'Send call.no_answer again').click();
      await page.getByText('call.no_answer was sent again. Delivered (200)').waitFor();
      const [, failed, , again] = receiver.received;
      expect([again?.body, again?.headers['x-webhook-id']]).toEqual([failed?.body, failed?.headers['x-webhook-id']]);
      await page.getByRole('list', { name: 'Attempts' }).getByText('by hand').first().waitFor();
      expect(await page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').count()).toBe(3);
      expect(await button(page, 'Send call.no_answer again').count()).toBe(0);
      await looksRight(page);
      await button(page, 'Close').click();
      await eventually(() => focused(page)).toBe('The deliveries are closed.');

      await button(page, 'Send a test to CRM').click();
      await page.getByLabel('Event', { exact: true }).selectOption('call.ended');
      await looksRight(page);
      await button(page, 'Send').click();
      const outcome = page.getByRole('status', { name: 'Result of the test' });
      await outcome.getByText('Delivered').waitFor();
      expect(await outcome.textContent()).toMatch(/Status 200, \d+ ms/);
      expect(await page.getByLabel('Response of the receiver').textContent()).toBe('{"stored":true}');
      const test = receiver.received.at(-1);
      expect(JSON.parse(`${test?.body}`)).toMatchObject({ event: 'call.ended', test: true });
      expect(test?.headers['x-webhook-signature']).toBe(signatureOf(secret, test?.body as Buffer));
      await looksRight(page);
      await picture(page, `webhook-test-${screen.viewport?.width}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

      await chooseInRow(page, 'CRM', 'Edit');
      await page.getByLabel('Name').last().fill('CRM 2');
      await button(page, 'Remove Authorization').click();
      await page.getByLabel('Active').press('Space');
      await looksRight(page);
      await picture(page, `webhook-edit-${screen.viewport?.width}`);
      await button(page, 'Save').click();
      await page.getByText('The webhook “CRM 2” was saved.').waitFor();
      await page.getByText('Inactive').waitFor();
      expect(await page.getByText('With the header').count()).toBe(0);
      await picture(page, `webhooks-${screen.viewport?.width}`);

      await chooseInRow(page, 'CRM 2', 'Delete');
      await looksRight(page);
      await button(page, 'Delete').click();
      await page.getByText('No webhooks yet').waitFor();
      await eventually(() => focused(page)).toBe('The webhook “CRM 2” was deleted.');
      expectClean(watched);
    },
  );
});
