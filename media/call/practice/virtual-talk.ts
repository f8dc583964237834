import { callOver } from '../../emulator/index.ts';
import { synthesiserOf } from '../../engines/clients.ts';
import { createEngineFailures } from '../../engines/fallback.ts';
import { registeredVoice } from '../../engines/registry.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import { createScope } from '../../kit/scope.ts';
import type { Clip } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { MediaPorts, TranscriptLine, UsedModels } from '../../ports.ts';
import { dialects } from '../../wire/dialects/index.ts';
import { createMetronome } from '../../wire/metronome.ts';
import { holdCall } from '../call.ts';
import { createFallbackShelf } from '../dialogue/spoken-fallbacks.ts';
import { openVirtualStream } from '../virtual/virtual-stream.ts';
import { createVirtualTime, type VirtualTime } from '../virtual/virtual-time.ts';
import { overLine } from './line-quality.ts';
import type { PracticeAnswers, TurnPath, VirtualPracticeCall, VirtualTalk } from './protocol.ts';
import { holdTalk } from './talk.ts';
import type { PracticeModels } from './virtual-models.ts';

const rateHz = 16_000;
const beatMs = 10;

/**
 * Durations of work on the call's clock: medians of calls on an idle machine with two cores. Work that waits for the
 * network takes its real time.
 */
const takesMs = { words: 120, verdict: 100, voice: 30, agent: 5, network: 1 } as const;

/**
 * Makes a practice call in virtual time: the call, the browser dialect and the far end are those of `placeCall`; only
 * the socket and the clock differ. Without a language model or a speech server it is repeatable to the sample.
 */
export async function talkVirtually(
  call: VirtualPracticeCall,
  { models, answers }: { readonly models: PracticeModels; readonly answers: PracticeAnswers },
  signal: AbortSignal,
): Promise<VirtualTalk> {
  const { customer: plan, line: quality, agentOpens, session } = call;
  const time = createVirtualTime();
  const scope = createScope();
  const metronome = createMetronome({ clock: time.clock, periodMs: beatMs });
  const log = (): void => {};
  const wire = openVirtualStream({ dialect: dialects.browser, clock: time.clock, networkMs: takesMs.network, log });
  const equipment = { ...(await equipmentOf(call, { models, answers, time })), metronome, log };
  metronome.add({ tick: () => void equipment.voiceActivity.run() });
  const held = holdCall(wire.stream, session, equipment, scope.child());
  const { distort, level } = overLine(quality, plan.seed);
  const run = callOver(wire.connect, {
    dialect: 'browser',
    format: { encoding: 'l16', rateHz },
    clock: time.clock,
    distort,
  });
  try {
    const speak = voiceOf(call, models);
    const talk = holdTalk({
      run,
      plan,
      agentOpens,
      signal,
      speak: async (text) => level(await time.during(speak(text, signal))),
    });
    const talked = await time.until(talk);
    // Recognising the last words takes time on this clock.
    await time.until(held.over);
    return { ...talked, log: equipment.lines, paths: equipment.paths, used: equipment.used };
  } finally {
    // Also if the call was lost.
    await time.until(held.over);
    await scope.close();
    metronome.close();
  }
}

function voiceOf({ voice, customer }: VirtualPracticeCall, models: PracticeModels) {
  const spec = registeredVoice({ ...voice, pace: customer.habits.pace });
  const speech = synthesiserOf(models.synthesisers);
  return async (text: string, signal: AbortSignal): Promise<Clip> => {
    const pieces: Float32Array[] = [];
    for await (const { samples } of speech.run({ text, voice: spec, rateHz }, signal)) pieces.push(samples);
    signal.throwIfAborted();
    return { samples: joinSamples(pieces), rateHz };
  };
}

interface Surroundings {
  readonly models: PracticeModels;
  readonly answers: PracticeAnswers;
  readonly time: VirtualTime;
}

async function equipmentOf({ startsAtMs, session }: VirtualPracticeCall, { models, answers, time }: Surroundings) {
  const { clock } = time;
  const { available } = models;
  const detector = await models.openVoiceActivity();
  const isNetwork = (name: string): boolean =>
    [...available.recognisers, ...available.synthesisers].some(
      ({ engine, host }) => engine === name && host === 'network',
    );
  const onTheClock = <Job, Result>(
    engines: ReadonlyMap<string, EngineClient<Job, Result>>,
    ms: number,
  ): ReadonlyMap<string, EngineClient<Job, Result>> =>
    new Map([...engines].map(([name, engine]) => [name, time.engine(engine, isNetwork(name) ? undefined : ms)]));
  const speech = synthesiserOf(onTheClock(models.synthesisers, takesMs.voice));
  const lines: TranscriptLine[] = [];
  const paths: TurnPath[] = [];
  const used: UsedModels[] = [];
  const ports: MediaPorts = {
    plans: { claim: async () => undefined, claimSupervision: async () => undefined },
    log: {
      append(_, event) {
        if (event.type === 'line') lines.push(event.line);
        if (event.type === 'reply' && event.reply.path !== undefined)
          paths.push({ turn: event.reply.turn, path: event.reply.path });
        if (event.type === 'models') used.push(event.used);
      },
    },
    recordings: { write: async () => true, finish: async () => {} },
    tools: { run: (_, name, args) => time.during(answers.tool(name, args)) },
    // No one is called: a transfer ends the agent's part.
    transfers: { transfer: async () => 'accepted' },
    handOvers: { handOver: (_, agent) => time.during(answers.handOver(agent)) },
  };
  return {
    clock,
    wallNowMs: () => startsAtMs + clock.nowMs(),
    voiceActivity: { open: detector.open, run: () => time.during(detector.run()) },
    recognisers: onTheClock(models.recognisers, takesMs.words),
    endOfTurn: time.engine(models.endOfTurn, takesMs.verdict),
    speech,
    agent: time.engine(models.agent, session.llm === undefined ? takesMs.agent : undefined),
    fallbacks: createFallbackShelf(speech),
    available,
    failures: createEngineFailures(clock.nowMs),
    ports,
    lines,
    paths,
    used,
    supervision: { heard() {}, caption() {}, released() {} },
    bin: { empty() {} },
  };
}
