import { expect, it } from 'vitest';
import { encodeMulaw } from '../../media/codec/g711.ts';
import { openScriptedCall, openScriptedWorld, say, script } from './scripted-call.ts';

/** A call whose detector counts how often the call itself asks it to run, besides the beat. */
async function openCall() {
  const world = openScriptedWorld();
  const { voiceActivity } = world;
  const asked = { times: 0 };
  const call = await openScriptedCall({
    brain: () => script(say('Welcome to the office of whoever it is that you are calling today.')),
    words: ['Stop.'],
    world: {
      ...world,
      voiceActivity: {
        open: voiceActivity.open,
        run() {
          asked.times += 1;
          return voiceActivity.run();
        },
        get listeners() {
          return voiceActivity.listeners;
        },
      },
    },
  });
  return { call, asked, clears: () => call.sent.filter(({ type }) => type === 'clear').length };
}

const loudFrame = (): Uint8Array => encodeMulaw(Float32Array.from({ length: 160 }, () => Math.random() - 0.5));

it('an onset silences the agent with the packet that completes the first speech step', async () => {
  const { call, asked, clears } = await openCall();
  await call.pass(1000);
  expect(call.sent.some(({ type }) => type === 'audio')).toBe(true);
  expect(asked.times).toBe(0);
  // The clock stands still, so that no beat comes.
  for (let piece = 0; piece < 3; piece += 1) await call.receive({ type: 'audio', payload: loudFrame() });
  expect(asked.times).toBeGreaterThan(0);
  expect(clears()).toBe(1);
  await call.hangUp();
});

it('without a reply in progress, an onset waits for the timer', async () => {
  const { call, asked } = await openCall();
  await call.pass(6000);
  await call.pass(600, 'speaking');
  expect(asked.times).toBe(0);
  await call.hangUp();
});
