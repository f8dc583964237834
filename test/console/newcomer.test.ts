import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openMailServer, readable } from '../mail/mail-server.ts';
import { openBrowser } from './browser.ts';
import { looksRight } from './looks.ts';
import { openServer, owner, whyNoPages } from './server.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });

test.skipIf(whyNoPages !== undefined)(
  'a newcomer creates the first account, signs out and in, and is asked to sign in after the session',
  async () => {
    const mail = await openMailServer();
    const empty = await openServer({ env: { SMTP_URL: `smtp://${mail.address}` } });
    onTestFinished(() => empty.close());
    const { page, offences } = await openBrowser({ viewport: { width: 360, height: 740 } });
    const fill = async (name: string, value: string) => page.getByLabel(name, { exact: true }).fill(value);

    await page.goto(`${empty.baseUrl}/calls`);
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    await looksRight(page);
    await fill('E-mail address', owner.email);
    await fill('New password', 'short');
    await button(page, 'Create account').click();
    await fill('New password', owner.password);
    await button(page, 'Create account').click();
    await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();

    await button(page, 'Your account').click();
    await page.getByText(owner.email).waitFor();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await looksRight(page);
    expect(offences.errors).toEqual([]);
    await fill('E-mail address', owner.email);
    await fill('Password', 'wrong password');
    await button(page, 'Sign in').click();
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/e-mail address or the password is wrong/);
    await fill('Password', owner.password);
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();

    await page.evaluate(`fetch('/api/auth/logout', { method: 'POST',
    headers: { authorization: 'Bearer ' + localStorage.getItem('parley.session') } })`);
    // The page may have noticed by itself meanwhile.
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await button(page, 'Forgot the password?').click();
    await looksRight(page);
    await fill('E-mail address', owner.email);
    await button(page, 'Send me a link').click();
    await page.getByRole('status').waitFor();
    const letters = () => mail.received.map(readable).join('');
    await eventually(letters).toContain('/set-password#token=');
    await page.goto(/http\S+\/set-password#token=[\w.-]+/.exec(letters())?.[0] as string);
    await looksRight(page);
    await fill('New password', 'another password');
    await button(page, 'Set the password').click();
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
    expect(offences).toMatchObject({ policyViolations: [], foreignRequests: [] });
  },
);
