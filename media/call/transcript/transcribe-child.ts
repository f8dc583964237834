/**
 * A process that recognises one recording with its own models, so that calls keep theirs. Argument:
 * `TranscribeSettings` as JSON. Reads 16-bit samples at 16 kHz from standard input, those of two channels interleaved,
 * sends the recognised sentences in parts (`TranscribeMessage`) and waits for an answer after each.
 */
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { taskFolder } from '../../../models/locate.ts';
import { decodeL16 } from '../../codec/l16.ts';
import { embeddedEngine } from '../../engines/pooled.ts';
import { registeredEngines } from '../../engines/registry.ts';
import { connectHere, openEnginePool } from '../../inference/pool.ts';
import { createOpenSession } from '../../inference/session.ts';
import { collectGarbage } from '../../kit/collect.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import type { VoiceJob } from '../../speaker/engine.ts';
import { twoVoices, type VoiceRun } from '../../speaker/two-voices.ts';
import type { VoiceWindows } from '../../speaker/voice-encoder.ts';
import { createVoiceActivity } from '../../vad/silero.ts';
import { openVoiceNet } from '../../vad/voice-net.ts';
import { voiceEngine } from '../voice-vectors.ts';
import { transcribe } from './transcribe.ts';
import type { TranscribeMessage, TranscribeSettings } from './transcribe-protocol.ts';

const rateHz = 16_000;
/** Longer than three pieces take on the busiest machine. */
const timeoutMs = 360_000;
/** A fifth of a second: processed by the voice detector in one run, and within its buffer. */
const framesAtOnce = rateHz / 5;

const send = (message: TranscribeMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

const answered = (): Promise<void> => new Promise((resolve) => process.once('message', () => resolve()));

async function run(settings: TranscribeSettings): Promise<void> {
  const { modelsDir, threads, providers, languageCode, channels, fromMs, prompt, tellsVoices = false } = settings;
  // One model for all threads: one for each would take 120 MB more.
  const recognise = embeddedEngine(registeredEngines, 'recognise', { modelsDir, threads });
  const voices = voiceEngine(modelsDir);
  const engines = tellsVoices && existsSync(voices.config.path) ? [recognise, voices] : [recognise];
  const pool = await openEnginePool({
    name: 'transcript',
    threads: 1,
    concurrency: 1,
    niceness: constants.priority.PRIORITY_BELOW_NORMAL,
    providers,
    // On a machine busy with calls this work has to wait.
    hungAfterMs: 60_000,
    engines,
    log: () => {},
  });
  const vadSession = await openVoiceNet(
    join(taskFolder(modelsDir, 'voiceActivity'), 'model.onnx'),
    createOpenSession({ providers: ['cpu'] }),
  );
  const client = connectHere(pool);
  const use = { slackMs: () => 0, weight: () => 1, timeoutMs };
  const recogniser = client.engine<RecogniseJob, Utterance>({ engine: recognise.name, ...use });
  const encoder =
    engines.length > 1 ? client.engine<VoiceJob, VoiceWindows>({ engine: voices.name, ...use }) : undefined;
  await send({ type: 'ready' });
  const sound = samplesOf(process.stdin, channels);
  const parts = transcribe({
    sound: sound.blocks,
    channels,
    vad: createVoiceActivity(vadSession),
    recogniser,
    languageCode,
    fromMs,
    atOnce: 2,
    ...(prompt === undefined ? {} : { prompt }),
    ...(encoder === undefined ? {} : { voices: encoder }),
  });
  const runs: VoiceRun[] = [];
  for await (const { channel, toMs, sentences, voices } of parts) {
    runs.push(...voices);
    const next = answered();
    await send({ type: 'part', channel, toMs, sentences });
    await next;
    collectGarbage();
  }
  const spans = encoder === undefined ? undefined : twoVoices(runs);
  await send({ type: 'end', seconds: sound.seconds(), ...(spans === undefined ? {} : { voices: spans }) });
}

/** Splits the input into blocks of fixed length, independent of the pipe's chunks, and separates the channels. */
function samplesOf(input: AsyncIterable<Buffer>, channels: 1 | 2) {
  const frameBytes = 2 * channels;
  const blockBytes = framesAtOnce * frameBytes;
  let frames = 0;
  const blockOf = (bytes: Buffer): readonly Float32Array[] => {
    frames += bytes.length / frameBytes;
    const samples = decodeL16(bytes);
    return channels === 1 ? [samples] : [0, 1].map((channel) => everySecond(samples, channel));
  };
  async function* blocks(): AsyncGenerator<readonly Float32Array[]> {
    let rest = Buffer.alloc(0);
    for await (const chunk of input) {
      rest = Buffer.concat([rest, chunk]);
      let at = 0;
      for (; rest.length - at >= blockBytes; at += blockBytes) yield blockOf(rest.subarray(at, at + blockBytes));
      rest = rest.subarray(at);
    }
    const whole = rest.length - (rest.length % frameBytes);
    if (whole > 0) yield blockOf(rest.subarray(0, whole));
  }
  return { blocks: blocks(), seconds: () => frames / rateHz };
}

function everySecond(samples: Float32Array, first: number): Float32Array {
  const mono = new Float32Array(samples.length / 2);
  for (let index = 0; index < mono.length; index += 1) mono[index] = samples[2 * index + first] as number;
  return mono;
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit(1));
run(JSON.parse(process.argv[2] as string) as TranscribeSettings).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
