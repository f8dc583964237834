import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../http/test-app.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean, isAccessible, phone, picture, showTheme } from './looks.ts';
import { openServer, owner, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the page of API keys', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');
  const password = 'correct horse battery';

  async function openScene() {
    const dataDir = temporaryFolder();
    const server = await openServer({ dataDir });
    onTestFinished(() => server.close());
    const admin = await setUp(server);
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    const ask = async (method: string, path: string, body?: object, token = admin): Promise<any> => {
      const answer = await fetch(`${server.baseUrl}/api/auth${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return answer.status === 204 ? undefined : answer.json();
    };
    const addMember = async (): Promise<string> => {
      const email = 'mia@example.com';
      const { invitation_link: link } = await ask('POST', '/members', { email, name: 'Mia', role: 'member' });
      await ask('POST', '/password/reset', { token: link.split('#token=')[1], password });
      return (await ask('POST', '/login', { email, password })).token;
    };
    const visit = async (session: string, viewport = desk) => {
      const watched = await openBrowser({ session, viewport });
      await watched.page.goto(`${server.baseUrl}/api-keys`);
      await watched.page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
      return watched;
    };
    return { dataDir, admin, ask, addMember, visit };
  }

  test('offers a member the scopes of their role, and explains the others', async () => {
    const { addMember, visit } = await openScene();
    const watched = await visit(await addMember(), phone);
    const { page } = watched;
    await button(page, 'Create key').click();
    const scope = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await eventually(() => scope('voice:calls:write').isDisabled()).toBe(true);
    for (const name of ['voice:campaigns:write', 'sales:calls:write', 'sales:simulations:judge'])
      expect(await scope(name).isDisabled(), name).toBe(true);
    for (const name of ['agent:ocr', 'agent:audio', 'voice:calls:read', 'sales:reports:read'])
      expect(await scope(name).isEnabled(), name).toBe(true);
    expect(await page.getByText('Needs one of these roles: Manager, Admin.', { exact: false }).count()).toBe(4);
    await isAccessible(page);
    await picture(page, 'api-keys-member-phone');
    expectClean(watched);
  });

  test('creates a restricted key with an expiry by keyboard, and lists both', async () => {
    const { ask, admin, visit } = await openScene();
    const watched = await visit(admin);
    const { page } = watched;
    await button(page, 'Create key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Judge');
    const until = page.getByLabel('Valid until (optional)');
    await until.fill('2020-01-31');
    await page.getByRole('checkbox', { name: 'Restricted', exact: true }).press('Space');
    await page.getByRole('checkbox', { name: 'sales:simulations:judge' }).press('Space');
    await button(page, 'Create key').click();
    await page.getByText('Must be in the future.').waitFor();
    expect(await until.getAttribute('aria-invalid')).toBe('true');
    await until.fill('2999-01-31');
    await button(page, 'Create key').click();
    await button(page, "I've saved it").click();
    const row = page.getByRole('row', { name: /^Judge/ });
    await row.getByText('Restricted to these').waitFor();
    await row.getByText('Jan 31, 2999').waitFor();
    await row.getByText(`${owner.email} (Admin)`).waitFor();
    const [key] = (await ask('GET', '/api-keys')).api_keys;
    const end = new Date('2999-02-01T00:00:00').toISOString();
    expect(key).toMatchObject({ restricted: true, expires_at: end, scopes: ['sales:simulations:judge'] });
    await isAccessible(page);
    await picture(page, 'api-keys-admin');
    await showTheme(page, 'dark');
    await isAccessible(page);
    await picture(page, 'api-keys-admin-dark');
    expectClean(watched);
  });

  test('shows what an upgrade removed from keys until the admin dismisses it', async () => {
    const { dataDir, ask, admin, addMember, visit } = await openScene();
    const member = await addMember();
    await ask('POST', '/api-keys', { name: 'Nightly', scopes: ['voice:calls:read'] }, member);
    const file = new Sqlite(join(dataDir, 'parley.db'));
    file.exec(`UPDATE api_keys SET removed_scopes = '["voice:calls:write","sales:calls:write"]'`);
    file.close();
    const watched = await visit(admin);
    const { page } = watched;
    await page.getByText('Nightly of Mia (Member) lost voice:calls:write, sales:calls:write').waitFor();
    await isAccessible(page);
    await picture(page, 'api-keys-narrowed');
    await button(page, 'Dismiss the list').click();
    await eventually(() => focused(page)).toContain('The list was dismissed.');
    await page.reload();
    await page.getByRole('row', { name: /^Nightly/ }).waitFor();
    expect(await page.getByText('An update narrowed API keys').count()).toBe(0);
    expectClean(watched);
  });

  test('lists the scopes that a demotion withholds', async () => {
    const { ask, admin, addMember, visit } = await openScene();
    await addMember();
    const { members } = await ask('GET', '/members');
    const mia = members.find(({ name }: { name: string }) => name === 'Mia').user_uuid;
    await ask('PATCH', `/members/${mia}`, { role: 'manager' });
    const { token } = await ask('POST', '/login', { email: 'mia@example.com', password });
    await ask('POST', '/api-keys', { name: 'Pusher', scopes: ['voice:calls:write'] }, token);
    await ask('PATCH', `/members/${mia}`, { role: 'member' });
    const { page } = await visit(admin);
    const row = page.getByRole('row', { name: /^Pusher/ });
    await row.getByText('Not with the present role: voice:calls:write').waitFor();
    await row.getByText('Nothing that needs a scope').waitFor();
  });

  test.each([
    ['clears the checkbox', true, 200],
    ['leaves the checkbox', false, 401],
  ])('changing the password revokes the keys of a user who %s', async (_, clears, status) => {
    const { ask, admin, visit } = await openScene();
    const { key } = await ask('POST', '/api-keys', { name: 'Nightly', scopes: ['voice:calls:read'] });
    const { page } = await visit(admin);
    await button(page, 'Your account').click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password', { exact: true }).fill(owner.password);
    await dialog.getByLabel('New password', { exact: true }).fill('a second long password');
    const revokes = dialog.getByRole('checkbox', { name: 'Revoke my API keys' });
    expect(await revokes.isChecked()).toBe(true);
    if (clears) await revokes.press('Space');
    await isAccessible(page);
    await picture(page, 'change-password');
    await button(page, 'Change password').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const { origin } = new URL(page.url());
    const me = await fetch(`${origin}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } });
    expect(me.status).toBe(status);
  });
});
