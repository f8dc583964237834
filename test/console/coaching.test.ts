import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { goTo, openBrowser } from './browser.ts';
import { desk, expectClean, isAccessible, looksRight, picture, showTheme } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';
import { stub } from './stubs.ts';

const small = { width: 390, height: 844 };
const narrow = { width: 320, height: 640 };

describe.skipIf(whyNoPages !== undefined)('coaching', () => {
  let server: PageServer;
  let session: string;
  let scenario: string;
  let runs: string[];

  const post = async (path: string, body: object): Promise<{ uuid: string; status: string }> => {
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${path} ${JSON.stringify(body)}: ${answer.status} ${text}`);
    return JSON.parse(text) as { uuid: string; status: string };
  };

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    const agent = await post('/api/voice/agents', {
      name: 'Robin',
      voice_config: { provider: 'platform', speaker: 'ava', language_code: 'en-US' },
    });
    await post('/api/extraction-fields', {
      key: 'greeted',
      name: 'Greeting',
      group: 'Front desk',
      field_type: 'score',
      description: 'The agent greets the customer.',
    });
    const persona = await post('/api/pf-coach/personas', {
      name: 'Nora Field',
      profile: { city: 'Lakeview' },
      hidden_state: { budget: { value: '400 euros', asked_when: ['how much'] } },
      objections: [{ text: 'That is expensive.', strength: 1 }],
    });
    ({ uuid: scenario } = await post('/api/pf-coach/scenarios', {
      persona_uuid: persona.uuid,
      name: 'Ask for a lamp',
      situation: 'You are looking for a lamp.',
      objective: 'Sell a lamp.',
      stop_conditions: { max_turns: 8 },
    }));
    runs = [];
    for (const seed of [1, 2]) {
      const run = await post('/api/pf-coach/runs', {
        scenario_uuid: scenario,
        target_kind: 'voice_agent',
        target_uuid: agent.uuid,
        mode: 'text',
        seed,
        agent_opens: seed === 1,
        wait: true,
      });
      expect(run.status).toBe('completed');
      runs.push(run.uuid);
    }
  });
  afterAll(() => server?.close());

  test('a persona and a scenario are created, with errors at their fields', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/personas/new`);
    await page.getByLabel('Name', { exact: true }).first().fill('Omar');
    await page.getByLabel('Language').fill('not a language code');
    await page.getByLabel('Name of hidden fact 1').fill('deadline');
    await page.getByLabel('Value of hidden fact 1').fill('Friday');
    await press('Add an objection');
    await page.getByLabel('What the customer says').fill('I have a supplier already.');
    await looksRight(page);
    await press('Create persona');
    await page.getByText('Not saved. Check the marked fields.').waitFor();
    const language = page.getByLabel('Language');
    // The fields are marked, and the first of them focused, after the notice is shown.
    await expect.poll(() => language.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    await language.fill('en-GB');
    await press('Create persona');
    await page.getByRole('link', { name: 'Omar' }).waitFor();

    await goTo(page, `/scenarios/new?from=${scenario}`);
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    expect(await page.getByLabel('Situation').inputValue()).toBe('You are looking for a lamp.');
    await page.getByLabel('Objective of the agent').fill('Find out that the budget is 400 euros.');
    await press('Create the scenario');
    await page.getByText('Gives away the hidden fact "budget"', { exact: false }).waitFor();
    await looksRight(page);
    await page.getByLabel('Objective of the agent').fill('Sell a lamp.');
    await page.getByLabel('Persona').selectOption('Omar');
    await press('Create the scenario');
    await page.getByRole('heading', { level: 1, name: 'Copy of Ask for a lamp' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expectClean(watched);
  });

  test('a scenario answers in a preview talk before it is saved', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/scenarios/new?from=${scenario}`);
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    const talk = page.getByRole('list', { name: 'Preview talk' });
    await page.getByLabel('The agent says').fill('Hello, how can I help you?');
    await page.keyboard.press('Enter');
    await talk.getByText('I am looking for a lamp', { exact: false }).waitFor();
    await page.getByLabel('The agent says').fill('How much do you want to spend?');
    await page.getByRole('button', { name: 'Say it' }).click();
    await talk.getByText('400 euros', { exact: false }).waitFor();
    await isAccessible(page);
    await page.getByRole('button', { name: 'Start again' }).click();
    expect(await talk.getByRole('listitem').count()).toBe(0);
    expect(page.url()).toContain('/scenarios/new');
    expectClean(watched);
  });

  test('metrics of a voice run are shown with their units, and compared', async () => {
    const watched = await openBrowser({ session, viewport: small, colorScheme: 'dark' });
    const { page } = watched;
    const metrics = {
      duration_ms: 62_400,
      response_latency_ms: { count: 5, median: 318, p95: 402, max: 402 },
      yield_ms: null,
      interruptions: 0,
      talked_over: 0,
      backchannels: 2,
      false_stops: 1,
      cut_ins: 0,
      overlap_ms: 160,
      dead_air_ms: 2400,
      longest_silence_ms: 2400,
      talk_ratio: 0.61,
      word_error_rate: 0.083,
    };
    const measured = [metrics, { ...metrics, response_latency_ms: { count: 5, median: 290, p95: 402, max: 402 } }];
    for (const [at, uuid] of runs.entries())
      await stub(page, {
        [`*/api/pf-coach/runs/${uuid}`]: async ({ url, headers }) => {
          const authorization = headers.get('authorization') as string;
          const run = (await (await fetch(url, { headers: { authorization } })).json()) as object;
          return Response.json({ ...run, mode: 'voice', clock: 'virtual', metrics: measured[at] });
        },
      });
    await page.goto(`${server.baseUrl}/runs/${runs[0]}`);
    const voice = page.getByRole('region', { name: 'Voice' });
    for (const text of ['318 ms', '62.4 s', '61%', '8%']) await voice.getByText(text, { exact: true }).waitFor();
    expect(await voice.getByText('Yields to an interruption', { exact: false }).count()).toBe(0);
    await isAccessible(page);
    await goTo(page, `/runs/compare?a=${runs[0]}&b=${runs[1]}`);
    await voice.getByRole('row', { name: 'Response latency, median' }).getByText('−28 ms').waitFor();
    await isAccessible(page);
    expectClean(watched);
  });

  test('a run is started, updates itself, and its scores lead to their turns', async () => {
    const watched = await openBrowser({ session, viewport: small, colorScheme: 'dark' });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/runs`);
    await press('Start a run');
    await page.getByRole('dialog').getByLabel('Scenario').selectOption('Ask for a lamp');
    await page.getByLabel('Who is practised with').selectOption('Robin');
    await isAccessible(page);
    await press('Start run');
    await page.getByRole('heading', { level: 1, name: 'Ask for a lamp' }).waitFor();
    await page.getByText('of 100').first().waitFor();
    await page.getByRole('heading', { name: 'Scores' }).waitFor();
    await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: 'Nora Field' }).waitFor();
    await isAccessible(page);
    await picture(page, 'run-dark');
    const evidence = page.getByRole('list', { name: 'Evidence for Greeting' }).getByRole('link').first();
    const turn = (await evidence.getAttribute('href')) ?? '';
    await evidence.click();
    await page.locator(`${turn}[data-marked="true"]`).waitFor();
    expect(page.url()).toContain(turn);
    await page.setViewportSize(narrow);
    await looksRight(page);
    expectClean(watched);
  });

  test('a run is reviewed beside the judge, and judged again', async () => {
    const watched = await openBrowser({ session, viewport: small });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/runs/${runs[0]}`);
    await press('Review');
    await page.getByRole('dialog').getByLabel('Verdict').selectOption('Fail');
    await page.getByLabel('Greeting, 0 to 100').first().fill('30');
    await page.getByLabel('Reason').fill('The greeting has no name.');
    await isAccessible(page);
    await press('Save review');
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByText('The greeting has no name.').waitFor();
    await review.getByText('Fail').waitFor();
    await page.getByText('Reviewed: 30 of 100').waitFor();
    await page.getByText('of 100').first().waitFor();
    await isAccessible(page);

    await page.setViewportSize(desk);
    await goTo(page, '/judge');
    await page.getByRole('region', { name: 'Agreement on verdicts' }).getByText('Not enough data').waitFor();
    await press('Judge 20 runs again');
    await page.getByText('0 changed their verdict.').waitFor();
    await page.getByRole('region', { name: 'Flip rate' }).getByText('at least 20 are needed').waitFor();
    await isAccessible(page);
    await picture(page, 'judge-light');
    expectClean(watched);
  });

  test('two runs are compared from the list, down to the first turn that differs', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/runs?scenario=${scenario}`);
    await page.getByRole('row').nth(1).waitFor();
    await isAccessible(page);
    await picture(page, 'runs-light');
    const boxes = page.getByRole('checkbox', { name: /^Select Ask for a lamp/ });
    await boxes.first().check();
    await page.getByText('Select two runs to compare them.').waitFor();
    await boxes.last().check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Compare runs' }).waitFor();
    await goTo(page, `/runs/compare?a=${runs[0]}&b=${runs[1]}`);
    await page.getByText('First difference').first().waitFor();
    await isAccessible(page);
    await picture(page, 'compare-light');
    expectClean(watched);
  });

  test('a coach document is added, read and deleted', async () => {
    const watched = await openBrowser({ session, viewport: small });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/coach-documents`);
    await press('Add a document');
    await page.getByLabel('Title').fill('Prices');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('A lamp costs 40 euros.');
    await looksRight(page);
    await press('Add document');
    await page.getByText('Prices added.').waitFor();
    await page.getByRole('link', { name: 'Prices' }).click();
    await page.getByText('A lamp costs 40 euros.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goBack();
    await chooseInRow(page, 'Prices', 'Delete');
    await press('Delete the document');
    await page.getByText('Prices deleted.').waitFor();
    await goTo(page, '/rubrics');
    await page.getByText('The agent greets the customer.').first().waitFor();
    await looksRight(page);
    expectClean(watched);
  });

  test('the run that proves a scenario of a call shows what failed again', async () => {
    await post('/api/extraction-fields', {
      key: 'warranty',
      name: 'Warranty',
      group: 'Front desk',
      field_type: 'score',
      options: ['a warranty of two years'],
    });
    const answer = await fetch(`${server.baseUrl}/api/pf-coach/scenarios/from-call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ call_uuid: runs[0], prove: true }),
    });
    const { proof } = (await answer.json()) as { proof: { run_uuid: string } };
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/runs/${proof.run_uuid}`);
    for (const [name, theme, viewport] of [
      ['proof-light', 'light', desk],
      ['proof-dark-390', 'dark', small],
    ] as const) {
      await page.setViewportSize(viewport);
      await showTheme(page, theme);
      await page.getByRole('heading', { name: 'Proof of the call' }).waitFor();
      await page.getByText('Warranty: 0 in the call, 0 in this run; it failed again').waitFor();
      await isAccessible(page);
      await picture(page, name);
    }
    expectClean(watched);
  });
});
