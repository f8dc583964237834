import { setTimeout as sleep } from 'node:timers/promises';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import type { EngineClient } from '../../media/line/engine.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';
import type { SpeechEvent } from '../../media/line/turn.ts';
import { createRecogniserStream } from '../../media/recogniser/stream.ts';
import { wordErrors } from '../../media/text/word-error.ts';
import { createGate } from '../../media/vad/gate.ts';
import type { VoiceActivity } from '../../media/vad/silero.ts';
import { type Prompt, rateHz } from './prompts.ts';

const frameSamples = rateHz / 50;
/** Silence before and after a prompt: the detector needs some, and callers leave some. */
const leadMs = 500;
const tailMs = 500;
/** Audio before the detected onset that the recogniser receives. */
const preRollMs = 320;

export interface Heard {
  readonly file: string;
  readonly reference: string;
  readonly text: string;
  readonly errors: number;
  readonly words: number;
  readonly audioMs: number;
  /** Time from the detected pause, and from the true end of speech, to the final words. */
  readonly pauseToWordsMs: number;
  readonly endToWordsMs: number;
  readonly decodeMs: number;
  /** Final decodes started; all but the last were dropped because the speaker continued. */
  readonly decodes: number;
  readonly partials: number;
  readonly firstPartialMs: number | null;
}

export interface HearModels {
  readonly recognise: EngineClient<RecogniseJob, Utterance>;
  readonly voiceActivity: VoiceActivity;
  readonly fast: boolean;
}

/** A pause reported by the gate, and when the words of its decode were available. */
interface Pause {
  readonly atMs: number;
  readonly wallMs: number;
  wordsWallMs?: number;
}

/** Runs one prompt through detector, gate and streaming recogniser, in real time unless `fast`. */
export async function hear(prompt: Prompt, { recognise, voiceActivity, fast }: HearModels): Promise<Heard> {
  const audio = Float32Array.from([...silence(leadMs), ...prompt.samples, ...silence(tailMs)]);
  const partialsAtMs: number[] = [];
  const gate = createGate();
  let pushedMs = 0;
  let speaking = false;
  let decodes = 0;
  let pause: Pause | undefined;
  const stream = createRecogniserStream({
    client: recognise,
    rateHz,
    languageCode: 'en-US',
    signal: new AbortController().signal,
    onPartial: () => void partialsAtMs.push(pushedMs),
  });
  const follow = (event: SpeechEvent): void => {
    if (event.type === 'speech_paused') {
      const reported: Pause = { atMs: event.atMs, wallMs: performance.now() };
      pause = reported;
      decodes += 1;
      void stream.pause().then((words) => {
        if (words !== undefined) reported.wordsWallMs = performance.now();
      });
    } else if (speaking) {
      stream.resume();
    } else if (event.type === 'speech_started') {
      speaking = true;
      stream.begin(audio.slice(samplesOf(Math.max(0, event.onsetMs - preRollMs)), samplesOf(pushedMs)), event.onsetMs);
    }
  };
  const detector = voiceActivity.open({ onStep: (step) => gate.step(step).forEach(follow) });
  const startWallMs = performance.now();
  for (let at = 0; at < audio.length; at += frameSamples) {
    pushedMs = ((at + frameSamples) * 1000) / rateHz;
    if (!fast) await sleep(Math.max(0, startWallMs + pushedMs - performance.now()));
    const frame = audio.subarray(at, at + frameSamples);
    stream.push(frame);
    detector.push(frame);
    await voiceActivity.run();
  }
  const { text, decodeMs } = await stream.end();
  stream.close();
  detector.close();
  const endMs = leadMs + endOfSpeechMs(prompt.samples);
  const decided = pause ?? { atMs: pushedMs, wallMs: performance.now() };
  const pauseToWordsMs = (decided.wordsWallMs ?? performance.now()) - decided.wallMs;
  return {
    file: prompt.file,
    reference: prompt.words,
    text,
    ...wordErrors(prompt.words, text),
    audioMs: (prompt.samples.length * 1000) / rateHz,
    pauseToWordsMs,
    endToWordsMs: decided.atMs - endMs + pauseToWordsMs,
    decodeMs,
    decodes,
    partials: partialsAtMs.length,
    firstPartialMs: partialsAtMs[0] === undefined ? null : partialsAtMs[0] - leadMs,
  };
}

const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
/** Returns mu-law silence as a line carries it when nobody speaks. */
const silence = (ms: number): Float32Array => decodeMulaw(encodeMulaw(new Float32Array(samplesOf(ms))));

/** Returns the end of the last 10 ms within 35 dB of the loudest. */
function endOfSpeechMs(samples: Float32Array): number {
  const block = rateHz / 100;
  const energies = Array.from({ length: Math.ceil(samples.length / block) }, (_, i) =>
    samples.subarray(i * block, (i + 1) * block).reduce((sum, sample) => sum + sample * sample, 0),
  );
  const peak = energies.reduce((most, energy) => Math.max(most, energy), 0);
  return (energies.findLastIndex((energy) => energy >= peak * 10 ** -3.5) + 1) * 10;
}
