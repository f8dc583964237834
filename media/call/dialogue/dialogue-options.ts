import type { Clock } from '../../kit/clock.ts';
import type { Scope } from '../../kit/scope.ts';
import type { AgentEvent, AgentRequest } from '../../line/agent.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { SpeakJob, SpeakResult } from '../../line/speech.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { CallEndReason, CallEvent, CallPlan, HandedOver, MediaPorts } from '../../ports.ts';
import type { SpeechOutput, SpeechOutputEvents } from '../output/speech-output.ts';
import type { CallLanguage, Speaking } from './call-language.ts';
import type { SpokenFallbacks } from './spoken-fallbacks.ts';

/** Resources for both sides of a conversation. */
export interface DialogueOptions {
  readonly plan: CallPlan;
  readonly language: CallLanguage;
  /** Returns the voice of an agent that takes over. */
  readonly voiceOf: (next: HandedOver) => Speaking;
  readonly rateHz: LineRateHz;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly clock: Clock;
  /** Unix milliseconds. */
  readonly wallNowMs: () => number;
  readonly agent: EngineClient<AgentRequest, AgentEvent>;
  readonly speech: EngineClient<SpeakJob, SpeakResult>;
  readonly fallbacks: SpokenFallbacks;
  readonly ports: MediaPorts;
  readonly scope: Scope;
  /** Opens the output side of the call, which reports these events. */
  readonly openOutput: (events: SpeechOutputEvents) => SpeechOutput;
  readonly send: (command: WireCommand) => boolean;
  readonly note: (event: CallEvent) => void;
  readonly onTrouble: (error: unknown) => void;
  /** Runs timer callbacks, so that an error affects only this call. */
  readonly guarded: (part: () => void) => void;
  /** Called when the conversation has ended and the line may be closed. */
  readonly onOver: (reason: CallEndReason) => void;
}
