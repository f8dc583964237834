import { describe, expect, it, test } from 'vitest';
import { fillLines, fillPlaceholders } from '../../media/text/placeholders.ts';

const values = { name: 'Asha Rao', amount: '500', 'order.id': 'A-17', 'Due Date': 'Friday', empty: '' };

describe('a template', () => {
  test.each([
    ['Hi {name}, this is Daniel.', 'Hi Asha Rao, this is Daniel.'],
    ['Hi {{ name }}, about order {order.id}.', 'Hi Asha Rao, about order A-17.'],
    ['Please pay by {Due Date}.', 'Please pay by Friday.'],
    ['Nothing to fill: 3 a.m. is early.', 'Nothing to fill: 3 a.m. is early.'],
  ])('gets the values that are known: %s', (template, filled) => {
    expect(fillPlaceholders(template, values)).toBe(filled);
  });

  test.each([
    ['Hi {nobody}, this is Daniel.', 'Hi, this is Daniel.'],
    ['Hello Mr. {nobody}, this is Daniel.', 'Hello, this is Daniel.'],
    ['Good morning {nobody}! This is Daniel.', 'Good morning! This is Daniel.'],
    ['Thank you, {nobody}. Goodbye.', 'Thank you. Goodbye.'],
    ['I remind you of your visit on {day} at {time}.', 'I remind you of your visit.'],
    ['Your visit on {day} is at {Due Date}.', 'Your visit is at Friday.'],
    ['I am calling about your {plan} plan.', 'I am calling about your plan.'],
    ['I am calling about your {plan}.', 'I am calling.'],
    ['Hello {name}, your balance is {balance}.', 'Hello Asha Rao.'],
    ['Your balance is {balance}, due on {Due Date}. Can you pay?', 'Can you pay?'],
    ['{company} has asked us to call. Do you have a minute?', 'Do you have a minute?'],
    ['Your order number {order} is ready, {name}. Goodbye.', 'Goodbye.'],
    ['You were visited {day}. Did it go well?', 'You were visited. Did it go well?'],
    ['{empty}{nobody}', ''],
  ])('leaves an unknown value out with the words that need it: %s', (template, filled) => {
    expect(fillPlaceholders(template, values)).toBe(filled);
  });

  it('does not expand placeholders inside inserted values', () => {
    expect(fillPlaceholders('Hi {name}.', { name: '{amount}', amount: '9' })).toBe('Hi {amount}.');
    expect(fillPlaceholders('Hi {constructor}, {__proto__}.', {})).toBe('Hi.');
  });

  it('leaves braces that are not placeholders unchanged', () => {
    const prompt = 'Answer like this:\n  {"ok": true}\n\nCall {name} by name.';
    expect(fillLines(prompt, values)).toBe('Answer like this:\n  {"ok": true}\n\nCall Asha Rao by name.');
  });

  it('takes time linear in its length', () => {
    const before = process.cpuUsage();
    fillPlaceholders(`Hello ${'{x} of the '.repeat(2000)}`, {});
    fillPlaceholders(`{${'a '.repeat(20_000)}`, {});
    // Of the processor, which other programs cannot spend.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

test('a long run of blanks is read once', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(fillPlaceholders(`Hello,${blanks}{name}${blanks}welcome.`, { name: 'Ada' })).toBe('Hello, Ada welcome.');
  expect(fillPlaceholders(`Hello${blanks}{name}${blanks}.`, {})).toBe('Hello.');
});
