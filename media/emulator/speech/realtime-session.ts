import { decodeL16 } from '../../codec/l16.ts';
import { pause, systemClock } from '../../kit/clock.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import type { Clip } from '../../line/audio.ts';

type Message = Readonly<Record<string, unknown>>;

export interface RealtimeSession {
  readonly dialect: 'openai' | 'vllm';
  readonly signal: AbortSignal;
  readonly hearing: () => { readonly afterMs: number; readonly trouble?: 'refuse' | 'never' | 'garbage' };
  readonly hear: (clip: Clip, language: string | undefined) => Promise<string>;
  readonly send: (message: Message) => void;
  /** Closes the connection, because the client broke a rule. */
  readonly refuse: (complaint: string) => void;
}

const transcription = 'conversation.item.input_audio_transcription';

/** One `/realtime` connection. Returns what takes its messages. */
export const serveRealtime = (session: RealtimeSession): ((message: Message) => void) =>
  session.dialect === 'openai' ? serveOpenAi(session) : serveVllm(session);

function audioOf(audio: unknown): Float32Array | string {
  const bytes = typeof audio === 'string' ? Buffer.from(audio, 'base64') : Buffer.alloc(0);
  return bytes.length === 0 || bytes.length % 2 === 1 ? 'append has no whole samples' : decodeL16(bytes);
}

function serveOpenAi({ signal, hearing, hear, send, refuse }: RealtimeSession): (message: Message) => void {
  const rateHz = 24_000;
  let input: { readonly language?: string } | undefined;
  let pieces: Float32Array[] = [];
  send({ type: 'session.created', session: { type: 'transcription', id: 'sess_1' } });

  async function understand(samples: Float32Array): Promise<void> {
    const { afterMs, trouble } = hearing();
    await pause(systemClock, afterMs, signal);
    if (trouble === 'never' || signal.aborted) return;
    if (trouble !== undefined) return send({ type: `${transcription}.failed`, error: { message: 'secret words' } });
    const transcript = await hear({ samples, rateHz }, input?.language);
    const half = Math.ceil(transcript.length / 2);
    for (const delta of [transcript.slice(0, half), transcript.slice(half)])
      send({ type: `${transcription}.delta`, item_id: 'item_1', delta });
    send({ type: `${transcription}.completed`, item_id: 'item_1', transcript });
  }

  return (message) => {
    if (message.type === 'session.update') {
      const wanted = message.session as Record<string, never> | undefined;
      const found = (wanted?.audio as Record<string, never> | undefined)?.input as Record<string, never> | undefined;
      const { type, rate } = (found?.format ?? {}) as { readonly type?: string; readonly rate?: number };
      const { model, language } = (found?.transcription ?? {}) as {
        readonly model?: string;
        readonly language?: string;
      };
      if (wanted?.type !== 'transcription' || type !== 'audio/pcm' || rate !== rateHz)
        return refuse('session.update is not of a transcription of PCM at 24 kHz');
      if (!model || found?.turn_detection !== null) return refuse('session.update needs a model and no turn detection');
      if (language !== undefined && !/^[a-z]{2,3}$/.test(language)) return refuse('language must be a code of ISO 639');
      input = language === undefined ? {} : { language };
      return send({ type: 'session.updated', session: wanted });
    }
    if (input === undefined) return refuse(`${String(message.type)} before session.update`);
    if (message.type === 'input_audio_buffer.append') {
      const samples = audioOf(message.audio);
      return typeof samples === 'string' ? refuse(samples) : void pieces.push(samples);
    }
    if (message.type !== 'input_audio_buffer.commit' || message.final !== undefined)
      return refuse(`the event ${String(message.type)} does not exist`);
    const samples = joinSamples(pieces);
    pieces = [];
    if (samples.length < rateHz / 10) return refuse('the buffer has less than 100 ms of audio');
    send({ type: 'input_audio_buffer.committed', item_id: 'item_1' });
    return void understand(samples);
  };
}

function serveVllm({ signal, hearing, hear, send, refuse }: RealtimeSession): (message: Message) => void {
  const rateHz = 16_000;
  const partialEverySamples = rateHz / 2;
  let state: 'created' | 'configured' | 'listening' | 'over' = 'created';
  const pieces: Float32Array[] = [];
  let shown = '';
  let heardSamples = 0;
  send({ type: 'session.created', id: 'sess-1', created: 0 });

  /** Words are appended; none is removed. */
  async function show(isFinal: boolean): Promise<void> {
    const { afterMs, trouble } = hearing();
    if (isFinal) await pause(systemClock, afterMs, signal);
    if (trouble === 'never' || signal.aborted) return;
    if (isFinal && trouble !== undefined)
      return send({ type: 'error', error: 'secret words', code: 'processing_error' });
    const text = await hear({ samples: joinSamples(pieces), rateHz }, undefined);
    if (!isFinal && state === 'over') return;
    if (text.startsWith(shown) && text.length > shown.length)
      send({ type: 'transcription.delta', delta: text.slice(shown.length) });
    shown = text.startsWith(shown) ? text : shown;
    if (isFinal) send({ type: 'transcription.done', text, usage: {} });
  }

  return (message) => {
    if (message.type === 'session.update') {
      const unknown = Object.keys(message).find((name) => !['type', 'model'].includes(name));
      if (unknown !== undefined) return refuse(`session.update has the unknown field ${unknown}`);
      if (typeof message.model !== 'string' || message.model === '') return refuse('model_not_validated');
      state = state === 'created' ? 'configured' : state;
      return;
    }
    if (message.type === 'input_audio_buffer.commit') {
      if (message.final === false && state === 'configured') state = 'listening';
      else if (message.final === true && state === 'listening') {
        if (pieces.length === 0) return refuse('commit before any audio');
        state = 'over';
        return void show(true);
      } else refuse(`commit{final:${String(message.final)}} while ${state}`);
      return;
    }
    if (message.type !== 'input_audio_buffer.append') return refuse(`the event ${String(message.type)} does not exist`);
    // Servers lose it without a word.
    if (state !== 'listening') return refuse(`audio while ${state}`);
    const samples = audioOf(message.audio);
    if (typeof samples === 'string') return refuse(samples);
    pieces.push(samples);
    heardSamples += samples.length;
    if (heardSamples < partialEverySamples) return;
    heardSamples = 0;
    return void show(false);
  };
}
