import { describe, expect, test } from 'vitest';
import { analyse } from '../../src/analysis/analyse.ts';
import type { Facts, Measure } from '../../src/analysis/types.ts';

const facts: Facts = {
  calledAt: '2026-03-02T10:00:00.000Z',
  utcOffsetMinutes: 0,
  connected: true,
  voicemail: false,
  transferred: false,
};

type Said = readonly ['agent' | 'customer', string];

function measured(measure: Measure, said: readonly Said[], given: Partial<Facts> = {}) {
  const transcript = said.map(([speaker, text], index) => ({
    speaker,
    text,
    startMs: index * 3000,
    endMs: index * 3000 + 2500,
    words: [],
  }));
  const field = { key: 'own_key', name: 'A name', group: 'g', type: 'score', options: [], description: '' } as const;
  const [value] = analyse(transcript, [{ ...field, measure }], { ...facts, ...given }).fields;
  return { value: value?.value, method: value?.method, evidence: value?.evidence.map(({ turn }) => turn) };
}

describe('a measured score', () => {
  test.each([
    ['Good morning, Acme, how can I help you?', 100],
    ['Hey Ravi, this is Mia.', 100],
    ['Howdy! Is this a good time?', 100],
    ['Your invoice is overdue.', 0],
  ])('of a greeting by "%s" is %i', (text, value) => {
    expect(
      measured('greeting', [
        ['agent', text],
        ['customer', 'Yes.'],
      ]),
    ).toMatchObject({ value, evidence: [0] });
  });

  test('of a greeting that comes in the second turn of the agent is 100, and in the third is 0', () => {
    const before: Said[] = [
      ['agent', 'One moment.'],
      ['customer', 'Yes?'],
    ];
    const greeting: Said = ['agent', 'Good morning.'];
    expect(measured('greeting', [...before, greeting]).value).toBe(100);
    expect(measured('greeting', [...before, ...before, greeting]).value).toBe(0);
  });

  test('of a next step is 100 when a visit is agreed, with the words of both sides', () => {
    const said: Said[] = [
      ['agent', 'Would you like to schedule a visit on Thursday at ten?'],
      ['customer', 'Yes, Thursday is fine.'],
    ];
    expect(measured('next_step', said)).toMatchObject({ value: 100, evidence: [0, 1] });
  });

  test('of a next step is 0 when nobody proposes anything', () => {
    const said: Said[] = [
      ['agent', 'The warranty covers the motor.'],
      ['customer', 'Right. The motor is loud.'],
      ['agent', 'It is the larger model.'],
    ];
    expect(measured('next_step', said)).toMatchObject({ value: 0, evidence: [2] });
  });

  test('of a next step is left out when the call led to something else', () => {
    expect(
      measured(
        'next_step',
        [
          ['agent', 'Hello.'],
          ['customer', 'Hi.'],
        ],
        { transferred: true },
      ),
    ).toEqual({
      value: null,
      method: 'not_applicable',
      evidence: [],
    });
  });

  const question: Said = ['customer', 'How much does the larger model cost?'];

  test.each([
    ['a word of the question', 'The larger model is on sale.'],
    ['a number', 'That is 300 euros.'],
    ['yes or no', 'Yes, of course.'],
  ])('of questions is 100 when the reply has %s', (_what, text) => {
    expect(measured('question_answered', [question, ['agent', text]])).toMatchObject({ value: 100, evidence: [1] });
  });

  test('of questions is 0 when the call ends without a reply, or the customer has to ask again', () => {
    expect(measured('question_answered', [['agent', 'Hello.'], question])).toMatchObject({ value: 0, evidence: [1] });
    const again: Said[] = [question, ['agent', 'Let us talk about something nice.'], question];
    expect(measured('question_answered', [...again, ['agent', 'Wonderful weather.']])).toMatchObject({ value: 0 });
  });

  test('of questions is left out when the words of the reply do not show whether it is an answer', () => {
    expect(measured('question_answered', [question, ['agent', 'Wonderful weather outside.']])).toEqual({
      value: null,
      method: 'not_measured',
      evidence: [],
    });
    expect(
      measured('question_answered', [
        ['customer', 'Really?'],
        ['agent', 'Indeed.'],
      ]).method,
    ).toBe('not_applicable');
    expect(
      measured('question_answered', [
        ['agent', 'Bye.'],
        ['customer', 'Have a nice day.'],
      ]).method,
    ).toBe('not_applicable');
  });

  test('of talk counts time where it was measured, and words where it was not', () => {
    const said: Said[] = [
      ['agent', 'one two three four five six seven eight nine'],
      ['customer', 'ten'],
    ];
    expect(measured('talk_ratio', said)).toMatchObject({ value: 0, method: 'words' });
    expect(measured('talk_ratio', said, { isTimed: true })).toMatchObject({ value: 100, method: 'timing' });
    expect(measured('dead_air', said)).toMatchObject({ value: null, method: 'not_measured' });
    expect(measured('dead_air', said, { isTimed: true })).toMatchObject({ value: 100 });
  });

  test('that rests on words is left out in a language whose words are not known', () => {
    const said: Said[] = [
      ['agent', 'Guten Morgen, was kann ich für Sie tun?'],
      ['customer', 'Was kostet das?'],
    ];
    for (const measure of ['greeting', 'next_step', 'question_answered'] as const)
      expect(measured(measure, said, { languageCode: 'de-DE' })).toMatchObject({ value: null, method: 'not_measured' });
    expect(measured('talk_ratio', said, { languageCode: 'de-DE' }).value).toBeTypeOf('number');
  });

  test('counts nothing that a person says in place of the agent', () => {
    const person = { kind: 'supervisor', userUuid: 'u', name: 'Sam' } as const;
    const turns = [
      { speaker: 'customer' as const, text: 'How much does the larger model cost?' },
      { speaker: 'agent' as const, text: 'Good morning, the larger model costs 300 euros.', spokenBy: person },
    ].map((turn, index) => ({ ...turn, startMs: index * 3000, endMs: index * 3000 + 2500, words: [] }));
    const field = { key: 'k', name: 'N', group: 'g', type: 'score', options: [], description: '' } as const;
    for (const measure of ['greeting', 'next_step', 'question_answered', 'talk_ratio'] as const)
      expect(analyse(turns as never, [{ ...field, measure }], facts).fields[0]?.value, measure).toBe(null);
  });

  test('is left out when no agent speaks', () => {
    for (const measure of ['greeting', 'next_step', 'talk_ratio'] as const)
      expect(measured(measure, [['customer', 'Hello?']]).value).toBe(null);
  });
});
