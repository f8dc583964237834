import { openVirtualLine } from '../../media/call/virtual/virtual-line.ts';
import { openOpenAiSpeechServer } from '../../media/emulator/index.ts';
import { describeEngines } from '../../media/engines/available.ts';
import { createEngine as createRealtimeRecogniser } from '../../media/engines/openai/realtime-recogniser.ts';
import { createEngine as createRecogniser } from '../../media/engines/openai/recogniser.ts';
import { createEngine as createSynthesiser } from '../../media/engines/openai/synthesiser.ts';
import { enginesOf } from '../../media/engines/registry.ts';
import type { Engine } from '../../media/line/engine.ts';
import type { TurnJob, TurnResult } from '../../media/line/speech.ts';
import { scriptedVoiceActivity } from '../call/scripted-call.ts';
import { testModelsDir } from '../models.ts';
import { recordingEngines } from './recording-engines.ts';

const always = <Job, Result>(result: Result): Engine<Job, Result> => ({
  async *run() {
    yield result;
  },
  async close() {},
});

/** The caller makes a sound at these times of the call. */
export const callerAt =
  (...spans: readonly (readonly [fromMs: number, untilMs: number])[]) =>
  (atMs: number): Float32Array => {
    const isLoud = spans.some(([fromMs, untilMs]) => atMs >= fromMs && atMs < untilMs);
    return Float32Array.from({ length: 160 }, (_, i) => (isLoud ? 0.4 * Math.sin((atMs * 8 + i) / 3) : 0));
  };

export interface Opening {
  readonly languages: readonly string[];
  /** Text that the server recognises for each utterance, in order. */
  readonly heard?: readonly string[];
  readonly spoken?: (text: string) => string;
  readonly realtime?: 'openai' | 'vllm' | 'speaches';
  /** Key that the server expects; the client sends `sesame`. */
  readonly apiKey?: string;
}

/** Opens a line with the recogniser and voice of an emulated speech_b; the embedded ones record their input. */
export async function openSpeechB({ languages, heard = [], apiKey = 'sesame', ...options }: Opening) {
  const words = [...heard];
  const server = await openOpenAiSpeechServer({ apiKey, hear: async () => words.shift() ?? '', ...options });
  const { realtime } = options;
  const own = { baseUrl: server.baseUrl, apiKey: 'sesame', voices: ['alloy'], languages };
  const servers = { speech_b: realtime === undefined ? own : { ...own, realtime } };
  const never = undefined as never;
  const createHearing = realtime === undefined ? createRecogniser : createRealtimeRecogniser;
  const recogniser = await createHearing(servers.speech_b, never);
  const synthesiser = await createSynthesiser(servers.speech_b, never);
  const { embedded, hibari, whisper } = recordingEngines();
  const line = await openVirtualLine(
    {
      openVoiceActivity: async () => scriptedVoiceActivity(),
      recognisers: new Map([
        ['whisper', whisper],
        ['speech_b', recogniser],
      ]),
      synthesisers: new Map([
        ['hibari', hibari],
        ['speech_b', synthesiser],
      ]),
      endOfTurn: always<TurnJob, TurnResult>({ probability: 0.97 }),
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
      await Promise.all([recogniser.close(), synthesiser.close(), server.close()]);
    },
  };
}
