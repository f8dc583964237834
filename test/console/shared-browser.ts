import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { browserArguments, pagesChromiumPath, patienceMs } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests reach the Chromium that they share; undefined where this machine has none. */
    chromium: string | undefined;
  }
}

/** Starts one Chromium for all pages of a run, and closes it after the last. */
export default async function shareBrowser(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (pagesChromiumPath === undefined) return undefined;
  const server = await chromium.launchServer({
    executablePath: pagesChromiumPath,
    timeout: patienceMs,
    headless: true,
    args: browserArguments(),
  });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
