import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, openModelServer, says } from '../agent/model-server.ts';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, picture } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const key = 'sk-of-the-model-server';

describe.skipIf(whyNoPages !== undefined)('the language model on the models page', () => {
  let server: PageServer;
  let session: string;
  let model: ModelServer;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    model = await openModelServer();
  });
  afterAll(async () => {
    await server?.close();
    await model?.close();
  });

  test.each([
    ['a desk', { viewport: desk }],
    ['a telephone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }],
  ])('is tested, connected and disconnected on %s', async (_where, screen) => {
    const watched = await openBrowser({ session, ...screen });
    const { page } = watched;
    const paper = page.getByRole('region', { name: 'Language model' });
    const press = (name: string) => paper.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/models`);
    await paper.getByText('Not connected').waitFor();
    await paper.getByLabel('Address').fill(model.baseUrl);
    await paper.getByLabel('Model', { exact: true }).fill('our-model');
    await paper.locator('input[name=api_key]').fill(key);
    expect(await paper.locator('input[name=api_key]').getAttribute('type')).toBe('password');
    await looksRight(page);

    model.play([{ do: 'fail', status: 401, body: '{}' }]);
    await press('Test');
    await paper.getByText('The server rejected the key.').waitFor();
    model.play(says('Hello, how can I help?'));
    await press('Test');
    await paper.getByText(/^The model answered in \d+ ms\.$/).waitFor();
    await paper.getByText('“Hello, how can I help?”').waitFor();
    expect(model.asked.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(await violationsOf(page)).toEqual([]);

    await press('Save');
    await paper.getByText('Saved. It answers from the next call on.').waitFor();
    await paper.getByText('Connected', { exact: true }).waitFor();
    await page.reload();
    await paper.getByText('A key is stored. Leave this empty to keep it.').waitFor();
    expect(await paper.locator('input[name=api_key]').inputValue()).toBe('');
    expect(await paper.getByLabel('Address').inputValue()).toBe(model.baseUrl);
    await looksRight(page);
    await picture(page, `language-model-${screen.viewport.width}`);
    await paper.getByLabel('Address').fill('http://127.0.0.1:9/v1');
    await press('Save');
    await paper.getByText(/^Must be sent again/).waitFor();

    await press('Disconnect');
    await paper.getByText('Not connected').waitFor();
    expectClean(watched);
  });
});
