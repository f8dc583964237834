import { expect, test } from 'vitest';
import { openVirtualLine } from '../../media/call/virtual/virtual-line.ts';
import { describeEngines } from '../../media/engines/available.ts';
import { registeredEngines } from '../../media/engines/registry.ts';
import type { CreateEngine, Engine } from '../../media/line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../../media/line/speech.ts';
import { scriptedVoiceActivity } from '../call/scripted-call.ts';
import { testModelsDir } from '../models.ts';
import { toy } from './toy/spec.ts';
import { tonesOf } from './toy/tones.mjs';

/** As a host thread does it: the module of the row, and its `createEngine`. */
async function opened<Job, Result>(module: string | undefined): Promise<Engine<Job, Result>> {
  const loaded = (await import(module as string)) as { createEngine: CreateEngine<null, Job, Result> };
  return loaded.createEngine(null, undefined as never);
}

test('a call in the toy engine’s language is recognised and answered by that engine alone', async () => {
  const recogniser = await opened<RecogniseJob, Utterance>(toy.recogniser?.module);
  const synthesiser = await opened<SpeakJob, SpeakResult>(toy.synthesiser?.module);
  const spokenWith = new Set<string>();
  const unused = <Job, Result>(): Engine<Job, Result> => ({
    run() {
      throw new Error('the embedded engines have no part in this call');
    },
    async close() {},
  });
  const endOfTurn: Engine<TurnJob, TurnResult> = {
    async *run() {
      yield { probability: 0.97 };
    },
    async close() {},
  };
  const line = await openVirtualLine(
    {
      openVoiceActivity: async () => scriptedVoiceActivity(),
      recognisers: new Map([
        ['whisper', unused<RecogniseJob, Utterance>()],
        ['toy', recogniser],
      ]),
      synthesisers: new Map([
        ['hibari', unused<SpeakJob, SpeakResult>()],
        [
          'toy',
          {
            ...synthesiser,
            run(job, signal) {
              spokenWith.add(`${job.voice.voice} ${job.voice.parameters?.pitch}`);
              return synthesiser.run(job, signal);
            },
          },
        ],
      ]),
      endOfTurn,
      available: await describeEngines([...registeredEngines, toy], { modelsDir: testModelsDir }),
    },
    { wordsMs: 20, verdictMs: 20, voiceMs: 20, networkMs: 10 },
  );
  const question = tonesOf('where is the music box', 8000, 1);
  const askAtMs = 2000;
  const call = line.hold({
    voice: { speaker: 'pipe', provider: 'toys' },
    languageCode: 'qaa',
    caller(atMs) {
      const from = ((atMs - askAtMs) * 8000) / 1000;
      const frame = new Float32Array(160);
      if (from >= 0) frame.set(question.subarray(from, from + 160));
      return frame;
    },
    agent: ({ input }) => [{ type: 'phrase', text: input.kind === 'said' ? `you asked ${input.text}` : 'hello' }],
  });
  await line.pass(7000);
  await line.close();
  expect(call.events.filter(({ type }) => type === 'alarm')).toEqual([]);
  const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line] : []));
  expect(lines.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    'agent: hello',
    'customer: where is the music box',
    'agent: you asked where is the music box',
  ]);
  expect([...spokenWith]).toEqual(['whistle-sharp 1.06']);
  // What the far end played last is the reply, in the voice's pitch.
  const reply = tonesOf('you asked where is the music box', 8000, 1.06);
  const track = call.playout.track();
  const askedMs = askAtMs + (question.length * 1000) / 8000;
  const begins = track.findIndex((sample, at) => at > askedMs * 8 && Math.abs(sample) > 0.02);
  const likeness = [-2, -1, 0, 1].map((offset) => correlation(track.subarray(begins + offset), reply));
  expect(Math.max(...likeness)).toBeGreaterThan(0.95);
});

/** Of the second with the beginning of the first; 1 for the same sound. */
function correlation(one: Float32Array, other: Float32Array): number {
  let [both, first, second] = [0, 0, 0];
  for (const [at, sample] of other.entries()) {
    const against = one[at] ?? 0;
    both += sample * against;
    first += against * against;
    second += sample * sample;
  }
  return both / Math.sqrt(first * second);
}
