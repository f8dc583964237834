import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawTable } from '../pdf/draw-table.ts';
import { contentPdf, lockedPdf, paragraph, textPdf } from '../pdf/make-pdf.ts';
import { type BrowserOptions, goTo, openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openSharedOrganisation, type SharedPageServer, whyNoPages } from './server.ts';

const report = textPdf([
  [
    { x: 72, y: 740, text: 'Harrow Valves plc', size: 22, bold: true },
    { x: 72, y: 710, text: 'Annual Report 2024', size: 15, bold: true },
    ...paragraph(72, 670, [
      'Harrow Valves plc makes industrial valves for water, energy and food.',
      'It was founded in 1921 by Edith Harrow in Sheffield.',
    ]),
  ],
  [
    { x: 72, y: 740, text: 'Financial review', size: 15, bold: true },
    ...paragraph(72, 710, ['Net debt fell to EUR 140 million at the end of the year.']),
    { x: 72, y: 660, text: 'Key figures', size: 9, bold: true },
    ...drawTable({
      x: 72,
      y: 650,
      widths: [180, 80, 80],
      rules: 'all',
      rows: [
        ['EUR million', '2024', '2023'],
        ['Revenue', '812.4', '764.0'],
        ['Operating profit', '96.1', '88.3'],
        ['Employees', '4,120', '3,985'],
      ],
    }).parts,
  ],
  [
    { x: 72, y: 740, text: 'Risks', size: 15, bold: true },
    ...paragraph(72, 710, ['The price of nickel is the largest risk that we see for next year.']),
  ],
]);

const sounds = join(import.meta.dirname, '..', 'audio', 'files');

describe.skipIf(whyNoPages !== undefined)('asking documents and recordings', () => {
  let folder: string;
  let server: SharedPageServer['server'];
  let session: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-ask-'));
    ({ server, session } = await openSharedOrganisation());
    await writeFile(join(folder, 'report.pdf'), report);
    await writeFile(join(folder, 'locked.pdf'), lockedPdf());
    await writeFile(
      join(folder, 'empty-scan.pdf'),
      contentPdf([{ dictionary: '', stream: Buffer.from('0 0 99 99 re f') }]),
    );
    const page = (number: number) => paragraph(72, 700, [`Page ${number} of a long report.`]);
    await writeFile(join(folder, 'long.pdf'), textPdf(Array.from({ length: 4000 }, (_, i) => page(i + 1))));
    for (const name of ['meeting.mp3', 'morning.wav']) await copyFile(join(sounds, name), join(folder, name));
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  async function visit(path: string, heading: string, options: BrowserOptions = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk, ...options });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    return watched;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 100 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');
  const log = (page: Page) => page.getByRole('log');
  const send = (page: Page, ...names: readonly string[]) =>
    page.getByLabel('Files to add').setInputFiles(names.map((name) => join(folder, name)));

  async function ask(page: Page, question: string, answer: RegExp): Promise<void> {
    await page.getByLabel('Your question').fill(question);
    await page.keyboard.press('Enter');
    await log(page).getByText(answer).last().waitFor();
  }

  test('adds, reads and asks a report; answers link to their pages', async () => {
    const watched = await visit('/documents', 'Documents');
    const { page } = watched;
    await send(page, 'report.pdf', 'locked.pdf', 'empty-scan.pdf');
    await page.getByText(/password-protected\. Save a copy/).waitFor();
    await page.getByText(/Scan it upright at 300 dpi/).waitFor();
    await page.getByRole('cell', { name: 'Harrow Valves plc' }).waitFor();
    await looksRight(page);

    await link(page, 'report').click();
    await page.getByRole('heading', { level: 1, name: 'report' }).waitFor();
    const found = page.getByRole('region', { name: 'What was found' });
    await eventually(() => found.textContent()).toMatch(/CompanyHarrow Valves plcFrom: title page/);
    await eventually(() => found.textContent()).toMatch(/Year2024From: title page/);
    await page.getByText('makes industrial valves').waitFor();
    await looksRight(page);

    await ask(page, 'What was revenue in 2023?', /764\.0/);
    await eventually(() => page.getByLabel('Your question').inputValue()).toBe('');
    await link(page, 'page 2').click();
    await eventually(() => focused(page)).toBe('Page 2 of 3');
    expect(page.url()).toMatch(/\?page=2$/);
    const row = page.getByRole('row', { name: /^Revenue/ });
    expect(await row.getAttribute('data-meant')).toBe('true');
    expect(await row.getByRole('rowheader').textContent()).toBe('Revenue');
    await eventually(() => page.getByRole('columnheader').allTextContents()).toEqual(['EUR million', '2024', '2023']);

    await ask(page, 'Who founded the company?', /Edith Harrow/);
    await log(page).getByRole('link', { name: 'page 1' }).click();
    await eventually(() => page.locator('mark').textContent()).toBe(
      'It was founded in 1921 by Edith Harrow in Sheffield.',
    );

    await ask(page, 'Who won the football match?', /I could not find that/);
    await page.getByText('The document does not say', { exact: true }).waitFor();
    await looksRight(page);

    // What was asked is there again, at the page that the address names.
    await page.reload();
    await log(page).getByText('Who founded the company?').waitFor();
    await page.getByRole('heading', { name: 'Page 1 of 3' }).waitFor();
    await button(page, 'Next').click();
    await page.getByText('Net debt fell').waitFor();

    await button(page, 'New conversation').click();
    await button(page, 'What are the key highlights?').click();
    await log(page)
      .getByText(/What stands out in/)
      .waitFor();
    await eventually(() => page.getByLabel('Conversation', { exact: true }).locator('option').count()).toBe(3);
    await page.getByLabel('Conversation', { exact: true }).selectOption({ index: 2 });
    await log(page).getByText('Who won the football match?').waitFor();
    await button(page, 'Delete this one').click();
    await button(page, 'Delete').click();
    await eventually(() => focused(page)).toBe('The conversation was deleted.');

    const readAgain = page.waitForResponse(/\/pages\?/);
    await button(page, 'Read again').click();
    await page.getByLabel('Your question').fill('Who was');
    await readAgain;
    expect(await page.evaluate('document.activeElement?.value')).toBe('Who was');
    await eventually(() => page.getByText('What you see is from before').count()).toBe(0);
    await page.getByRole('region', { name: 'What was found' }).waitFor();
    expectClean(watched);
  });

  test('works on a phone in dark mode', async () => {
    const watched = await visit('/documents', 'Documents', { colorScheme: 'dark', viewport: phone });
    const { page } = watched;
    await link(page, 'report').waitFor();
    await looksRight(page);
    await link(page, 'report').click();
    await page.getByText('makes industrial valves').last().waitFor();
    await ask(page, 'What is the net debt?', /140 million/);
    await looksRight(page);
    await goTo(page, '/documents/7b1f7f0e-58b1-4c3c-8f0a-0000000000ff');
    await page.getByRole('heading', { level: 1, name: 'This document cannot be shown' }).waitFor();
    await looksRight(page);
    expectClean(watched);
  });

  test('shows the pages of a long document, and cancels its reading', async () => {
    const watched = await visit('/documents', 'Documents');
    const { page } = watched;
    await send(page, 'long.pdf');
    await page.getByText(/^Reading: page \d+ of 4000$/).waitFor();
    await link(page, 'long').click();
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress.getByText(/^Reading: page \d+ of 4000$/).waitFor();
    await looksRight(page);
    await button(page, 'Cancel').click();
    await page.getByText('The run was cancelled.').waitFor();
    await button(page, 'Try again').waitFor();
    await looksRight(page);
    expectClean(watched);
  });

  test('transcribes and asks a recording; answers and sentences seek the audio', async () => {
    const watched = await visit('/audio', 'Audio');
    const { page } = watched;
    await page.getByText('No recordings yet').waitFor();
    await send(page, 'meeting.mp3', 'morning.wav');
    await eventually(() => page.getByRole('cell', { name: /Ready for questions$/ }).count()).toBe(2);
    await looksRight(page);
    await link(page, 'meeting').click();
    const sentences = page.getByRole('list', { name: /^Sentences/ }).getByRole('button');
    await sentences.first().waitFor();
    const at = () => page.evaluate<number>('document.querySelector("audio").currentTime');
    await eventually(() => page.evaluate('document.querySelector("audio").readyState')).toBeGreaterThan(0);
    await sentences.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(() => at()).toBeGreaterThan(0.5);
    await page.evaluate('document.querySelector("audio").pause()');
    const current = page.getByRole('list', { name: /^Sentences/ }).locator('[aria-current=true]');
    await eventually(() => current.count()).toBe(1);
    await ask(page, 'What is the budget for the new office?', /40,000/);
    await log(page)
      .getByRole('link', { name: /^at 0:0\d$/ })
      .click();
    await eventually(() => current.textContent()).toMatch(/budget/);
    await page.evaluate('document.querySelector("audio").pause()');
    expect(page.url()).toMatch(/\/audio\/[\w-]+/);
    await looksRight(page);
    expectClean(watched);
  });
});
