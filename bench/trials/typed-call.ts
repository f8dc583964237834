import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConversation } from '../../media/call/dialogue/conversation.ts';
import type { AgentEvent, AgentInput, AgentPlan, AgentRequest, AgentTrace, ToolSpec } from '../../media/line/agent.ts';
import type { Engine } from '../../media/line/engine.ts';

/** A business whose agent has tools, and calls to it. */
export interface Business {
  readonly id: string;
  /** Whether the prompt was written with these calls in view. */
  readonly part: 'seen' | 'unseen';
  readonly agent: string;
  readonly business: string;
  readonly persona: string;
  readonly facts: string;
  readonly tools: readonly ToolSpec[];
  /** What each tool returns. */
  readonly results: Readonly<Record<string, object>>;
  readonly calls: readonly (readonly Line[])[];
}

/** What a caller says, and what should follow. */
export interface Line {
  readonly say: string;
  /** The tool to call; null for an answer in words. */
  readonly tool: string | null;
  /** Another tool that is right too. */
  readonly also?: string;
  /** What the arguments contain, as a pattern without regard to case. */
  readonly args?: string;
  /** What the reply contains. */
  readonly tells?: string;
}

export interface Turn {
  readonly business: string;
  readonly call: number;
  readonly line: Line;
  readonly agent: string;
  /** Until the first phrase. */
  readonly firstMs: number | null;
  /** From the result of the last tool to the first phrase after it; of a turn without tools the same as `firstMs`. */
  readonly lastMs: number | null;
  readonly brain: AgentTrace['brain'];
  /** Why a reply or its continuation fell back. */
  readonly fallbacks: readonly string[];
  readonly tools: readonly { readonly name: string; readonly arguments: object }[];
  /** Writes whose reply said nothing once they were done. */
  readonly untold: number;
}

export async function businesses(): Promise<readonly Business[]> {
  const file = new URL('../../../bench/trials/small-model/calls.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8'));
}

export async function planOf({ agent, business, persona, facts, tools }: Business): Promise<AgentPlan> {
  const file = new URL('../../../examples/dental-receptionist/flow.json', import.meta.url);
  const { agent: example } = JSON.parse(await readFile(file, 'utf8'));
  return {
    ...example,
    agentName: agent,
    businessName: business,
    personaPrompt: persona,
    greeting: `${business}, this is ${agent}. How can I help you?`,
    guardrails: [],
    goals: [],
    transferTargets: [],
    tools,
    knowledge: [{ id: 'facts', title: 'Facts', text: facts }],
    contact: {},
  };
}

interface Call {
  readonly engine: Engine<AgentRequest, AgentEvent>;
  readonly business: Business;
  readonly plan: AgentPlan;
  readonly call: number;
}

type ToolAction = Extract<AgentEvent, { type: 'action' }>['action'] & { readonly kind: 'tool' };

const mostCalls = 6;
/** The greeting is being spoken, and then the caller speaks. */
const greetingMs = 6000;

export async function playCall({ engine, business, plan, call }: Call): Promise<readonly Turn[]> {
  const conversation = createConversation(`f6b1d6b0-0001-4000-8000-${String(call).padStart(12, '0')}`, plan);
  const reply = async (input: AgentInput) => {
    const beganMs = performance.now();
    const heard = { phrases: [] as string[], actions: [] as ToolAction[], ends: [] as string[] };
    let firstMs: number | null = null;
    let memory: AgentRequest['memory'] | undefined;
    let trace: AgentTrace | undefined;
    for await (const event of engine.run(conversation.request(input, Date.now()), { aborted: false })) {
      if (event.type === 'phrase') {
        firstMs ??= Math.round(performance.now() - beganMs);
        heard.phrases.push(event.text);
      }
      if (event.type === 'action' && event.action.kind === 'tool') heard.actions.push(event.action);
      else if (event.type === 'action') heard.ends.push(`${event.action.kind}_call`);
      if (event.type === 'memory') memory = event.memory;
      if (event.type === 'trace') trace = event.trace;
    }
    const text = heard.phrases.join(' ').trim();
    conversation.turnTaken(input);
    const line = { turn: conversation.turn, speaker: 'agent' as const, text, startMs: 0, endMs: 0, words: [] };
    conversation.replied(text === '' ? undefined : line, memory);
    return { ...heard, firstMs, text, trace };
  };
  await reply({ kind: 'opening' });
  await sleep(greetingMs);
  const turns: Turn[] = [];
  for (const line of business.calls[call] ?? []) {
    const first = await reply({ kind: 'said', text: line.say, confidence: 1 });
    const replies = [first];
    const called: ToolAction[] = [];
    const waiting = [...first.actions];
    let untold = 0;
    for (let action = waiting.shift(); action !== undefined && called.length < mostCalls; action = waiting.shift()) {
      called.push(action);
      const { id, name } = action;
      const result = JSON.stringify(business.results[name]);
      const next = await reply({ kind: 'tool_result', id, name, ok: true, result });
      const isWrite = business.tools.some((tool) => tool.name === name && tool.effect === 'write');
      if (isWrite && next.text === '' && waiting.length === 0 && next.actions.length === 0) untold += 1;
      replies.push(next);
      waiting.push(...next.actions);
    }
    const last = replies.at(-1) ?? first;
    const ends = replies.flatMap((each) => each.ends.map((name) => ({ name, arguments: {} })));
    turns.push({
      business: business.id,
      call,
      line,
      agent: replies
        .map(({ text }) => text)
        .join(' ')
        .trim(),
      firstMs: first.firstMs,
      lastMs: last.text === '' ? null : last.firstMs,
      brain: first.trace?.brain ?? 'embedded',
      fallbacks: replies.flatMap(({ trace }) => trace?.fallback ?? []),
      tools: [...called.map((action) => ({ name: action.name, arguments: action.arguments })), ...ends],
      untold,
    });
  }
  return turns;
}
