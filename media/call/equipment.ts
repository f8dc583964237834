import type { AvailableSpeech } from '../engines/available.ts';
import type { EngineFailures } from '../engines/fallback.ts';
import type { BufferBin } from '../kit/buffer-bin.ts';
import type { Clock } from '../kit/clock.ts';
import type { BrainEvent, BrainRequest } from '../line/brain.ts';
import type { EngineClient } from '../line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../line/speech.ts';
import type { MediaPorts } from '../ports.ts';
import type { VoiceActivity } from '../vad/silero.ts';
import type { Metronome } from '../wire/metronome.ts';
import type { createFallbackShelf } from './dialogue/spoken-fallbacks.ts';
import type { SupervisionFeed } from './supervision/feed.ts';

/** What a thread lends to its calls. */
export interface CallEquipment {
  readonly clock: Clock;
  /** Unix milliseconds, by which agents know the day and the hour; those of the system by default. */
  readonly wallNowMs?: () => number;
  readonly metronome: Metronome;
  readonly voiceActivity: VoiceActivity;
  /** By the engine's name. */
  readonly recognisers: ReadonlyMap<string, EngineClient<RecogniseJob, Utterance>>;
  readonly endOfTurn: EngineClient<TurnJob, TurnResult>;
  /** All voices: a job names the engine of its voice. */
  readonly speech: EngineClient<SpeakJob, SpeakResult>;
  readonly brain: EngineClient<BrainRequest, BrainEvent>;
  readonly fallbacks: ReturnType<typeof createFallbackShelf>;
  readonly available: AvailableSpeech;
  readonly failures: EngineFailures;
  readonly ports: MediaPorts;
  /** To those who listen to calls. */
  readonly supervision: SupervisionFeed;
  /** Takes back at once what a call kept its samples in: several hundred kB, of which a thread ends dozens a minute. */
  readonly bin: BufferBin;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}
