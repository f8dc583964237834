import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, keyOf } from '../../console/src/shared/extraction-fields/field-draft.ts';
import { wavHeader } from '../../media/codec/wav.ts';
import { goTo, openBrowser } from './browser.ts';
import { desk, expectClean, isAccessible, looksRight, picture } from './looks.ts';
import { chooseInRow, rowMenu } from './row-menu.ts';
import { addColleague, openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const small = { width: 390, height: 844 };

test('the key of a field is made from its name, and an enum needs choices', () => {
  expect([keyOf('Preferred date'), keyOf('2nd choice!'), keyOf('?')]).toEqual(['preferred_date', 'nd_choice', '']);
  const conditions = { required: false, only_if_connected: false, min_seconds: 0, weight: 1 };
  const kind = { measure: '', scope: 'organisation' } as const;
  const draft = {
    key: '',
    name: 'Budget',
    group: '',
    options: '',
    description: '',
    is_active: true,
    ...conditions,
    ...kind,
  };
  expect(faultsOf({ ...draft, field_type: 'enum' }, ['budget'])).toEqual({
    key: 'A field with the key budget exists.',
    options: 'Enter at least one choice.',
  });
  expect(faultsOf({ ...draft, field_type: 'text' }, [])).toEqual({});
});

describe.skipIf(whyNoPages !== undefined)('pages of call analysis', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const tone = (seconds: number): Buffer => {
    const samples = Buffer.alloc(seconds * 8000 * 4, 7);
    return Buffer.concat([wavHeader({ channels: 2, rateHz: 8000, dataBytes: samples.length }), samples]);
  };

  test('uploads sends many recordings with a manifest, and shows each error at its file', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/uploads`);
    await page.getByText('No uploaded calls yet').waitFor();
    await picture(page, 'uploads-empty');
    const wav = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/wav', buffer });
    const manifest = 'file,customer_name,direction\ngood.wav,Asha Rao,inbound\nother.wav,Lee,sideways\nlost.wav,,\n';
    await page
      .getByLabel('Recordings to add')
      .setInputFiles([
        wav('good.wav', tone(2)),
        wav('same.wav', tone(2)),
        wav('other.wav', tone(3)),
        wav('text.wav', Buffer.from('no audio at all')),
        { name: 'about.csv', mimeType: 'text/csv', buffer: Buffer.from(manifest) },
      ]);
    await page.getByText('Manifest: about.csv').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Upload 4 recordings' }).click();
    const files = page.getByRole('list', { name: 'Files of the upload' });
    await files.getByText(/Not accepted: Unsupported file type/).waitFor();
    await files.getByText(/Not accepted: direction must be inbound or outbound/).waitFor();
    await files.getByText(/Not accepted: The form has no file with this name/).waitFor();
    await files.getByText(/The same audio as another file/).waitFor();
    await isAccessible(page);
    await picture(page, 'uploads-light');
    await page.reload();
    await files.getByText('text.wav').waitFor();
    await files.getByRole('link', { name: 'good.wav' }).click();
    await page.getByRole('heading', { level: 1, name: 'Asha Rao' }).waitFor();
    expectClean(watched);
  });

  test('extraction fields are created after a preview, changed and deleted', async () => {
    const said = { speaker: 'customer', text: 'My budget is about 250 dollars.' };
    await fetch(`${server.baseUrl}/api/v1/sales/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ transcript: [{ speaker: 'agent', text: 'What is your budget?' }, said] }),
    });
    const watched = await openBrowser({ session, viewport: small, colorScheme: 'dark' });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/extraction-fields`);
    await press('Create field');
    await press('Save');
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('Budget');
    await page.getByLabel('Type').selectOption('Number');
    await page.getByLabel('What to look for').fill('how much money the customer wants to spend');
    await expect
      .poll(
        async () => {
          await press('Preview on the last 50 calls');
          await page.getByText(/would change\.|no analysed calls/).waitFor();
          return page.getByText('1 of 1 call would change.').count();
        },
        { interval: 200 },
      )
      .toBe(1);
    await page.getByText(/“[^”]*\b250\b[^”]*”/).waitFor();
    await isAccessible(page);
    await picture(page, 'field-dialog-dark');
    await press('Save');
    await page.getByText('Budget saved.').waitFor();
    await looksRight(page);
    await picture(page, 'fields-dark');
    await chooseInRow(page, 'Budget', 'Edit');
    await page.getByRole('dialog').getByLabel('Group').fill('Money');
    await press('Save');
    await page.getByText('Budget saved.').waitFor();
    await press('Analyse calls again');
    await press('Analyse again');
    await page.getByText('1 call is queued.').waitFor();
    await chooseInRow(page, 'Budget', 'Delete');
    await press('Delete the field');
    await page.getByText('Budget deleted.').waitFor();
    expect(await rowMenu(page, 'Budget').count()).toBe(0);
    expectClean(watched);
  });

  test('a scorecard is built from the menu, with the share of each weight', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/uploads`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Coach' }).click();
    await page.getByRole('navigation', { name: 'Coach' }).getByRole('link', { name: 'Scorecards' }).click();
    await page.getByRole('heading', { level: 1, name: 'Scorecards' }).waitFor();
    await press('Create criterion');
    await page.getByLabel('Name').fill('Reads back');
    await page.getByRole('textbox', { name: 'Scorecard' }).fill('Care');
    await page
      .getByRole('textbox', { name: 'Phrases that the agent should say' })
      .fill('if refund: the money arrives soon');
    await page.getByLabel('Weight').fill('3');
    await isAccessible(page);
    await press('Save');
    await page.getByText('Reads back saved.').waitFor();
    const care = page.getByRole('region', { name: 'Care' });
    await press('Add a criterion to Care');
    await page.getByLabel('Name').fill('Reads back');
    await press('Save');
    await page.getByText('A field with the key reads_back exists.').waitFor();
    await page.getByLabel('Name').fill('Silences');
    await page.getByLabel('Judged by').selectOption('dead_air');
    await press('Save');
    await page.getByText('Silences saved.').waitFor();
    const first = care.getByRole('row', { name: /Reads back/ });
    await first.getByText('75%').waitFor();
    await first.getByText('if refund', { exact: true }).waitFor();
    await care
      .getByRole('row', { name: /Silences/ })
      .getByText('25%')
      .waitFor();
    await isAccessible(page);
    await picture(page, 'scorecards-light');
    await chooseInRow(page, 'Silences', 'Delete');
    await press('Delete the criterion');
    await page.getByText('Silences deleted.').waitFor();
    await first.getByText('100%').waitFor();
    await page.setViewportSize(small);
    await looksRight(page);
    expectClean(watched);
  });

  test('an admin edits the scorecard of the organisation and not that of the server, and a member reads both', async () => {
    const admin = await openBrowser({
      session: await addColleague(server, session, 'admin'),
      viewport: desk,
      colorScheme: 'dark',
    });
    const { page } = admin;
    await page.goto(`${server.baseUrl}/scorecards`);
    const own = page.getByRole('region', { name: 'Default scorecard' });
    await own.getByText('Greeting: in one of the first two turns of the agent').waitFor();
    const ofServer = page.getByRole('row', { name: /Reads back/ });
    await ofServer.getByText('Whole server').waitFor();
    expect(await ofServer.getByRole('button').count()).toBe(0);
    await page.getByText('You can change what belongs to your organisation.', { exact: false }).waitFor();
    await picture(page, 'scorecards-admin-dark');
    await isAccessible(page);
    await chooseInRow(page, 'Greeting', 'Edit');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('textbox', { name: 'Phrases that the agent should say' }).count()).toBe(0);
    await dialog.getByLabel('Weight').fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Greeting saved.').waitFor();
    await own
      .getByRole('row', { name: /Greeting/ })
      .getByText('33%')
      .waitFor();
    await page.getByRole('button', { name: 'Create criterion', exact: true }).click();
    await dialog.getByLabel('Name').fill('Asks next');
    expect(await dialog.getByLabel('Applies to').count()).toBe(0);
    await dialog.getByLabel('Judged by').selectOption('next_step');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Asks next saved.').waitFor();
    await page.setViewportSize(small);
    await looksRight(page);
    await goTo(page, '/rubrics');
    await page.getByRole('button', { name: 'Edit scorecards' }).waitFor();
    expectClean(admin);

    const member = await openBrowser({ session: await addColleague(server, session, 'member'), viewport: small });
    await member.page.goto(`${server.baseUrl}/scorecards`);
    await member.page.getByText('The admins of your organisation can change these.', { exact: false }).waitFor();
    expect(await member.page.getByRole('button', { name: 'Create criterion' }).count()).toBe(0);
    await looksRight(member.page);
    await goTo(member.page, '/rubrics');
    await member.page.getByText('The admins of your organisation can change these criteria.').waitFor();
    expectClean(member);
  });
});
