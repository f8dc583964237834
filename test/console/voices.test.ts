import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speechLike, wavOf } from '../../bench/trials/speech-like.ts';
import { violationsOf } from './axe-violations.ts';
import { goTo, openBrowser } from './browser.ts';
import { desk, expectClean, isAccessible, looksRight, picture } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
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
    await dialog.getByText('does not imitate them', { exact: false }).waitFor();
    await isAccessible(page);
    await choose(wavOf(speechLike()));
    await press('Create the voice');
    // Two models are loaded first.
    await page.getByText('The embedded voice was fitted to the clip.', { exact: false }).waitFor({ timeout: 120_000 });
    await page.getByText('Consent: By e-mail.').waitFor();
    await page.setViewportSize(desk);
    await page.getByText('Resembles the person, does not imitate them.').waitFor();
    await page.getByText(/^(Measured|Estimated) similarity \d+%/).waitFor();
    await page.setViewportSize(small);
    await chooseInRow(page, 'our-voice', 'Deploy');
    await page.getByText('our-voice is deployed.', { exact: false }).waitFor();
    const voice_config = { provider: 'platform', speaker: 'our-voice', language_code: 'en-US' };
    const made = await fetch(`${server.baseUrl}/api/voice/agents`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Front desk', voice_config }),
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    });
    expect(made.status).toBe(201);
    await looksRight(page);
    await picture(page, 'voices-dark');
    await chooseInRow(page, 'our-voice', 'Withdraw');
    await press('Withdraw the voice');
    await page.getByText('our-voice is withdrawn.').waitFor();
    await chooseInRow(page, 'our-voice', 'Delete');
    await page.getByText('These agents speak with it, and with another voice afterwards: Front desk.').waitFor();
    await isAccessible(page);
    await press('Delete the voice');
    await page.getByText('our-voice deleted.').waitFor();
    await page.goto(`${server.baseUrl}/agents`);
    await page.setViewportSize(desk);
    await page.getByText('This voice does not exist; another one speaks.').waitFor();
    await page.getByRole('link', { name: 'Front desk', exact: true }).click();
    await page.getByText('The voice our-voice does not exist').waitFor();
    await looksRight(page);
    await picture(page, 'agent-without-voice-dark');
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
    await press('Save word');
    await dialog.getByText('“5” is not a phoneme of the embedded voices.', { exact: false }).waitFor();
    expect(await dialog.getByLabel('Said as').getAttribute('aria-invalid')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel('Said as').fill('ˈwɪn');
    const sound = page.waitForResponse((answer) => answer.url().endsWith('/pronunciations/preview'));
    await press('Listen to the word');
    expect((await sound).headers()['content-type']).toBe('audio/wav');
    await press('Save word');
    await page.getByText('The next call says Nguyen as given.').waitFor();
    await looksRight(page);
    await chooseInRow(page, 'Nguyen', 'Change');
    await dialog.getByRole('radio', { name: 'Respelled' }).check();
    await dialog.getByLabel('Said as').fill('win');
    await press('Save word');
    await page.getByRole('cell', { name: 'win', exact: true }).waitFor();
    await chooseInRow(page, 'Nguyen', 'Delete');
    await press('Delete the word');
    await page.getByText('Nguyen deleted.').waitFor();
    expectClean(watched);
  });

  test('a clip of a voice is made and played, beside the voice and where one is chosen', async () => {
    const watched = await openBrowser({ session, viewport: small, colorScheme: 'dark' });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/voices`);
    await page.getByRole('button', { name: 'Listen to maya in en-US', exact: true }).click();
    const play = page.getByRole('button', { name: 'Play maya in en-US', exact: true });
    await play.waitFor();
    await isAccessible(page);
    await goTo(page, '/agents/new/voice');
    await page.getByRole('radio', { name: 'maya', exact: true }).check();
    const sound = page.waitForResponse((answer) => answer.url().endsWith('/audio'));
    await play.click();
    expect((await sound).headers()['content-type']).toBe('audio/wav');
    await looksRight(page);
    // The clips of the others are made while the page is open, without a click.
    await page.getByRole('button', { name: 'Play ruth in en-US', exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expectClean(watched);
  });

  test('the routing of models is saved, with errors at the field', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/models`);
    const calls = page.getByRole('region', { name: 'Speech engines' });
    await calls.getByRole('switch', { name: 'Language model server' }).check();
    const address = calls.getByLabel('Address of the language model server');
    await address.fill('nowhere');
    await calls.getByRole('button', { name: 'Save' }).click();
    await calls.getByText('Must be an http:// or https:// address.').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await isAccessible(page);
    await picture(page, 'models-light');
    await address.fill('https://inference.example.com');
    await calls.getByRole('switch', { name: 'Language model server' }).uncheck();
    await calls.getByRole('button', { name: 'Save' }).click();
    await calls.getByText('Saved.').waitFor();
    await address.fill('');
    await calls.getByRole('button', { name: 'Save' }).click();
    await address.waitFor({ state: 'detached' });
    const trials = page.getByRole('region', { name: 'Try speech' });
    await trials.getByRole('button', { name: 'Try recognition' }).click();
    await trials.getByText(/^Words after \d+ ms, for \d\.\d s of speech\.$/).waitFor();
    await trials.getByText('Served by whisper.').waitFor();
    await trials.getByRole('button', { name: 'Try end of turn' }).click();
    await trials.getByText(/^Verdict after \d+ ms, for \d\.\d s of speech\.$/).waitFor();
    await trials.getByRole('button', { name: 'Try voice detection' }).click();
    await trials.getByText(/^Speech detected \d+ ms after it began, for \d\.\d s of speech\.$/).waitFor();
    await trials.getByRole('button', { name: 'Try search by meaning' }).click();
    await trials.getByText(/^Meaning of the sentence after \d+ ms\.$/).waitFor();
    await trials.getByText(/^Judged: \d+ % like /).waitFor();
    await trials.getByRole('button', { name: 'Try the language model server' }).click();
    await trials.getByText('The stage vllm has no server. Save its address first.').waitFor();
    await trials.getByLabel('Speak with').selectOption('speech_a');
    await trials.getByRole('button', { name: 'Try the voice' }).click();
    await trials.getByText(/^First sound after \d+ ms/).waitFor();
    await trials.getByText(/^Not the engine that was asked for: .*speech_a/).waitFor();
    await isAccessible(page);
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
