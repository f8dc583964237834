import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { captureName, frameSamples, lineHz } from '../../client/call/audio-protocol.ts';
import { openSpeech, writeWav } from '../../media/index.ts';
import { testModelsDir } from '../models.ts';
import { runFirst } from './browser.ts';

const rateHz = lineHz;

/** Writes a browser's microphone input: a hum of this level, by default silence. */
export async function recordMicrophone(path: string, lengthMs: number, level = 0): Promise<void> {
  const samples = Float32Array.from({ length: (lengthMs * rateHz) / 1000 }, (_, at) => level * Math.sin(at / 10));
  await writeFile(path, writeWav({ samples, rateHz }));
}

async function clipsOf(texts: readonly string[]): Promise<Map<string, Float32Array>> {
  const speech = await openSpeech({ modelsDir: testModelsDir });
  try {
    const clips = new Map<string, Float32Array>();
    for (const text of texts) clips.set(text, (await speech.speak(text, { speaker: 'daniel' }, rateHz)).samples);
    return clips;
  } finally {
    await speech.close();
  }
}

/**
 * Puts speech into a call where its microphone's frames come from the audio thread, instead of the silence there, because
 * an audio thread that gets too little of the processor loses sound. A page that opens the microphone without a call
 * hears a tone in it.
 */
const microphoneWithVoice = `(() => {
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  let speak;
  mediaDevices.getUserMedia = async (constraints) => {
    const device = await open(constraints);
    const context = new AudioContext();
    const line = context.createMediaStreamDestination();
    context.createMediaStreamSource(device).connect(line);
    const tone = new OscillatorNode(context);
    tone.connect(line);
    speak = () => tone.start();
    return line.stream;
  };
  window.AudioWorkletNode = class extends AudioWorkletNode {
    constructor(context, name, options) {
      super(context, name, options);
      if (name !== ${JSON.stringify(captureName)}) return;
      let listener = null;
      let isSaying = false;
      this.port.addEventListener('message', (event) => isSaying || listener?.(event));
      this.port.start();
      Object.defineProperty(this.port, 'onmessage', { set: (next) => (listener = next) });
      speak = (samples) => {
        isSaying = true;
        const beganMs = performance.now();
        let said = 0;
        const timer = setInterval(() => {
          for (; said < samples.length && said / ${lineHz / 1000} <= performance.now() - beganMs; said += ${frameSamples})
            listener?.({ data: samples.slice(said, said + ${frameSamples}) });
          if (said < samples.length) return;
          clearInterval(timer);
          isSaying = false;
        }, 10);
      };
    }
  };
  window.sayIntoMicrophone = (bytes) => speak(new Int16Array(Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0)).buffer));
})()`;

/**
 * Lets the test speak into the microphone of a page at any moment, which a file of fixed length cannot. Call it before
 * the page is loaded. The returned function says one of the texts.
 */
export async function giveVoice(page: Page, texts: readonly string[]): Promise<(text: string) => Promise<void>> {
  const clips = await clipsOf(texts);
  await runFirst(page, microphoneWithVoice);
  return async (text) => {
    const samples = clips.get(text) as Float32Array;
    const whole = new Int16Array(Math.ceil(samples.length / frameSamples) * frameSamples);
    whole.set(samples.map((sample) => sample * 32_767));
    await page.evaluate(`window.sayIntoMicrophone(${JSON.stringify(Buffer.from(whole.buffer).toString('base64'))})`);
  };
}
