import { readAloud } from '../../language/read-aloud.ts';
import type { CreateEngine, JobSignal } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { SpeakJob, SpeakResult } from '../../line/speech.ts';
import { pauseAfterMs, withPause } from '../../synthesiser/pause.ts';
import { createAudioReader } from '../remote/audio-reader.ts';
import { createLeash, type Leash } from '../remote/leash.ts';
import { createLineAudio } from '../remote/line-audio.ts';
import type { SpeechServer } from '../remote/servers.ts';
import { spokenMs, wordsIn } from '../remote/spoken-words.ts';
import { openSynthesis, spokenCode } from './protocol.ts';
import { createSynthesisSockets, type SynthesisSocket, type SynthesisSockets } from './synthesis-sockets.ts';

/** The caller waits for the first sound; later pieces arrive while buffered audio plays. */
const firstSoundMs = 1500;
const stallMs = 1000;
const mostCharacters = 2500;
const what = '/text-to-speech/ws';

/**
 * Synthesises over persistent connections. A different voice or language reconfigures the connection. The protocol has
 * no cancel message: an interrupted reply closes its connection, and the next one uses another.
 */
export const createEngine: CreateEngine<SpeechServer, SpeakJob, SpeakResult> = async (server) => {
  const sockets = createSynthesisSockets(() => openSynthesis(server));
  return {
    async *run(job, signal) {
      const spoken = speak(sockets, job, signal);
      yield* job.after === undefined ? spoken : withPause(spoken, pauseAfterMs(job.after), job.rateHz);
    },
    async close() {
      sockets.close();
    },
  };
};

async function* speak(sockets: SynthesisSockets, job: SpeakJob, wanted: JobSignal): AsyncGenerator<SpeakResult> {
  const leash = createLeash(wanted);
  let socket: SynthesisSocket | undefined;
  let isComplete = false;
  try {
    socket = await begun(sockets, job, leash);
    if (socket === undefined) return;
    const rateHz = job.rateHz;
    const reader = createAudioReader({ contentType: null, rateHeader: null, standardRateHz: rateHz });
    const line = createLineAudio({ rateHz, text: job.text, pace: job.voice.pace });
    const estimateMs = spokenMs(job.text, job.voice.pace);
    for (;;) {
      const message = socket.first ?? (await leash.within(socket.next(), stallMs, what));
      socket.first = undefined;
      if (message === undefined) return;
      const audio = audioOf(message);
      if (audio === undefined) continue;
      if (audio === 'final') break;
      const isFirst = line.length === 0;
      const samples = line.push(reader.push(audio), reader.rateHz);
      if (samples.length > 0) yield isFirst ? { samples, words: wordsIn(job.text, estimateMs) } : { samples };
    }
    isComplete = true;
    const samples = line.end();
    if (line.length === 0) throw new MediaFault('speech_engine_failed', `${what} returned no audio`);
    // The actual length of the complete audio gives better word times than the estimate.
    yield { samples, words: wordsIn(job.text, (line.length * 1000) / rateHz) };
  } finally {
    leash.close();
    if (socket !== undefined) sockets.release(socket, isComplete);
  }
}

/** Returns a connection whose first message has arrived. A reused connection that the server has closed is replaced. */
async function begun(sockets: SynthesisSockets, job: SpeakJob, leash: Leash): Promise<SynthesisSocket | undefined> {
  const text = readAloud(job.text, job.voice.languageCode ?? '');
  if (text.length > mostCharacters)
    throw new MediaFault('speech_engine_failed', `${what} accepts at most ${mostCharacters} characters`);
  const startMs = performance.now();
  const leftMs = (): number => Math.max(1, firstSoundMs - (performance.now() - startMs));
  for (;;) {
    const taking = sockets.take(configOf(job));
    let socket: SynthesisSocket | undefined;
    try {
      socket = await leash.within(taking, leftMs(), what);
    } finally {
      // The connection is unused, so another job can have it.
      if (socket === undefined) void taking.then((unused) => sockets.release(unused, true)).catch(() => {});
    }
    if (socket === undefined) return undefined;
    try {
      socket.say(text);
      const first = await leash.within(socket.next(), leftMs(), what);
      if (first !== undefined) {
        socket.first = first;
        return socket;
      }
      sockets.release(socket, false);
      return undefined;
    } catch (error) {
      const isStale = socket.isUsed && socket.isOver;
      sockets.release(socket, false);
      if (!isStale) throw error;
    }
  }
}

const configOf = ({ voice, rateHz }: SpeakJob): Readonly<Record<string, unknown>> => ({
  target_language_code: spokenCode(voice.languageCode ?? 'en'),
  speaker: voice.voice,
  speech_sample_rate: String(rateHz),
  output_audio_codec: 'linear16',
  min_buffer_size: 50,
  max_chunk_length: 150,
  ...(voice.pace === undefined ? {} : { pace: Math.min(2, Math.max(0.5, voice.pace)) }),
});

/**
 * Returns the audio of a message, or `final` after the last one. Throws for a server error without repeating its text.
 */
function audioOf(message: Readonly<Record<string, unknown>>): Uint8Array | 'final' | undefined {
  const data = (message.data ?? {}) as Readonly<Record<string, unknown>>;
  if (message.type === 'error') throw new MediaFault('speech_engine_failed', `${what} reported an error`);
  if (message.type === 'event' && data.event_type === 'final') return 'final';
  return message.type === 'audio' && typeof data.audio === 'string' ? Buffer.from(data.audio, 'base64') : undefined;
}
