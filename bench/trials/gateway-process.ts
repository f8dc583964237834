/**
 * A media thread's wire server and calls in a separate process with scripted engines, so that an attack's memory
 * residue can be measured to the kilobyte. The path selects the dialect and the token the far side: `talk` an agent
 * that never stops, `flood` one that sends checkpoints without end, `quiet` no agent, anything else a normal call.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, holdCall } from '../../media/call/call.ts';
import { createFallbackShelf } from '../../media/call/dialogue/spoken-fallbacks.ts';
import type { CallEquipment } from '../../media/call/equipment.ts';
import { neutralCalibration } from '../../media/engines/calibrations.ts';
import { createEngineFailures } from '../../media/engines/fallback.ts';
import { openBufferBin } from '../../media/kit/buffer-bin.ts';
import { systemClock } from '../../media/kit/clock.ts';
import { createScope } from '../../media/kit/scope.ts';
import type { AgentEvent, AgentRequest } from '../../media/line/agent.ts';
import type { EngineClient } from '../../media/line/engine.ts';
import type { CallPlan, DialectName } from '../../media/ports.ts';
import { createMetronome } from '../../media/wire/metronome.ts';
import { openWireServer, type WireStream } from '../../media/wire/server.ts';
import type { GatewayAsk, GatewaySays, GatewayState } from './gateway.ts';
import { createEngine, type ScriptedEngineConfig } from './scripted-engine.ts';
import { createScriptedVoiceActivity } from './scripted-voice-activity.ts';

const tell = (message: GatewaySays): void => void process.send?.(message);

const troubles: string[] = [];
const trouble = (kind: string) => (error: unknown) => void (troubles.length < 50 && troubles.push(`${kind}: ${error}`));
process.on('unhandledRejection', trouble('unhandled rejection'));
process.on('uncaughtException', trouble('uncaught exception'));
// The parent process has exited.
process.on('disconnect', () => process.exit(0));

const engineOf = async <Job, Result>(plays: ScriptedEngineConfig['plays']): Promise<EngineClient<Job, Result>> => {
  const engine = await createEngine({ plays }, undefined as never);
  return engine as unknown as EngineClient<Job, Result>;
};

const scriptedBrain = await engineOf<AgentRequest, AgentEvent>('brain');
const forty = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');

/** Yields forty words of 120 ms each, and the next forty before they are over. */
async function* talk(signal: AbortSignal): AsyncIterable<AgentEvent> {
  while (!signal.aborted) {
    yield { type: 'phrase', text: forty };
    await pause(4_500, undefined, { signal, ref: false }).catch(() => {});
  }
}

const ends: Record<string, number> = {};
let lastUuid = 0;
const voiceActivity = createScriptedVoiceActivity();
const metronome = createMetronome({ clock: systemClock, periodMs: 10 });
metronome.add({ tick: () => void voiceActivity.run() });
const scope = createScope();
const speech: CallEquipment['speech'] = await engineOf('speak');
const rates = [8000, 16_000] as const;
const scriptedSpeech: CallEquipment['available'] = {
  recognisers: [
    {
      engine: 'scripted',
      provider: 'platform',
      host: 'model',
      languages: ['en'],
      sampleRatesHz: rates,
      partialResults: true,
      calibration: neutralCalibration,
    },
  ],
  synthesisers: [{ engine: 'scripted', host: 'model' }],
  voices: [
    {
      engine: 'scripted',
      provider: 'platform',
      host: 'model',
      sampleRatesHz: rates,
      name: 'ava',
      languageCodes: ['en-US'],
      gender: 'female',
      age: 'adult',
      description: 'Tones.',
    },
  ],
};
const equipment: CallEquipment = {
  clock: systemClock,
  metronome,
  voiceActivity,
  failures: createEngineFailures(systemClock.nowMs),
  recognisers: new Map([['scripted', await engineOf('recognise')]]),
  endOfTurn: await engineOf('turn'),
  speech,
  agent: {
    run: (request, signal) =>
      request.plan.agentName === 'talk' && request.input.kind === 'opening'
        ? talk(signal)
        : scriptedBrain.run(request, signal),
  },
  supervision: { heard() {}, caption() {}, released() {} },
  fallbacks: createFallbackShelf(speech),
  available: scriptedSpeech,
  ports: {
    plans: { claim: async () => undefined, claimSupervision: async () => undefined },
    log: {
      append(_callUuid, event) {
        if (event.type === 'ended') ends[event.reason] = (ends[event.reason] ?? 0) + 1;
      },
    },
    recordings: { write: async () => true, finish: async () => {} },
    tools: { run: async () => ({ ok: true, result: '' }) },
    transfers: { transfer: async () => 'failed' },
  },
  bin: await openBufferBin(),
  log: () => {},
};

const planFor = (token: string, dialect: DialectName): CallPlan => ({
  kind: 'call',
  callUuid: `call-${++lastUuid}`,
  direction: 'inbound',
  dialect,
  from: '+12025550100',
  to: '+12025550143',
  flowUuid: 'flow',
  brain: {
    agentName: token,
    businessName: 'Gateway',
    greeting: 'Hello.',
    personaPrompt: '',
    guardrails: [],
    goals: [],
    knowledge: [],
    transferTargets: [],
    tools: [],
    languageCode: 'en-US',
    timezone: 'UTC',
    goodbye: 'Bye.',
    contact: {},
  },
  voice: { speaker: 'ava' },
  turn: { allowInterruptions: token !== 'talk' },
  limits: { maxCallSeconds: 14_400, silencePromptSeconds: 3_600, maxSilencePrompts: 2, goodbyeDrainMs: 2000 },
});

const calls = new Set<Call>();
let mostBufferedBytes = 0;

/** Checkpoints cannot be held back, so they pile up at a far end that does not read. */
async function flood(stream: WireStream): Promise<void> {
  const name = 'm'.repeat(4_000);
  const timer = setInterval(() => {
    for (let i = 0; i < 10; i++) stream.send({ type: 'mark', name });
    mostBufferedBytes = Math.max(mostBufferedBytes, stream.bufferedBytes);
  }, 5);
  for await (const _ of stream.events);
  clearInterval(timer);
}

const { driver, limits } = JSON.parse(process.argv[2] ?? '{}') as Pick<
  Parameters<typeof openWireServer>[0],
  'driver' | 'limits'
>;
const server = await openWireServer<CallPlan>({
  driver: driver ?? 'auto',
  ...(limits === undefined ? {} : { limits }),
  host: '127.0.0.1',
  port: 0,
  claim: async (token, dialect) => (dialect === 'listen' ? undefined : planFor(token, dialect)),
  onStream(stream, plan) {
    if (plan.brain.agentName === 'flood') return void flood(stream);
    if (plan.brain.agentName === 'quiet') return;
    const call = holdCall(stream, plan, equipment, scope.child());
    calls.add(call);
    void call.over.finally(() => calls.delete(call));
  },
  log: () => {},
});

async function stateNow(collect: boolean): Promise<GatewayState> {
  // Buffers are freed some event loop turns after their owner.
  for (let round = 0; collect && round < 4; round++) {
    globalThis.gc?.();
    await pause(20);
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return {
    heapBytes: heapUsed + arrayBuffers,
    rssBytes: rss,
    cpuMs: Math.round(process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000),
    calls: calls.size,
    streams: server.streams,
    listeners: voiceActivity.streams,
    mostBufferedBytes,
    counters: server.counters,
    ends: { ...ends },
    troubles: [...troubles],
    lateness: { p99Ms: metronome.lateness.p99Ms, maxMs: metronome.lateness.maxMs },
  };
}

process.on('message', (ask: GatewayAsk) => {
  if (ask.do === 'state') void stateNow(ask.collect).then((state) => tell({ kind: 'state', id: ask.id, state }));
  else void server.close().then(() => process.exit(0));
});
tell({ kind: 'open', port: server.port, driver: server.driver });
