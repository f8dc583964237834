import { createResampler } from '../../dsp/resampler.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { ForegroundEvent, SpeechEvent, VadStep } from '../../line/turn.ts';
import type { EchoGuard } from '../../turn/echo.ts';
import { createEchoScreen } from '../../turn/echo-screen.ts';
import { createForeground } from '../../vad/foreground.ts';
import { createGate } from '../../vad/gate.ts';
import type { VoiceActivity } from '../../vad/silero.ts';
import type { StepContext } from './overlap-watch.ts';

export interface CallerVoiceOptions {
  readonly rateHz: LineRateHz;
  readonly voiceActivity: VoiceActivity;
  readonly echo: EchoGuard;
  /** Runs detector callbacks, so that an error affects only this call: all calls share the detector. */
  readonly guarded: (part: () => void) => void;
  readonly isTurnOpen: () => boolean;
  /** Each step of the detector, without what is of the room. */
  readonly onStep: (step: VadStep, around: StepContext) => void;
  /** A second voice was found. */
  readonly onForeground: (event: ForegroundEvent) => void;
  /** The caller has begun to speak, paused or gone on. */
  readonly onSpeech: (event: SpeechEvent, atMs: number) => void;
  /** The end of each step. */
  readonly onTick: (atMs: number) => void;
}

/** Detects when the caller speaks: not the agent's echo, and not a softer voice in the room. */
export function createCallerVoice(options: CallerVoiceOptions) {
  const { rateHz, echo } = options;
  const toVad = rateHz === 8000 ? undefined : createResampler(rateHz, 8000);
  const gate = createGate();
  const foreground = createForeground();
  const echoScreen = createEchoScreen(echo);
  let judgedMs = 0;
  const vad = options.voiceActivity.open({ onStep: (step) => options.guarded(() => hear(step)) });

  function hear(vadStep: VadStep): void {
    const { endMs } = vadStep;
    judgedMs = endMs;
    const mayBeEcho = echoScreen.mayBeEcho(endMs, options.isTurnOpen());
    const { step, event: voice } = foreground.step(vadStep, !mayBeEcho);
    options.onStep(step, {
      speech: options.isTurnOpen() && gate.state === 'speaking',
      roomBelowDbfs: foreground.belowDbfs,
    });
    if (voice !== undefined) options.onForeground(voice);
    for (const event of gate.step(step)) if (echoScreen.admits(event, endMs)) options.onSpeech(event, endMs);
    const onsetMs = gate.state === 'speaking' ? echoScreen.judgeAgain(endMs) : undefined;
    if (onsetMs !== undefined) options.onSpeech({ type: 'speech_started', onsetMs, atMs: endMs }, endMs);
    options.onTick(endMs);
  }

  return {
    /** The caller's next samples at the line rate, which begin at `fromMs`. */
    push(samples: Float32Array, fromMs: number): void {
      const forVad = toVad === undefined ? samples : toVad.process(samples);
      echo.heard(forVad, fromMs);
      vad.push(forVad);
    },
    replyAudible: echoScreen.replyAudible,
    wasEcho: echoScreen.wasEcho,
    /** Whether sound at this level is too soft to be the caller's speech. */
    isSilence: (levelDbfs: number): boolean =>
      gate.isSilence(levelDbfs) || levelDbfs < (foreground.belowDbfs ?? levelDbfs),
    /** Level below which speech is of the room; undefined if nobody else is there. */
    get roomBelowDbfs() {
      return foreground.belowDbfs;
    },
    /** End of the last evaluated step. */
    get judgedMs() {
      return judgedMs;
    },
    close: vad.close,
  };
}

/** The voice on the caller's line. */
export type CallerVoice = ReturnType<typeof createCallerVoice>;
