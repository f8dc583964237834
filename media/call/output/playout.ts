import { createResampler } from '../../dsp/resampler.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { EchoGuard } from '../../turn/echo.ts';
import type { Recorder } from '../recording/recorder.ts';
import { createFader, type Fader } from './fader.ts';

export interface PlayoutOptions {
  readonly rateHz: LineRateHz;
  readonly encode: (samples: Float32Array) => Uint8Array;
  readonly send: (command: WireCommand) => boolean;
  readonly recorder: Recorder;
  readonly echo: EchoGuard;
}

/** The agent's track: sent audio plays, is recorded and may echo at the same position of the call's clock. */
export interface Playout extends Pick<Fader, 'soften' | 'fadeIn'> {
  /** Sends the next samples. Returns when the first of them plays. */
  send(samples: Float32Array, nowMs: number): number;
  /** Clears audio that was sent but has not been played by now. */
  cut(nowMs: number): void;
  /** When all sent audio will have been played. */
  readonly endMs: number;
}

export function createPlayout({ rateHz, encode, send, recorder, echo }: PlayoutOptions): Playout {
  const toEcho = rateHz === 8000 ? undefined : createResampler(rateHz, 8000);
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
  const fader = createFader(rateHz);
  /** Position on the call's clock at which the next sent sample will play. */
  let cursor = 0;
  return {
    send(audio, nowMs) {
      cursor = Math.max(cursor, samplesOf(nowMs));
      const playMs = (cursor * 1000) / rateHz;
      const samples = fader.apply(audio);
      send({ type: 'audio', payload: encode(samples) });
      recorder.agent(cursor, samples);
      echo.played(toEcho === undefined ? samples : toEcho.process(samples), playMs);
      cursor += samples.length;
      return playMs;
    },
    cut(nowMs) {
      const now = samplesOf(nowMs);
      recorder.cutAgent(now);
      const unplayed = Math.max(0, cursor - now);
      echo.played(new Float32Array((unplayed * 8000) / rateHz), nowMs);
      cursor = Math.min(cursor, now);
    },
    get endMs() {
      return (cursor * 1000) / rateHz;
    },
    soften: fader.soften,
    fadeIn: fader.fadeIn,
  };
}
