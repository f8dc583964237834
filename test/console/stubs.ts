import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Answers by the pattern of their addresses, in which `*` is any text, `?` any character, and `\\` escapes these. */
export type Stubs = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;

/**
 * Answers requests in place of the server until the test ends. `page.route` would disable the browser's cache, which
 * contains the compiled scripts of the console.
 */
export async function stub(page: Page, stubs: Stubs): Promise<void> {
  for (const [urlPattern, answer] of Object.entries(stubs)) {
    const session = await page.context().newCDPSession(page);
    session.on('Fetch.requestPaused', async ({ requestId, request: { url, method, headers } }) => {
      const response = await answer(new Request(url, { method, headers }));
      const body = Buffer.from(await response.arrayBuffer()).toString('base64');
      const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
      const fulfilled = { requestId, responseCode: response.status, responseHeaders, body };
      // The page may have been left.
      await session.send('Fetch.fulfillRequest', fulfilled).catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern }] });
    onTestFinished(() => session.detach());
  }
}
