import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openSection, type WatchedPage } from './browser.ts';
import { type Ask, askerOf } from './filled-organisation.ts';
import { desk, expectClean, isAccessible, phone, picture, showTheme } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('proofs and split tests of an agent', () => {
  let server: PageServer;
  let session: string;
  let ask: Ask;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    ask = askerOf(server, session);
  });
  afterAll(() => server?.close());

  const newAgent = async (name: string): Promise<string> =>
    (await ask('POST', '/api/voice/agents', { name, voice_config: { speaker: 'ava' } })).uuid;

  async function visit(path: string, heading: string): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    return watched;
  }

  async function looksEverywhere({ page }: WatchedPage, name: string): Promise<void> {
    await isAccessible(page);
    await picture(page, name);
    await page.setViewportSize(phone);
    await showTheme(page, 'dark');
    await isAccessible(page);
    await picture(page, `${name}-phone`);
    await page.setViewportSize(desk);
    await showTheme(page, 'light');
  }

  test('a draft is proved by a suite with a bar, which keeps it from being published until then', async () => {
    const field = { key: 'greeted', name: 'Greeting', field_type: 'score', description: 'Greets.', group: 'Desk' };
    await ask('POST', '/api/extraction-fields', field);
    const persona = await ask('POST', '/api/pf-coach/personas', { name: 'Nora Field' });
    for (const name of ['Ask for a lamp', 'Ask for a chair'])
      await ask('POST', '/api/pf-coach/scenarios', {
        persona_uuid: persona.uuid,
        name,
        situation: 'You are looking for something.',
        objective: 'Sell it.',
        stop_conditions: { max_turns: 2 },
      });
    const uuid = await newAgent('Robin');
    const watched = await visit(`/agents/${uuid}/tests`, 'Robin');
    const { page } = watched;
    await page.getByLabel('Ask for a lamp').check();
    await page.getByLabel('Ask for a chair').check();
    await page.getByLabel('Runs of each scenario').fill('2');
    await page.getByText('8 runs in a proof').waitFor();
    await page.getByLabel('Publish only what passes').check();
    await page.getByLabel('Bar: percentage of scenarios that must pass').fill('50');
    await looksEverywhere(watched, 'suite');
    await page.getByRole('button', { name: 'Save suite' }).click();
    await page.getByText('A version must pass 50% of them to be published.').waitFor();
    expect(await page.getByRole('button', { name: 'Prove the draft' }).isDisabled()).toBe(true);

    await openSection(page, 'Prompt');
    await page.getByLabel('Greeting').fill('Hello there.');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Save it as a draft, prove the draft in the section Tests, and publish it.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved as a draft.', { exact: false }).first().waitFor();
    await openSection(page, 'Tests');
    await page.getByRole('button', { name: 'Prove the draft' }).click();
    await page.getByRole('heading', { name: 'Latest proof' }).waitFor();
    await page.getByText(/^Version 2 passes \d of 2 scenarios, version 1 passes \d of 2/).waitFor();
    await page.getByRole('rowheader', { name: 'Draft, version 2' }).waitFor();
    await looksEverywhere(watched, 'proof');
    const [proof] = (await ask('GET', `/api/voice/agents/${uuid}/proofs`)).proofs;
    const passes = proof.result.after.without_verdict === 0 && proof.result.after.passed >= 1;
    await page.getByText(passes ? 'The draft reaches the bar of 50%.' : 'The draft does not reach the bar').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    if (passes) await page.getByText('Published. New calls use the changes.').waitFor();
    else
      await page
        .getByText(/below the bar of 50 %|have no verdict/)
        .first()
        .waitFor();
    expect((await ask('GET', `/api/voice/agents/${uuid}`)).version).toBe(passes ? 2 : 1);
    expectClean(watched);
  });

  test('a split test is started, stopped, and started again to be promoted', async () => {
    const uuid = await newAgent('Sam');
    const watched = await visit(`/agents/${uuid}/split`, 'Sam');
    const { page } = watched;
    await page.getByText('There is no other version yet.', { exact: false }).waitFor();
    await ask('PATCH', `/api/voice/agents/${uuid}?draft=true`, { greeting: 'Hello, hello.' });
    await page.reload();
    await page.getByLabel('Percentage of contacts that get it').fill('20');
    await looksEverywhere(watched, 'split-new');
    await page.getByRole('button', { name: 'Start split test' }).click();
    await page.getByText(/^20% of the contacts get version 2 instead of version 1, since/).waitFor();
    await page.getByRole('button', { name: 'Stop the test' }).click();
    await page.getByText('The split test was stopped.', { exact: false }).waitFor();
    await page.getByText(/then the test was stopped\.$/).waitFor();
    await page.getByRole('button', { name: 'Start split test' }).click();
    await page.getByRole('heading', { name: 'Earlier split tests' }).waitFor();
    await page.getByRole('button', { name: /^Results of the test since/, expanded: false }).click();
    await page.getByRole('table').nth(1).waitFor();
    await page.getByRole('button', { name: 'Publish version 2 for everybody' }).click();
    await page.getByText('Version 2 is published for everybody.').waitFor();
    expect(await ask('GET', `/api/voice/agents/${uuid}`)).toMatchObject({ version: 2, greeting: 'Hello, hello.' });
    expect(await ask('GET', `/api/voice/agents/${uuid}/split`)).toMatchObject({ ended_by: 'promoted' });
    expectClean(watched);
  });

  test('both versions are shown side by side, with intervals, and whether they differ', async () => {
    const uuid = await newAgent('Kit');
    const watched = await visit(`/agents/${uuid}`, 'Kit');
    const { page } = watched;
    await page.route(`**/api/voice/agents/${uuid}/split`, (route) => route.fulfill({ json: splitOf(uuid) }));
    await openSection(page, 'Split test');
    await page.getByText('Version 4 is better in the outcome', { exact: false }).waitFor();
    const outcome = page.getByRole('row', { name: /^Calls with a successful outcome/ });
    await outcome.getByText('61.0%').waitFor();
    await outcome.getByText('A real difference: +12.0%, between +3.0% and +21.0%').waitFor();
    await page
      .getByRole('row', { name: /^Time to a reply May be chance: \+8 ms, between -60 ms and \+76 ms/ })
      .waitFor();
    await page.getByRole('row', { name: /^Score, 0 to 100 Too few calls/ }).waitFor();
    await page.getByRole('row', { name: /^Tokens of the language model Nothing measured yet/ }).waitFor();
    await page.getByRole('row', { name: /^Cost of a call A real difference: -€0\.011, between/ }).waitFor();
    await looksEverywhere(watched, 'split');
    expectClean(watched);
  });
});

const side = (count: number, value: number, half: number) => ({ count, value, low: value - half, high: value + half });

const splitOf = (uuid: string) => ({
  uuid: '5d0b1f9e-0000-4000-8000-000000000133',
  agent_uuid: uuid,
  version: 3,
  other_version: 4,
  percent: 10,
  started_at: '2026-01-02T10:00:00.000Z',
  ended_at: null,
  ended_by: null,
  results: {
    arms: [
      { version: 3, calls: 1804 },
      { version: 4, calls: 196 },
    ],
    measures: [
      {
        measure: 'outcome',
        version: side(1700, 0.49, 0.024),
        other_version: side(190, 0.61, 0.07),
        difference: { value: 0.12, low: 0.03, high: 0.21, is_real: true },
      },
      { measure: 'score', version: side(40, 71, 4), other_version: side(6, 80, 15), difference: null },
      {
        measure: 'latency',
        version: side(1804, 810, 12),
        other_version: side(196, 818, 40),
        difference: { value: 8, low: -60, high: 76, is_real: false },
      },
      { measure: 'tokens', version: null, other_version: null, difference: null },
      {
        measure: 'cost',
        version: side(1804, 0.082, 0.003),
        other_version: side(196, 0.071, 0.009),
        difference: { value: -0.011, low: -0.02, high: -0.002, is_real: true },
      },
    ],
    currency: 'EUR',
    sentence: 'Version 4 is better in the outcome than version 3. The difference is real.',
  },
});
