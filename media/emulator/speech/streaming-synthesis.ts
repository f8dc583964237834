import { encodeL16 } from '../../codec/l16.ts';
import { pause, systemClock } from '../../kit/clock.ts';
import type { Clip } from '../../line/audio.ts';
import { complaintAboutText, complaintAboutVoice } from './streaming-rules.ts';

type Message = Readonly<Record<string, unknown>>;

/** Behaviour of the synthesiser. `stall` and `close` happen after the first piece. */
export interface StreamingManner {
  /** Time before the first byte. */
  readonly firstByteMs: number;
  readonly pieceMs: number;
  /** Time between two pieces. */
  readonly everyMs: number;
  readonly trouble?: 'refuse' | 'never' | 'empty' | 'error' | 'stall' | 'close' | 'garbage' | 'endless';
}

/** One text as the server received it. Times are on the process clock. */
export interface SeenText {
  /** Number of the connection, counted from 1. */
  readonly connection: number;
  readonly text: string;
  readonly speaker: string;
  readonly language: string;
  readonly askedMs: number;
  firstByteMs?: number;
  /** When the client disconnected before all audio was sent. */
  leftMs?: number;
}

export interface SynthesisSession {
  readonly connection: number;
  readonly signal: AbortSignal;
  readonly manner: () => StreamingManner;
  readonly speakers: readonly string[];
  readonly tellsCompletion: boolean;
  readonly speak: (text: string, speaker: string, rateHz: number) => Promise<Clip>;
  readonly seen: SeenText[];
  readonly send: (message: Message | string) => void;
  /** Closes the connection; with a complaint if the client broke a rule. */
  readonly end: (complaint?: string) => void;
}

/** Serves one synthesis connection. Returns the message handler. */
export function serveSynthesis(session: SynthesisSession): (message: Message) => void {
  const { send, end, signal } = session;
  let config: Readonly<Record<string, unknown>> | undefined;
  let text = '';
  let speaking: SeenText | undefined;

  signal.addEventListener('abort', () => {
    if (speaking !== undefined) speaking.leftMs = now();
  });

  async function say(request: SeenText, rateHz: number): Promise<void> {
    const { firstByteMs, pieceMs, everyMs, trouble } = session.manner();
    const clip = await session.speak(request.text, request.speaker, rateHz);
    await pause(systemClock, firstByteMs, signal);
    if (trouble === 'never') return;
    if (trouble === 'error') return send({ type: 'error', data: { message: `cannot say ${request.text}`, code: 500 } });
    if (trouble === 'garbage') return send('not JSON');
    const pcm = trouble === 'empty' ? new Uint8Array(0) : encodeL16(clip.samples);
    const step = 2 * Math.round((pieceMs * rateHz) / 1000);
    for (let at = 0; at < pcm.length && !signal.aborted; at = nextOf(at + step, pcm, trouble)) {
      request.firstByteMs ??= now();
      const audio = Buffer.from(pcm.subarray(at, at + step)).toString('base64');
      send({ type: 'audio', data: { audio, content_type: 'audio/L16', request_id: String(session.connection) } });
      if (trouble === 'close') return end();
      if (trouble === 'stall') return;
      if (everyMs > 0 || trouble === 'endless') await pause(systemClock, everyMs, signal);
    }
    if (signal.aborted) return;
    speaking = undefined;
    if (session.tellsCompletion) send({ type: 'event', data: { event_type: 'final' } });
  }

  function flush(): void {
    if (config === undefined || text === '') return end('flush without a text');
    if (speaking !== undefined) return end('a text before the last one was spoken');
    const rateHz = Number(config.speech_sample_rate);
    speaking = {
      connection: session.connection,
      text,
      askedMs: now(),
      speaker: String(config.speaker),
      language: String(config.target_language_code),
    };
    text = '';
    session.seen.push(speaking);
    void say(speaking, rateHz);
  }

  return ({ type, data = {} }) => {
    const fields = data as Readonly<Record<string, unknown>>;
    if (type === 'ping') return;
    if (type === 'config') {
      // Servers would mix voices in the audio that is still being made.
      if (speaking !== undefined || text !== '') return end('config while a text is spoken');
      const complaint = complaintAboutVoice(fields, session.speakers);
      if (complaint !== undefined) return end(complaint);
      config = fields;
    } else if (type === 'text') {
      if (config === undefined) return end('the first message must be config');
      const complaint = complaintAboutText(fields.text);
      if (complaint !== undefined) return end(complaint);
      text += String(fields.text);
    } else if (type === 'flush') flush();
    else end(`the message ${String(type)} does not exist`);
  };
}

/** `endless` begins again. */
const nextOf = (at: number, pcm: Uint8Array, trouble: StreamingManner['trouble']): number =>
  trouble === 'endless' && at >= pcm.length ? 0 : at;

const now = (): number => performance.timeOrigin + performance.now();
