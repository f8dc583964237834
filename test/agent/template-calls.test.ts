import { expect, test } from 'vitest';
import { createSpeechFilter } from '../../media/agent/openai/speech.ts';

/** How templates of models write a call, as a server without the right parser passes it on. */
const forms: readonly (readonly [template: string, text: string])[] = [
  ['Hermes, Qwen', '<tool_call>\n{"name": "find_slot", "arguments": {"day": "Tuesday"}}\n</tool_call>'],
  [
    'Qwen3-Coder',
    '<tool_call>\n<function=find_slot>\n<parameter=day>\nTuesday\n</parameter>\n</function>\n</tool_call>',
  ],
  ['Mistral', '[TOOL_CALLS]find_slot[ARGS]{"day": "Tuesday"}'],
  ['Mistral, older', '[TOOL_CALLS] [{"name": "find_slot", "arguments": {"day": "Tuesday"}}]'],
  ['Llama 3', '<|python_tag|>{"name": "find_slot", "parameters": {"day": "Tuesday"}}'],
  ['Llama 3, built-in tools', '<|python_tag|>find_slot.call(day="Tuesday")'],
  ['Llama 4', '<|python_start|>[find_slot(day="Tuesday")]<|python_end|>'],
  ['Granite', '<|tool_call|>[{"name": "find_slot", "arguments": {"day": "Tuesday"}}]'],
  ['InternLM', '<|action_start|><|plugin|>\n{"name": "find_slot", "parameters": {"day": "Tuesday"}}<|action_end|>'],
  ['Jamba', '<tool_calls>[{"name": "find_slot", "arguments": {"day": "Tuesday"}}]</tool_calls>'],
  ['Nemotron', '<TOOLCALL>[{"name": "find_slot", "arguments": {"day": "Tuesday"}}]</TOOLCALL>'],
  [
    'MiniMax',
    '<minimax:tool_call>\n<invoke name="find_slot">\n<parameter name="day">Tuesday</parameter>\n</invoke>\n</minimax:tool_call>',
  ],
  [
    'DeepSeek V3',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>find_slot\n```json\n{"day": "Tuesday"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    'DeepSeek V3.1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>find_slot<｜tool▁sep｜>{"day": "Tuesday"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    'Kimi K2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.find_slot:0<|tool_call_argument_begin|>{"day": "Tuesday"}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  ['GLM 4.5', '<tool_call>find_slot\n<arg_key>day</arg_key>\n<arg_value>Tuesday</arg_value>\n</tool_call>'],
  [
    'Seed',
    '<seed:tool_call>\n<function=find_slot>\n<parameter=day>Tuesday</parameter>\n</function>\n</seed:tool_call>',
  ],
  ['LongCat', '<longcat_tool_call>{"name": "find_slot", "arguments": {"day": "Tuesday"}}</longcat_tool_call>'],
  ['OLMo 3', '<function_calls>\nfind_slot(day="Tuesday")\n</function_calls>'],
  ['LFM2', '<|tool_call_start|>[find_slot(day="Tuesday")]<|tool_call_end|>'],
  ['Phi-4 mini', 'functools[{"name": "find_slot", "arguments": {"day": "Tuesday"}}]'],
  [
    'Command R',
    '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "find_slot", "parameters": {"day": "Tuesday"}}]<|END_ACTION|>',
  ],
  ['Apertus', '<|tools_prefix|>[{"find_slot": {"day": "Tuesday"}}]<|tools_suffix|>'],
  ['Gemma 3', '```tool_code\nprint(default_api.find_slot(day="Tuesday"))\n```'],
  ['FunctionGemma', '<start_function_call>call:find_slot{day:<escape>Tuesday<escape>}<end_function_call>'],
  [
    'Step 3',
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="find_slot"><steptml:parameter name="day">Tuesday</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
  ],
  ['gpt-oss', '<|channel|>commentary to=functions.find_slot <|constrain|>json<|message|>{"day": "Tuesday"}<|call|>'],
  ['GigaChat 3', 'function call<|role_sep|>\n{"name": "find_slot", "arguments": {"day": "Tuesday"}}'],
  ['ReAct', 'Action: find_slot\nAction Input: {"day": "Tuesday"}'],
];

function heard(text: string, length: number) {
  const filter = createSpeechFilter({ tools: ['find_slot', 'book'] });
  let spoken = '';
  for (let at = 0; at < text.length; at += length) spoken += filter.push(text.slice(at, at + length));
  spoken += filter.end();
  return { spoken: spoken.trim(), calls: filter.calls, garbage: filter.garbage };
}

test.each(forms)('%s: a call in the form of the template is read, however it is divided', (_, text) => {
  for (const length of [1, 2, 3, 5, 8, 13, text.length]) {
    const { calls, spoken } = heard(text, length);
    expect([spoken, calls.map(({ name, arguments: args }) => [name, JSON.parse(args)])]).toEqual([
      '',
      [['find_slot', { day: 'Tuesday' }]],
    ]);
    const after = heard(`One moment. ${text}`, length);
    expect([after.spoken, after.calls.length, after.garbage]).toEqual(['One moment.', 1, false]);
  }
});
