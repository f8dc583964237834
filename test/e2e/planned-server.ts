import { openMediaServer, openSpeech } from '../../media/index.ts';
import type { CallEvent, CallPlan } from '../../media/ports.ts';
import { testModelsDir } from '../models.ts';

export type PlannedServer = Awaited<ReturnType<typeof openPlannedServer>>;

/** Opens a media server with real models, whose calls have the plans that a test adds, and a voice for the far end. */
export async function openPlannedServer() {
  const plans = new Map<string, CallPlan>();
  const logs = new Map<string, CallEvent[]>();
  const speech = await openSpeech({ modelsDir: testModelsDir });
  const server = await openMediaServer(
    {
      host: '127.0.0.1',
      port: 0,
      driver: 'auto',
      mediaThreads: 1,
      inferenceThreads: 2,
      modelsDir: testModelsDir,
      executionProviders: ['cpu'],
      log: () => {},
    },
    {
      plans: { claim: async (token) => plans.get(token), claimSupervision: async () => undefined },
      log: { append: ({ callUuid }, event) => void logs.get(callUuid)?.push(event) },
      recordings: { write: async () => true, finish: async () => {} },
      tools: { run: async () => ({ ok: false, result: '' }) },
      transfers: { transfer: async () => 'failed' },
    },
  );
  return {
    port: server.port,
    speech,
    /** Adds a call, whose token is its id. Returns its events, to which more are added while it goes on. */
    add(plan: CallPlan): CallEvent[] {
      const events: CallEvent[] = [];
      plans.set(plan.callUuid, plan);
      logs.set(plan.callUuid, events);
      return events;
    },
    async close(): Promise<void> {
      await server.close({ drainMs: 0 });
      await speech.close();
    },
  };
}

export const greeting = 'Hello, this is Maple Grove Dental.';

/** Plan of a call that the agent of a dental practice places to a contact. */
export const outboundPlan = (callUuid: string, more: Partial<CallPlan>): CallPlan => ({
  kind: 'call',
  callUuid,
  direction: 'outbound',
  dialect: 'telephony_a',
  from: '+15550100',
  to: '+15550101',
  flowUuid: 'flow',
  brain: {
    agentName: 'Ava',
    businessName: 'Maple Grove Dental',
    greeting,
    personaPrompt: '',
    guardrails: [],
    goals: [],
    knowledge: [],
    transferTargets: [],
    tools: [],
    languageCode: 'en-US',
    timezone: 'UTC',
    goodbye: 'Bye.',
    contact: { name: 'Susan Miller' },
  },
  voice: { speaker: 'ava' },
  turn: { allowInterruptions: true },
  limits: { maxCallSeconds: 120, silencePromptSeconds: 30, maxSilencePrompts: 2, goodbyeDrainMs: 3000 },
  ...more,
});

/** However busy the machine is. */
export const patienceMs = 45_000;
