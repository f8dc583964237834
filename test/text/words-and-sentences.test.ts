import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type SentenceForm, sentenceSpans, sentencesOf } from '../../media/text/sentences.ts';
import { looseStem, stem } from '../../media/text/stem.ts';
import { bareWord, folded, placedWords, plainWords, type WordForm } from '../../media/text/words.ts';

const compared: WordForm = { inside: "'@+:/.-", edges: '@+' };
const dictated: WordForm = { inside: "'@.+:-", edges: '@+' };

describe('words of a text', () => {
  test.each<[string, WordForm, readonly string[]]>([
    ["I don’t know -- it's O'Brien-Smith's.", {}, ['i', "don't", 'know', "it's", "o'brien-smith's"]],
    ["'Twas the drivers' bus", {}, ['twas', 'the', 'drivers', 'bus']],
    ["I don’t know, O'Brien-Smith", { inside: "'" }, ['i', "don't", 'know', "o'brien", 'smith']],
    ["I don't know: A-17/b", { inside: '' }, ['i', 'don', 't', 'know', 'a', '17', 'b']],
    ['Call +49 30 555-0143 at 9:30, please.', compared, ['call', '+49', '30', '555-0143', 'at', '9:30', 'please']],
    ['john@example.com - or the 3/4 one:', compared, ['john@example.com', 'or', 'the', '3/4', 'one']],
    ['9-4. john @ example.com, +1:', dictated, ['9-4', 'john', '@', 'example.com', '+1']],
    ['पाँच सौ रुपये, हाँ जी।', {}, ['पाँच', 'सौ', 'रुपये', 'हाँ', 'जी']],
    ['', {}, []],
    [' - … ', compared, []],
  ])('of %j in the form %j are cut at its signs', (text, form, words) => {
    expect(plainWords(text, form)).toEqual(words);
  });

  it('have places in the text, and are those of the form with apostrophes for Latin letters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9' ,.?!-]{0,60}$/), (text) => {
        const words = placedWords(text);
        for (const { plain, start, end } of words) expect(text.slice(start, end).toLowerCase()).toBe(plain);
        for (const [at, { end }] of words.entries())
          expect(end).toBeLessThanOrEqual(words[at + 1]?.start ?? text.length);
        expect(
          words
            .map(({ plain }) => plain)
            .join('')
            .replaceAll("'", ''),
        ).toBe(plainWords(text, { inside: '' }).join(''));
      }),
    );
  });

  it('are the same when they are cut again, in every form', () => {
    const forms: readonly WordForm[] = [{}, { inside: '' }, { inside: "'" }, compared, dictated];
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom(...forms), (text, form) => {
        const words = plainWords(text, form);
        expect(plainWords(words.join(' '), form)).toEqual(words);
        for (const word of words) expect(word).not.toMatch(/\s/u);
      }),
    );
  });

  test.each([
    ["don't", 'dont'],
    ['Twenty-five,', 'twentyfive'],
    ['हाँ।', 'हाँ'],
    ['…', ''],
  ])('as one: %j is %j', (word, bare) => {
    expect(bareWord(word)).toBe(bare);
  });

  it('are compared without accents, with the vowel signs of other scripts', () => {
    expect(folded('Café’s Ñandú')).toBe("cafe's nandu");
    expect(folded('हिंदी')).toBe('हिंदी');
  });
});

describe('sentences of a text', () => {
  test.each<[string, SentenceForm, readonly string[]]>([
    [
      'Dr. Smith is in. See him at 8 a.m. today! Really?',
      {},
      ['Dr. Smith is in.', 'See him at 8 a.m. today!', 'Really?'],
    ],
    ['It grew by 3.5 points. "So it did." We left.', {}, ['It grew by 3.5 points.', '"So it did."', 'We left.']],
    ['Wait. okay. go on.', {}, ['Wait. okay. go on.']],
    ['Wait. okay. go on.', { anyStart: true }, ['Wait.', 'okay.', 'go on.']],
    ['Mr. {name}, hello. It is 9 p.m. now.', { anyStart: true }, ['Mr. {name}, hello.', 'It is 9 p.m. now.']],
    ["It is the agent's. It stays.", { anyStart: true }, ["It is the agent's.", 'It stays.']],
    ["She said 'J. Doe' twice. Then left.", {}, ["She said 'J. Doe' twice.", 'Then left.']],
    ['One; two. Three… four', { anyStart: true }, ['One; two.', 'Three… four']],
    ['One; two. Three… four', { anyStart: true, alsoEnds: ';…' }, ['One;', 'two.', 'Three…', 'four']],
    ['माफ़ कीजिए। क्या आप फिर से कहेंगे?', {}, ['माफ़ कीजिए।', 'क्या आप फिर से कहेंगे?']],
    ['abcdefghij', { longest: 4 }, ['abcd', 'efgh', 'ij']],
    [' \n ', {}, []],
  ])('of %j in the form %j', (text, form, sentences) => {
    expect(sentencesOf(text, form)).toEqual(sentences);
  });

  it('leave nothing of the text out but blanks, and keep their order', () => {
    const forms: readonly SentenceForm[] = [{}, { anyStart: true }, { anyStart: true, alsoEnds: ';…' }, { longest: 7 }];
    const texts = fc.array(
      fc.constantFrom('Dr. ', 'No. ', 'yes! ', '"So?" ', "it's. ", 'a ', '3.5 ', '… ', 'जी। ', '\n'),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...forms), (parts, form) => {
        const text = parts.join('');
        const spans = sentenceSpans(text, form);
        let at = 0;
        for (const { start, end } of spans) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });
});

describe('stems', () => {
  test.each([
    ['clinics', 'clinic', 'clinic'],
    ['accepting', 'accept', 'accept'],
    ["manager's", 'manag', 'manager'],
    ['generous', 'gener', 'generou'],
    ['general', 'gener', 'general'],
    ['policies', 'polici', 'policy'],
    ['stopped', 'stop', 'stop'],
  ])('of %s: by Porter %s, for call analysis %s', (word, porter, loose) => {
    expect(stem(word)).toBe(porter);
    expect(looseStem(word)).toBe(loose);
  });
});
