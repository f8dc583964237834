import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent, AgentInput, AgentPlan, AgentRequest } from '../../media/line/agent.ts';
import { collect, createConversation, saturdayMorningMs, summary } from './caller.ts';
import { examplePlan } from './dental.ts';
import { type ModelServer, openModelServer, says } from './model-server.ts';
import { type Agent, openAgent } from './open-agent.ts';

const plan = examplePlan('dental-receptionist');
const bare: AgentPlan = {
  agentName: 'Max',
  businessName: 'Acme',
  greeting: 'Hello, this is Max.',
  personaPrompt: '',
  guardrails: [],
  goals: [],
  knowledge: [],
  transferTargets: [],
  tools: [],
  languageCode: 'en-US',
  timezone: 'Nowhere/Unknown',
  goodbye: 'Goodbye.',
  contact: {},
};

const inputs: readonly AgentInput[] = [
  { kind: 'opening' },
  { kind: 'said', text: 'I would like to book a cleaning for Tuesday at three', confidence: 0.9 },
  { kind: 'said', text: 'what are your hours', confidence: 0.9 },
  { kind: 'said', text: '', confidence: 0 },
  { kind: 'said', text: '?!… 你好 \u0000 '.repeat(50), confidence: 0.4 },
  { kind: 'dtmf', digits: '5' },
  { kind: 'silence', count: 1 },
  { kind: 'silence', count: 2 },
  { kind: 'tool_result', name: 'never_called', ok: true, result: 'All fine and done.' },
  { kind: 'tool_result', name: 'never_called', ok: false, result: '' },
  { kind: 'transfer_result', result: 'declined' },
  { kind: 'transfer_result', result: 'no_answer' },
  { kind: 'transfer_result', result: 'busy' },
  { kind: 'transfer_result', result: 'failed' },
  { kind: 'transfer_result', result: 'accepted' },
];

const memories: readonly unknown[] = [
  null,
  {},
  { embedded: 'nonsense', openai: 7 },
  { embedded: { goal: 'gone', asking: 'nothing', slots: { x: 1 } }, openai: { exchanges: [{}] } },
];

const request = (input: AgentInput, more: Partial<AgentRequest> = {}): AgentRequest => ({
  callUuid: 'f6b1d6b0-0001-4000-8000-000000000003',
  turn: 3,
  plan,
  memory: null,
  history: [],
  input,
  nowMs: saturdayMorningMs,
  ...more,
});

let server: ModelServer;
const kinds = ['embedded', 'openai', 'openai without a server'] as const;
const brains = new Map<string, Agent>();

beforeAll(async () => {
  server = await openModelServer();
  server.play(says('Sure, I can help with that. ', 'What day would suit you?'));
  brains.set('embedded', await openAgent());
  brains.set('openai', await openAgent({ baseUrl: server.baseUrl, model: 'm' }));
  brains.set('openai without a server', await openAgent({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' }));
});
afterAll(() => server.close());

describe.each(kinds)('the %s brain', (kind) => {
  const brain = (): Agent => brains.get(kind) as Agent;

  it.each(inputs.map((input) => [JSON.stringify(input).slice(0, 70), input] as const))(
    'answers %s',
    async (_, input) => {
      for (const each of [plan, bare]) {
        for (const memory of memories) {
          const events = await collect(brain(), request(input, { plan: each, memory: memory as never }));
          const { text, phrases } = summary(events);
          expect(text).toMatch(/\p{L}/u);
          for (const phrase of phrases) {
            expect(phrase).toBe(phrase.trim());
            expect(phrase.length).toBeLessThanOrEqual(300);
            expect(phrase).not.toMatch(/[*#`{}<>|\n]|undefined|null|\[object/);
          }
          // A reply of a model has one before its end too, in case it is discarded.
          expect(events.findLast((event) => event.type === 'trace' || event.type === 'phrase')?.type).toBe('trace');
        }
      }
    },
  );

  it('greets with the disclosure before the question', async () => {
    const { text } = summary(await collect(brain(), request({ kind: 'opening' })));
    expect(text).toBe(
      'Maple Grove Dental, this is Ava, the virtual receptionist. This call may be recorded. How can I help you today?',
    );
  });

  it('returns its memory as plain JSON before it speaks or acts', async () => {
    for (const input of inputs) {
      const events = await collect(brain(), request(input));
      const types = events.map((event) => event.type);
      const at = types.indexOf('memory');
      expect(at).toBe(0);
      if (types.includes('action')) expect(types.lastIndexOf('memory')).toBeLessThan(types.indexOf('action'));
      const { memory } = summary(events);
      expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
    }
  });

  it('returns the same reply to the same request, whatever was requested in between', async () => {
    const asked = request({ kind: 'said', text: 'I would like to book a cleaning', confidence: 0.9 });
    const first = await collect(brain(), asked);
    const dropped = { aborted: false };
    for await (const _ of brain().run(request({ kind: 'said', text: 'cancel everything', confidence: 0.9 }), dropped))
      dropped.aborted = true;
    await collect(brain(), request({ kind: 'said', text: 'stop calling me', confidence: 0.9 }));
    expect(await collect(brain(), asked)).toEqual(first);
  });

  it('does not modify the request', async () => {
    const asked = request(inputs[1] as AgentInput, { memory: { embedded: null } });
    const copy = structuredClone(asked);
    await collect(brain(), asked);
    expect(asked).toEqual(copy);
  });

  it('says goodbye to a line that stays silent', async () => {
    const { text, actions } = summary(await collect(brain(), request({ kind: 'silence', count: 3 })));
    expect(text).toMatch(/Goodbye/);
    expect(actions).toEqual([{ kind: 'end', reason: 'silence' }]);
  });

  it('stops quietly when the request is aborted', async () => {
    const events: AgentEvent[] = [];
    for await (const event of brain().run(request(inputs[1] as AgentInput), { aborted: true })) events.push(event);
    expect(summary(events).actions).toEqual([]);
  });
});

const transcripts = join(import.meta.dirname, '../../../shared/speech/transcripts.tsv');

describe.skipIf(!existsSync(transcripts))('telephone prompts as callers (needs the speech corpus)', () => {
  const prompts = existsSync(transcripts)
    ? readFileSync(transcripts, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split('\t')[1] as string)
    : [];

  it('are sixty', () => expect(prompts).toHaveLength(60));

  it.each(prompts)('"%s" is answered', async (prompt) => {
    const call = createConversation(brains.get('embedded') as Agent, plan);
    await call.give({ kind: 'opening' });
    const said = await call.say(prompt);
    expect(said.text).toMatch(/[.?!]$/);
    expect(said.actions).toEqual([]);
    expect(said.text).not.toMatch(/do not call|wrong number|Goodbye/i);
    // The agent waits for the caller, or asks for the next step.
    expect(said.trace.intent === 'hold' || said.text.endsWith('?')).toBe(true);
  });

  it('prompts in one call leave a brain that still books a cleaning', async () => {
    const call = createConversation(brains.get('embedded') as Agent, plan);
    await call.give({ kind: 'opening' });
    for (const prompt of prompts) {
      const said = await call.say(prompt);
      expect(
        said.actions.filter((action) => action.kind === 'end'),
        prompt,
      ).toEqual([]);
    }
    expect((await call.say('never mind, I want to book a cleaning')).text).toMatch(/\?$/);
  });
});
