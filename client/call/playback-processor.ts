import { levelDbfs } from '../audio/level.ts';
import { createPlayout } from '../audio/playout.ts';
import { lineHz, type PlaybackCommand, type PlaybackReport, playbackName } from './audio-protocol.ts';

const reportMs = 50;

/** On the audio thread: plays agent audio at the device's pace. */
export function registerPlayback(): void {
  class Playback extends AudioWorkletProcessor {
    private readonly playout = createPlayout({ sourceHz: lineHz, deviceHz: sampleRate });
    private energy = 0;
    private count = 0;

    constructor() {
      super();
      this.port.onmessage = ({ data }: MessageEvent<PlaybackCommand>) => {
        if (data.type === 'audio') this.playout.push(data.samples);
        else if (data.type === 'mark') this.playout.mark(data.name);
        else this.playout.clear();
      };
    }

    process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
      const first = output?.[0];
      if (output === undefined || first === undefined) return true;
      const names = this.playout.pull(first);
      for (let channel = 1; channel < output.length; channel++) output[channel]?.set(first);
      for (const name of names) this.tell({ type: 'played', name });
      this.measure(first);
      return true;
    }

    private measure(samples: Float32Array): void {
      for (let i = 0; i < samples.length; i++) this.energy += (samples[i] as number) ** 2;
      this.count += samples.length;
      if (this.count < (sampleRate * reportMs) / 1000) return;
      const { playedSamples, gaps, refusedSamples } = this.playout.counters;
      const playedMs = (playedSamples * 1000) / sampleRate;
      this.tell({ type: 'level', dbfs: levelDbfs(this.energy, this.count), playedMs, gaps, refusedSamples });
      this.energy = 0;
      this.count = 0;
    }

    private tell(report: PlaybackReport): void {
      this.port.postMessage(report);
    }
  }

  registerProcessor(playbackName, Playback);
}
