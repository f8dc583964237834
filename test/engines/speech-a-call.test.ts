import { expect, test } from 'vitest';
import { openVirtualLine } from '../../media/call/virtual/virtual-line.ts';
import { openStreamingSpeechServer } from '../../media/emulator/index.ts';
import { describeEngines } from '../../media/engines/available.ts';
import { enginesOf } from '../../media/engines/registry.ts';
import { createEngine as createRecogniser } from '../../media/engines/speech-a/recogniser.ts';
import { createEngine as createSynthesiser } from '../../media/engines/speech-a/synthesiser.ts';
import type { Engine } from '../../media/line/engine.ts';
import type { TurnJob, TurnResult } from '../../media/line/speech.ts';
import { scriptedVoiceActivity } from '../call/scripted-call.ts';
import { testModelsDir } from '../models.ts';
import { recordingEngines } from './recording-engines.ts';

const never = undefined as never;

/** A line whose recogniser and voice are those of an emulated server; the embedded ones record what they are given. */
async function opened(heard: Readonly<Record<number, readonly [text: string, language?: string]>>) {
  const server = await openStreamingSpeechServer({
    speakers: ['priya'],
    hearing: { partialEveryMs: 200 },
    hear: async ({ samples, rateHz }) => {
      const [text, language = 'hi-IN'] = heard[pitchOf(samples, rateHz)] ?? [''];
      return { text, language };
    },
  });
  const servers = { speech_a: { baseUrl: server.baseUrl } };
  const recogniser = await createRecogniser(servers.speech_a, never);
  const synthesiser = await createSynthesiser(servers.speech_a, never);
  const { embedded, hibari, whisper } = recordingEngines();
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
        ['whisper', whisper],
        ['speech_a', recogniser],
      ]),
      synthesisers: new Map([
        ['hibari', hibari],
        ['speech_a', synthesiser],
      ]),
      endOfTurn,
      available: await describeEngines(enginesOf(servers), { modelsDir: testModelsDir }),
    },
    { wordsMs: 20, verdictMs: 20, voiceMs: 20, networkMs: 10 },
  );
  return {
    server,
    line,
    embedded,
    async close() {
      await line.close();
      await Promise.all([recogniser.close(), synthesiser.close()]);
      await server.close();
    },
  };
}

/** Sounds at these times of the call; each sentence has a pitch of its own. */
const callerAt =
  (...spans: readonly { readonly fromMs: number; readonly untilMs: number; readonly pitchHz: number }[]) =>
  (atMs: number): Float32Array => {
    const frame = new Float32Array(160);
    const span = spans.find(({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs);
    if (span === undefined) return frame;
    return frame.map((_, i) => 0.4 * Math.sin(((atMs * 8 + i) * 2 * Math.PI * span.pitchHz) / 8000));
  };

/** To the nearest 100 Hz, of the part that sounds. */
function pitchOf(samples: Float32Array, rateHz: number): number {
  const loud = samples.filter((sample) => Math.abs(sample) > 0.001);
  const crossings = loud.filter((sample, at) => sample > 0 && (loud[at - 1] ?? 0) < 0).length;
  return 100 * Math.round((crossings * rateHz) / loud.length / 100);
}

const hindi = { voice: { speaker: 'priya', provider: 'speech_a' }, languageCode: 'hi-IN' };

test('a call in Hindi is recognised and spoken by speech_a alone, and can be interrupted', async () => {
  const { server, line, embedded, close } = await opened({ 400: ['मेरा ऑर्डर कहाँ है'], 700: ['रुकिए मुझे पता बदलना है'] });
  const reply = 'आपका ऑर्डर नंबर बयालीस आज सुबह गोदाम से निकल चुका है और परसों शाम तक आपके घर पहुँच जाएगा।';
  const call = line.hold({
    ...hindi,
    caller: callerAt({ fromMs: 2500, untilMs: 3700, pitchHz: 400 }, { fromMs: 6500, untilMs: 8000, pitchHz: 700 }),
    agent: ({ input, turn }) => [
      { type: 'phrase', text: input.kind !== 'said' ? 'नमस्ते।' : turn === 1 ? reply : 'ठीक है, नया पता बताइए।' },
    ],
  });
  await line.pass(12_000);
  await close();
  const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line] : []));
  expect(lines.map(({ speaker, text }) => (text === reply ? 'all of it' : `${speaker}: ${text}`))).toEqual([
    'agent: नमस्ते।',
    'customer: मेरा ऑर्डर कहाँ है',
    expect.stringMatching(/^agent: आपका ऑर्डर/),
    'customer: रुकिए मुझे पता बदलना है',
    'agent: ठीक है, नया पता बताइए।',
  ]);
  expect(lines[2]).toMatchObject({ interrupted: true });
  expect(call.events.filter(({ type }) => type === 'barge_in')).toHaveLength(1);
  expect(call.events.filter(({ type }) => type === 'alarm')).toEqual([]);
  expect(new Set(server.texts.map(({ speaker, language }) => `${speaker} ${language}`))).toEqual(
    new Set(['priya hi-IN']),
  );
  expect(new Set(server.speech.map(({ language }) => language))).toEqual(new Set(['hi-IN']));
  expect(server.complaints).toEqual([]);
  // The embedded voice prepares its apology for when the server fails, and says nothing else.
  expect(embedded.filter((text) => /[\u0900-\u097F]/.test(text) || text === 'recognised')).toEqual([]);
});

test('a call continues with the embedded engines and an alarm when the server fails', async () => {
  const { server, line, embedded, close } = await opened({});
  const call = line.hold({
    voice: { speaker: 'priya', provider: 'speech_a' },
    languageCode: 'en-IN',
    recogniser: 'speech_a',
    caller: callerAt({ fromMs: 2500, untilMs: 3700, pitchHz: 400 }),
    agent: ({ input }) => [{ type: 'phrase', text: input.kind === 'said' ? 'It ships today.' : 'Hello.' }],
  });
  server.manner = { ...server.manner, trouble: 'error' };
  server.hearing = { ...server.hearing, trouble: 'error' };
  await line.pass(7000);
  await close();
  const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line] : []));
  expect(lines.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    'agent: Hello.',
    'customer: hello there',
    'agent: It ships today.',
  ]);
  expect(embedded).toEqual(expect.arrayContaining(['Hello.', 'recognised', 'It ships today.']));
  expect(call.events).toContainEqual(expect.objectContaining({ type: 'alarm', code: 'speech_engine_failed' }));
});

test('a call changes its language with the caller, in the reply to the turn that settles it', async () => {
  const { server, line, close } = await opened({
    400: ['where is my order', 'en-IN'],
    700: ['हाँ ठीक है'],
    1100: ['ok', 'en-IN'],
  });
  const call = line.hold({
    voice: { speaker: 'priya', provider: 'speech_a' },
    languageCode: 'en-IN',
    languages: ['en-IN', 'hi-IN'],
    caller: callerAt(
      { fromMs: 2000, untilMs: 3200, pitchHz: 400 },
      { fromMs: 5000, untilMs: 6200, pitchHz: 700 },
      { fromMs: 8000, untilMs: 9200, pitchHz: 700 },
      { fromMs: 11_000, untilMs: 12_000, pitchHz: 1100 },
    ),
    agent: ({ plan, input }) => [
      { type: 'phrase', text: `${input.kind === 'said' ? 'Yes' : 'Hello'} ${plan.languageCode}` },
    ],
  });
  await line.pass(14_000);
  await close();
  const lines = call.events.flatMap((event) =>
    event.type === 'line' ? [`${event.line.speaker}: ${event.line.text}`] : [],
  );
  expect(lines).toEqual([
    'agent: Hello en-IN',
    'customer: where is my order',
    'agent: Yes en-IN',
    'customer: हाँ ठीक है',
    'agent: Yes en-IN',
    'customer: हाँ ठीक है',
    'agent: Yes hi-IN',
    'customer: ok',
    'agent: Yes hi-IN',
  ]);
  expect(call.events.filter(({ type }) => type === 'language')).toMatchObject([{ languageCode: 'hi-IN' }]);
  expect(call.events.filter(({ type }) => type === 'alarm')).toEqual([]);
  const said = server.texts.flatMap(({ text, language }) => (/^(Yes|Hello)/.test(text) ? [`${text} ${language}`] : []));
  expect(new Set(said)).toEqual(new Set(['Hello en-IN en-IN', 'Yes en-IN en-IN', 'Yes hi-IN hi-IN']));
  expect(new Set(server.speech.map(({ language }) => language))).toEqual(new Set(['auto']));
  expect(server.complaints).toEqual([]);
});

test('a call in Hinglish reads figures in Hindi and is interrupted with a number', async () => {
  const { server, line, close } = await opened({
    400: ['mera order number 4471 kahan hai'],
    700: ['nahi nahi, ₹2,500 wala', 'hi-IN'],
  });
  const long =
    'Aapka order 4471 warehouse se nikal chuka hai, ₹4,500 ka bill 25/11/2026 ko 18:30 par deliver hoga, aur driver pehle call karega.';
  const call = line.hold({
    ...hindi,
    languages: ['hi-IN', 'en-IN'],
    caller: callerAt({ fromMs: 2500, untilMs: 3700, pitchHz: 400 }, { fromMs: 6500, untilMs: 8000, pitchHz: 700 }),
    agent: ({ input, turn }) => [
      {
        type: 'phrase',
        text: input.kind !== 'said' ? 'Namaste.' : turn === 1 ? long : 'Theek hai, 2nd order, ₹2,500.',
      },
    ],
  });
  await line.pass(12_000);
  await close();
  const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line] : []));
  expect(lines.filter(({ speaker }) => speaker === 'customer').map(({ text }) => text)).toEqual([
    'mera order number 4471 kahan hai',
    'nahi nahi, ₹2,500 wala',
  ]);
  // The transcript keeps the figures, the voice gets words.
  expect(lines.at(-1)).toMatchObject({ speaker: 'agent', text: 'Theek hai, 2nd order, ₹2,500.' });
  expect(lines.filter(({ speaker }) => speaker === 'agent')[1]).toMatchObject({ interrupted: true });
  const said = server.texts.map(({ text }) => text).join(' ');
  for (const words of [
    'order चार हज़ार चार सौ इकहत्तर',
    'चार हज़ार पाँच सौ रुपये ka bill',
    'पच्चीस नवंबर दो हज़ार छब्बीस ko शाम छह बजकर तीस मिनट',
    'दूसरा order, दो हज़ार पाँच सौ रुपये',
  ])
    expect(said).toContain(words);
  expect(said).not.toMatch(/\d/);
  expect(call.events.filter(({ type }) => type === 'alarm')).toEqual([]);
  expect(server.complaints).toEqual([]);
});
