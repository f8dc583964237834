import { expect, test } from 'vitest';
import { historyOf } from '../../src/local-models/chat-history.ts';
import { grammarSchemaOf, withoutOmitted } from '../../src/local-models/function-schema.ts';
import { promptOwnerHeaders, promptOwnerIn } from '../../src/local-models/prompt-owner.ts';
import { slotFor } from '../../src/local-models/slots.ts';

test('a call of a tool, its result and the words around them are one answer of the model', () => {
  const call = { id: 'c1', function: { name: 'find_slot', arguments: '{"day":"Tuesday"}' } };
  const history = historyOf([
    { role: 'system', content: 'Be kind.' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'Is Tuesday free?' },
    { role: 'assistant', content: null, tool_calls: [call, { ...call, id: 'c2' }] },
    { role: 'tool', tool_call_id: 'c1', content: '15:00' },
    { role: 'assistant', content: 'At three.' },
    { role: 'user', content: 'Fine.' },
  ]);
  const called = { type: 'functionCall', name: 'find_slot', params: { day: 'Tuesday' } };
  expect(history).toEqual([
    { type: 'system', text: 'Be kind.' },
    { type: 'model', response: ['Hello.'] },
    { type: 'user', text: 'Is Tuesday free?' },
    {
      type: 'model',
      response: [{ ...called, result: '15:00' }, { ...called, result: 'No result.' }, 'At three.'],
    },
    { type: 'user', text: 'Fine.' },
  ]);
});

test('arguments that are not JSON are read as none', () => {
  const call = { id: 'c1', function: { name: 'find_slot', arguments: '{"day":' } };
  expect(historyOf([{ role: 'assistant', tool_calls: [call] }])).toMatchObject([{ response: [{ params: {} }] }]);
});

const visit = {
  type: 'object',
  properties: {
    day: { type: 'string', format: 'weekday', description: 'A day.' },
    seats: { type: 'integer', minimum: 1 },
    kind: { enum: ['check', 'cleaning'] },
    note: { description: 'Anything.' },
    place: { anyOf: [{ type: 'string' }, { type: 'object', properties: { street: { type: 'string' } } }] },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['day', 'kind', 'place', 'tags'],
};

test('a schema keeps its meaning in the part of JSON schema that the grammar knows', () => {
  const text = { type: 'string' };
  const nothing = { type: 'null' };
  expect(grammarSchemaOf(visit)).toEqual({
    type: 'object',
    properties: {
      day: { type: 'string', description: 'A day.' },
      seats: { oneOf: [{ type: 'integer' }, nothing] },
      kind: { enum: ['check', 'cleaning'] },
      note: { oneOf: [{ description: 'Anything.', type: ['string', 'number', 'boolean', 'null'] }, nothing] },
      place: { oneOf: [text, { type: 'object', properties: { street: { oneOf: [text, nothing] } } }] },
      tags: { type: 'array', items: text },
    },
  });
  expect(grammarSchemaOf(null)).toMatchObject({ type: expect.arrayContaining(['string']) });
});

test('a schema that is deeper than any tool has ends', () => {
  let deep: object = { type: 'string' };
  for (let depth = 0; depth < 10_000; depth++) deep = { type: 'array', items: deep };
  expect(JSON.stringify(grammarSchemaOf(deep)).length).toBeLessThan(5000);
});

test('an argument that the model left out is absent, and a required one that is null is not', () => {
  const args = { day: null, seats: null, place: 'here' };
  expect(withoutOmitted(args, visit)).toEqual({ day: null, place: 'here' });
  expect(withoutOmitted(['x'], visit)).toEqual(['x']);
});

const slots = () => {
  const empty = { owner: '', read: '', usedAtMs: Number.NEGATIVE_INFINITY };
  return [{ ...empty }, { ...empty }] as const;
};

/** Chooses a slot, and reads the text there. */
function take(all: ReturnType<typeof slots>, text: string, nowMs: number, owner = 'one') {
  const slot = slotFor(all, { owner, text }, nowMs);
  return Object.assign(slot, { owner, read: text, usedAtMs: nowMs });
}

test('a conversation stays in its slot, and another one takes the free slot', () => {
  const all = slots();
  const [first, second] = all;
  const rules = 'rules '.repeat(50);
  expect(take(all, `${rules}Hello. I want a cleaning.`, 0)).toBe(first);
  expect(take(all, 'Another agent. Good morning.', 1000)).toBe(second);
  expect(take(all, `${rules}Hello. I want a cleaning. Tuesday?`, 2000)).toBe(first);
  expect(take(all, 'Another agent. Good morning. Are you open?', 3000)).toBe(second);
});

test('the next call of an agent takes over what an ended call of it has read', () => {
  const all = slots();
  const [first] = all;
  const rules = 'rules '.repeat(50);
  take(all, `${rules}${'a long call '.repeat(100)}`, 0);
  take(all, 'other agent', 1000);
  expect(take(all, `${rules}a new call`, 100_000)).toBe(first);
});

test('of slots that save nothing, the one unused for longest is taken', () => {
  const all = slots();
  take(all, 'one', 0);
  take(all, 'two', 1000);
  take(all, 'one again', 2000);
  expect(take(all, 'x', 200_000)).toBe(all[1]);
});

test('what was read for one organisation saves nothing for another', () => {
  const all = slots();
  const rules = 'rules '.repeat(50);
  take(all, `${rules}Hello.`, 0);
  expect(take(all, `${rules}Hello.`, 1000, 'two')).toBe(all[1]);
  expect(take(all, `${rules}Hello. Tuesday?`, 100_000)).toBe(all[0]);
  expect(promptOwnerIn(promptOwnerHeaders('two'))).toBe('two');
});
