import { describe, expect, test } from 'vitest';
import { pseudonymsOf } from '../../src/analysis/pseudonyms.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';

const talk = (...lines: readonly (readonly ['agent' | 'customer', string])[]): Transcript =>
  lines.map(([speaker, text], at) => ({ speaker, text, startMs: at * 1000, endMs: at * 1000 + 900, words: [] }));
const nobody = { names: [], phones: [] };

describe('pseudonyms', () => {
  test('a name has the same substitute in whole, in part and in the possessive', () => {
    const call = talk(
      ['agent', 'What is your name, please?'],
      ['customer', "Well, that would be Nora Whitfield. My husband Tom's account is under Whitfield too."],
      ['agent', 'Thank you, Nora.'],
    );
    const { text, customerName, replaced } = pseudonymsOf(call, nobody, 'seed');
    const [given = '', family = ''] = customerName.split(' ');
    expect(text('Nora Whitfield')).toBe(customerName);
    expect(text('Thank you, Nora. Mrs Whitfield, is WHITFIELD right?')).toBe(
      `Thank you, ${given}. Mrs ${family}, is ${family} right?`,
    );
    const other = text("Tom's account").split("'")[0];
    expect([text("Tom's account"), other === given, other === 'Tom']).toEqual([`${other}'s account`, false, false]);
    expect(replaced.names).toBe(3);
    expect(pseudonymsOf(call, nobody, 'seed').customerName).toBe(customerName);
  });

  test('numbers keep their length and form, and the last digits follow', () => {
    const call = talk(['customer', 'Call me at 415-867-2671, or four one five eight six seven two six seven one.']);
    const { text } = pseudonymsOf(call, nobody, 'seed');
    const written = text('415-867-2671');
    expect(written).toMatch(/^202-555-01\d\d$/);
    expect(text('four one five eight six seven two six seven one').replaceAll(/\D/g, '')).toBe(
      written.replaceAll('-', ''),
    );
    expect(text('It ends in 2671.')).toBe(`It ends in ${written.slice(-4).padStart(4, '0')}.`);
    expect(text('That costs $120 and takes 45 minutes.')).toBe('That costs $120 and takes 45 minutes.');
  });

  test('e-mail and street addresses and dates of birth are replaced; addresses of the business stay', () => {
    const call = talk(
      ['agent', 'We are at 418 Linden Street. What is your date of birth?'],
      ['customer', 'March 3rd 1985. I live at 12 Harbour View Road, write to nora.w@mail.com.'],
    );
    const { text, replaced } = pseudonymsOf(call, nobody, 'seed');
    const now = call.map((turn) => text(turn.text)).join(' ');
    expect(now).toContain('418 Linden Street');
    for (const own of ['1985', 'March 3rd', 'Harbour', 'nora.w']) expect(now).not.toContain(own);
    expect(now).toContain('@example.com');
    expect(replaced).toMatchObject({ emails: 1, places: 2 });
  });

  test('a name that is also a word is kept where it is a word', () => {
    const { text } = pseudonymsOf(talk(['customer', 'My name is Mark Hope.']), nobody, 'seed');
    expect(text('I hope you mark it.')).toBe('I hope you mark it.');
    expect(text('Mark Hope')).not.toMatch(/Mark|Hope/);
  });
});
