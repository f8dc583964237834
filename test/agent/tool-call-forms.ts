import { call, ended, friday, groqSays, tuesday, unread, written } from './chat.ts';
import { type Step, says } from './model-server.ts';

/** How models write calls of tools, and the days that the calls ask about. */
export const forms: readonly (readonly [name: string, steps: readonly Step[], days: readonly string[]])[] = [
  [
    'that share index 0',
    [written(tuesday, { index: 0, id: 'a' }), written(friday, { index: 0, id: 'b' })],
    ['Tuesday', 'Friday'],
  ],
  ['without an index', [written(tuesday, { id: 'a' }), written(friday, { id: 'b' })], ['Tuesday', 'Friday']],
  ['without index and id', [written(tuesday), written(friday)], ['Tuesday', 'Friday']],
  ['with index null', [written(tuesday, { index: null, id: 'a' })], ['Tuesday']],
  ['with arguments as an object', [written({ day: 'Tuesday' }, { index: 0, id: 'a' })], ['Tuesday']],
  [
    'in single characters',
    [written('', { index: 0, id: 'a' }), ...[...tuesday].map((c) => call({ index: 0, function: { arguments: c } }))],
    ['Tuesday'],
  ],
  [
    'that repeat id and name in every piece',
    [written(tuesday.slice(0, 6), { index: 0, id: 'a' }), written(tuesday.slice(6), { index: 0, id: 'a' })],
    ['Tuesday'],
  ],
  [
    'that are the same twice',
    [written(tuesday, { index: 0, id: 'a' }), written(tuesday, { index: 1, id: 'b' })],
    ['Tuesday'],
  ],
  ['as [TOOL_CALLS]', says(`[TOOL_CALLS][{"name": "check_slot", "arguments": ${tuesday}}]`), ['Tuesday']],
  ['as [TOOL_CALLS] with [ARGS]', says('[TOOL_', `CALLS]check_slot[ARGS]${tuesday}`), ['Tuesday']],
  ['as <function=>', says('Let me check. <func', `tion=check_slot>${tuesday}</function>`), ['Tuesday']],
  [
    'as <function=> with parameters',
    says('<tool_call>\n<function=check_slot>\n<parameter=day>\nTuesday\n</parameter>\n</function>\n</tool_call>'),
    ['Tuesday'],
  ],
  ['as <tool_call>', says(`<tool_call>{"name": "check_slot", "arguments": ${tuesday}}</tool_call>`), ['Tuesday']],
  ['as <tools>', says('<too', `ls>\n{"name": "check_slot", "arguments": ${tuesday}}\n</tools>`), ['Tuesday']],
  [
    'in a list of <function_calls>',
    says(`One moment. <function_calls>[{"name": "check_slot", "arguments": ${tuesday}}]</function_calls>`),
    ['Tuesday'],
  ],
  [
    'in a fence',
    says('One moment.\n```json\n', `{"name": "check_slot", "parameters": ${tuesday}}\n\`\`\``),
    ['Tuesday'],
  ],
  ['as bare JSON', says(`{"name": "check_slot", "arguments": ${tuesday}}`), ['Tuesday']],
  [
    'as JSON behind a sentence',
    says(`Sure, one moment please. {"function": {"name": "check_slot", "arguments": ${tuesday}}}`),
    ['Tuesday'],
  ],
  [
    'as gpt-oss writes them',
    says(`<|channel|>commentary to=functions.check_slot <|constrain|>json<|message|>${tuesday}`),
    ['Tuesday'],
  ],
  [
    'as gpt-oss writes them, without its marks',
    says('assistantcommentary', ' to=functions.check_slot', ` json${tuesday}`),
    ['Tuesday'],
  ],
  [
    'as gpt-oss writes them behind its reasoning, without its marks',
    says('analysisThey want Tuesday.', 'assistantcomm', `entary to=functions.check_slot json${tuesday}`),
    ['Tuesday'],
  ],
  [
    'as JSON in the braces of a template',
    says('<{{"name": "check_slot", "arguments": {"day": "Tuesday"}}}}'),
    ['Tuesday'],
  ],
  [
    'whose name and arguments have different indexes',
    [
      written('', { index: 0, id: 'a' }),
      call({ index: 1, id: null, function: { name: null, arguments: tuesday.slice(0, 8) } }),
      call({ index: 1, function: { arguments: tuesday.slice(8) } }),
    ],
    ['Tuesday'],
  ],
  [
    'whose later pieces have an empty id and name',
    [
      written('', { index: 0, id: 'a' }),
      call({ index: 0, id: '', function: { name: '', arguments: tuesday.slice(0, 8) } }),
      call({ index: 0, id: '', function: { name: '', arguments: tuesday.slice(8) } }),
    ],
    ['Tuesday'],
  ],
  [
    'whose pieces each have an id of their own',
    [
      written('', { index: 0, id: 'a' }),
      call({ index: 0, id: 'b', type: 'function', function: { name: '', arguments: tuesday.slice(0, 8) } }),
      call({ index: 0, id: 'c', type: 'function', function: { name: null, arguments: tuesday.slice(8) } }),
      call({ index: 0, id: 'd', type: 'function', function: { name: null, arguments: '' } }),
    ],
    ['Tuesday'],
  ],
  [
    'whose arguments are sent again as a whole behind all but the last piece',
    [
      written(tuesday.slice(0, 8), { index: 0, id: 'a' }),
      call({ index: 0, function: { arguments: tuesday.slice(8, -1) } }),
      call({ index: 0, id: null, function: { name: null, arguments: '{"day":"Tuesday"}' } }),
    ],
    ['Tuesday'],
  ],
  [
    'whose arguments are sent twice as a whole',
    [written(tuesday, { index: 0, id: 'a' }), call({ index: 0, function: { arguments: tuesday } })],
    ['Tuesday'],
  ],
  [
    'whose arguments follow a first brace as a whole',
    [written('{', { index: 0, id: 'a' }), call({ index: 0, function: { arguments: tuesday } })],
    ['Tuesday'],
  ],
  [
    'whose arguments have another index and no name, and are sent again as a whole',
    [
      written('', { index: 0, id: 'a' }),
      call({ index: 1, id: null, function: { name: null, arguments: `${tuesday.slice(0, -1)}${tuesday}` } }),
    ],
    ['Tuesday'],
  ],
  [
    'behind each piece of which an end is reported',
    [
      written('', { index: 0, id: 'a' }),
      ended('stop'),
      call({ index: 0, function: { arguments: tuesday.slice(0, 8) } }),
      ended('stop'),
      call({ index: 0, function: { arguments: tuesday.slice(8) } }),
      ended('stop'),
    ],
    ['Tuesday'],
  ],
  ['with an empty reason in each piece', [ended(''), written(tuesday, { index: 0, id: 'a' }), ended('')], ['Tuesday']],
  [
    'with a mark of the template behind the name',
    [call({ index: 0, id: 'a', function: { name: 'check_slot<|channel|>commentary', arguments: tuesday } })],
    ['Tuesday'],
  ],
  [
    'with the namespace of a template before the name',
    [call({ index: 0, id: 'a', function: { name: 'functions.check_slot', arguments: tuesday } })],
    ['Tuesday'],
  ],
  [
    'with a namespace and a colon before the name',
    [call({ index: 0, id: 'a', function: { name: 'default_api:check_slot', arguments: tuesday } })],
    ['Tuesday'],
  ],
  [
    'that Groq could not read, in the stream',
    [unread({ message: groqSays, code: 'tool_use_failed', failed_generation: `<function=check_slot>${tuesday}` })],
    ['Tuesday'],
  ],
  [
    'that Groq could not read, before the stream',
    [
      {
        do: 'fail',
        status: 400,
        body: JSON.stringify({
          error: {
            message: groqSays,
            code: 'tool_use_failed',
            failed_generation: `<function=check_slot>${tuesday}</function>`,
          },
        }),
      },
    ],
    ['Tuesday'],
  ],
  [
    'that llama.cpp could not read',
    [
      unread({
        code: 500,
        message: `Failed to parse input at pos 12: <tool_call>\n{"name": "check_slot", "arguments": ${tuesday}}\n</tool_call>`,
      }),
    ],
    ['Tuesday'],
  ],
  [
    'whose end is reported twice',
    [written(tuesday, { index: 0, id: 'a' }), ended('tool_calls'), ended('tool_calls')],
    ['Tuesday'],
  ],
  [
    'behind which a first end is reported too early',
    [written('', { index: 0, id: 'a' }), ended('tool_calls'), call({ index: 0, function: { arguments: tuesday } })],
    ['Tuesday'],
  ],
  [
    'between comments that keep the connection open',
    [
      { do: 'raw', lines: ': OPENROUTER PROCESSING\n\n' },
      written(tuesday.slice(0, 6), { index: 0, id: 'a' }),
      { do: 'raw', lines: ': OPENROUTER PROCESSING\n\ndata: {"choices":[]}\n\n' },
      call({ index: 0, function: { arguments: tuesday.slice(6) } }),
    ],
    ['Tuesday'],
  ],
  [
    'as several JSON objects',
    says(`[{"name": "check_slot", "arguments": ${tuesday}}, {"name": "check_slot", "arguments": ${friday}}]`),
    ['Tuesday', 'Friday'],
  ],
];
