import { embeddedEngine } from '../../engines/pooled.ts';
import { registeredEngines, registeredVoice } from '../../engines/registry.ts';
import { connectHere, openEnginePool } from '../../inference/pool.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import type { Clip } from '../../line/audio.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance, VoiceChoice } from '../../line/speech.ts';

export interface SpeechServiceOptions {
  readonly modelsDir: string;
  /** Execution providers in order of preference; `cpu` by default. */
  readonly providers?: readonly string[];
}

/** Synthesis and recognition outside of calls: for the command line, checks and benchmarks. */
export interface SpeechService {
  /** Throws `voice_unknown`. */
  speak(text: string, voice: VoiceChoice, rateHz: 8000 | 16000): Promise<Clip>;
  /** Recognises at most 30 s. */
  recognise(clip: Clip, languageCode?: string): Promise<Utterance>;
  close(): Promise<void>;
}

/** Longer than the recognition of any clip or the synthesis of any clause takes on a busy machine. */
const timeoutMs = 60_000;

/** Starts a thread with the models. Throws `model_missing`, `model_unreadable`. */
export async function openSpeech(options: SpeechServiceOptions): Promise<SpeechService> {
  const recognise = embeddedEngine(registeredEngines, 'recognise', options);
  const speak = embeddedEngine(registeredEngines, 'speak', options);
  const pool = await openEnginePool({
    name: 'speech',
    threads: 1,
    concurrency: 1,
    niceness: 0,
    providers: options.providers ?? ['cpu'],
    engines: [recognise, speak],
    log: () => {},
  });
  const client = connectHere(pool);
  const use = { slackMs: () => 0, weight: () => 1, timeoutMs };
  const speech = client.engine<SpeakJob, SpeakResult>({ engine: speak.name, ...use });
  const recogniser = client.engine<RecogniseJob, Utterance>({ engine: recognise.name, ...use });
  const wanted = new AbortController().signal;

  return {
    async speak(text, choice, rateHz) {
      const voice = registeredVoice(choice);
      const pieces: Float32Array[] = [];
      for await (const piece of speech.run({ text, voice, rateHz }, wanted)) pieces.push(piece.samples);
      return { samples: joinSamples(pieces), rateHz };
    },
    async recognise(clip, languageCode = 'en-US') {
      const job: RecogniseJob = { ...clip, languageCode, kind: 'final' };
      for await (const utterance of recogniser.run(job, wanted)) return utterance;
      return { text: '', words: [], confidence: 0, languageCode, decodeMs: 0 };
    },
    close: () => pool.close(),
  };
}
