import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { browserArguments, pagesChromiumPath, patienceMs } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the tests' shared Chromium; undefined if this machine has none. */
    chromium: string | undefined;
  }
}

/** Starts one Chromium for all page tests of a run and closes it afterwards. */
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
