import type { AvailableSpeech } from '../engines/available.ts';
import type { EngineFailures } from '../engines/fallback.ts';
import type { BufferBin } from '../kit/buffer-bin.ts';
import type { Clock } from '../kit/clock.ts';
import type { AgentEvent, AgentRequest } from '../line/agent.ts';
import type { EngineClient } from '../line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../line/speech.ts';
import type { MediaPorts } from '../ports.ts';
import type { VoiceActivity } from '../vad/silero.ts';
import type { Metronome } from '../wire/metronome.ts';
import type { createFallbackShelf } from './dialogue/spoken-fallbacks.ts';
import type { SupervisionFeed } from './supervision/feed.ts';

/** Resources of a thread that its calls share. */
export interface CallEquipment {
  readonly clock: Clock;
  /** Returns Unix milliseconds, from which agents derive day and hour; the system's by default. */
  readonly wallNowMs?: () => number;
  readonly metronome: Metronome;
  readonly voiceActivity: VoiceActivity;
  /** By engine name. */
  readonly recognisers: ReadonlyMap<string, EngineClient<RecogniseJob, Utterance>>;
  readonly endOfTurn: EngineClient<TurnJob, TurnResult>;
  /** All voices: a job names the engine of its voice. */
  readonly speech: EngineClient<SpeakJob, SpeakResult>;
  readonly agent: EngineClient<AgentRequest, AgentEvent>;
  readonly fallbacks: ReturnType<typeof createFallbackShelf>;
  readonly available: AvailableSpeech;
  readonly failures: EngineFailures;
  readonly ports: MediaPorts;
  /** Output to the people who listen to calls. */
  readonly supervision: SupervisionFeed;
  /**
   * Frees the sample buffers of an ended call at once: several hundred kB each, and a thread ends dozens of calls a
   * minute.
   */
  readonly bin: BufferBin;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}
