import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openSpeech, writeWav } from '../../media/index.ts';
import { testModelsDir } from '../models.ts';
import { runFirst } from './browser.ts';

/** Speech into the microphone and its delay after the microphone is opened. */
export interface Saying {
  readonly atMs: number;
  readonly text: string;
}

const rateHz = 16_000;

/** Writes a browser's microphone input: sentences in silence, spoken by a built-in voice. */
export async function recordMicrophone(path: string, sayings: readonly Saying[], lengthMs: number): Promise<void> {
  const samples = new Float32Array((lengthMs * rateHz) / 1000);
  // Silence needs no speech models.
  if (sayings.length > 0) await speak(sayings, samples);
  await writeFile(path, writeWav({ samples, rateHz }));
}

async function speak(sayings: readonly Saying[], samples: Float32Array): Promise<void> {
  const clips = await clipsOf(sayings.map(({ text }) => text));
  for (const { atMs, text } of sayings) {
    const clip = clips.get(text) as Float32Array;
    const start = Math.round((atMs * rateHz) / 1000);
    if (start + clip.length > samples.length) throw new RangeError(`"${text}" does not fit`);
    samples.set(clip, start);
  }
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

/** Adds sound to the stream of the browser's own microphone: `sayIntoMicrophone` plays a WAV file in base64. */
const microphoneWithVoice = `(() => {
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const device = await open(constraints);
    const context = new AudioContext();
    const line = context.createMediaStreamDestination();
    context.createMediaStreamSource(device).connect(line);
    window.sayIntoMicrophone = async (wav) => {
      const bytes = Uint8Array.from(atob(wav), (character) => character.charCodeAt(0));
      const source = new AudioBufferSourceNode(context, { buffer: await context.decodeAudioData(bytes.buffer) });
      source.connect(line);
      source.start();
    };
    return line.stream;
  };
})()`;

/**
 * Lets the test speak into the microphone of a page at any moment, which a file of fixed length cannot. Call it before
 * the page is loaded. The returned function says one of the texts.
 */
export async function giveVoice(page: Page, texts: readonly string[]): Promise<(text: string) => Promise<void>> {
  const clips = await clipsOf(texts);
  await runFirst(page, microphoneWithVoice);
  return async (text) => {
    const wav = Buffer.from(writeWav({ samples: clips.get(text) as Float32Array, rateHz })).toString('base64');
    await page.evaluate(`window.sayIntoMicrophone(${JSON.stringify(wav)})`);
  };
}
