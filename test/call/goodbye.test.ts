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
