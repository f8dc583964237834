import { expect, test } from 'vitest';
import { createSpeechFilter } from '../../media/agent/openai/speech.ts';
import { writtenCallsIn } from '../../media/agent/openai/written-calls.ts';

/** What is spoken of a reply that comes in pieces of this length. */
function spokenOf(text: string, length = text.length, tools: readonly string[] = []) {
  const filter = createSpeechFilter({ tools });
  let spoken = '';
  for (let at = 0; at < text.length; at += length) spoken += filter.push(text.slice(at, at + length));
  spoken += filter.end();
  return { spoken: spoken.trim(), calls: filter.calls, garbage: filter.garbage };
}

test.each([
  '<tools>{"name": "book", "arguments": {"note": "a } and a { and a \\" in it"}}</tools>',
  '<tools><tool_call>{"name": "book", "arguments": {"day": "</tools>"}}</tool_call></tools>',
  'One moment. <function_calls>[{"name": "book", "arguments": {}}]</function_calls>',
])('a call is found wherever its text is divided: %s', (text) => {
  const { calls } = spokenOf(text);
  expect(calls).toHaveLength(1);
  for (let length = 1; length < 24; length++)
    expect(spokenOf(text, length)).toMatchObject({
      calls,
      garbage: false,
      spoken: /^One/.test(text) ? 'One moment.' : '',
    });
});

test.each([
  'find_slot({"day": "Tuesday"})',
  'Find_slot({"day": "Tuesday"}).',
  'find_slot(day="Tuesday")',
  "find_slot( day = 'Tuesday' , )",
  'find_slot {"day": "Tuesday"}',
  'find_slot: {"day": "Tuesday"}',
  'functions.find_slot(day="Tuesday")',
  "[find_slot(day='Tuesday')]",
  "{'name': 'find_slot', 'arguments': {'day': 'Tuesday'}}",
  '<find_slot day="Tuesday"/>',
  '<find_slot>{"day": "Tuesday"}</find_slot>',
  '<find_slot><day>Tuesday</day></find_slot>',
  '<function-call name="find_slot" arguments={"day": "Tuesday"}/>',
  '<invoke name="find_slot"><parameter name="day">Tuesday</parameter></invoke>',
  '<call>\n{"name": "find_slot", "arguments": {"day": "Tuesday"}}\n</call>',
])('a call of a tool that exists is read in the syntax of a program: %s', (text) => {
  for (let length = 1; length <= text.length; length++) {
    expect(spokenOf(text, length, ['book', 'find_slot']).calls).toMatchObject([
      { name: 'find_slot', arguments: '{"day":"Tuesday"}' },
    ]);
    const { spoken, calls, garbage } = spokenOf(`Let me look. ${text}`, length, ['find_slot']);
    expect([spoken, calls.length, garbage]).toEqual(['Let me look.', 1, false]);
  }
});

test('values in the syntax of a program are read', () => {
  const text = `book(name="O'Neil \\"Jo\\"", seats=2, price=-1.5, late=True, note=None, days=['Mo', "Tu"], at={'h': 9}) book()`;
  const { calls } = spokenOf(text, 7, ['book']);
  expect(calls.map(({ arguments: args }) => JSON.parse(args))).toEqual([
    { name: 'O\'Neil "Jo"', seats: 2, price: -1.5, late: true, note: null, days: ['Mo', 'Tu'], at: { h: 9 } },
    {},
  ]);
});

test.each(['book(day=Tuesday)', 'book("Tuesday")', 'book(day="Tue', 'book({"day": '])(
  'a call with arguments that cannot be read is not spoken, and keeps their text: %s',
  (text) => {
    const { spoken, calls } = spokenOf(text, 3, ['book']);
    expect([spoken, calls.length, calls[0]?.name]).toEqual(['', 1, 'book']);
    expect(text).toContain(calls[0]?.arguments);
  },
);

test.each([
  '<book day="Tuesday" time="1',
  '<book><day>Tuesday</day><time>15',
  '<book>{"day": "Tuesday", "ti</book>',
  '<tool_call>book\n<arg_key>day</arg_key><arg_value>Tuesday</arg_value><arg_key>time</arg_key><arg_value>1',
  '<function=book><parameter=day>Tuesday</parameter><parameter=time>15',
  '<invoke name="book"><parameter name="day">Tuesday</parameter><parameter name="time">15',
])('a call that was cut is not made of what arrived: %s', (text) => {
  const [call] = spokenOf(text, 3, ['book']).calls;
  expect(call?.name).toBe('book');
  expect(() => JSON.parse(call?.arguments ?? '')).toThrow();
});

test('a tag is a call without arguments if nothing else is possible', () => {
  for (const text of ['Goodbye. <end_call>', 'Goodbye. <end_call/> Bye.', 'Goodbye. <end_call></end_call>'])
    expect(spokenOf(text, 1, ['end_call']).calls).toMatchObject([{ name: 'end_call', arguments: '{}' }]);
  const mention = spokenOf('Send <book>, thanks (really).', 1, ['book']);
  expect(mention).toMatchObject({ calls: [], garbage: false });
  expect(mention.spoken).toMatch(/^Send .*really/);
});

test.each([
  'I can search (or book) for you, and search.',
  'Other_tool(day="Tuesday") is none of ours.',
  'We book, and the search is quick: book it.',
  'Book(s) are on sale, and book(ing) is easy.',
  'Your next Action: bring the car on Tuesday.',
  'That is a function call< no >.',
])('words that are names of tools too are spoken: %s', (text) => {
  for (let length = 1; length <= text.length; length++)
    expect(spokenOf(text, length, ['search', 'book'])).toEqual({ spoken: text, calls: [], garbage: false });
});

test.each([
  ['Put it between <tools> and the end.', 'Put it between  and the end.'],
  ['We open at nine.<br/>We close at five.', 'We open at nine.\nWe close at five.'],
  ['<ul><li>Monday</li><li>Tuesday</li></ul>', 'Monday\nTuesday'],
  ['Say <my-own-tag>yes</my-own-tag>.', 'Say yes.'],
  ['Press <Action> (top right) now.', 'Press  (top right) now.'],
])('a tag without a call is not spoken, and ends no reply: %s', (text, expected) => {
  for (let length = 1; length <= text.length; length++) {
    const { spoken, garbage } = spokenOf(text, length);
    expect([spoken.replace(/\n+/g, '\n'), garbage]).toEqual([expected, false]);
  }
});

test.each([
  ['We have ["9:00", "10:00"] on Tuesday. Which one?', 'We have 9:00, 10:00 on Tuesday. Which one?'],
  ['Free: ["9", 10.5, "noon"]', 'Free: 9, 10.5, noon'],
  ['["9:00", "10:00"]', '9:00, 10:00'],
  [
    'Our hours: {"monday": "9 to 5", "half_days": ["Tuesday", "Friday"]}.',
    'Our hours: monday: 9 to 5, half days: Tuesday, Friday.',
  ],
  ["Times are ['9:00', '10:00'], none else.", 'Times are 9:00, 10:00, none else.'],
  ['You can book ["a book", "a search"] here.', 'You can book a book, a search here.'],
  ['Free times: ["9:00", "10:00"', 'Free times: 9:00 ,  10:00'],
  ['The times are:\n```\n9:00 and 10:00\n```', 'The times are:\n9:00 and 10:00'],
])('data in an answer is spoken as words: %s', (text, expected) => {
  for (let length = 1; length <= text.length; length++)
    expect(spokenOf(text, length, ['book', 'search'])).toEqual({ spoken: expected, calls: [], garbage: false });
});

test.each([
  '{"reply": "hello"}',
  'One moment. {"name": "find_slot"}',
  'One moment. ["find_slot"]',
  'One moment. {"function": "search", "query": 7}',
  'One moment. {"tool": "other", "day": "Tue',
  'One moment. ```json\n{"arguments": {}}\n```',
])('data that may be a call is not spoken: %s', (text) => {
  for (let length = 1; length <= text.length; length++) {
    const { spoken, garbage } = spokenOf(text, length, ['search', 'find_slot']);
    expect([spoken, garbage]).toEqual([text.startsWith('One') ? 'One moment.' : '', true]);
  }
});

test('of data and a call behind it, only the call is withheld', () => {
  const text = 'Times: ["9:00"]. {"name": "book", "arguments": {"at": "9:00"}}';
  for (let length = 1; length <= text.length; length++)
    expect(spokenOf(text, length, ['book'])).toMatchObject({ spoken: 'Times: 9:00.', calls: [{ name: 'book' }] });
});

test('the list of tools that a model repeats is not a call', () => {
  const definition = { name: 'end_call', description: 'Ends it.', parameters: { type: 'object', properties: {} } };
  const list = `<tools>${JSON.stringify([{ type: 'function', function: definition }])}</tools>`;
  expect(writtenCallsIn(list)).toEqual([]);
});

test.each([
  '[TOOL_CALLS]end_call{"reason": "cal',
  '<function=end_call>{"reason": "cal',
  'to=functions.end_call json{"reason": "cal',
])('a call that breaks off keeps its incomplete arguments: %s', (text) => {
  expect(writtenCallsIn(text)).toMatchObject([{ name: 'end_call', arguments: '{"reason": "cal' }]);
});

test.each([
  ...['[TOOL_CALLS]a{', '<tools>[', '[', '{"a":', ' ', '[TOOL_CALLS]a', '<function=a>{'],
  ...['a(', 'a(b=[', '<a>', '<a b="', 'a {"', '<invoke name=a>'],
])('the search for calls takes linear time in endless "%s"', (part) => {
  const text = `<tools>[TOOL_CALLS]a${part.repeat(64_000 / part.length)}`;
  const began = performance.now();
  writtenCallsIn(text, ['a']);
  expect(performance.now() - began).toBeLessThan(2000);
});
