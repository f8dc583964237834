import type { MessagePort } from 'node:worker_threads';
import type { AvailableSpeech } from '../../engines/available.ts';
import type { PoolLink } from '../../inference/protocol.ts';
import type { NativeGate } from '../../kit/native-gate.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { RtpAgreement, RtpReport } from '../../line/rtp.ts';
import type { Caption } from '../../line/wire.ts';
import type { CallEndReason, NamedPerson, SupervisorText, TakeOver } from '../../ports.ts';
import type { BatchPlan } from '../../vad/batch-plan.ts';
import type { PortRange } from '../../wire/rtp/rtp-socket.ts';
import type { PortOffer } from './port-crossing.ts';
import type { RtpStart } from './rtp-lines.ts';

/** Start parameters of a media thread. */
export interface MediaThreadConfig {
  readonly index: number;
  /** Gate of this thread. */
  readonly gate: NativeGate;
  readonly host: string;
  readonly port: number;
  /** Several threads listen on one port, which must then be fixed for all but the first. */
  readonly sharePort: boolean;
  readonly driver: 'auto' | 'uws' | 'ws';
  /** Present for the one thread that carries AudioSocket connections. */
  readonly audioSocketPort?: number;
  /** This thread's share of the limit. */
  readonly maxStreams?: number;
  readonly maxWaitingStreams?: number;
  /** Address and ports for the audio of telephones; absent without any. */
  readonly rtp?: RtpSettings;
  readonly modelsDir: string;
  readonly providers: readonly string[];
  readonly available: AvailableSpeech;
  readonly speechPool: PoolLink;
  readonly agentPool: PoolLink;
}

export interface RtpSettings {
  readonly host: string;
  readonly ports: PortRange;
}

/** Functions of the main thread that a media thread calls. */
export type MainOffer = PortOffer & {
  /** Lateness of the thread's timers in the last second; 95th percentile. */
  late(argument: { lateMs: number }): void;
  /** The models have been warmed up, or warming up failed. */
  warm(argument: null): void;
  log(argument: { message: string; detail: Readonly<Record<string, unknown>> }): void;
  /** Connects a listener's stream on this thread to a call on any thread. */
  joinCall(argument: { id: string; callUuid: string }): Promise<LineRateHz | 'gone' | 'full'>;
  leaveCall(argument: { id: string; lost: boolean }): void;
  voice(argument: { id: string; samples: Float32Array }): void;
  /** Audio of a call on this thread for its listeners; `caption` likewise. */
  heard(argument: { callUuid: string; rateHz: number; stereo: Int16Array }): void;
  caption(argument: { callUuid: string; caption: Caption }): void;
  released(argument: { callUuid: string }): void;
  /** A telephone line of this thread is closed. */
  rtpClosed(argument: { id: string; reason: string; report: RtpReport }): void;
};

/** How a thread's detector batches the steps of its calls, and the measurements behind that choice. */
export interface VoiceDetectorStatus extends BatchPlan {
  /** Runs of the model, and steps in them, since the start. */
  readonly runs: number;
  readonly steps: number;
}

export interface ThreadStats {
  readonly calls: number;
  readonly driver: string;
  readonly voiceDetector: VoiceDetectorStatus;
  /** Lateness of the 10 ms beat. */
  readonly latenessMs: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** Functions of a media thread that the main thread calls. */
export type MediaThreadOffer = {
  open(argument: null): Promise<{ port: number; driver: string }>;
  end(argument: { callUuid: string; reason: CallEndReason }): void;
  /** An engine thread has ended. */
  lost(argument: { pool: 'speech' | 'brain'; index: number; reason: string }): void;
  /** Port to the replacement of an engine thread. */
  replaced(argument: { pool: 'speech' | 'brain'; index: number; port: MessagePort }): void;
  stats(argument: null): ThreadStats;
  /** Sets whether anyone listens to this call. Returns undefined if the call has ended. */
  listen(argument: { callUuid: string; on: boolean }): LineRateHz | undefined;
  takeOver(argument: { callUuid: string; id: string; person: NamedPerson }): TakeOver;
  handBack(argument: { callUuid: string; id: string; lost: boolean }): void;
  voice(argument: { callUuid: string; id: string; samples: Float32Array }): void;
  tell(argument: { callUuid: string; text: SupervisorText }): boolean;
  /** Audio for a listener whose stream is on this thread. */
  heard(argument: { id: string; stereo: Int16Array }): void;
  caption(argument: { id: string; caption: Caption }): void;
  speaks(argument: { id: string; on: boolean }): void;
  stopListening(argument: { id: string; reason: string }): void;
  /** Binds ports for a telephone. Resolves to the port, or undefined if none is free. */
  rtpOpen(argument: { id: string }): Promise<number | undefined>;
  rtpStart(argument: { id: string; token: string; agreement: RtpAgreement; start: RtpStart }): Promise<boolean>;
  rtpBegin(argument: { id: string; agreement: RtpAgreement; start: RtpStart }): Promise<boolean>;
  rtpConnect(argument: { id: string; other: string }): Promise<boolean>;
  rtpUpdate(argument: { id: string; agreement: RtpAgreement }): void;
  rtpKey(argument: { id: string; digit: string }): void;
  rtpEnd(argument: { id: string; reason: string }): void;
  /** Stops accepting calls and waits for those in progress; ends the rest after `drainMs`. */
  close(argument: { drainMs: number }): Promise<void>;
};
