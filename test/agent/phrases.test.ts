import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPhraser, type Phrase, phrasesOf } from '../../media/agent/phrases.ts';

const joined = (phrases: readonly Phrase[]): string => phrases.map((phrase) => phrase.text).join(' ');
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
const texts = (text: string): string[] => phrasesOf(text).map((phrase) => phrase.text);

function inPieces(text: string, cuts: readonly number[]): Phrase[] {
  const phraser = createPhraser();
  const phrases: Phrase[] = [];
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    const to = Math.min(cut, text.length);
    phrases.push(...phraser.push(text.slice(from, Math.max(from, to))));
    from = Math.max(from, to);
  }
  phrases.push(...phraser.push(text.slice(from)), ...phraser.end());
  return phrases;
}

const word = fc.constantFrom(
  'Sure',
  'we',
  'are',
  'open,',
  'Dr.',
  'Smith.',
  'at',
  '3.5',
  'a.m.',
  'but',
  'john@mail.com',
  'Thanks!',
  '—',
  'because',
  '$1,150.',
  'Monday;',
  'what?',
  'x'.repeat(200),
);
const speech = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));

describe('phrases', () => {
  it('join to the original text, for any text and any chunks', () => {
    fc.assert(
      fc.property(fc.oneof(speech, fc.string({ unit: 'grapheme' })), fc.array(fc.nat(400)), (text, cuts) => {
        expect(plain(joined(inPieces(text, cuts)))).toBe(plain(text));
      }),
    );
  });

  it('do not depend on the chunks', () => {
    fc.assert(
      fc.property(speech, fc.array(fc.nat(400)), (text, cuts) => {
        expect(inPieces(text, cuts)).toEqual(phrasesOf(text));
      }),
    );
  });

  it('split the first clause early and the rest by sentence', () => {
    expect(phrasesOf("Sure, I can help with that, and it won't take long. What is your name? Take your time.")).toEqual(
      [
        { text: 'Sure, I can help with that,', continues: true },
        { text: "and it won't take long.", continues: false },
        { text: 'What is your name?', continues: false },
        { text: 'Take your time.', continues: false },
      ],
    );
  });

  it('end at the sentence marks of other scripts', () => {
    expect(texts('हम शाम सात बजे बंद करते हैं। क्या मैं आपकी और मदद कर सकती हूँ? जी, ज़रूर।')).toEqual([
      'हम शाम सात बजे बंद करते हैं।',
      'क्या मैं आपकी और मदद कर सकती हूँ?',
      'जी, ज़रूर।',
    ]);
  });

  it('emit the first clause before the sentence is complete', () => {
    const phraser = createPhraser();
    expect(phraser.push('On Tuesday we are open late, until ')).toEqual([
      { text: 'On Tuesday we are open late,', continues: true },
    ]);
  });

  it('keep abbreviations, decimals, clock times and addresses whole', () => {
    expect(texts('Please see Dr. Smith at once. It is 3.5 miles from here. We open at 8 a.m. on most days.')).toEqual([
      'Please see Dr. Smith at once.',
      'It is 3.5 miles from here.',
      'We open at 8 a.m. on most days.',
    ]);
    expect(texts('You can write to jo.smith@mail.example.com any time. Goodbye for now.')).toEqual([
      'You can write to jo.smith@mail.example.com any time.',
      'Goodbye for now.',
    ]);
    expect(texts('That is Tuesday, March 3, 2026, as planned.')[0]).toBe('That is Tuesday,');
  });

  it('join very short sentences with the next', () => {
    expect(texts('Yes. Of course. What day suits you?')).toEqual(['Yes. Of course.', 'What day suits you?']);
  });

  it('split text that would take too long to wait for', () => {
    const long = `The office is ${'very '.repeat(60)}nice.`;
    const cut = texts(long);
    expect(cut.length).toBeGreaterThan(1);
    for (const phrase of cut) expect(phrase.length).toBeLessThanOrEqual(160);
  });

  it('are empty for empty text', () => {
    expect(phrasesOf('')).toEqual([]);
    expect(phrasesOf(' \n ')).toEqual([]);
  });
});

it.each([
  [
    '您好。我们早上九点开门。您想要预约吗？请告诉我您的名字。',
    ['您好。我们早上九点开门。', '您想要预约吗？', '请告诉我您的名字。'],
  ],
  [
    '今日は午後三時に空きがあります。ご予約しますか？「はい」とお答えください。',
    ['今日は午後三時に空きがあります。', 'ご予約しますか？', '「はい」とお答えください。'],
  ],
  ['他说：“我们明天上午见。”然后就走了！', ['他说：“我们明天上午见。”', '然后就走了！']],
  ['我们周一到周五开门，时间是９：30到18：00。', ['我们周一到周五开门，', '时间是９：30到18：00。']],
])('cuts Chinese and Japanese at their full stops, which no space follows: %s', (text, expected) => {
  for (let length = 1; length <= text.length; length++) {
    const phraser = createPhraser();
    const phrases: string[] = [];
    for (let at = 0; at < text.length; at += length)
      phrases.push(...phraser.push(text.slice(at, at + length)).map((phrase) => phrase.text));
    phrases.push(...phraser.end().map((phrase) => phrase.text));
    expect(phrases).toEqual(expected);
  }
});

it('cuts a long Chinese sentence at its commas', () => {
  const phrases = phrasesOf(`${'我们每天从早上九点到下午五点都开门，'.repeat(20)}谢谢。`);
  expect(phrases.length).toBeGreaterThan(2);
  for (const { text } of phrases) expect(text.length).toBeLessThan(180);
});

it('returns a complete Chinese sentence although nothing follows', () => {
  const phraser = createPhraser();
  phraser.push('我们早上九点开门。');
  expect(phraser.flush().map(({ text }) => text)).toEqual(['我们早上九点开门。']);
});
