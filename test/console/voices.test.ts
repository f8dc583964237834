import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speechLike, wavOf } from '../../bench/trials/speech-like.ts';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, picture } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const small = { width: 390, height: 844 };

describe.skipIf(whyNoPages !== undefined)('voices and models', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  test('a voice is created with consent, deployed, withdrawn and deleted', async () => {
    const watched = await openBrowser({ session, viewport: small, colorScheme: 'dark' });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/voices`);
    await page.getByText('No voices of your own yet.', { exact: false }).waitFor();
    await press('Create voice');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('our-voice');
    await dialog.getByLabel('How the person agreed').fill('By e-mail.');
    await dialog.getByRole('checkbox').check();
    const file = (bytes: Buffer) => ({ name: 'clip.wav', mimeType: 'audio/wav', buffer: bytes });
    const choose = (bytes: Buffer) => page.locator('input[type=file]').setInputFiles(file(bytes));
    await choose(Buffer.from('no sound'));
    await press('Create the voice');
    await dialog.getByText('Not saved. Check the marked fields.').waitFor();
    await looksRight(page);
    expect(await violationsOf(page)).toEqual([]);
    await choose(wavOf(speechLike()));
    await press('Create the voice');
    await page.getByText('The embedded voice was fitted to the clip.', { exact: false }).waitFor();
    await press('Deploy our-voice');
    await page.getByText('our-voice is deployed.', { exact: false }).waitFor();
    await looksRight(page);
    await picture(page, 'voices-dark');
    await press('Withdraw our-voice');
    await press('Withdraw the voice');
    await page.getByText('our-voice is withdrawn.').waitFor();
    await press('Delete our-voice');
    await page.getByText('Agents that name this voice speak with the default voice.', { exact: false }).waitFor();
    await press('Delete the voice');
    await page.getByText('our-voice deleted.').waitFor();
    expectClean(watched);
  });

  test('a word is added to the lexicon, heard, changed and deleted', async () => {
    const watched = await openBrowser({ session, viewport: small });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/voices`);
    await press('Add word');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Word' }).fill('Nguyen');
    await dialog.getByRole('radio', { name: 'In phonemes' }).check();
    await dialog.getByLabel('Said as').fill('wɪ5n');
    await press('Save the word');
    await dialog.getByText('“5” is not a phoneme of the embedded voices.', { exact: false }).waitFor();
    expect(await dialog.getByLabel('Said as').getAttribute('aria-invalid')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel('Said as').fill('ˈwɪn');
    const sound = page.waitForResponse((answer) => answer.url().endsWith('/pronunciations/preview'));
    await press('Listen to the word');
    expect((await sound).headers()['content-type']).toBe('audio/wav');
    await press('Save the word');
    await page.getByText('The next call says Nguyen as given.').waitFor();
    await looksRight(page);
    await press('Change Nguyen');
    await dialog.getByRole('radio', { name: 'Respelled' }).check();
    await dialog.getByLabel('Said as').fill('win');
    await press('Save the word');
    await page.getByRole('cell', { name: 'win', exact: true }).waitFor();
    await press('Delete Nguyen');
    await press('Delete the word');
    await page.getByText('Nguyen deleted.').waitFor();
    expectClean(watched);
  });

  test('the routing of models is saved, with errors at the field', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/models`);
    const calls = page.getByRole('region', { name: 'Speech recognition of calls' });
    await calls.getByLabel('Embeddings').check();
    const address = calls.getByLabel('Address of the server for “Embeddings”');
    await address.fill('nowhere');
    await calls.getByRole('button', { name: 'Save' }).click();
    await calls.getByText('Must be an http:// or https:// address.').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await looksRight(page);
    await picture(page, 'models-light');
    expect(await violationsOf(page)).toEqual([]);
    await address.fill('https://inference.example.com');
    await calls.getByRole('button', { name: 'Save' }).click();
    await calls.getByText('Saved.').waitFor();
    const analysis = page.getByRole('region', { name: 'Analysis of conversations' });
    await analysis.getByLabel('Ask a language model').check();
    await analysis.getByLabel('Model for “Ask a language model”').selectOption('A server of its own');
    await analysis.getByLabel('Address of the server').fill('https://inference.example.com/v1');
    await looksRight(page);
    await analysis.getByRole('button', { name: 'Save' }).click();
    await analysis.getByText('Saved.').waitFor();
    expectClean(watched);
  });
});
