import { expect, test } from 'vitest';
import { dialects } from '../../media/wire/dialects/index.ts';
import { openScriptedCall, say, script } from '../call/scripted-call.ts';

test('the browser dialect accepts the interrupt message', () => {
  expect(dialects.browser.open().parse('{"event":"interrupt"}')).toEqual({
    ok: true,
    events: [{ type: 'interrupt' }],
  });
});

test('the interrupt button stops the reply as speech does, and unheard words are marked', async () => {
  const call = await openScriptedCall({ brain: () => script(say('one two three four five six seven eight nine ten')) });
  await call.pass(1200);
  await call.receive({ type: 'interrupt' });
  await call.pass(500);
  await call.hangUp();
  expect(call.sent.filter(({ type }) => type === 'clear')).toHaveLength(1);
  expect(call.events.find(({ type }) => type === 'barge_in')).toBeDefined();
  expect(call.lines()).toHaveLength(1);
  expect(call.lines()[0]).toMatch(/^agent: one two/);
  expect(call.lines()[0]).not.toContain('seven');
});

test('an agent that may not be interrupted continues', async () => {
  const call = await openScriptedCall({
    brain: () => script(say('one two three four five')),
    plan: { turn: { allowInterruptions: false } },
  });
  await call.pass(600);
  await call.receive({ type: 'interrupt' });
  await call.pass(2500);
  await call.hangUp();
  expect(call.lines()).toEqual(['agent: one two three four five']);
});

test('the interrupt button does nothing while nobody speaks', async () => {
  const call = await openScriptedCall({ brain: () => script(say('Hello.')) });
  await call.pass(2000);
  await call.receive({ type: 'interrupt' });
  await call.hangUp();
  expect(call.events.some(({ type }) => type === 'barge_in')).toBe(false);
});
