import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { controlsOf } from './accessible-names.ts';
import { violationsOf } from './axe-violations.ts';
import type { WatchedPage } from './browser.ts';
import { faintTexts } from './contrast.ts';

export const desk = { width: 1280, height: 900 };
export const phone = { width: 360, height: 740 };

/** Checks that every control has a name, every text has enough contrast, and nothing is wider than the screen. */
export async function looksRight(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? desk;
  expect((await controlsOf(page)).nameless).toEqual([]);
  expect(await faintTexts(page)).toEqual([]);
  // After a change of the window some parts follow a step later.
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth'), { interval: 50 })
    .toBeLessThanOrEqual(width);
}

/** Checks the same, and all rules of axe. */
export async function isAccessible(page: Page): Promise<void> {
  await looksRight(page);
  expect(await violationsOf(page)).toEqual([]);
}

/** Changes the theme, and waits until its colours are shown. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const isShown = `document.documentElement.dataset.mantineColorScheme === '${colorScheme}'`;
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.evaluate(isShown), { interval: 20 }).toBe(true);
}

const clean = { policyViolations: [], errors: [], foreignRequests: [] };
/** The browser's own log entry for an error response is not a fault of the page. */
const refusedByServer = /Failed to load resource: the server responded with a status of (4\d\d|503)/;

export const expectClean = ({ offences }: WatchedPage): void =>
  expect({ ...offences, errors: offences.errors.filter((error) => !refusedByServer.test(error)) }).toEqual(clean);

/** Saves a screenshot of the whole page to the folder CONSOLE_PICTURES, if set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.CONSOLE_PICTURES;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
