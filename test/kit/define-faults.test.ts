import { describe, expect, test } from 'vitest';
import { defineFaults } from '../../media/line/define-faults.ts';

const LineFault = defineFaults('LineFault', {
  cut: { retryable: true, advice: 'Dial again.' },
  barred: { retryable: false, advice: 'Choose another number.' },
});
const SpokenFault = defineFaults('SpokenFault', { mute: { message: 'Nothing was said.' } });

describe('defineFaults', () => {
  test('a fault has the fields of its code, its message and its cause', () => {
    const cause = new Error('the cable');
    const fault = new LineFault('cut', 'The line went dead.', { cause });
    expect(fault).toBeInstanceOf(LineFault);
    expect(fault).toBeInstanceOf(Error);
    expect(fault).not.toBeInstanceOf(SpokenFault);
    const { name, code, message, retryable, advice } = fault;
    expect({ name, code, message, retryable, advice, cause: fault.cause }).toEqual({
      name: 'LineFault',
      code: 'cut',
      message: 'The line went dead.',
      retryable: true,
      advice: 'Dial again.',
      cause,
    });
    expect('cause' in new LineFault('barred', 'No.')).toBe(false);
  });

  test('options override fields of the row for one fault', () => {
    expect(new LineFault('cut', 'Dead.', { advice: 'Wait.' }).advice).toBe('Wait.');
    expect(new LineFault('cut', 'Dead.').advice).toBe('Dial again.');
  });

  test('a row can supply the message', () => {
    expect(new SpokenFault('mute').message).toBe('Nothing was said.');
  });

  test('a log line shows name and code, not the advice', () => {
    expect(Object.keys(new LineFault('cut', 'Dead.'))).toEqual(expect.arrayContaining(['name', 'code']));
    expect(JSON.stringify(new LineFault('cut', 'Dead.'))).not.toContain('Dial again');
  });
});
