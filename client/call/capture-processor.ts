import { createFramer } from '../audio/framer.ts';
import { type CaptureCommand, captureName, frameSamples, lineHz } from './audio-protocol.ts';

const silence = new Float32Array(128);

/** On the audio thread: emits microphone audio as frames of 20 ms at the line's rate. */
export function registerCapture(): void {
  class Capture extends AudioWorkletProcessor {
    private muted = false;
    private readonly framer = createFramer({
      fromHz: sampleRate,
      toHz: lineHz,
      frameSamples,
      onFrame: (frame) => this.port.postMessage(frame, [frame.buffer]),
    });

    constructor() {
      super();
      this.port.onmessage = ({ data }: MessageEvent<CaptureCommand>) => {
        this.muted = data.muted;
      };
    }

    /** Sends silence when the microphone is muted or delivers nothing, so that the line's clock continues. */
    process([input]: Float32Array[][]): boolean {
      const samples = input?.[0];
      this.framer.push(samples === undefined || this.muted ? silence : samples);
      return true;
    }
  }

  registerProcessor(captureName, Capture);
}
