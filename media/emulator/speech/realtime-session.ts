import { decodeL16 } from '../../codec/l16.ts';
import { pause, systemClock } from '../../kit/clock.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import type { Clip } from '../../line/audio.ts';

type Message = Readonly<Record<string, unknown>>;

export type ServedDialect = 'openai' | 'vllm' | 'speaches';

export interface RealtimeSession {
  readonly dialect: ServedDialect;
  /** Query of the address. */
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
  readonly hearing: () => { readonly afterMs: number; readonly trouble?: string };
  readonly hear: (clip: Clip, language: string | undefined, prompt?: string) => Promise<string>;
  readonly send: (message: Message) => void;
  /** Closes the connection because the client broke a rule. */
  readonly refuse: (complaint: string) => void;
}

const transcription = 'conversation.item.input_audio_transcription';

type Serve = (session: RealtimeSession) => (message: Message) => void;

/** Serves one `/realtime` connection. Returns the message handler. */
export const serveRealtime: Serve = (session) => serving[session.dialect](session);

/** Returns why an address does not belong to the dialect. */
export function complaintAboutAddress(dialect: ServedDialect, { pathname, searchParams }: URL): string | undefined {
  const query = Object.fromEntries(searchParams);
  const { intent, model, language, ...others } = query;
  const isPath = pathname === '/v1/realtime';
  if (!isPath || Object.keys(others).length > 0) return `${pathname}?${searchParams} does not exist`;
  if (dialect === 'vllm') return Object.keys(query).length === 0 ? undefined : 'the address has a query';
  if (intent !== 'transcription') return 'the intent is not transcription';
  if (dialect === 'openai') return model === undefined && language === undefined ? undefined : 'unknown field';
  if (model === undefined || model === '') return 'the address has no model';
  return language === undefined || isLanguage(language) ? undefined : 'language must be a code of ISO 639';
}

const isLanguage = (code: unknown): boolean => /^[a-z]{2,3}$/.test(String(code));

function audioOf(audio: unknown): Float32Array | string {
  const bytes = typeof audio === 'string' ? Buffer.from(audio, 'base64') : Buffer.alloc(0);
  return bytes.length === 0 || bytes.length % 2 === 1 ? 'append has no whole samples' : decodeL16(bytes);
}

/** Handles the events of the audio buffer. Returns its samples on a commit, and refuses every other event. */
function openAudioBuffer({ rateHz, refuse }: { readonly rateHz: number } & Pick<RealtimeSession, 'refuse'>) {
  let pieces: Float32Array[] = [];
  return (message: Message): Float32Array | undefined => {
    if (message.type === 'input_audio_buffer.append') {
      const samples = audioOf(message.audio);
      if (typeof samples === 'string') refuse(samples);
      else pieces.push(samples);
      return undefined;
    }
    if (message.type !== 'input_audio_buffer.commit' || message.final !== undefined) {
      refuse(`the event ${String(message.type)} does not exist`);
      return undefined;
    }
    const samples = joinSamples(pieces);
    pieces = [];
    if (samples.length >= rateHz / 10) return samples;
    refuse('the buffer has less than 100 ms of audio');
    return undefined;
  };
}

function serveOpenAi({ signal, hearing, hear, send, refuse }: RealtimeSession): (message: Message) => void {
  const rateHz = 24_000;
  let input: { readonly language?: string; readonly prompt?: string } | undefined;
  const buffer = openAudioBuffer({ rateHz, refuse });
  send({ type: 'session.created', session: { type: 'transcription', id: 'sess_1' } });

  async function understand(samples: Float32Array): Promise<void> {
    const { afterMs, trouble } = hearing();
    await pause(systemClock, afterMs, signal);
    if (trouble === 'never' || signal.aborted) return;
    if (trouble !== undefined) return send({ type: `${transcription}.failed`, error: { message: 'secret words' } });
    const transcript = await hear({ samples, rateHz }, input?.language, input?.prompt);
    const half = Math.ceil(transcript.length / 2);
    for (const delta of [transcript.slice(0, half), transcript.slice(half)])
      send({ type: `${transcription}.delta`, item_id: 'item_1', delta });
    send({ type: `${transcription}.completed`, item_id: 'item_1', transcript });
  }

  return (message) => {
    if (message.type === 'session.update') {
      const wanted = message.session as Record<string, never> | undefined;
      const inputConfig = (wanted?.audio as Record<string, never> | undefined)?.input as
        | Record<string, never>
        | undefined;
      const { type, rate } = (inputConfig?.format ?? {}) as { readonly type?: string; readonly rate?: number };
      const { model, language, prompt } = (inputConfig?.transcription ?? {}) as {
        readonly model?: string;
        readonly language?: string;
        readonly prompt?: string;
      };
      if (wanted?.type !== 'transcription' || type !== 'audio/pcm' || rate !== rateHz)
        return refuse('session.update is not of a transcription of PCM at 24 kHz');
      if (!model || inputConfig?.turn_detection !== null)
        return refuse('session.update needs a model and no turn detection');
      if (language !== undefined && !isLanguage(language)) return refuse('language must be a code of ISO 639');
      input = { ...(language === undefined ? {} : { language }), ...(prompt === undefined ? {} : { prompt }) };
      return send({ type: 'session.updated', session: wanted });
    }
    if (input === undefined) return refuse(`${String(message.type)} before session.update`);
    const samples = buffer(message);
    if (samples === undefined) return;
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

  /** Sends new words. Words are only appended, never removed. */
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
    // Servers lose such audio without an error.
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

/**
 * Serves Speaches, whose sessions have the fields of an earlier version of OpenAI's. The real server ignores unknown
 * fields and then splits speech with its own detector; this one refuses them.
 */
function serveSpeaches({ query, signal, hearing, hear, send, refuse }: RealtimeSession): (message: Message) => void {
  const rateHz = 24_000;
  const session = {
    id: 'sess_1',
    input_audio_format: 'pcm16',
    turn_detection: { type: 'server_vad' } as object | null,
    input_audio_transcription: {
      model: query.get('model'),
      language: query.get('language'),
      prompt: undefined as string | undefined,
    },
  };
  const buffer = openAudioBuffer({ rateHz, refuse });
  let items = 0;
  send({ type: 'session.created', session });

  async function understand(samples: Float32Array, itemId: string): Promise<void> {
    const { language, prompt } = session.input_audio_transcription;
    const { afterMs, trouble } = hearing();
    await pause(systemClock, afterMs, signal);
    if (trouble === 'never' || signal.aborted) return;
    if (trouble !== undefined)
      return send({ type: 'error', error: { type: 'server_error', message: 'secret words', code: null } });
    const transcript = await hear({ samples, rateHz }, language ?? undefined, prompt);
    send({ type: `${transcription}.completed`, item_id: itemId, content_index: 0, transcript });
  }

  function update(wanted: unknown): void {
    const fields = (wanted ?? {}) as Message;
    const { model, language, prompt, ...others } = (fields.input_audio_transcription ?? {}) as Message;
    const supported = ['turn_detection', 'input_audio_transcription'];
    const unknown = [...Object.keys(fields).filter((name) => !supported.includes(name)), ...Object.keys(others)][0];
    if (unknown !== undefined) return refuse(`session.update has the field ${unknown}`);
    if (typeof model !== 'string' || model === '') return refuse('session.update needs a model');
    if (fields.turn_detection !== null) return refuse('session.update leaves the turn detection on');
    if (language !== undefined && !isLanguage(language)) return refuse('language must be a code of ISO 639');
    // An omitted language is unchanged.
    if (language !== undefined) session.input_audio_transcription.language = String(language);
    session.input_audio_transcription.model = model;
    if (prompt !== undefined) session.input_audio_transcription.prompt = String(prompt);
    session.turn_detection = null;
    send({ type: 'session.updated', session });
  }

  return (message) => {
    if (message.type === 'session.update') return update(message.session);
    if (session.turn_detection !== null) return refuse(`${String(message.type)} before session.update`);
    const samples = buffer(message);
    if (samples === undefined) return;
    const itemId = `item_${++items}`;
    send({ type: 'input_audio_buffer.committed', previous_item_id: null, item_id: itemId });
    send({ type: 'conversation.item.created', previous_item_id: null, item: { id: itemId, type: 'message' } });
    return void understand(samples, itemId);
  };
}

const serving: Readonly<Record<ServedDialect, Serve>> = {
  openai: serveOpenAi,
  vllm: serveVllm,
  speaches: serveSpeaches,
};
