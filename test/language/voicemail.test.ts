import { expect, test } from 'vitest';
import { spokenLinesIn } from '../../media/call/dialogue/spoken-lines.ts';
import { packOf } from '../../media/language/languages.ts';
import { completenessWordsOf, englishWords } from '../../media/turn/completeness-words.ts';
import { wordEvidence } from '../../media/voicemail/answer-words.ts';

test('a greeting that mixes languages is a person, whose cue has its name once', () => {
  expect(wordEvidence('Hello ji, haan')).toMatchObject({ cues: ['a greeting'], decisive: false });
  expect(wordEvidence('Hello ji, haan').weight).toBeLessThan(-2.5);
});

test('a request to wait is evidence for a person in every language that has one', () => {
  for (const text of ['Hold on, let me get her', 'Just a sec', 'Ruko zara', 'Ek minute'])
    expect(wordEvidence(text).cues).toEqual(['hold on']);
});

test('a cue that several languages have counts once', () => {
  expect(wordEvidence('Who is this? Kaun bol raha hai?').weight).toBe(wordEvidence('Who is this?').weight);
});

test('a language without completeness data is judged by the English words', () => {
  expect(packOf('hi')?.completeness).toBeUndefined();
  expect(completenessWordsOf('hi-IN')).toBe(englishWords);
  expect(completenessWordsOf('fr')).toBe(englishWords);
});

test('the lines of a call are in its language where the voice speaks it', () => {
  expect(spokenLinesIn('hi-IN', ['hi']).moment).toBe(packOf('hi')?.lines?.moment);
  expect(spokenLinesIn('hi-IN', ['en-US']).moment).toBe(packOf('en')?.lines?.moment);
});
