import { PassThrough } from 'node:stream';
import type { TranscribeSettings } from '../../media/index.ts';
import { type ProcessEnd, runWatched } from '../watched-process/index.ts';
import { type AudioFault, decode, faultOf, findFfmpeg, heap } from './decoding.ts';
import { type Sentence, transcribeMessage, type VoiceSpan } from './messages.ts';

export type Transcription =
  /** `voices` is set if distinguishing voices was requested, the model is installed and two were found. */
  | {
      readonly kind: 'transcribed';
      readonly seconds: number;
      readonly voices?: readonly VoiceSpan[];
      /** Whether the file is truncated; the part that exists was transcribed. */
      readonly isCut?: boolean;
    }
  | { readonly kind: 'fault'; readonly code: AudioFault; readonly detail: string };

/** Words of a channel from the end of its previous part to `toMs`. */
export interface TranscribedPart {
  /** 0 by default; 1 only if both channels are transcribed. */
  readonly channel?: 0 | 1;
  readonly toMs: number;
  readonly sentences: readonly Sentence[];
  /** Total duration, if known. */
  readonly totalMs: number | undefined;
}

export interface TranscribeAsk {
  /** Start of the transcription: earlier words are already known. */
  readonly fromMs: number;
  /** Audio to transcribe: one channel, both separately, or by default all channels mixed. */
  readonly channel?: 0 | 1 | 'both';
  /**
   * Names that are likely to be said, given to the recogniser as preceding text; never with digits, which it would then
   * also recognise.
   */
  readonly prompt?: string;
  /** Whether to distinguish two voices as well. */
  readonly tellsVoices?: boolean;
  readonly signal: AbortSignal;
  /** Recognition waits for it. Errors are rethrown. */
  readonly onPart: (part: TranscribedPart) => Promise<void>;
}

export interface Transcriber {
  /** Transcribes a sound file into sentences, in child processes that can be killed. */
  transcribe(path: string, ask: TranscribeAsk): Promise<Transcription>;
}

export interface TranscriberOptions {
  /** Modules that the child processes run. */
  readonly modules: () => Promise<{ readonly decode: URL; readonly transcribe: URL }>;
  readonly modelsDir: string;
  /** Number of recognition threads, each with its own model. */
  readonly threads: number;
  readonly providers: readonly string[];
  readonly limits?: Partial<TranscriberLimits>;
}

export interface TranscriberLimits {
  readonly maxSeconds: number;
  /** Memory limits of the decoding and the recognising process. */
  readonly decodeBytes: number;
  readonly recogniseBytes: number;
  /** Maximum silence of either process while it has work. */
  readonly stallMs: number;
  readonly fileMs: number;
}

const defaults: TranscriberLimits = {
  maxSeconds: 4 * 3600,
  decodeBytes: 384 * 2 ** 20,
  recogniseBytes: 1024 * 2 ** 20,
  stallMs: 300_000,
  fileMs: 6 * 3_600_000,
};

const languageCode = 'en-US';

/** Runs two processes per file: one decodes, with parsers on untrusted data, and one recognises its output. */
export function createTranscriber(options: TranscriberOptions): Transcriber {
  const limits = { ...defaults, ...options.limits };
  return {
    async transcribe(path, ask) {
      const ending = new AbortController();
      const signal = AbortSignal.any([ask.signal, ending.signal]);
      const [ffmpeg, modules] = [await findFfmpeg(), await options.modules()];
      const sound = new PassThrough();
      const stop = (): void => ending.abort();
      const { channel } = ask;
      const decoded = decode({
        path,
        signal,
        stop,
        module: modules.decode,
        memoryBytes: limits.decodeBytes,
        lifeMs: limits.fileMs,
        given: {
          maxSeconds: limits.maxSeconds,
          ...(ffmpeg === undefined ? {} : { ffmpeg }),
          ...(channel === undefined ? {} : { channels: channel }),
        },
        onOutput: (output) => void output.pipe(sound),
      });
      const recognised = recognise({
        ...options,
        module: modules.transcribe,
        ask,
        sound,
        signal,
        limits,
        totalMs: decoded.totalMs,
      });
      // Neither process is useful without the other, so a failure stops both.
      const ends = [decoded.end, recognised.end].map((end) =>
        end.then((it) => {
          if (it.kind !== 'done') stop();
          return it;
        }),
      );
      const [decodeEnd, recogniseEnd] = (await Promise.all(ends)) as [ProcessEnd, ProcessEnd];
      if (recogniseEnd.kind === 'failed' && recogniseEnd.cause !== undefined) throw recogniseEnd.cause;
      const refused = decoded.refused();
      if (refused !== undefined) return { kind: 'fault', ...refused };
      if (ask.signal.aborted) return { kind: 'fault', code: 'stopped', detail: '' };
      const first = decodeEnd.kind === 'aborted' ? recogniseEnd : decodeEnd;
      if (first.kind !== 'done') return { kind: 'fault', ...faultOf(first) };
      const seconds = recognised.seconds();
      if (recogniseEnd.kind !== 'done') return { kind: 'fault', ...faultOf(recogniseEnd) };
      return seconds === undefined
        ? { kind: 'fault', code: 'failed', detail: 'the decoder ended early' }
        : { kind: 'transcribed', seconds, ...recognised.voices(), ...(decoded.isCut() ? { isCut: true } : {}) };
    },
  };
}

interface Recognising extends Omit<TranscriberOptions, 'modules' | 'limits'> {
  readonly module: URL;
  readonly ask: TranscribeAsk;
  readonly sound: PassThrough;
  readonly signal: AbortSignal;
  readonly limits: TranscriberLimits;
  readonly totalMs: () => number | undefined;
}

function recognise(recognising: Recognising) {
  const { module, modelsDir, threads, providers, ask, sound, signal, limits, totalMs } = recognising;
  const { fromMs, prompt, tellsVoices } = ask;
  const settings: TranscribeSettings = {
    modelsDir,
    threads,
    providers,
    languageCode,
    fromMs,
    channels: ask.channel === 'both' ? 2 : 1,
    ...(prompt === undefined ? {} : { prompt }),
    ...(tellsVoices === undefined ? {} : { tellsVoices }),
  };
  let seconds: number | undefined;
  let voices: { readonly voices?: readonly VoiceSpan[] } = {};
  const end = runWatched({
    ...heap,
    module,
    memoryBytes: limits.recogniseBytes,
    signal,
    frugal: true,
    stallMs: limits.stallMs,
    lifeMs: limits.fileMs,
    input: sound,
    args: [JSON.stringify(settings)],
    async onMessage(message, reply) {
      const parsed = transcribeMessage.parse(message);
      if (parsed.type === 'end') {
        seconds = parsed.seconds;
        if (parsed.voices !== undefined) voices = { voices: parsed.voices };
      }
      if (parsed.type !== 'part') return;
      const { channel, toMs, sentences } = parsed;
      await ask.onPart({ channel, toMs, sentences, totalMs: totalMs() });
      reply('next');
    },
  });
  return { end, seconds: () => seconds, voices: () => voices };
}
