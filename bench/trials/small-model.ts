import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createEngine } from '../../media/agent/engine.ts';
import { createConversation } from '../../media/call/dialogue/conversation.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { AgentEvent, AgentInput, AgentPlan, AgentRequest, AgentTrace, ToolSpec } from '../../media/line/agent.ts';
import type { Engine } from '../../media/line/engine.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { serverOf } from './model-server.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `small-model: calls in writing with a real language model, which look things up and book.
  --local FILE  GGUF file, run as a model of this machine is (node-llama-cpp has to be installed)
  --url URL     base URL of another server with the chat-completions API
  --model NAME  its model, with --url
  --calls N     calls of four turns (default 5)
  --patience N  seconds that a call waits for the model (default 6, as in calls)
  --out FILE    (default bench/results/small-model.json)
`;

const options = {
  local: { type: 'string' },
  url: { type: 'string' },
  model: { type: 'string' },
  calls: { type: 'string', default: '5' },
  patience: { type: 'string', default: '6' },
  out: { type: 'string', default: 'bench/results/small-model.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [calls, patience] = [Number(values.calls), Number(values.patience)];
  if (values.help || !(calls > 0) || !(patience > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const served = await serverOf(values, env);
  if (served === undefined)
    return conclude(values.out, [
      { test: 'L-1 to L-6 a real model', figure: 'no --local, and no --url and --model', limit: '0', outcome: 'skip' },
    ]);
  const llm = { ...served.llm, totalTimeoutMs: patience * 1000 };
  const engine = await createEngine(
    { modelsDir: defaultModelsDir(env), llm },
    createOpenSession({ providers: ['cpu'] }),
  );
  const plan = await receptionist();
  const turns: Turn[] = [];
  const began = { load: loadavg()[0], atMs: performance.now() };
  try {
    for (let call = 0; call < calls; call++) {
      turns.push(...(await playCall({ engine, plan, call })));
      process.stderr.write(`call ${call + 1} of ${calls}\n`);
    }
  } finally {
    await engine.close();
    await served.close();
  }
  const minutes = (performance.now() - began.atMs) / 60_000;
  process.stdout.write(
    `${calls} calls in ${minutes.toFixed(1)} min; load ${began.load?.toFixed(1)} before, ${loadavg()[0]?.toFixed(1)} after\n`,
  );
  return conclude(values.out, verdictsOf(turns), { turns });
}

interface Turn {
  readonly call: number;
  readonly caller: string;
  readonly agent: string;
  /** Until the first phrase. */
  readonly firstMs: number | null;
  /** From the result of the last tool to the first phrase after it; of a turn without tools the same as `firstMs`. */
  readonly lastMs: number | null;
  readonly brain: AgentTrace['brain'];
  readonly fallback: string | null;
  readonly tools: readonly { readonly name: string; readonly arguments: object }[];
  /** Writes whose reply said nothing once they were done. */
  readonly untold: number;
}

const tools: readonly ToolSpec[] = [
  {
    name: 'check_slots',
    description: 'Returns the free appointments of a day.',
    parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
    effect: 'read',
  },
  {
    name: 'book_visit',
    description: 'Books a visit once the caller has agreed on day, time and name.',
    parameters: {
      type: 'object',
      properties: { day: { type: 'string' }, time: { type: 'string' }, name: { type: 'string' } },
      required: ['day', 'time', 'name'],
    },
    effect: 'write',
  },
];
const results: Readonly<Record<string, string>> = {
  check_slots: 'Free: 9:00 and 14:30.',
  book_visit: 'Booked.',
};

const scripts = [
  ['What are your opening hours?', 'Is Tuesday free?', 'Book Tuesday at 2:30 p.m. for Jane Miller.', 'Thank you, bye.'],
  ['How much is a cleaning?', 'I want to come on Friday.', 'At nine. My name is Tom Baker.', 'Where can I park?'],
  ['Do you take Delta insurance?', 'Which times are free on Monday?', 'The first one, for Ann Lee.', 'Is it booked?'],
] as const;

async function receptionist(): Promise<AgentPlan> {
  const folder = new URL('../../../examples/dental-receptionist/', import.meta.url);
  const { agent } = JSON.parse(await readFile(new URL('flow.json', folder), 'utf8'));
  const hours =
    'We are open Monday to Friday from 8 a.m. to 5 p.m. A cleaning costs 95 dollars. Parking is behind the house.';
  const knowledge = [{ id: 'practice', title: 'The practice', text: hours }];
  return { ...agent, goals: [], transferTargets: [], tools, knowledge, contact: {} };
}

interface Call {
  readonly engine: Engine<AgentRequest, AgentEvent>;
  readonly plan: AgentPlan;
  readonly call: number;
}

async function playCall({ engine, plan, call }: Call): Promise<readonly Turn[]> {
  const conversation = createConversation(`f6b1d6b0-0001-4000-8000-${String(call).padStart(12, '0')}`, plan);
  const reply = async (input: AgentInput) => {
    const beganMs = performance.now();
    const heard = { phrases: [] as string[], actions: [] as ToolAction[], firstMs: null as number | null };
    let memory: AgentRequest['memory'] | undefined;
    let trace: AgentTrace | undefined;
    for await (const event of engine.run(conversation.request(input, Date.now()), { aborted: false })) {
      if (event.type === 'phrase') {
        heard.firstMs ??= Math.round(performance.now() - beganMs);
        heard.phrases.push(event.text);
      }
      if (event.type === 'action' && event.action.kind === 'tool') heard.actions.push(event.action);
      if (event.type === 'memory') memory = event.memory;
      if (event.type === 'trace') trace = event.trace;
    }
    const text = heard.phrases.join(' ').trim();
    conversation.turnTaken(input);
    const line = { turn: conversation.turn, speaker: 'agent' as const, text, startMs: 0, endMs: 0, words: [] };
    conversation.replied(text === '' ? undefined : line, memory);
    return { ...heard, text, trace };
  };
  await reply({ kind: 'opening' });
  // The greeting is being spoken, and then the caller speaks.
  await sleep(greetingMs);
  const turns: Turn[] = [];
  for (const caller of scripts[call % scripts.length] ?? []) {
    const first = await reply({ kind: 'said', text: caller, confidence: 1 });
    const parts = [first.text];
    let last = first;
    const called: ToolAction[] = [];
    const waiting = [...first.actions];
    let untold = 0;
    for (let action = waiting.shift(); action !== undefined && called.length < mostCalls; action = waiting.shift()) {
      called.push(action);
      const { id, name } = action;
      const next = await reply({ kind: 'tool_result', id, name, ok: true, result: results[name] ?? 'Done.' });
      if (name === 'book_visit' && next.text === '' && waiting.length === 0 && next.actions.length === 0) untold += 1;
      parts.push(next.text);
      last = next;
      waiting.push(...next.actions);
    }
    turns.push({
      call,
      caller,
      agent: parts.join(' ').trim(),
      firstMs: first.firstMs,
      lastMs: last.text === '' ? null : last.firstMs,
      brain: first.trace?.brain ?? 'embedded',
      fallback: first.trace?.fallback ?? null,
      tools: called.map((action) => ({ name: action.name, arguments: action.arguments })),
      untold,
    });
  }
  return turns;
}

type ToolAction = Extract<AgentEvent, { type: 'action' }>['action'] & { readonly kind: 'tool' };

const mostCalls = 6;
const greetingMs = 6000;
const silentMs = 8000;
/** Signs of reasoning, tool calls or formatting in spoken words. */
const markup =
  /<\/?[a-z_]+>|\*\*|^#|```|"(?:name|arguments)"\s*:|\[TOOL_CALLS\]|the (?:user|caller) (?:wants|is asking)/im;

function verdictsOf(turns: readonly Turn[]): readonly Verdict[] {
  const count = (is: (turn: Turn) => boolean): number => turns.filter(is).length;
  const silent = count(({ firstMs, lastMs }) => [firstMs, lastMs].some((ms) => ms === null || ms > silentMs));
  const marked = count(({ agent }) => markup.test(agent));
  const untold = turns.reduce((sum, turn) => sum + turn.untold, 0);
  const byModel = count(({ brain }) => brain === 'openai');
  const writes = turns.reduce((sum, turn) => sum + turn.tools.filter(({ name }) => name === 'book_visit').length, 0);
  const called = turns.reduce((sum, turn) => sum + turn.tools.length, 0);
  const of = `of ${turns.length} turns`;
  return [
    { test: 'L-1 turns in silence for 8 s', figure: `${silent} ${of}`, limit: '0', outcome: judged(silent === 0) },
    { test: 'L-2 spoken reasoning or markup', figure: `${marked} ${of}`, limit: '0', outcome: judged(marked === 0) },
    {
      test: 'L-3 writes that nobody reported',
      figure: `${untold} of ${writes}`,
      limit: '0',
      outcome: writes === 0 ? 'skip' : judged(untold === 0),
    },
    {
      test: 'L-4 turns that the model answered',
      figure: `${byModel} ${of}, ${called} calls of tools`,
      limit: 'half of the turns; otherwise the others say nothing',
      outcome: judged(byModel * 2 >= turns.length),
    },
  ];
}
