import { parseJson } from '../../kit/parse-json.ts';
import type { WireFormat } from '../../line/audio.ts';
import type { AudioEvent, Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
import { type AudioText, createAudioText } from './audio-text.ts';
import {
  accepted,
  audioOf,
  base64Of,
  type Fields,
  field,
  fieldsOf,
  formatOf,
  ignored,
  keyOf,
  playedOf,
  readMessage,
  refused,
  stringsOf,
  textOf,
  unknownEvent,
} from './message.ts';
import { readMedia } from './read-media.ts';

/** The provider's format for streams without a content type. */
const providerDefault: WireFormat = { encoding: 'l16', rateHz: 8000 };

/** The provider advises messages of at most 16 KB; base64 adds a third. */
const maxPayloadBytes = 12_000;

/** JSON text only. Audio in 20 ms pieces, because bursts are queued at the provider and delay a barge-in. */
export const telephonyA: Dialect = {
  name: 'telephony_a',
  sendsKeys: true,
  showsCaptions: false,
  formatAdvice({ encoding, rateHz }) {
    const type = encoding === 'l16' ? 'audio/x-l16' : 'audio/x-mulaw';
    return `have the provider stream contentType="audio/x-mulaw;rate=8000", or say ${type};rate=${rateHz} in its start`;
  },
  chunking: () => ({ chunkMs: 20, leadMs: 60 }),
  open: () => new TelephonyASession(),
};

/**
 * The session keeps its state in its own fields, because each further object that a frame touches costs a wait for
 * memory.
 */
export class TelephonyASession implements DialectSession {
  /** Format from the stream's start message. */
  private format: WireFormat | undefined;
  private audioText: AudioText | undefined;
  private stopped = false;
  private streamId = '';

  constructor() {
    this.format = undefined;
    this.audioText = undefined;
  }

  parseAudio(text: Uint8Array): AudioEvent | undefined {
    return this.format === undefined || this.stopped ? undefined : readMedia(text, this.format);
  }

  printAudio(payload: Uint8Array): Uint8Array | undefined {
    const isOneMessage = payload.length > 0 && payload.length <= maxPayloadBytes;
    return isOneMessage ? this.audioText?.print(payload) : undefined;
  }

  parse(message: string | Uint8Array): ParseResult {
    const read = readMessage(message);
    if (!read.ok) return read;
    const { fields } = read;
    if (this.stopped) return ignored;
    switch (fields.event) {
      case 'media':
        return this.media(fields);
      case 'start':
        return this.start(fields);
      case 'dtmf':
        return keyOf(fieldsOf(fields.dtmf)?.digit ?? fields.digit);
      case 'playedStream':
      case 'played':
        return playedOf(fields.name, 'an acknowledgement');
      case 'clearedAudio':
      case 'cleared':
        return accepted({ type: 'cleared' });
      case 'playFailed':
      case 'error':
        return accepted({ type: 'trouble', reason: textOf(fields.reason) ?? textOf(fields.error) ?? fields.event });
      case 'stop':
        this.stopped = true;
        return accepted({
          type: 'stop',
          reason: textOf(fields.reason) ?? textOf(fieldsOf(fields.stop)?.reason) ?? 'stop',
        });
      case 'connected':
      case 'muteStream':
      case 'unmuteStream':
        return ignored;
      default:
        return unknownEvent(fields.event);
    }
  }

  print(command: WireCommand): readonly string[] {
    const { format, streamId } = this;
    if (format === undefined) return [];
    switch (command.type) {
      case 'audio':
        return printAudio(format, command.payload);
      case 'mark':
        return [JSON.stringify({ event: 'checkpoint', streamId, name: command.name })];
      case 'clear':
        return [JSON.stringify({ event: 'clearAudio', streamId })];
      case 'dtmf':
        return [JSON.stringify({ event: 'sendDTMF', dtmf: command.digit })];
      default:
        return [];
    }
  }

  private start(fields: Fields): ParseResult {
    if (this.format !== undefined) return refused('out_of_order', 'a second start');
    const details = fieldsOf(fields.start);
    if (details === undefined) return refused('bad_message', 'start without its details');
    const media = fieldsOf(field(details, 'mediaFormat', 'media_format')) ?? {};
    const format = formatOf(media.encoding, field(media, 'sampleRate', 'sample_rate'), providerDefault);
    if (typeof format === 'string') return refused('bad_message', format);
    const streamId = textOf(field(details, 'streamId', 'stream_id') ?? field(fields, 'streamId', 'stream_id')) ?? '';
    const callId = textOf(field(details, 'callId', 'call_id', 'callUUID')) ?? '';
    const headers = field(fields, 'extra_headers', 'extraHeaders') ?? field(details, 'extra_headers', 'extraHeaders');
    this.format = format;
    this.streamId = streamId;
    this.audioText = audioTextOf(format);
    return accepted({ type: 'start', callId, streamId, format, custom: extraHeadersOf(headers) });
  }

  private media(fields: Fields): ParseResult {
    if (this.format === undefined) return refused('out_of_order', 'media before start');
    const details = fieldsOf(fields.media);
    if (details === undefined) return refused('bad_message', 'media without its details');
    // The agent's own voice, on streams with both tracks.
    if (details.track === 'outbound') return ignored;
    return audioOf(details.payload, this.format, details.chunk);
  }
}

function audioHeadOf({ encoding, rateHz }: WireFormat): string {
  return `{"event":"playAudio","media":{"contentType":"audio/x-${encoding}","sampleRate":${rateHz},"payload":"`;
}

/** By format and shared by all streams: these messages contain nothing else about a stream. */
const audioTexts = new Map<string, AudioText>();

function audioTextOf(format: WireFormat): AudioText {
  const head = audioHeadOf(format);
  const audioText = audioTexts.get(head) ?? createAudioText(head, '"}}');
  audioTexts.set(head, audioText);
  return audioText;
}

function printAudio(format: WireFormat, payload: Uint8Array): readonly string[] {
  const messages: string[] = [];
  for (let at = 0; at < payload.length; at += maxPayloadBytes) {
    messages.push(`${audioHeadOf(format)}${base64Of(payload.subarray(at, at + maxPayloadBytes))}"}}`);
  }
  return messages;
}

/**
 * Parses the stream's extra headers in the spellings seen: JSON, `k=v` separated by `;` or by `,`, with or without
 * braces.
 */
export function extraHeadersOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'string') return stringsOf(value);
  const text = value.trim();
  if (text.startsWith('{')) {
    try {
      return stringsOf(parseJson(text));
    } catch {
      // The text is `k=v` pairs in braces.
    }
  }
  const inner = text.replace(/^\{/, '').replace(/\}$/, '');
  const entries: [string, string][] = [];
  for (const pair of inner.split(inner.includes(';') ? ';' : ',')) {
    const at = pair.indexOf('=');
    if (at > 0) entries.push([pair.slice(0, at).trim(), pair.slice(at + 1).trim()]);
  }
  return Object.fromEntries(entries);
}
