import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { normalise } from '../../media/synthesiser/normalise/normalise.ts';
import { spokenText } from '../../media/synthesiser/spoken-token.ts';
import { anyCharacter } from '../any-character.ts';
import { cases } from './normalise-cases.ts';

const words = new Set('stop right bold code mail help example doe bob'.split(' '));
const options = { isWord: (word: string) => words.has(word) };
const said = (written: string): string => spokenText(normalise(written, options));

for (const [kind, table] of Object.entries(cases)) {
  describe(kind, () => {
    test.each(table)('"%s" is read as "%s"', (written, expected) => {
      expect(said(written)).toBe(expected);
    });
  });
}

describe('any text', () => {
  it('has ambiguous dates read in the given order', () => {
    const read = normalise('03/04/2026', { ...options, dateOrder: 'day-first' });
    expect(spokenText(read)).toBe('April third, twenty twenty six');
  });

  it('never throws, and covers stretches in order without overlap', () => {
    const pieces = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc
        .array(fc.constantFrom(...'0123456789.,:/-+$€%#@()[]<>&*_ \n\'"AaPpMmDrStNov'.split('')), { maxLength: 60 })
        .map((all) => all.join('')),
      fc.constantFrom(...Object.values(cases).flatMap((table) => table.map(([written]) => written))),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 4 }), (parts) => {
        const text = parts.join(' ');
        let end = 0;
        for (const reading of normalise(text, options)) {
          expect(reading.start).toBeGreaterThanOrEqual(end);
          expect(reading.end).toBeGreaterThan(reading.start);
          end = reading.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1500 },
    );
  });

  it('leaves no digit and no symbol', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w $€£%.,:/+#@&()-]{0,60}$/), (text) => {
        for (const token of normalise(text, options).flatMap((reading) => reading.tokens)) {
          expect(token.text).toMatch(token.kind === 'mark' ? /^[,.?!;:—…]$/ : /^[\p{L}\p{M}'-]+$/u);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('takes time in proportion to the text', () => {
    const steps = (text: string): number => {
      let asked = 0;
      const isWord = (): boolean => {
        asked += 1;
        return false;
      };
      normalise(text, { isWord });
      return asked;
    };
    const once = steps('ABCD efgh '.repeat(50));
    expect(steps('ABCD efgh '.repeat(500))).toBe(10 * once);
  });
});
