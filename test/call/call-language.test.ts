import { expect, test } from 'vitest';
import { createCallLanguage } from '../../media/call/dialogue/call-language.ts';
import type { Utterance } from '../../media/line/speech.ts';

const voice = { engine: 'speech_a', voice: 'priya', languageCode: 'en-IN' };

function held(languages: readonly string[] = ['en-IN', 'hi-IN', 'ta-IN']) {
  const changes: string[] = [];
  const language = createCallLanguage({
    languageCode: 'en-IN',
    languages,
    voice,
    spoken: languages,
    onVoice() {},
    onChange: (code) => void changes.push(code),
  });
  const hear = (text: string, languageCode: string, confidence = 1): string => {
    const words = text.split(' ').map((word) => ({ text: word, startMs: 0, endMs: 0, confidence }));
    language.heard({ text, words, confidence, languageCode, decodeMs: 0 } satisfies Utterance);
    return language.code;
  };
  return { language, changes, hear };
}

test('a first turn of three certain words settles the language alone', () => {
  const { language, changes, hear } = held();
  expect(hear('mera order kahan hai', 'hi-IN')).toBe('hi-IN');
  expect(language.voice).toEqual({ ...voice, languageCode: 'hi-IN' });
  expect(language.lines.moment).toMatch(/[\u0900-\u097F]/);
  expect(changes).toEqual(['hi-IN']);
});

test.each([
  ['too short', 'haan ji', 1],
  ['uncertain', 'mera order kahan hai', 0.5],
])('a first turn that is %s needs a second one that agrees', (_, text, confidence) => {
  const { hear } = held();
  expect(hear(text, 'hi-IN', confidence)).toBe('en-IN');
  expect(hear('ji', 'hi')).toBe('hi-IN');
});

test('two turns in different languages settle nothing', () => {
  const { hear, changes } = held();
  for (const code of ['en-IN', 'hi-IN', 'ta-IN', 'hi-IN', 'en-IN', 'hi-IN', 'en-IN']) hear('one two three', code);
  expect(changes).toEqual([]);
});

test('a language that the agent does not list, or that is not known, changes nothing', () => {
  const { hear, changes } = held(['en-IN', 'hi-IN']);
  for (const code of ['ta-IN', 'ta-IN', 'auto', 'auto']) hear('one two three', code);
  // Words that were not understood count neither for nor against a language.
  hear('haan', 'hi-IN');
  hear('', 'en-IN');
  expect(hear('haan', 'hi-IN')).toBe('hi-IN');
  expect(changes).toEqual(['hi-IN']);
});

test('a call returns to the language before when the caller does', () => {
  const { hear, changes } = held();
  hear('mera order kahan hai', 'hi-IN');
  hear('where is it', 'en-IN');
  expect(hear('where is it', 'en-IN')).toBe('en-IN');
  expect(changes).toEqual(['hi-IN', 'en-IN']);
});
