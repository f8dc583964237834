import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { typedValue, valueText } from '../../console/src/shared/calls/value-text.ts';
import { markedParts } from '../../console/src/shared/conversation/spoken-turns.ts';
import { barsOf, distinctOf, peaksOf, sidesOf } from '../../console/src/shared/player/peaks.ts';
import { wavHeader } from '../../media/codec/wav.ts';
import { openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, isAccessible, looksRight, picture } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';
import { stub } from './stubs.ts';

test('peaks are the loudest sample of each part, and equal channels count once', () => {
  expect([...peaksOf(Float32Array.from([0, -0.5, 0.25, 0, 1, 0]), 3)]).toEqual([0.5, 0.25, 1]);
  const left = Float32Array.from([0.5, 0.1]);
  expect(distinctOf([left, Float32Array.from([0.51, 0.1])])).toHaveLength(1);
  expect(distinctOf([left, Float32Array.from([0, 0.9])])).toHaveLength(2);
  expect(barsOf(left, 0.5).match(/M/g)).toHaveLength(2);
});

test('the side of a channel is the one whose turns are louder there', () => {
  const sound = { durationMs: 2000, channels: [Float32Array.from([0.9, 0]), Float32Array.from([0, 0.9])] };
  const first = { startMs: 0, endMs: 1000 };
  const second = { startMs: 1000, endMs: 2000 };
  const said = (early: 'agent' | 'customer', late: 'agent' | 'customer') => [
    { ...first, speaker: early },
    { ...second, speaker: late },
  ];
  expect(sidesOf(sound, said('agent', 'customer'))).toEqual(['agent', 'customer']);
  expect(sidesOf(sound, said('customer', 'agent'))).toEqual(['customer', 'agent']);
});

test('quotes mark the parts of a turn, also where they overlap', () => {
  const parts = markedParts('one two three', [
    { start: 4, end: 7 },
    { start: 6, end: 9 },
  ]);
  expect(parts.map(({ text, isMarked }) => [text, isMarked])).toEqual([
    ['one ', false],
    ['two', true],
    [' t', true],
    ['hree', false],
  ]);
});

test('values are shown and read by the type of their field', () => {
  expect(valueText('2026-02-03', 'date')).toMatch(/2026/);
  expect([valueText(true, 'boolean'), valueText(80, 'score'), valueText('call_back', 'enum')]).toEqual([
    'Yes',
    '80 of 100',
    'Call back',
  ]);
  expect([
    typedValue('101', 'score'),
    typedValue('7.5', 'number'),
    typedValue(' ', 'text'),
    typedValue('false', 'boolean'),
  ]).toEqual([undefined, 7.5, undefined, false]);
});

const transcript = [
  { speaker: 'agent', text: 'Thank you for calling, how can I help you today?', timestamp: 0 },
  { speaker: 'customer', text: 'I am really annoyed, my order number 4417 still has not arrived.', timestamp: 6 },
  { speaker: 'agent', text: 'I am sorry. What is your budget for a replacement?', timestamp: 14 },
  { speaker: 'customer', text: 'My budget is about 250 dollars.', timestamp: 20 },
  { speaker: 'agent', text: 'Would you like me to book a visit on Thursday at 10 am?', timestamp: 26 },
  { speaker: 'customer', text: 'Yes, Thursday at ten works. Thank you so much, that is great!', timestamp: 33 },
] as const;
const seconds = 40;
const rateHz = 8000;

/** A tone on the side that speaks: the customer on the left, the agent on the right. */
function spokenWav(): Buffer {
  const samples = Buffer.alloc(seconds * rateHz * 4);
  transcript.forEach(({ speaker, timestamp }) => {
    for (let at = timestamp * rateHz; at < (timestamp + 5) * rateHz; at += 1)
      samples.writeInt16LE(
        Math.round(12_000 * Math.sin(at / 4) * Math.abs(Math.sin(at / 900))),
        at * 4 + (speaker === 'agent' ? 2 : 0),
      );
  });
  return Buffer.concat([wavHeader({ channels: 2, rateHz, dataBytes: samples.length }), samples]);
}

describe.skipIf(whyNoPages !== undefined)('the page of an analysed call', () => {
  let server: PageServer;
  let session: string;
  let call: { readonly id: number; readonly uuid: string };
  const wav = spokenWav();

  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { id: number; uuid: string; status: string };
  };

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    await ask('POST', '/api/extraction-fields', {
      key: 'budget',
      name: 'Budget',
      field_type: 'number',
      description: 'how much money the customer wants to spend',
    });
    await ask('POST', '/api/extraction-fields', {
      key: 'greeting',
      name: 'Greeting',
      field_type: 'score',
      options: ['thank you for calling', 'goodbye'],
    });
    call = await ask('POST', '/api/v1/sales/calls', {
      transcript,
      customer_name: 'Asha Rao',
      agent_name: 'Sam',
      direction: 'inbound',
    });
    await vi.waitFor(async () => expect((await ask('GET', `/api/calls/${call.id}`)).status).toBe('completed'), 120_000);
  });
  afterAll(() => server?.close());

  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const sides = (page: Page) =>
    page.evaluate('[...document.querySelectorAll("[data-side]")].map((lane) => lane.dataset.side)');
  const position = (page: Page) => page.evaluate('document.querySelector("audio").currentTime') as Promise<number>;

  /** The call with a recording that the server does not have. */
  async function visit(options: Parameters<typeof openBrowser>[0] = {}, change: object = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk, ...options });
    const { page } = watched;
    await stub(page, {
      [`*/api/v1/sales/calls/${call.uuid}`]: async () => {
        const stored = await ask('GET', `/api/v1/sales/calls/${call.uuid}`);
        const recording_url = `${server.baseUrl}/api/calls/${call.id}/recording?token=t`;
        return Response.json({ ...stored, recording_url, ...change });
      },
      [`*/api/calls/${call.id}/recording*`]: (request) => {
        const range = /^bytes=(\d+)-/.exec(request.headers.get('range') ?? '');
        const start = Number(range?.[1] ?? 0);
        const headers = { 'content-type': 'audio/wav', 'accept-ranges': 'bytes' };
        if (range === null) return new Response(wav, { headers });
        const held = { ...headers, 'content-range': `bytes ${start}-${wav.length - 1}/${wav.length}` };
        return new Response(wav.subarray(start), { status: 206, headers: held });
      },
    });
    await page.goto(`${server.baseUrl}/calls/${call.uuid}`);
    await page.getByRole('heading', { level: 1, name: 'Asha Rao' }).waitFor();
    return watched;
  }

  test('draws both sides of the recording, and seeks by pointer and by keyboard', async () => {
    const watched = await visit();
    const { page } = watched;
    const slider = page.getByRole('slider', { name: 'Position in the recording' });
    await slider.waitFor();
    await eventually(() => slider.locator('path').count()).toBe(4);
    expect(await sides(page)).toEqual(['customer', 'agent']);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await eventually(() => position(page)).toBe(5);
    await page.keyboard.press('End');
    await page.keyboard.press('PageDown');
    await eventually(() => position(page)).toBe(10);
    expect(await slider.getAttribute('aria-valuetext')).toBe('00:10 of 00:40, Customer speaks');
    const box = await slider.boundingBox();
    await slider.click({ position: { x: (box?.width ?? 0) * 0.55, y: 20 } });
    await eventually(() => position(page)).toBeGreaterThan(21);
    await eventually(() => page.locator('[data-playing="true"]').textContent()).toContain('250 dollars');
    await looksRight(page);
    await picture(page, 'call-light');
    expectClean(watched);
  });

  test('shows the words of a value, and the value of the words', async () => {
    const watched = await visit({ colorScheme: 'dark' });
    const { page } = watched;
    await page.getByRole('slider').waitFor();
    await page.locator('[data-finding="field:budget"]').getByTitle('Show this in the transcript').click();
    await eventually(() => page.locator('mark').allTextContents()).toEqual([expect.stringContaining('250')]);
    await eventually(() => position(page)).toBe(20);
    await eventually(() => page.locator('[data-turn="3"]').getAttribute('data-marked')).toBe('true');
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByRole('button', { name: 'Outcome' }).first().click();
    await eventually(() => page.locator('[data-finding="outcome"]').getAttribute('data-chosen')).toBe('true');
    await page.getByRole('region', { name: 'Result' }).getByTitle('Show this in the transcript').first().click();
    await eventually(() => page.locator('mark').count()).toBeGreaterThan(0);
    await isAccessible(page);
    await picture(page, 'call-dark');
    expectClean(watched);
  });

  test('keeps what the analysis found beside an edit, and names a wrong value at its field', async () => {
    const watched = await visit({ viewport: { width: 390, height: 844 } });
    const { page } = watched;
    await page.getByRole('slider').waitFor();
    await picture(page, 'call-phone');
    const budget = page.locator('[data-finding="field:budget"]');
    await budget.getByRole('button', { name: 'Edit Budget' }).click();
    await budget.getByRole('textbox', { name: 'Budget' }).fill('much');
    await budget.getByRole('button', { name: 'Save' }).click();
    await budget.getByText('Enter a number.').waitFor();
    await looksRight(page);
    await budget.getByRole('textbox', { name: 'Budget' }).fill('300');
    await page.keyboard.press('Enter');
    await budget.getByText('The analysis found: 250').waitFor();
    await budget.getByText('Edited').waitFor();
    await page.reload();
    await budget.getByText('300', { exact: true }).waitFor();
    await budget.getByText('The analysis found: 250').waitFor();
    const outcome = page.locator('[data-finding="outcome"]');
    await outcome.getByRole('button', { name: 'Edit Outcome' }).click();
    await outcome.getByRole('combobox', { name: 'Outcome' }).selectOption('Escalated');
    await outcome.getByRole('button', { name: 'Save' }).click();
    await outcome.getByText('Escalated', { exact: true }).waitFor();
    await outcome.getByText(/The analysis found: Visit scheduled/).waitFor();
    const greeting = page.locator('[data-finding="field:greeting"]');
    await greeting.getByRole('button', { name: 'Edit Greeting' }).click();
    await greeting.getByRole('button', { name: 'Clear the value' }).click();
    await greeting.getByText('Cleared').waitFor();
    await isAccessible(page);
    expectClean(watched);
  });

  test('shows what the call costs by its parts, and which part has no price', async () => {
    const used = {
      seconds: 61,
      billed_seconds: 120,
      prompt_tokens: 0,
      completion_tokens: 0,
      characters: 0,
      uncounted: 0,
    };
    const line = { ...used, part: 'telephony', service: 'twilio', name: 'Twilio', direction: 'inbound', amount: 0.06 };
    const model = {
      ...used,
      part: 'language_model',
      service: 'm',
      name: 'Small model',
      direction: null,
      billed_seconds: null,
      prompt_tokens: 5000,
      completion_tokens: 150,
      amount: null,
    };
    const { page } = await visit(
      {},
      { cost: { amount: null, currency: 'EUR', is_at_least: false, parts: [line, model] } },
    );
    const panel = page.getByRole('region', { name: 'Cost' });
    await panel.getByText('Unknown: not every part has a price').waitFor();
    await panel.getByRole('row', { name: /Telephony.*Twilio, 120 s.*€0\.06/ }).waitFor();
    await panel.getByRole('row', { name: /Small model, 5,000 tokens read, 150 written.*No price/ }).waitFor();
    await panel.getByRole('link', { name: 'Enter prices' }).waitFor();
    await looksRight(page);
    await isAccessible(page);
  });

  test('says why an analysis failed, and analyses again', async () => {
    const watched = await visit({}, { status: 'failed', error: 'The recording is silent.', recording_url: null });
    const { page } = watched;
    const retried = page.waitForRequest(`**/api/calls/${call.id}/retry`);
    await page.getByText('The recording is silent.').waitFor();
    await page.getByText('This call has no recording.').waitFor();
    await looksRight(page);
    await picture(page, 'call-failed');
    await page.getByRole('button', { name: 'Analyse again' }).click();
    expect((await retried).method()).toBe('POST');
    await page.getByText('Only a failed call can be retried.').waitFor();
  });

  test('changes the customer, the agent and the segments in their place', async () => {
    await ask('POST', '/v1/contacts', { phone: '+12025550177', name: 'Noor Haddad' });
    await ask('POST', '/api/segments', { name: 'North', kind: 'custom' });
    const watched = await openBrowser({ session, viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/calls/${call.uuid}`);
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByText('API', { exact: true }).waitFor();
    await details.getByRole('button', { name: 'Edit agent' }).click();
    const agent = details.getByRole('combobox', { name: 'Agent' });
    await agent.fill('Robin');
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Edit agent');
    await details.getByText('Sam', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await agent.fill('Robin');
    await page.keyboard.press('Enter');
    await details.getByText('Robin', { exact: true }).waitFor();
    await details.getByRole('button', { name: 'Edit segments' }).click();
    await details.getByRole('checkbox', { name: 'North' }).check();
    await details.getByRole('button', { name: 'Save' }).click();
    await eventually(() => page.locator('[data-fact="segments"]').textContent()).toContain('North');
    await details.getByRole('button', { name: 'Edit customer' }).click();
    await details.getByRole('textbox', { name: 'Search customers' }).fill('noor');
    await isAccessible(page);
    await details.getByRole('button', { name: 'Noor Haddad, +12025550177' }).click();
    await details.getByRole('link', { name: 'Noor Haddad' }).waitFor();
    expect(await ask('GET', `/api/calls/${call.id}`)).toMatchObject({
      agent: { uuid: null, name: 'Robin' },
      customer: { name: 'Noor Haddad', phone: '+12025550177' },
      segments: [{ name: 'North' }],
    });
    // Editing who spoke leaves the words and their values as they are.
    await page.getByRole('button', { name: 'Edit Budget' }).waitFor();
    await details.getByRole('button', { name: 'Edit customer' }).click();
    await details.getByRole('button', { name: 'Unlink the contact' }).click();
    await page.getByText('Contact unlinked.').waitFor();
    expectClean(watched);
  });
});
