import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type WatchedPage } from './browser.ts';
import { type Ask, askerOf } from './filled-organisation.ts';
import { desk, expectClean, isAccessible, phone, picture, showTheme } from './looks.ts';
import { addColleague, openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const goals = [
  {
    id: 'greet',
    examples: ['I have a question about my plan', 'My plan'],
    questions: [
      { id: 'plan', ask: 'Which plan do you have?', kind: 'choice', choices: ['gold', 'silver, with support'] },
    ],
    done: 'Thank you.',
    next: [
      { when: [{ slot: 'plan', is: ['gold'] }], go: 'gold' },
      {
        when: [{ intent: ['I want to cancel'] }, { time: { from: '08:00', to: '18:00', days: [1, 2] } }],
        go: 'cancel',
      },
      { when: [{ tool: 'find_plan', ok: true, field: 'state', is: ['open'] }], say: 'One moment.', go: 'message' },
    ],
  },
  { id: 'gold', examples: [], questions: [], done: 'You have everything.' },
  {
    id: 'cancel',
    examples: ['I want to cancel my contract'],
    questions: [{ id: 'reason', ask: 'May I ask why?', kind: 'text' }],
    done: '',
    next: [{ end: true }],
  },
];

describe.skipIf(whyNoPages !== undefined)('the steps of a conversation', () => {
  let server: PageServer;
  let session: string;
  let ask: Ask;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    ask = askerOf(server, session);
  });
  afterAll(() => server?.close());

  async function newFlow(): Promise<string> {
    const flow = { kind: 'inbound', name: 'Plans', provider: 'platform', speaker: 'ava', status: 'draft' };
    return (await ask('POST', '/api/voice/flows', { ...flow, config: { goals } })).uuid;
  }

  async function visit(uuid: string, as = session): Promise<WatchedPage> {
    const watched = await openBrowser({ session: as, viewport: desk });
    await watched.page.goto(`${server.baseUrl}/campaigns/${uuid}/flow`);
    await watched.page.getByRole('heading', { level: 1, name: 'Steps of the conversation' }).waitFor();
    return watched;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const stored = async (uuid: string) => (await ask('GET', `/api/voice/flows/${uuid}`)).config.goals;
  const drawing = (page: Page) => page.getByRole('region', { name: 'Drawing' });
  /** Returns whether the drawing shows all of a step from left to right. */
  const isWhole = async (page: Page, id: string): Promise<boolean> => {
    const frame = await drawing(page).locator('.react-flow').boundingBox();
    const box = await drawing(page)
      .getByRole('button', { name: new RegExp(`^${id}\\b`) })
      .boundingBox();
    if (frame === null || box === null) return false;
    return box.x >= frame.x && box.x + box.width <= frame.x + frame.width;
  };
  const step = (page: Page, id: string) => page.getByRole('region', { name: new RegExp(`^${id}\\b`) });

  test('are drawn, and said in words', async () => {
    const watched = await visit(await newFlow());
    const { page } = watched;
    await drawing(page)
      .getByRole('button', { name: /^greet/ })
      .waitFor();
    await drawing(page).getByText('End of the call').waitFor();
    await drawing(page).getByText('Takes a message').waitFor();
    const sentences = await step(page, 'greet').getByRole('listitem').allTextContents();
    expect(sentences).toEqual([
      'If plan is gold: step gold',
      'If the caller means “I want to cancel” and it is 08:00 to 18:00 Mon, Tue: step cancel',
      'If find_plan succeeded and find_plan.state is open: the agent takes a message',
      'Otherwise it ends: “Thank you.”',
    ]);
    await step(page, 'gold').getByText('only by a branch').waitFor();
    await isAccessible(page);
    await picture(page, 'flow');
    await showTheme(page, 'dark');
    await isAccessible(page);
    await picture(page, 'flow-dark');
    await page.setViewportSize(phone);
    await isAccessible(page);
    await picture(page, 'flow-phone');
    expectClean(watched);
  });

  test('are changed by keyboard alone, and what the form does not show is kept', async () => {
    const uuid = await newFlow();
    const watched = await visit(uuid);
    const { page } = watched;
    await drawing(page)
      .getByRole('button', { name: /^cancel/ })
      .focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'), { interval: 50 })
      .toBe('Close the step cancel');
    await button(page, 'Add a branch').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Move up: Branch 2').press('Enter');
    const branch = page.getByRole('group', { name: 'Branch 1', exact: true });
    await button(page, 'Add a condition to Branch 1').press('Enter');
    await branch.getByLabel('Answer to').selectOption('reason');
    await branch.getByLabel('Values').fill('moving, too expensive');
    await branch.getByLabel('Step', { exact: true }).selectOption('gold');
    await branch.getByLabel('The agent says before (optional)').fill('I understand.');
    await branch.getByText('If reason is moving or too expensive: step gold').waitFor();
    await expect.poll(() => isWhole(page, 'gold'), { interval: 50 }).toBe(true);
    await isAccessible(page);
    await picture(page, 'flow-step');
    await button(page, 'Save').press('Enter');
    await page.getByText('The steps were saved. New calls use them.').waitFor();
    expect(await stored(uuid)).toEqual([
      ...goals.slice(0, 2),
      {
        ...goals[2],
        next: [
          { when: [{ slot: 'reason', is: ['moving', 'too expensive'] }], say: 'I understand.', go: 'gold' },
          { end: true },
        ],
      },
    ]);
    expectClean(watched);
  });

  test('are added, connected and taken out by keyboard in the drawing', async () => {
    const uuid = await newFlow();
    const watched = await visit(uuid);
    const { page } = watched;
    const place = (id: string) => drawing(page).getByRole('button', { name: new RegExp(`^${id}\\b`) });
    const focused = () => page.evaluate('document.activeElement?.textContent ?? ""') as Promise<string>;
    await place('greet').focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toMatch(/^gold|^cancel/);
    await place('gold').press('n');
    await page.getByLabel('Name of the step').fill('thanks');
    await page.getByLabel('The agent says at the end').fill('Thanks.');
    await place('thanks').press('b');
    await page.getByText('A branch begins at thanks.').waitFor();
    await place('thanks').press('Escape');
    await page.getByText('No branch was added.').waitFor();
    await place('gold').press('b');
    await isAccessible(page);
    await place('cancel').press('Enter');
    const branch = page.getByRole('group', { name: 'Branch 2', exact: true });
    await branch.getByText('Otherwise: step cancel').waitFor();
    await button(page, 'Move up: Branch 2').press('Enter');
    await button(page, 'Remove Branch 2').press('Enter');
    // A branch that was begun ends with its step.
    await place('thanks').press('b');
    await place('thanks').press('Delete');
    await page.getByText('The step thanks was taken out. Save to keep that.').waitFor();
    await expect.poll(focused, { interval: 50 }).toMatch(/^greet/);
    await place('greet').press('Control+z');
    await page.getByText('The last change is undone.').waitFor();
    await place('thanks').press('Delete');
    await place('cancel').press('Enter');
    await expect.poll(() => place('cancel').getAttribute('aria-pressed'), { interval: 50 }).toBe('true');
    await isAccessible(page);
    await button(page, 'Save').press('Enter');
    await page.getByText('The steps were saved. New calls use them.').waitFor();
    expect(await stored(uuid)).toEqual([goals[0], { ...goals[1], next: [{ go: 'cancel' }] }, goals[2]]);
    expectClean(watched);
  });

  test('have conditions with several comparisons and with alternatives', async () => {
    const uuid = await newFlow();
    const watched = await visit(uuid);
    const { page } = watched;
    await button(page, 'Edit the step cancel').click();
    await button(page, 'Add a branch').click();
    await button(page, 'Move up: Branch 2').click();
    await button(page, 'Add a condition to Branch 1').click();
    const first = page.getByRole('group', { name: 'Condition 1 of Branch 1', exact: true });
    await first.getByLabel('Answer to').selectOption('reason');
    await first.getByLabel('Condition', { exact: true }).selectOption('is none of');
    await first.getByLabel('Values').fill('price');
    await button(page, 'And also in Condition 1 of Branch 1').click();
    await first.getByLabel('And also', { exact: true }).selectOption('is known');
    await button(page, 'Add an alternative to Condition 1 of Branch 1').click();
    const other = page.getByRole('group', { name: 'Alternative 1 of Condition 1 of Branch 1', exact: true });
    await other.getByLabel('It looks at').selectOption('What the caller means');
    await other.getByLabel('Sentences that mean it, one a line').fill('Put me through');
    const branch = page.getByRole('group', { name: 'Branch 1', exact: true });
    await branch.getByLabel('Step', { exact: true }).selectOption('take a message');
    await branch
      .getByText(
        'If reason is not price and reason is known or the caller means “Put me through”: the agent takes a message',
      )
      .waitFor();
    await isAccessible(page);
    await picture(page, 'flow-alternatives');
    await button(page, 'Save').click();
    await page.getByText('The steps were saved. New calls use them.').waitFor();
    expect((await stored(uuid))[2].next).toEqual([
      { when: [{ slot: 'reason', not: ['price'], known: true, or: [{ intent: ['Put me through'] }] }], go: 'message' },
      { end: true },
    ]);
    await page.reload();
    await step(page, 'cancel')
      .getByText(/or the caller means “Put me through”/)
      .waitFor();
    await button(page, 'Edit the step cancel').click();
    await button(page, 'Remove Alternative 1 of Condition 1 of Branch 1').click();
    await button(page, 'Save').click();
    await page.getByText('The steps were saved. New calls use them.').waitFor();
    expect((await stored(uuid))[2].next[0].when).toEqual([{ slot: 'reason', not: ['price'], known: true }]);
    expectClean(watched);
  });

  test('are not saved with a loop that has no exit, which is shown with its path', async () => {
    const uuid = await newFlow();
    const watched = await visit(uuid);
    const { page } = watched;
    await button(page, 'Edit the step cancel').click();
    const branch = page.getByRole('group', { name: 'Branch 1', exact: true });
    await branch.getByLabel('It leads').selectOption('To another step');
    await branch.getByLabel('Step', { exact: true }).selectOption('gold');
    await button(page, 'Edit the step gold').click();
    await button(page, 'Add a branch').click();
    await branch.getByLabel('Step', { exact: true }).selectOption('cancel');
    await button(page, 'Save').click();
    await page
      .getByRole('alert')
      .getByText(/Has the loop gold > cancel > gold without an exit/)
      .waitFor();
    expect(await drawing(page).locator('[data-loop]').count()).toBe(2);
    await isAccessible(page);
    await picture(page, 'flow-loop');
    expect(await stored(uuid)).toEqual(goals);
    await button(page, 'Remove Branch 1').click();
    await button(page, 'Save').click();
    await page.getByText('The steps were saved. New calls use them.').waitFor();
    expect((await stored(uuid))[2].next).toEqual([{ go: 'gold' }]);
    expectClean(watched);
  });

  test('follow a step that gets another name, and hand over to another agent', async () => {
    const { uuid: agent } = await ask('POST', '/api/voice/agents', { name: 'Robin', voice_config: { speaker: 'ava' } });
    const uuid = await newFlow();
    await ask('PATCH', `/api/voice/flows/${uuid}`, { config: { opening_goal: 'gold' } });
    const watched = await visit(uuid);
    const { page } = watched;
    await button(page, 'Edit the step gold').click();
    // Until it is finished, a name may be that of another step.
    await page.getByLabel('Name of the step').fill('cancel');
    await page.getByLabel('Name of the step').fill('golden');
    await button(page, 'Add a branch').click();
    const branch = page.getByRole('group', { name: 'Branch 1', exact: true });
    await branch.getByLabel('It leads').selectOption('To another agent, who takes over the call');
    await branch.getByLabel('Agent', { exact: true }).selectOption('Robin');
    await button(page, 'Save').click();
    await page.getByText('The steps were saved. New calls use them.').waitFor();
    const [first, second] = await stored(uuid);
    expect(first.next[0]).toEqual({ when: [{ slot: 'plan', is: ['gold'] }], go: 'golden' });
    expect(first.next[1].go).toBe('cancel');
    expect((await ask('GET', `/api/voice/flows/${uuid}`)).config.opening_goal).toBe('golden');
    expect(second).toMatchObject({ id: 'golden', next: [{ agent }] });
    await drawing(page).getByText('takes over').waitFor();
    expectClean(watched);
  });

  test('of two people are merged, and both values are shown where they changed the same', async () => {
    const uuid = await newFlow();
    const { page } = await visit(uuid);
    await button(page, 'Edit the step gold').click();
    await page.getByLabel('The agent says at the end').fill('Mine.');
    const theirs = goals.map((goal) => (goal.id === 'gold' ? { ...goal, done: 'Theirs.', intro: 'Hello.' } : goal));
    await ask('PATCH', `/api/voice/flows/${uuid}`, { config: { goals: theirs } });
    await button(page, 'Save').click();
    await page.getByText('Somebody else changed this campaign').waitFor();
    await page.getByText('Theirs: Theirs.').waitFor();
    expect((await stored(uuid))[1].done).toBe('Theirs.');
    await button(page, 'Save mine for these').click();
    await page.getByText('The steps were saved.').waitFor();
    expect((await stored(uuid))[1]).toMatchObject({ done: 'Mine.', intro: 'Hello.' });
  });

  test('are read by a member', async () => {
    const uuid = await newFlow();
    const member = await addColleague(server, session, 'member');
    const { page } = await visit(uuid, member);
    await step(page, 'greet').getByText('If plan is gold: step gold').waitFor();
    expect(await button(page, 'Save').count()).toBe(0);
    expect(await button(page, 'Edit the step greet').count()).toBe(0);
  });
});
