import { expect, test } from 'vitest';
import { goesBeyondFarewell } from '../../media/call/dialogue/farewell-words.ts';
import type { AgentRequest } from '../../media/line/agent.ts';
import { openScriptedCall, say, script } from './scripted-call.ts';

const goodbye = 'thank you very much for calling we look forward to seeing you on tuesday goodbye';

/** A call whose agent says goodbye to the first words, and answers all others. The caller speaks over the goodbye. */
async function overGoodbye(words: string, { afterMs = 1200, speechMs = 600 } = {}) {
  const requests: AgentRequest[] = [];
  const call = await openScriptedCall({
    brain(request) {
      requests.push(request);
      const { input } = request;
      if (input.kind !== 'said') return script(input.kind === 'opening' ? say('Hello.') : []);
      if (/friday/i.test(input.text)) return script(say('Friday is free.'));
      return script([...say(goodbye), { type: 'action', action: { kind: 'end', reason: 'caller_goodbye' } }]);
    },
    words: ['That is all for me.', words],
  });
  await call.pass(1500);
  await call.pass(900, 'speaking');
  await call.pass(afterMs);
  await call.pass(speechMs, 'speaking');
  await call.pass(12_000);
  return { call, requests };
}

test('a caller who continues during the goodbye is answered after it', async () => {
  const { call, requests } = await overGoodbye('Actually wait, is Friday free?');
  expect(call.lines()).toContain(`agent: ${goodbye}`);
  expect(call.lines().at(-1)).toBe('agent: Friday is free.');
  expect(call.closed()).toBe(false);
  // The agent is told that its action was not carried out.
  const answered = requests.find(({ input }) => input.kind === 'said' && /friday/i.test(input.text));
  expect(answered).toMatchObject({ turn: 2, interruptedTurn: 1 });
  await call.hangUp();
});

test('a caller who still speaks as the goodbye ends is heard out and answered', async () => {
  const { call } = await overGoodbye('Actually wait, is Friday free?', { afterMs: 3500, speechMs: 6000 });
  expect(call.lines().at(-1)).toBe('agent: Friday is free.');
  await call.hangUp();
});

/** A call whose agent answers everything with the same goodbye. The caller asks during the first one. */
async function deafGoodbye(later: readonly string[]) {
  const call = await openScriptedCall({
    brain: ({ input }) =>
      input.kind === 'opening'
        ? script(say('Hello.'))
        : script([...say(goodbye), { type: 'action', action: { kind: 'end', reason: 'caller_goodbye' } }]),
    words: ['That is all for me.', 'Actually wait, is Friday free?', ...later],
  });
  await call.pass(1500);
  await call.pass(900, 'speaking');
  await call.pass(1200);
  await call.pass(600, 'speaking');
  const goodbyes = (): number => call.lines().filter((line) => line === `agent: ${goodbye}`).length;
  for (let passed = 0; goodbyes() < 2 && passed < 60; passed++) await call.pass(200);
  expect(goodbyes()).toBe(2);
  return { call, goodbyes };
}

test('a caller whose question was answered with a goodbye has a moment to say it again', async () => {
  const { call, goodbyes } = await deafGoodbye(['I asked about Friday.']);
  await call.pass(4000);
  expect(call.closed()).toBe(false);
  await call.pass(900, 'speaking');
  await call.pass(6000);
  expect(goodbyes()).toBe(3);
  await call.hangUp();
});

test('the line closes at once if the caller says goodbye in that moment', async () => {
  const { call, goodbyes } = await deafGoodbye(['Okay, bye bye.']);
  await call.pass(4000);
  expect(call.closed()).toBe(false);
  await call.pass(600, 'speaking');
  await call.pass(2000);
  expect([call.closed(), goodbyes()]).toEqual([true, 2]);
});

test('words that begin in that moment and end after it are answered', async () => {
  const { call, goodbyes } = await deafGoodbye(['I asked about Friday.']);
  await call.pass(4200);
  expect(call.closed()).toBe(false);
  await call.pass(4000, 'speaking');
  await call.pass(6000);
  expect([call.closed(), goodbyes()]).toEqual([false, 3]);
  await call.hangUp();
});

test('the line closes after the second goodbye if the caller says no more', async () => {
  const { call } = await deafGoodbye([]);
  await call.pass(14_000);
  expect(call.closed()).toBe(true);
});

test.each(['Thank you, bye bye.', 'You too, have a nice day!', 'धन्यवाद', ''])(
  'a caller who says "%s" over the goodbye lets the call end',
  async (words) => {
    const { call } = await overGoodbye(words);
    expect(call.sent.at(-1)).toMatchObject({ type: 'ended', reason: 'caller_goodbye' });
    expect(call.lines()).toContain(`agent: ${goodbye}`);
    expect(call.closed()).toBe(true);
  },
);

test.each([
  ['Thanks a lot, see you on Tuesday then.', false],
  ['Okay, all right, bye.', false],
  ['Wait.', true],
  ['Do you have parking?', true],
  ['Thank you. Oh, one more question.', true],
])('"%s" goes beyond a farewell: %s', (text, beyond) => {
  expect(goesBeyondFarewell(text)).toBe(beyond);
});
