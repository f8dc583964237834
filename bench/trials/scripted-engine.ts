import type { AgentEvent, AgentRequest } from '../../media/line/agent.ts';
import type { CreateEngine, Engine } from '../../media/line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../../media/line/speech.ts';

/** Engine that this replaces. */
export interface ScriptedEngineConfig {
  readonly plays: 'recognise' | 'speak' | 'turn' | 'brain';
  /** What every caller says; `hello` by default. */
  readonly words?: string;
}

type Job = RecogniseJob | SpeakJob | TurnJob | AgentRequest;
type Result = Utterance | SpeakResult | TurnResult | AgentEvent;

const msPerWord = 120;

/** Replaces a model: returns at once, at almost no cost, with as much data as the model would. */
export const createEngine: CreateEngine<ScriptedEngineConfig, Job, Result> = async ({ plays, words = 'hello' }) => {
  const answers: Readonly<Record<ScriptedEngineConfig['plays'], (job: never) => Iterable<Result>>> = {
    recognise: (job: RecogniseJob) => understand(job, words),
    speak: tone,
    turn: () => [{ probability: 0.97 }],
    brain: reply,
  };
  const engine: Engine<Job, Result> = {
    async *run(job) {
      yield* answers[plays](job as never);
    },
    close: async () => {},
  };
  return engine;
};

function* understand({ samples, rateHz, languageCode }: RecogniseJob, said: string): Iterable<Utterance> {
  const spoken = said.split(' ');
  const wordMs = (samples.length * 1000) / rateHz / spoken.length;
  const words = spoken.map((text, i) => ({ text, startMs: i * wordMs, endMs: (i + 1) * wordMs, confidence: 0.9 }));
  yield { text: said, words, confidence: 0.9, languageCode, decodeMs: 1 };
}

function* tone({ text, rateHz }: SpeakJob): Iterable<SpeakResult> {
  const words = text.split(' ').filter(Boolean);
  const samples = new Float32Array((words.length * msPerWord * rateHz) / 1000);
  for (let i = 0; i < samples.length; i++) samples[i] = 0.2 * Math.sin((2 * Math.PI * 300 * i) / rateHz);
  const place = (i: number): number => i * msPerWord;
  yield { samples, words: words.map((word, i) => ({ text: word, startMs: place(i), endMs: place(i + 1) })) };
}

/** Greets, answers, and says goodbye when a key is pressed. */
function* reply({ input, turn }: AgentRequest): Iterable<AgentEvent> {
  yield { type: 'memory', memory: { turn } };
  if (input.kind === 'dtmf') {
    yield { type: 'phrase', text: 'Goodbye then.' };
    yield { type: 'action', action: { kind: 'end', reason: 'agent_goodbye' } };
  } else if (input.kind === 'opening') yield { type: 'phrase', text: 'Hello there.' };
  else yield { type: 'phrase', text: 'One two three four five.' };
}
