import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fakeAuthenticator, session } from '../http/fake-authenticator.ts';
import { openTestServer } from '../http/test-server.ts';
import { openBrowser } from './browser.ts';
import { chromiumPath } from './chromium.ts';

describe.skipIf(chromiumPath === undefined)('the API documentation page', () => {
  test.each(['light', 'dark'] as const)('shows and tries operations with a credential, in %s', async (colorScheme) => {
    const { app } = await openTestServer({ authenticator: fakeAuthenticator({ secret: session('member') }) });
    app.route({
      method: 'GET',
      url: '/v1/things',
      config: { access: { scopes: ['voice:calls:read'] } },
      schema: { summary: 'Things, to be read.', tags: ['calls'], response: { 200: z.object({ found: z.string() }) } },
      handler: async () => ({ found: 'seventeen things' }),
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const { page, offences } = await openBrowser({ colorScheme });
    await page.goto(`${address}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').fill('secret');
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').click();
    const operation = page.locator('#operations-calls-getV1Things');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByText('voice:calls:read').first().waitFor();
    await operation.locator('.execute').click();
    await operation.locator('.live-responses-table').getByText('seventeen things').first().waitFor();
    expect((await page.locator('html').getAttribute('class')) ?? '').toBe(colorScheme === 'dark' ? 'dark-mode' : '');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/docs-${colorScheme}.png` });
    expect(offences).toEqual({ policyViolations: [], errors: [], foreignRequests: [] });
  });
});
