import { holdTalk } from '../../media/call/practice/talk.ts';
import type { PracticeModels } from '../../media/call/practice/virtual-models.ts';
import { openVirtualStream } from '../../media/call/virtual/virtual-stream.ts';
import { createVirtualTime } from '../../media/call/virtual/virtual-time.ts';
import { type CallRun, callOver, placeCall } from '../../media/emulator/index.ts';
import { synthesiserOf } from '../../media/engines/clients.ts';
import { registeredVoice } from '../../media/engines/registry.ts';
import { systemClock } from '../../media/kit/clock.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';
import type { Clip } from '../../media/line/audio.ts';
import type { CustomerPlan } from '../../media/line/customer-plan.ts';
import { dialects } from '../../media/wire/dialects/index.ts';
import { openWireServer } from '../../media/wire/server.ts';
import { type InjectedTimes, serveScriptedAgent } from './scripted-agent.ts';

/** Largest deviations of the measured times from the injected ones. */
export interface InjectedErrors {
  readonly over: 'socket' | 'virtual line';
  readonly answers: number;
  readonly interruptions: number;
  readonly latencyMs: number;
  readonly yieldMs: number;
  /** Simultaneous speech, per interruption. */
  readonly overlapMs: number;
}

export const injected: InjectedTimes = { answerMs: 600, yieldMs: 250 };
const rateHz = 16_000;
const format = { encoding: 'l16', rateHz } as const;
const log = (): void => {};

const planOf = (seed: number): CustomerPlan => ({
  seed,
  languageCode: 'en-US',
  name: 'Nora Field',
  difficulty: 'easy',
  open: [],
  hidden: [],
  objections: [],
  situation: ['You want a lamp.', 'It is for the kitchen.', 'It should be red.', 'You live in the old town.'],
  knowledge: [],
  maxTurns: 14,
  hangupTriggers: [],
  habits: { pace: 1, fillers: [], verbosity: 'normal', interrupts: 'often' },
});

/** Runs a simulated customer against a scripted agent, over the real socket and over the virtual line. */
export async function injectedErrors(models: PracticeModels, seeds: readonly number[]): Promise<InjectedErrors[]> {
  const never = new AbortController().signal;
  const speech = synthesiserOf(models.synthesisers);
  async function speak(text: string): Promise<Clip> {
    const pieces: Float32Array[] = [];
    const job = { text, voice: registeredVoice({ speaker: 'daniel' }), rateHz } as const;
    for await (const { samples } of speech.run(job, never)) pieces.push(samples);
    return { samples: joinSamples(pieces), rateHz };
  }
  const talk = (run: CallRun, seed: number, say = speak) =>
    holdTalk({ run, plan: planOf(seed), agentOpens: true, speak: say, signal: never });

  const server = await openWireServer({
    driver: 'ws',
    host: '127.0.0.1',
    port: 0,
    log,
    claim: async () => ({}),
    onStream: (stream) => serveScriptedAgent(stream, systemClock, injected),
  });
  try {
    const url = `ws://127.0.0.1:${server.port}/media/browser/scripted`;
    const real = await Promise.all(seeds.map((seed) => talk(placeCall({ dialect: 'browser', url, format }), seed)));
    const virtual = await Promise.all(
      seeds.map((seed) => {
        const time = createVirtualTime();
        const { clock } = time;
        const wire = openVirtualStream({ dialect: dialects.browser, clock, networkMs: 1, log });
        serveScriptedAgent(wire.stream, clock, injected);
        const run = callOver(wire.connect, { dialect: 'browser', format, clock });
        return time.until(talk(run, seed, (text) => time.during(speak(text))));
      }),
    );
    return [errorsOf('socket', real), errorsOf('virtual line', virtual)];
  } finally {
    await server.close();
  }
}

function errorsOf(
  over: InjectedErrors['over'],
  talks: readonly Awaited<ReturnType<typeof holdTalk>>[],
): InjectedErrors {
  const all = talks.map(({ metrics }) => metrics);
  const worst = (values: readonly (readonly [measured: number, injectedMs: number])[]): number =>
    Math.max(0, ...values.map(([measured, meant]) => Math.abs(measured - meant)));
  const latencies = all.flatMap(({ response_latency_ms: one }) => one ?? []);
  const yields = all.flatMap(({ yield_ms: one }) => one ?? []);
  const stopped = all.filter(({ yield_ms: one, backchannels }) => one !== null && backchannels === 0);
  return {
    over,
    answers: latencies.reduce((sum, { count }) => sum + count, 0),
    interruptions: yields.reduce((sum, { count }) => sum + count, 0),
    latencyMs: worst(
      latencies.flatMap(({ median, max }) => [median, max].map((ms) => [ms, injected.answerMs] as const)),
    ),
    yieldMs: worst(yields.flatMap(({ median, max }) => [median, max].map((ms) => [ms, injected.yieldMs] as const))),
    overlapMs: worst(
      stopped.map(({ overlap_ms: ms, yield_ms: one }) => [ms / (one?.count ?? 1), injected.yieldMs] as const),
    ),
  };
}
