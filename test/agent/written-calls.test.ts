import { expect, test } from 'vitest';
import { createSpeechFilter } from '../../media/agent/openai/speech.ts';
import { writtenCallsIn } from '../../media/agent/openai/written-calls.ts';

/** What is spoken of a reply that comes in pieces of this length. */
function spokenOf(text: string, length = text.length) {
  const filter = createSpeechFilter();
  let spoken = '';
  for (let at = 0; at < text.length; at += length) spoken += filter.push(text.slice(at, at + length));
  spoken += filter.end();
  return { spoken: spoken.trim(), calls: filter.calls, garbage: filter.garbage };
}

test.each([
  '<tools>{"name": "book", "arguments": {"note": "a } and a { and a \\" in it"}}</tools>',
  '<tools><tool_call>{"name": "book", "arguments": {"day": "</tools>"}}</tool_call></tools>',
  'One moment. <function_calls>[{"name": "book", "arguments": {}}]</function_calls>',
])('a call is found wherever its text is divided: %s', (text) => {
  const { calls } = spokenOf(text);
  expect(calls).toHaveLength(1);
  for (let length = 1; length < 24; length++)
    expect(spokenOf(text, length)).toMatchObject({
      calls,
      garbage: false,
      spoken: /^One/.test(text) ? 'One moment.' : '',
    });
});

test.each([
  ['Put it between <tools> and the end.', 'Put it between  and the end.'],
  ['We open at nine.<br/>We close at five.', 'We open at nine.\nWe close at five.'],
  ['<ul><li>Monday</li><li>Tuesday</li></ul>', 'Monday\nTuesday'],
  ['Say <my-own-tag>yes</my-own-tag>.', 'Say yes.'],
])('a tag without a call is not spoken, and ends no reply: %s', (text, expected) => {
  for (let length = 1; length <= text.length; length++) {
    const { spoken, garbage } = spokenOf(text, length);
    expect([spoken.replace(/\n+/g, '\n'), garbage]).toEqual([expected, false]);
  }
});

test('the list of tools that a model repeats is not a call', () => {
  const definition = { name: 'end_call', description: 'Ends it.', parameters: { type: 'object', properties: {} } };
  const list = `<tools>${JSON.stringify([{ type: 'function', function: definition }])}</tools>`;
  expect(writtenCallsIn(list)).toEqual([]);
});

test.each([
  '[TOOL_CALLS]end_call{"reason": "cal',
  '<function=end_call>{"reason": "cal',
  'to=functions.end_call json{"reason": "cal',
])('a call that breaks off keeps its incomplete arguments: %s', (text) => {
  expect(writtenCallsIn(text)).toMatchObject([{ name: 'end_call', arguments: '{"reason": "cal' }]);
});

test.each(['[TOOL_CALLS]a{', '<tools>[', '[', '{"a":', ' ', '[TOOL_CALLS]a', '<function=a>{'])(
  'the search for calls takes linear time in endless "%s"',
  (part) => {
    const text = `<tools>[TOOL_CALLS]a${part.repeat(64_000 / part.length)}`;
    const began = performance.now();
    writtenCallsIn(text);
    expect(performance.now() - began).toBeLessThan(2000);
  },
);
