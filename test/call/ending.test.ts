import { expect, test } from 'vitest';
import { openScriptedCall, say, script } from './scripted-call.ts';

test('a caller who says stop is told the end, after the last words, and the line is closed', async () => {
  const call = await openScriptedCall({ brain: () => script(say('Hello.')), words: ['good bye then'] });
  await call.pass(1500);
  await call.pass(600, 'speaking');
  await call.receive({ type: 'stop', reason: 'stop' });
  await call.call.over;
  expect(call.sent.at(-1)).toEqual({ type: 'ended', reason: 'caller_hung_up' });
  expect(call.sent.at(-2)).toMatchObject({ type: 'transcript', caption: { text: 'good bye then', final: true } });
  expect(call.sent.filter(({ type }) => type === 'ended')).toHaveLength(1);
  expect(call.closed()).toBe(true);
});
