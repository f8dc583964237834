import { pooledEngines, poolName } from '../../engines/pooled.ts';
import { enginesOf } from '../../engines/registry.ts';
import type { SpeechServers } from '../../engines/remote/servers.ts';
import type { SpeechEngineSpec } from '../../engines/spec.ts';
import { resolveVoice } from '../../engines/voices.ts';
import { connectHere, openEnginePool } from '../../inference/pool.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import { compiledTwin } from '../../kit/thread.ts';
import type { Clip, LineRateHz } from '../../line/audio.ts';
import type { CreateEngine, EngineClient } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { Pronunciation, SpeakJob, SpeakResult } from '../../line/speech.ts';

export interface VoiceSpeechOptions {
  readonly modelsDir: string;
  readonly executionProviders: readonly string[];
  readonly servers: SpeechServers | undefined;
}

/** Speaks with every voice of this installation, outside of calls. Models are loaded when a voice needs them. */
export interface VoiceSpeech {
  /** Throws `voice_unknown`, and whatever the engine of the voice throws: there is no other voice. */
  speak(text: string, voice: SampledVoice, signal: AbortSignal): Promise<Clip>;
  close(): Promise<void>;
}

export interface SampledVoice {
  readonly speaker: string;
  readonly languageCode: string;
  readonly rateHz: LineRateHz;
  readonly pronunciations?: readonly Pronunciation[];
}

type Synthesiser = EngineClient<SpeakJob, SpeakResult>;

const timeoutMs = 60_000;

export function openVoiceSpeech(options: VoiceSpeechOptions): VoiceSpeech {
  const specs = enginesOf(options.servers);
  const clients = new Map<string, Promise<Synthesiser>>();
  const closing: (() => Promise<void>)[] = [];

  async function openHere({ synthesiser }: SpeechEngineSpec): Promise<Synthesiser> {
    const module = new URL(synthesiser?.module ?? '');
    const { createEngine } = (await import(compiledTwin(module, import.meta.url).href)) as {
      createEngine: CreateEngine<unknown, SpeakJob, SpeakResult>;
    };
    const neverOpened = () => Promise.reject(new MediaFault('model_missing', 'a speech server has no model'));
    const engine = await createEngine(synthesiser?.configOf(options), neverOpened);
    closing.push(() => engine.close());
    return engine;
  }

  /** On a thread of its own, behind the calls. */
  async function openPooled({ name }: SpeechEngineSpec): Promise<Synthesiser> {
    const engines = pooledEngines(specs, 'model', options).filter(({ name: one }) => one === poolName('speak', name));
    const pool = await openEnginePool({
      ...{ name: 'samples', threads: 1, concurrency: 1, niceness: 15, providers: options.executionProviders },
      engines: engines.map(({ name: engine, module, config }) => ({ name: engine, module, config })),
      log: () => {},
    });
    closing.push(() => pool.close());
    const engine = poolName('speak', name);
    return connectHere(pool).engine({ engine, priority: () => 0, weight: () => 1, timeoutMs });
  }

  const clientOf = (spec: SpeechEngineSpec): Promise<Synthesiser> => {
    const opened = clients.get(spec.name) ?? (spec.host === 'model' ? openPooled(spec) : openHere(spec));
    clients.set(spec.name, opened);
    return opened;
  };

  return {
    async speak(text, { speaker, languageCode, rateHz, pronunciations = [] }, signal) {
      const spec = specs.find(({ synthesiser }) => synthesiser?.voices.some(({ name }) => name === speaker));
      const row = spec?.synthesiser?.voices.find(({ name }) => name === speaker);
      if (spec === undefined || row === undefined)
        throw new MediaFault('voice_unknown', `no speaker is called "${speaker}"`);
      const { acceptsPronunciations = false } = spec.synthesiser ?? {};
      const voice = resolveVoice(
        { ...row, engine: spec.name, acceptsPronunciations },
        { pronunciations },
        languageCode,
      );
      const client = await clientOf(spec);
      const pieces: Float32Array[] = [];
      for await (const { samples } of client.run({ text, voice, rateHz }, signal)) pieces.push(samples);
      return { samples: joinSamples(pieces), rateHz };
    },
    async close() {
      await Promise.allSettled(clients.values());
      for (const close of closing.splice(0)) await close();
    },
  };
}
