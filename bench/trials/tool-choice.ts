import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createEngine } from '../../media/agent/engine.ts';
import { createConversation } from '../../media/call/dialogue/conversation.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { AgentEvent, AgentPlan, AgentRequest, HeardLine, ToolSpec } from '../../media/line/agent.ts';
import type { Engine } from '../../media/line/engine.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { serverOf } from './model-server.ts';
import { conclude, judged } from './verdict.ts';

const usage = `tool-choice: which tool a real language model calls for 96 sentences to six agents.
  --local FILE   GGUF file, run as a model of this machine is (node-llama-cpp has to be installed)
  --url URL      base URL of another server with the chat-completions API
  --model NAME   its model, with --url
  --agents A,B   only these agents
  --words N      tokens that a reply may have (default 60)
  --out FILE     (default bench/results/tool-choice.json)
`;

const options = {
  local: { type: 'string' },
  url: { type: 'string' },
  model: { type: 'string' },
  agents: { type: 'string' },
  words: { type: 'string', default: '60' },
  out: { type: 'string', default: 'bench/results/tool-choice.json' },
  help: { type: 'boolean', default: false },
} as const;

interface AgentLines {
  readonly id: string;
  readonly business: string;
  readonly persona: string;
  readonly facts: string;
  readonly tools: readonly ToolSpec[];
  readonly lines: readonly Line[];
}

interface Line {
  readonly say: string;
  /** The tool to call; null for an answer in words. */
  readonly tool: string | null;
  /** Another tool that is right too. */
  readonly also?: string;
  /** What the arguments contain, without regard to case. */
  readonly args?: string;
  /** What the caller and the agent said before, in turn. */
  readonly before?: readonly string[];
}

interface Choice {
  readonly agent: string;
  readonly say: string;
  readonly wanted: string | null;
  readonly called: string | null;
  readonly arguments: string;
  readonly isRight: boolean;
  readonly hasArguments: boolean;
  readonly ms: number;
}

/** The choice is measured, not the time. */
const patienceMs = 120_000;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const words = Number(values.words);
  if (values.help || !(words > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const served = await serverOf(values, env);
  if (served === undefined)
    return conclude(values.out, [
      { test: 'L-5, L-6 tools', figure: 'no --local, and no --url and --model', limit: '0', outcome: 'skip' },
    ]);
  const chosen = values.agents?.split(',');
  const agents = (await sentences()).filter(({ id }) => chosen?.includes(id) ?? true);
  const llm = { ...served.llm, firstTokenTimeoutMs: patienceMs, totalTimeoutMs: patienceMs, maxOutputTokens: words };
  const openSession = createOpenSession({ providers: ['cpu'] });
  const engine = await createEngine({ modelsDir: defaultModelsDir(env), llm }, openSession);
  const choices: Choice[] = [];
  try {
    for (const agent of agents) {
      const plan = await planOf(agent);
      for (const line of agent.lines) choices.push(await choiceOf(engine, plan, { agent: agent.id, line }));
    }
  } finally {
    await engine.close();
    await served.close();
  }
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
  return conclude(values.out, verdictsOf(choices), { choices });
}

async function sentences(): Promise<readonly AgentLines[]> {
  const file = new URL('../../../bench/trials/tool-choice/sentences.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8'));
}

async function planOf({ business, persona, facts, tools }: AgentLines): Promise<AgentPlan> {
  const file = new URL('../../../examples/dental-receptionist/flow.json', import.meta.url);
  const { agent } = JSON.parse(await readFile(file, 'utf8'));
  return {
    ...agent,
    businessName: business,
    personaPrompt: persona,
    greeting: `${business}, how can I help you?`,
    guardrails: [],
    goals: [],
    transferTargets: [],
    tools,
    knowledge: [{ id: 'facts', title: 'Facts', text: facts }],
    contact: {},
  };
}

async function choiceOf(
  engine: Engine<AgentRequest, AgentEvent>,
  plan: AgentPlan,
  { agent, line }: { readonly agent: string; readonly line: Line },
): Promise<Choice> {
  const { say, tool, also, args = '', before = [] } = line;
  const earlier = before.map((text, i): HeardLine => ({ speaker: i % 2 === 0 ? 'caller' : 'agent', text }));
  const conversation = createConversation('f6b1d6b0-0001-4000-8000-000000000001', plan);
  const history: HeardLine[] = [{ speaker: 'agent', text: plan.greeting }, ...earlier];
  const request = { ...conversation.request({ kind: 'said', text: say, confidence: 1 }, Date.now()), history };
  const beganMs = performance.now();
  let called: string | null = null;
  let written = '';
  for await (const event of engine.run(request, { aborted: false })) {
    if (event.type !== 'action' || called !== null) continue;
    called = event.action.kind === 'tool' ? event.action.name : `${event.action.kind}_call`;
    written = event.action.kind === 'tool' ? JSON.stringify(event.action.arguments) : '';
  }
  const isRight = called === tool || (also !== undefined && called === also);
  const hasArguments = new RegExp(args, 'i').test(written);
  const ms = Math.round(performance.now() - beganMs);
  process.stderr.write(`${isRight ? 'right' : 'WRONG'} ${tool} ${called} ${written} ${ms} ms: ${say}\n`);
  return { agent, say, wanted: tool, called, arguments: written, isRight, hasArguments, ms };
}

function verdictsOf(choices: readonly Choice[]) {
  const wanted = choices.filter(({ wanted: tool }) => tool !== null);
  const words = choices.filter(({ wanted: tool }) => tool === null);
  const count = (of: readonly Choice[], is: (choice: Choice) => boolean): number => of.filter(is).length;
  const right = count(wanted, ({ isRight }) => isRight);
  const full = count(wanted, ({ isRight, hasArguments }) => isRight && hasArguments);
  const none = count(wanted, ({ called }) => called === null);
  const needless = count(words, ({ isRight }) => !isRight);
  return [
    {
      test: 'L-5 the tool that the caller needs',
      figure: `${right} of ${wanted.length}, ${full} with what the caller said; another ${wanted.length - right - none}, none ${none}`,
      limit: 'half; otherwise the others say nothing',
      outcome: judged(right * 2 >= wanted.length),
    },
    {
      test: 'L-6 a tool that no one needs',
      figure: `${needless} of ${words.length}`,
      limit: 'a tenth',
      outcome: judged(needless * 10 <= words.length),
    },
  ] as const;
}
