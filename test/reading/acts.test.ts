import { describe, expect, test } from 'vitest';
import { type ActName, type Clause, clausesIn } from '../../media/reading/acts.ts';

type Meant = 'question' | 'negative' | 'past' | 'conditional' | 'hedged' | 'failed' | 'others' | 'reported';

const meantOf = (clause: Clause): Meant[] => {
  const marks: Readonly<Record<Meant, boolean>> = {
    question: clause.isQuestion,
    negative: clause.isNegative,
    past: clause.isPast,
    conditional: clause.isConditional,
    hedged: clause.isHedged,
    failed: clause.isFailed,
    others: clause.isOthers,
    reported: clause.isReported,
  };
  return (Object.keys(marks) as Meant[]).filter((name) => marks[name]);
};

const table: readonly (readonly [text: string, does: readonly ActName[], meant: readonly Meant[]])[] = [
  ['I don’t want a meeting.', ['cancels', 'meets'], ['negative']],
  ['Please cancel my booking.', ['cancels', 'meets'], []],
  ['Your booking is cancelled.', ['cancelled'], []],
  ['We are fully booked until spring.', ['noSlot'], []],
  ['How was your visit on Tuesday?', ['meets'], ['question', 'past']],
  ['My sister has a viewing with you.', ['meets'], ['others']],
  ['My wife and me would like to come by.', ['meets'], []],
  ['Only if my husband agrees.', [], ['conditional', 'others']],
  ['Maybe I will call you back.', ['calls'], ['hedged']],
  ['I tried to book it.', [], ['failed']],
  ['The agent books a visit.', ['meets'], ['reported']],
  ['Can I book you for Tuesday?', ['offers', 'meets'], ['question']],
  ['Tuesday at ten is fine.', ['accepts'], []],
  ['No, thank you.', ['declines'], []],
  ['No problem at all.', [], []],
  ['Not bad.', [], []],
  ['Let me think about it.', ['defers'], []],
  ['Could we move it to Friday?', ['moves'], ['question']],
  ['Please don’t call me again.', ['optOut'], ['negative']],
  ['Do not call me before nine.', [], ['negative']],
  ['I will transfer you to my manager.', ['escalates'], []],
  ['There is no need to transfer you to a manager.', ['escalates'], ['negative']],
  ['Please leave a message after the tone.', ['machine'], []],
  ['I got your voicemail yesterday.', [], ['past']],
  ['It is impossible to order a lamp.', [], ['negative']],
  ['You are right.', ['concedes'], []],
  ['Is there anything else?', ['wrapsUp'], ['question']],
];

describe('the acts of a clause', () => {
  test.each(table)('"%s" does %j, meant as %j', (text, does, meant) => {
    const [clause] = clausesIn(text);
    expect([...(clause as Clause).acts]).toEqual(expect.arrayContaining([...does]));
    expect(meantOf(clause as Clause)).toEqual([...meant]);
  });

  test('cover the whole text in order', () => {
    const text = 'I can’t do Friday, but Saturday is fine. Shall we say ten?';
    expect(clausesIn(text).map((clause) => text.slice(clause.start, clause.end))).toEqual([
      'I can’t do Friday,',
      'but Saturday is fine.',
      'Shall we say ten?',
    ]);
  });
});
