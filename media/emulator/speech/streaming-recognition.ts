import { decodeL16 } from '../../codec/l16.ts';
import { pause, systemClock } from '../../kit/clock.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import type { Clip } from '../../line/audio.ts';
import { complaintAboutChange } from './streaming-rules.ts';

type Message = Readonly<Record<string, unknown>>;

/** Returns the recognised words and their language. */
export type HearStream = (
  clip: Clip,
  expected: { readonly language: string; readonly isFinal: boolean },
) => Promise<{ readonly text: string; readonly language?: string }>;

/** Behaviour of the recogniser. */
export interface StreamingHearing {
  /** Time from the end of speech to its words. */
  readonly afterMs: number;
  /** Amount of audio between two partial results. */
  readonly partialEveryMs: number;
  readonly trouble?: 'refuse' | 'never' | 'error' | 'close';
}

/** A stretch of speech as the server received it. */
export interface SeenSpeech {
  readonly connection: number;
  language: string;
  samples: number;
  /** True once its final words were sent. */
  isFinal: boolean;
}

export interface RecognitionSession {
  readonly connection: number;
  readonly signal: AbortSignal;
  readonly rateHz: number;
  readonly language: string;
  readonly hearing: () => StreamingHearing;
  readonly hear: HearStream;
  readonly seen: SeenSpeech[];
  readonly send: (message: Message) => void;
  /** Closes the connection; with a complaint if the client broke a rule. */
  readonly end: (complaint?: string) => void;
}

const mostPieceMs = 100;

/** Serves one recognition connection on which the client marks the ends of speech. Returns the message handler. */
export function serveRecognition(session: RecognitionSession): (message: Message) => void {
  const { send, end, rateHz, signal } = session;
  let { language } = session;
  let speech:
    | { readonly seen: SeenSpeech; readonly pieces: Float32Array[]; shown: number; isOver: boolean }
    | undefined;
  send({ event: 'session.begin' });

  async function understand(isFinal: boolean): Promise<void> {
    const thisSpeech = speech;
    if (thisSpeech === undefined) return;
    const { trouble, afterMs } = session.hearing();
    if (isFinal) await pause(systemClock, afterMs, signal);
    if (trouble === 'never' || signal.aborted) return;
    if (isFinal && trouble === 'close') return end();
    if (isFinal && trouble === 'error')
      return send({ event: 'error', code: 'processing_error', is_fatal: true, message: 'secret words' });
    const samples = joinSamples(thisSpeech.pieces);
    const heard = await session.hear({ samples, rateHz }, { language, isFinal });
    const spoken = heard.language ?? (language === 'auto' ? 'en-IN' : language);
    const seconds = samples.length / rateHz;
    // A late partial result is not sent after the final one.
    if (signal.aborted || speech !== thisSpeech || (thisSpeech.isOver && !isFinal)) return;
    if (!isFinal) return send({ event: 'transcript.partial', text: heard.text, language: spoken });
    thisSpeech.seen.isFinal = true;
    speech = undefined;
    send({ event: 'transcript.final', text: heard.text, language: spoken, start_s: 0, end_s: seconds });
  }

  function take(audio: unknown): void {
    if (speech === undefined || speech.isOver) return end('audio_input outside of speech_start and speech_end');
    const bytes = typeof audio === 'string' ? Buffer.from(audio, 'base64') : Buffer.alloc(0);
    if (bytes.length === 0 || bytes.length % 2 === 1) return end('audio_input has no whole samples');
    if (bytes.length > (2 * mostPieceMs * rateHz) / 1000) return end(`audio_input is longer than ${mostPieceMs} ms`);
    const samples = decodeL16(bytes);
    speech.pieces.push(samples);
    speech.seen.samples += samples.length;
    const every = (session.hearing().partialEveryMs * rateHz) / 1000;
    if (speech.seen.samples - speech.shown < every) return;
    speech.shown = speech.seen.samples;
    void understand(false);
  }

  return (message) => {
    switch (message.event) {
      case 'ping':
        return send({ event: 'pong' });
      case 'audio_input':
        return take(message.audio);
      case 'speech_start': {
        if (speech !== undefined) return end('speech_start inside of speech');
        const seen: SeenSpeech = { connection: session.connection, language, samples: 0, isFinal: false };
        session.seen.push(seen);
        speech = { seen, pieces: [], shown: 0, isOver: false };
        return;
      }
      case 'speech_end':
        if (speech === undefined || speech.isOver) return end('speech_end outside of speech');
        if (speech.pieces.length === 0) return end('speech_end before any audio');
        speech.isOver = true;
        return void understand(true);
      case 'config.update': {
        // Servers apply the change at the next boundary, but differ in which words it affects.
        if (speech !== undefined) return end('config.update inside of speech');
        const complaint = complaintAboutChange(message);
        if (complaint !== undefined) return end(complaint);
        language = String(message.language_code ?? language);
        return send({ event: 'config.updated' });
      }
      case 'end':
        send({ event: 'session.end' });
        return end();
      default:
        return end(`the event ${String(message.event)} does not exist`);
    }
  };
}
