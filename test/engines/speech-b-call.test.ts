import { expect, test } from 'vitest';
import { openVirtualLine } from '../../media/call/virtual/virtual-line.ts';
import { openOpenAiSpeechServer } from '../../media/emulator/index.ts';
import { describeEngines } from '../../media/engines/available.ts';
import { createEngine as createRecogniser } from '../../media/engines/openai/recogniser.ts';
import { createEngine as createSynthesiser } from '../../media/engines/openai/synthesiser.ts';
import { enginesOf } from '../../media/engines/registry.ts';
import type { Engine } from '../../media/line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../../media/line/speech.ts';
import { scriptedVoiceActivity } from '../call/scripted-call.ts';
import { testModelsDir } from '../models.ts';

const silent = <Job, Result>(result: Result): Engine<Job, Result> => ({
  async *run() {
    yield result;
  },
  async close() {},
});

const callerAt =
  (...spans: readonly (readonly [fromMs: number, untilMs: number])[]) =>
  (atMs: number): Float32Array => {
    const isLoud = spans.some(([fromMs, untilMs]) => atMs >= fromMs && atMs < untilMs);
    return Float32Array.from({ length: 160 }, (_, i) => (isLoud ? 0.4 * Math.sin((atMs * 8 + i) / 3) : 0));
  };

test('a call is recognised and spoken by speech_b alone, in a language of its own, and can be interrupted', async () => {
  const heard = ['Wo ist meine Bestellung', 'Moment, eine andere Frage', 'danke'];
  const server = await openOpenAiSpeechServer({ hear: async () => heard.shift() ?? '' });
  const own = { baseUrl: server.baseUrl, voices: ['alloy'], languages: ['de'] };
  const servers = { speech_b: own };
  const never = undefined as never;
  const [recogniser, synthesiser] = await Promise.all([createRecogniser(own, never), createSynthesiser(own, never)]);
  const embedded: string[] = [];
  const hibari: Engine<SpeakJob, SpeakResult> = {
    async *run({ text, rateHz }) {
      embedded.push(text);
      yield { samples: new Float32Array(rateHz / 10), words: [] };
    },
    async close() {},
  };
  const whisper = silent<RecogniseJob, Utterance>({
    text: '',
    words: [],
    confidence: 0,
    languageCode: 'en',
    decodeMs: 1,
  });
  const line = await openVirtualLine(
    {
      openVoiceActivity: async () => scriptedVoiceActivity(),
      recognisers: new Map<string, Engine<RecogniseJob, Utterance>>([
        ['whisper', whisper],
        ['speech_b', recogniser],
      ]),
      synthesisers: new Map([
        ['hibari', hibari],
        ['speech_b', synthesiser],
      ]),
      endOfTurn: silent<TurnJob, TurnResult>({ probability: 0.97 }),
      available: await describeEngines(enginesOf(servers), { modelsDir: testModelsDir }),
    },
    { wordsMs: 20, verdictMs: 20, voiceMs: 20, networkMs: 10 },
  );
  const reply =
    'Ihre Bestellung hat heute Morgen das Lager verlassen und kommt voraussichtlich am Freitag bei Ihnen an.';
  const call = line.hold({
    voice: { speaker: 'alloy', provider: 'speech_b' },
    languageCode: 'de-DE',
    caller: callerAt([2500, 3700], [6000, 7500]),
    brain: ({ input, turn }) => [
      {
        type: 'phrase',
        text: input.kind !== 'said' ? 'Guten Tag.' : turn === 1 ? reply : 'Gern, was möchten Sie wissen?',
      },
    ],
  });
  await line.pass(11_000);
  await line.close();
  await Promise.all([recogniser.close(), synthesiser.close(), server.close()]);
  const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line] : []));
  expect(lines.map(({ speaker, text }) => `${speaker}: ${text.slice(0, 12)}`)).toEqual([
    'agent: Guten Tag.',
    'customer: Wo ist meine',
    'agent: Ihre Bestell',
    'customer: Moment, eine',
    'agent: Gern, was mö',
  ]);
  expect(lines[2]).toMatchObject({ interrupted: true });
  expect(call.events.filter(({ type }) => type === 'alarm')).toEqual([]);
  const asked = server.seen.filter(({ path }) => path === 'transcriptions').map(({ voice }) => voice);
  expect(new Set(asked)).toEqual(new Set(['de']));
  // The embedded voice prepares sentences for when the server fails, and says nothing of the call.
  expect(embedded.filter((text) => /[äöü]|Guten|Bestellung/.test(text))).toEqual([]);
  expect(server.complaints).toEqual([]);
});
