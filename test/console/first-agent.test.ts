import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { textPdf } from '../pdf/make-pdf.ts';
import { openBrowser, openSection } from './browser.ts';
import { expectClean, looksRight, picture } from './looks.ts';
import { giveVoice, recordMicrophone } from './microphone.ts';
import { openWholeServer, owner, whyNoPages } from './server.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const question = 'How much does a wheel alignment cost?';
const answer = /60 dollars|sixty dollars/i;
const mostMs = 5 * 60_000;

/** What a person who has never seen the console does, without reading the documentation. */
test.skipIf(whyNoPages !== undefined)(
  'a newcomer creates an agent, which answers from their document in writing and by voice',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-first-agent-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [microphone, document] = [join(folder, 'silence.wav'), join(folder, 'Prices.pdf')];
    const lines = ['Prices of Harbor Garage', 'A tow costs 95 dollars.', 'A wheel alignment costs 60 dollars.'];
    await writeFile(document, textPdf([lines.map((text, index) => ({ x: 72, y: 740 - 20 * index, text }))]));
    await recordMicrophone(microphone, 60_000);
    const server = await openWholeServer();
    onTestFinished(() => server.close());
    const watched = await openBrowser({ microphone });
    const { page } = watched;
    const say = await giveVoice(page, [question]);
    const beganMs = performance.now();

    // 1. An empty server asks for the first account.
    await page.goto(server.baseUrl);
    await page.getByLabel('E-mail address').fill(owner.email);
    await page.getByLabel('New password', { exact: true }).fill(owner.password);
    await button(page, 'Create account').click();

    // 2. The dashboard says what to do first.
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 9 done').waitFor();
    await looksRight(page);
    await picture(page, 'first-steps');
    await steps.getByRole('link', { name: 'Create an agent' }).click();

    // 3. A name, and a document of one's own.
    await page.getByLabel('Name', { exact: true }).fill('Robin');
    await page.getByLabel('Persona').fill('You answer the phone of Harbor Garage, a car workshop.');
    await openSection(page, 'Knowledge');
    await page.getByLabel('Documents to upload').setInputFiles(document);
    const chosen = page.getByRole('checkbox', { name: 'Prices', exact: true });
    await chosen.waitFor();
    await expect.poll(() => chosen.isChecked()).toBe(true);
    await looksRight(page);
    await button(page, 'Create agent').click();

    // 4. The page of the agent has the test beside the form; the document is read meanwhile.
    await page.getByRole('heading', { level: 1, name: 'Robin' }).waitFor();
    await page.getByText('Ready for questions').waitFor();

    // 5. By typing.
    const panel = page.getByRole('region', { name: 'Test this agent' });
    await panel.getByText('By typing').click();
    await button(page, 'Start a chat').click();
    await panel.locator('[data-speaker="agent"]').first().waitFor();
    await page.getByLabel('Message', { exact: true }).fill(question);
    await page.keyboard.press('Enter');
    await panel.locator('[data-speaker="agent"]', { hasText: answer }).waitFor();
    await looksRight(page);
    await picture(page, 'test-by-typing');

    // 6. By voice.
    await panel.getByText('By voice').click();
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    await panel.locator('[data-speaker="agent"][data-final="true"]').first().waitFor();
    await panel.locator('[data-state="listening"]').waitFor();
    await say(question);
    await panel.locator('[data-speaker="caller"]', { hasText: /alignment/i }).waitFor();
    // Also where the recogniser takes one word for another that sounds like it.
    await panel.locator('[data-speaker="agent"]', { hasText: answer }).waitFor();
    await picture(page, 'test-by-voice');
    await panel.getByRole('button', { name: 'End call' }).click();
    await panel.getByRole('button', { name: 'Call again' }).waitFor();
    expect(performance.now() - beganMs).toBeLessThan(mostMs);

    // 7. The steps have ticked themselves.
    await page.getByRole('link', { name: 'Parley, home' }).click();
    await steps.getByText('2 of 9 done').waitFor();

    // 8. The agent is in the list of the test call, too.
    await page.goto(`${server.baseUrl}/test-call`);
    const agents = page.getByRole('combobox', { name: 'Agent' });
    await expect.poll(() => agents.locator('option:checked').textContent()).toBe('Robin');
    expectClean(watched);
  },
);
