import { z } from 'zod';
import { entry, group, listMarks, phrasing } from './lists.ts';

const words = z.array(entry).min(1);
const values = z.record(entry, z.number());

/** Words for amounts, beside the number words of `numbers.json`. */
const amounts = z
  .strictObject({
    ...listMarks,
    /** Multipliers after a number in digits or words: "25k", "thirty grand". */
    scaleWords: values,
    /** Multipliers that count only directly after digits: "80L", "2.5m". */
    scaleLetters: values,
    /** Added to the number behind them: "साढ़े तीन" is three and a half. */
    partsBefore: values,
    /** Numbers that count only before a multiplier or currency of the same language: "do lakh". */
    beforeScale: values,
    /** Parts of one: "half", "quarter". */
    fractions: values,
    /** Words that count several: "couple", "dozen". */
    several: values,
    of: words,
    point: words,
    minus: words,
    currencies: words,
    /** Currencies of countries that write 1.250,50. */
    commaCurrencies: words,
    hundredths: words,
    /** Before the first of two limits. */
    rangeOpens: words,
    rangeJoins: words,
    /** Words before "one" that make it a pronoun: "the first one". */
    beforePronoun: words,
    /** Words after a number that make it no amount: "one of", "six figures". */
    afterPronoun: words,
    /** After "one" alone: "one of those". */
    afterPronounOne: words,
    /** Names and descriptions of fields for money. */
    moneyField: phrasing,
    /** Words after a bare amount of money; others are what it counts: "two million children". */
    mayFollow: words,
    /** After a number that is a share: "86 %". */
    shares: phrasing,
    /** Words after "a dollar" that make it something other than an amount: "a dollar amount". */
    afterOneCurrency: words,
  })
  .partial()
  .required({ source: true, set: true, scaleWords: true, currencies: true });

const times = z.strictObject({
  ...listMarks,
  half: words,
  quarter: words,
  past: words,
  to: words,
  minutes: words,
  /** Before a bare hour: "at three". */
  before: words,
  exactly: words,
  morning: words,
  late: words,
  night: words,
  noon: words,
  midnight: words,
  hours: words,
  /** May follow a bare hour. */
  after: words,
  /** Questions that a bare hour answers. */
  asks: phrasing,
  /** A bare hour after a time that the other side named: "Two I can't manage." */
  answers: phrasing,
  /** Names and descriptions of fields for a time of day. */
  asksField: phrasing,
});

const dates = group([
  'weekFrom',
  'weekAfter',
  'holiday',
  'fortnight',
  'dayOfMonth',
  'dayOfNearMonth',
  'dayOfNearWeek',
  'weekdayNextWeek',
  'nearDay',
  'dayAfterTomorrow',
  'edgeOfPeriod',
  'nthWeekday',
  'monthAndDay',
  'namesWeek',
  'vaguePeriod',
  'present',
  'beforeDate',
  'partOfToday',
  'join',
  'mayName',
  'duration',
]).safeExtend({
  /** By name, in the order of the groups of `holiday`: month and day. */
  holidays: z.array(z.strictObject({ pattern: entry, month: z.int(), day: z.int() })).min(1),
  numbers: values,
});

/** Spelled letters, digits and the signs of addresses. */
const spelling = z.strictObject({
  ...listMarks,
  signs: z.record(entry, z.string()),
  at: words,
  /** Between a letter and its example: "p as in papa". */
  as: words,
  capital: words,
  fillers: words,
});

/** What a sentence does with the values and actions that it names. A language may have a part of it. */
export const reading = z.strictObject({
  amounts: amounts.exactOptional(),
  times: times.exactOptional(),
  dates: dates.exactOptional(),
  spelling: spelling.exactOptional(),
  standing: group(['corrects', 'denies', 'deniesAfter', 'insteadOf']).exactOptional(),
  /** Amounts that one side undertakes to give. */
  promises: group([
    'field',
    'undertakes',
    'fits',
    'proposes',
    'asksAmount',
    'suggests',
    'limit',
    'kept',
    'verb',
    'ofOthers',
    'describes',
    'ofAddressee',
    'ofSelf',
    'onlyPolite',
    'takesBack',
    'openEnded',
  ])
    .partial()
    .required({ source: true, set: true })
    .exactOptional(),
  acts: group([
    'clause',
    'negation',
    'denial',
    'question',
    'past',
    'condition',
    'modal',
    'failed',
    'others',
    'report',
    'machine',
    'notMachine',
    'noSlot',
    'cancels',
    'cancelled',
    'moves',
    'defers',
    'refuses',
    'offers',
    'accepts',
    'declines',
    'meets',
    'calls',
    'books',
    'settles',
    'optOut',
    'escalates',
    'requests',
    'existing',
    'interested',
    'namesCall',
    'finite',
    'wrapsUp',
    'contrast',
    'concedes',
    'fine',
    'moodless',
    'terms',
    'renounces',
    'closes',
    'tag',
    'withheld',
  ])
    .partial()
    .required({ source: true, set: true }),
});
