import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, openModelServer, says } from '../agent/model-server.ts';
import { openBrowser, openSection } from './browser.ts';
import { desk, expectClean, isAccessible, looksRight, phone, picture } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const key = 'sk-of-the-organisation';

interface Kept {
  readonly uuid: string;
  readonly model: unknown;
  readonly built_in_tools: Readonly<Record<string, boolean>>;
}

describe.skipIf(whyNoPages !== undefined)('language models of an organisation', () => {
  let server: PageServer;
  let session: string;
  let model: ModelServer;
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) ?? null });
    return response.json();
  };
  const connect = async (name: string): Promise<string> => {
    const body = { name, base_url: model.baseUrl, model: 'small', api_key: key, headers: { 'x-team': 'front' } };
    return ((await ask('POST', '/api/settings/models', body)) as Kept).uuid;
  };

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    model = await openModelServer();
  });
  afterAll(async () => {
    await server?.close();
    await model?.close();
  });

  test('a model is connected, chosen from the list of its server, and tested', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/model-connections`);
    await page.getByText('No language models yet').waitFor();
    await press('Connect a model');
    await page.getByLabel('Name', { exact: true }).fill('Our model');
    await page.getByLabel('Address', { exact: true }).fill('ftp://models.example');
    await page.getByLabel('Model', { exact: true }).fill('unknown');
    await press('Connect');
    await page.getByText('must be an http:// or https:// address', { exact: false }).waitFor();
    await isAccessible(page);
    await page.getByLabel('Address', { exact: true }).fill(model.baseUrl);
    await page.getByLabel('API key (optional)').fill(key);
    await press('Add a header');
    await page.getByLabel('Header 1', { exact: true }).fill('x-team');
    await page.getByLabel('Value of header 1', { exact: true }).fill('front');
    await press('Connect');

    await page.getByRole('heading', { name: 'Our model', level: 1 }).waitFor();
    await page.getByText('A key is stored. Leave this empty to keep it.').waitFor();
    await page.getByText('Stored: x-team. Values are not shown again.').waitFor();
    expect(await page.content()).not.toContain(key);
    await press('List its models');
    await page.getByText('The server offers 1 model.').waitFor();
    await page.getByLabel('Models of the server').selectOption('served');
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('served');
    await press('Save');
    await page.getByText('Saved. New calls use the changes. Test it again.').waitFor();

    const panel = page.getByRole('region', { name: 'Test' });
    model.refuse(404, () => 'The model `served` does not exist or you lack access.');
    await panel.getByRole('button', { name: 'Test', exact: true }).click();
    await panel.getByText('The model `served` does not exist or you lack access.').waitFor();
    await picture(page, 'model-refused');
    model.refuse(200, () => undefined);
    model.play(says('We open ', 'at nine.'));
    await panel.getByRole('button', { name: 'Test again' }).click();
    await panel.getByText('“We open at nine.”').waitFor();
    await panel.getByText('First token').waitFor();
    await panel.getByText('What the server accepts').waitFor();
    expect(model.asked.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'x-team': 'front' });
    expect(model.asked.at(-1)?.body.model).toBe('served');
    await isAccessible(page);
    await picture(page, 'model-tested');
    expectClean(watched);
  });

  test.each([
    ['a desk', { viewport: desk }],
    ['a telephone in the dark', { viewport: phone, colorScheme: 'dark' as const }],
  ])('are listed, made the default and deleted on %s', async (_where, screen) => {
    const name = `Listed on ${screen.viewport.width}`;
    const uuid = await connect(name);
    model.refuse(401, () => 'Incorrect API key provided.');
    await ask('POST', `/api/settings/models/${uuid}/test`);
    model.refuse(200, () => undefined);
    const watched = await openBrowser({ session, ...screen });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/model-connections`);
    await page.getByRole('link', { name }).waitFor();
    await chooseInRow(page, name, 'Use as the default');
    await page.getByText(`“${name}” answers for agents without a model of their own.`).waitFor();
    await page.getByText('Default', { exact: true }).waitFor();
    await isAccessible(page);
    await picture(page, `models-${screen.viewport.width}`);
    await page.getByRole('link', { name }).click();
    await page.getByText('Incorrect API key provided.').waitFor();
    await looksRight(page);
    await picture(page, `model-${screen.viewport.width}`);
    await page.goBack();
    await chooseInRow(page, name, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`“${name}” was deleted.`).waitFor();
    expectClean(watched);
  });

  test('an agent chooses a model, a fallback and its built-in tools, and keeps them', async () => {
    const [first, second] = [await connect('First'), await connect('Second')];
    const voice = { speaker: 'ava', language_code: 'en-US' };
    const { uuid } = (await ask('POST', '/api/voice/agents', { name: 'Maya', voice_config: voice })) as Kept;
    model.play(says('We open at eight.'));
    model.refuse(400, (body) => (Array.isArray(body.tools) ? 'small does not support tools' : undefined));
    await ask('POST', `/api/settings/models/${first}/test`, {});
    const watched = await openBrowser({ session, viewport: phone });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/agents/${uuid}/model`);
    const noTools = page.getByText('This model cannot use tools');
    expect(await noTools.count()).toBe(0);
    const part = page.getByRole('group', { name: 'Language model' });
    await part.getByLabel('Model', { exact: true }).selectOption({ label: 'First (small)' });
    await part.getByLabel('Fallback').selectOption({ label: 'Second (small)' });
    await noTools.waitFor();
    await part.getByLabel('Temperature').fill('0.3');
    await part.getByLabel('Replies are prepared').selectOption('sure');
    await isAccessible(page);
    await picture(page, 'agent-model');
    await openSection(page, 'Tools');
    await page.getByRole('switch', { name: 'Schedule a callback' }).check();
    await page.getByRole('switch', { name: 'End the call' }).uncheck();
    await isAccessible(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published. New calls use the changes.').waitFor();
    const kept = () => ask('GET', `/api/voice/agents/${uuid}`) as Promise<Kept>;
    const chosen = { uuid: first, fallback_uuid: second, temperature: 0.3, speculation: 'sure' };
    expect((await kept()).model).toEqual(chosen);
    expect((await kept()).built_in_tools).toEqual({
      end_call: false,
      send_dtmf: true,
      transfer_call: true,
      schedule_callback: true,
    });
    await openSection(page, 'Model');
    await page.reload();
    expect(await part.getByLabel('Fallback').inputValue()).toBe(second);
    // The fallback becomes the model, so nothing is left to fall back to.
    await part.getByLabel('Model', { exact: true }).selectOption({ label: 'Second (small)' });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published. New calls use the changes.').waitFor();
    expect((await kept()).model).toEqual({ ...chosen, uuid: second, fallback_uuid: null });
    await part.getByLabel('Model', { exact: true }).selectOption('');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect.poll(async () => (await kept()).model).toBeNull();
    expectClean(watched);
  });
});
