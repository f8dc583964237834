import type { MessagePort } from 'node:worker_threads';
import type { AvailableSpeech } from '../../engines/available.ts';
import type { PoolLink } from '../../inference/protocol.ts';
import type { NativeGate } from '../../kit/native-gate.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { Caption } from '../../line/wire.ts';
import type { CallEndReason, TakeOver } from '../../ports.ts';
import type { BatchPlan } from '../../vad/batch-plan.ts';
import type { PortOffer } from './port-crossing.ts';

/** What a media thread is started with. */
export interface MediaThreadConfig {
  readonly index: number;
  /** Of this thread. */
  readonly gate: NativeGate;
  readonly host: string;
  readonly port: number;
  /** Several threads listen on one port; it must then be a fixed one for all but the first. */
  readonly sharePort: boolean;
  readonly driver: 'auto' | 'uws' | 'ws';
  /** This thread's share. */
  readonly maxStreams?: number;
  readonly maxWaitingStreams?: number;
  readonly modelsDir: string;
  readonly providers: readonly string[];
  readonly available: AvailableSpeech;
  readonly speechPool: PoolLink;
  readonly brainPool: PoolLink;
}

/** What a media thread asks of the main thread. */
export type MainOffer = PortOffer & {
  /** How late the timers of the thread came in the last second; 95th percentile. */
  late(argument: { lateMs: number }): void;
  /** The models have been warmed up, or will not be. */
  warm(argument: null): void;
  log(argument: { message: string; detail: Readonly<Record<string, unknown>> }): void;
  /** A stream of this thread's, on which somebody listens to a call of any thread's. */
  joinCall(argument: { id: string; callUuid: string }): Promise<LineRateHz | 'gone' | 'full'>;
  leaveCall(argument: { id: string; lost: boolean }): void;
  voice(argument: { id: string; samples: Float32Array }): void;
  /** A call of this thread's, as those hear and read it who listen. */
  heard(argument: { callUuid: string; rateHz: number; stereo: Int16Array }): void;
  caption(argument: { callUuid: string; caption: Caption }): void;
  released(argument: { callUuid: string }): void;
};

/** How the detector of a thread runs the steps of its calls together, and what it was chosen by. */
export interface VoiceDetectorStatus extends BatchPlan {
  /** Runs of the model and steps in them, since the start. */
  readonly runs: number;
  readonly steps: number;
}

export interface ThreadStats {
  readonly calls: number;
  readonly driver: string;
  readonly voiceDetector: VoiceDetectorStatus;
  /** How late the 10 ms beat comes. */
  readonly latenessMs: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** What the main thread asks of a media thread. */
export type MediaThreadOffer = {
  open(argument: null): Promise<{ port: number; driver: string }>;
  end(argument: { callUuid: string; reason: CallEndReason }): void;
  /** An engine thread is gone. */
  lost(argument: { pool: 'speech' | 'brain'; index: number; reason: string }): void;
  /** This is the way to its successor. */
  replaced(argument: { pool: 'speech' | 'brain'; index: number; port: MessagePort }): void;
  stats(argument: null): ThreadStats;
  /** Whether somebody listens to this call. Undefined when it is over. */
  listen(argument: { callUuid: string; on: boolean }): LineRateHz | undefined;
  takeOver(argument: { callUuid: string; id: string }): TakeOver;
  handBack(argument: { callUuid: string; id: string; lost: boolean }): void;
  voice(argument: { callUuid: string; id: string; samples: Float32Array }): void;
  tell(argument: { callUuid: string; kind: 'say' | 'guide'; text: string }): boolean;
  /** For those who listen with a stream of this thread's. */
  heard(argument: { id: string; stereo: Int16Array }): void;
  caption(argument: { id: string; caption: Caption }): void;
  speaks(argument: { id: string; on: boolean }): void;
  stopListening(argument: { id: string; reason: string }): void;
  /** Stops accepting calls and waits for those in progress; ends the rest after `drainMs`. */
  close(argument: { drainMs: number }): Promise<void>;
};
