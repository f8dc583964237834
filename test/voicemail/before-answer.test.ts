import { expect, test } from 'vitest';
import { evidenceIn } from '../../media/voicemail/before-answer.ts';
import type { Tone } from '../../media/voicemail/tones.ts';

const tone = (hz: number, startMs: number, lengthMs: number): Tone => ({
  hz,
  startMs,
  endMs: startMs + lengthMs,
  quietBefore: true,
  quietAfter: true,
});
const greeting = 'You have reached Tom. Please leave a message after the tone.';

test('a ringing tone, music and words of people do not count before the answer', () => {
  const ringing = [tone(440, -9000, 1000), tone(440, -6000, 1000), tone(440, -3000, 1000)];
  for (const text of ['', 'Hello? Who is this?', 'Only you can make this world seem right'])
    expect(evidenceIn({ text, tones: ringing }), text).toEqual([]);
});

test('words of voicemail, screeners and menus count, and so does a beep that has just ended', () => {
  for (const text of [
    greeting,
    "If you record your name and reason for calling, I'll see if this person is available.",
    'For sales, press one. For support, press two.',
  ])
    expect(evidenceIn({ text, tones: [tone(440, -9000, 1000)] })).toEqual([{ type: 'speech_ended', atMs: 0, text }]);
  const beep = tone(1000, -600, 300);
  expect(evidenceIn({ text: greeting, tones: [beep] }).at(-1)).toEqual({ type: 'tone', tone: beep });
});

test('the tones of a network announcement count without its words', () => {
  const rising = [tone(950, -4000, 330), tone(1400, -3670, 330), tone(1776, -3340, 330)];
  expect(evidenceIn({ text: '', tones: rising })).toHaveLength(3);
});
