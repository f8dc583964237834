import type { WireFormat } from '../../line/audio.ts';
import type { Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
import { createAudioText } from './audio-text.ts';
import {
  audioOf,
  base64Of,
  digitOf,
  type Fields,
  field,
  fieldsOf,
  formatOf,
  ignored,
  readMessage,
  refused,
  stringsOf,
  textOf,
  told,
} from './message.ts';
import { readMedia } from './read-media.ts';

/** What the provider uses when the stream was opened without naming a content type. */
const providerDefault: WireFormat = { encoding: 'l16', rateHz: 8000 };

/** The provider advises messages of at most 16 KB; base64 adds a third. */
const maxPayloadBytes = 12_000;

/** JSON text only. Audio in 20 ms pieces: what is sent in bursts is queued at the provider and delays a barge-in. */
export const telephonyA: Dialect = {
  name: 'telephony_a',
  sendsKeys: true,
  chunking: () => ({ chunkMs: 20, leadMs: 60 }),
  open: openSession,
};

interface Stream {
  readonly format: WireFormat;
  readonly streamId: string;
  readonly printAudio: (payload: Uint8Array) => Uint8Array;
}

function openSession(): DialectSession {
  let stream: Stream | undefined;
  let stopped = false;

  function start(fields: Fields): ParseResult {
    if (stream !== undefined) return refused('out_of_order', 'a second start');
    const details = fieldsOf(fields.start);
    if (details === undefined) return refused('bad_message', 'start without its details');
    const media = fieldsOf(field(details, 'mediaFormat', 'media_format')) ?? {};
    const format = formatOf(media.encoding, field(media, 'sampleRate', 'sample_rate'), providerDefault);
    if (typeof format === 'string') return refused('bad_message', format);
    const streamId = textOf(field(details, 'streamId', 'stream_id') ?? field(fields, 'streamId', 'stream_id')) ?? '';
    const callId = textOf(field(details, 'callId', 'call_id')) ?? '';
    const headers = field(fields, 'extra_headers', 'extraHeaders') ?? field(details, 'extra_headers', 'extraHeaders');
    stream = { format, streamId, printAudio: audioTextOf(format) };
    return told({ type: 'start', callId, streamId, format, custom: extraHeadersOf(headers) });
  }

  function media(fields: Fields): ParseResult {
    if (stream === undefined) return refused('out_of_order', 'media before start');
    const details = fieldsOf(fields.media);
    if (details === undefined) return refused('bad_message', 'media without its details');
    // Our own voice, when the stream was set to carry both tracks.
    if (details.track === 'outbound') return ignored;
    return audioOf(details.payload, stream.format, details.chunk);
  }

  function parse(message: string | Uint8Array): ParseResult {
    const read = readMessage(message);
    if (!read.ok) return read;
    const { fields } = read;
    if (stopped) return ignored;
    switch (fields.event) {
      case 'media':
        return media(fields);
      case 'start':
        return start(fields);
      case 'dtmf': {
        const digit = digitOf(fieldsOf(fields.dtmf)?.digit ?? fields.digit);
        return told(
          digit === undefined ? { type: 'trouble', reason: 'dtmf without a digit' } : { type: 'dtmf', digit },
        );
      }
      case 'playedStream':
      case 'played': {
        const name = textOf(fields.name);
        return name === undefined
          ? refused('bad_message', 'an acknowledgement without a name')
          : told({ type: 'played', name });
      }
      case 'clearedAudio':
      case 'cleared':
        return told({ type: 'cleared' });
      case 'playFailed':
      case 'error':
        return told({ type: 'trouble', reason: textOf(fields.reason) ?? textOf(fields.error) ?? fields.event });
      case 'stop':
        stopped = true;
        return told({ type: 'stop', reason: textOf(fields.reason) ?? textOf(fieldsOf(fields.stop)?.reason) ?? 'stop' });
      default:
        return typeof fields.event === 'string' ? ignored : refused('bad_message', 'a message without an event');
    }
  }

  function print(command: WireCommand): readonly string[] {
    if (stream === undefined) return [];
    switch (command.type) {
      case 'audio':
        return printAudio(stream, command.payload);
      case 'mark':
        return [JSON.stringify({ event: 'checkpoint', streamId: stream.streamId, name: command.name })];
      case 'clear':
        return [JSON.stringify({ event: 'clearAudio', streamId: stream.streamId })];
      case 'dtmf':
        return [JSON.stringify({ event: 'sendDTMF', dtmf: command.digit })];
      default:
        return [];
    }
  }

  return {
    parse,
    print,
    parseAudio(text) {
      return stream === undefined || stopped ? undefined : readMedia(text, stream.format);
    },
    printAudio(payload) {
      const isOneMessage = payload.length > 0 && payload.length <= maxPayloadBytes;
      return isOneMessage ? stream?.printAudio(payload) : undefined;
    },
  };
}

function audioHeadOf({ encoding, rateHz }: WireFormat): string {
  return `{"event":"playAudio","media":{"contentType":"audio/x-${encoding}","sampleRate":${rateHz},"payload":"`;
}

/** By format, for all streams: nothing else of a stream is in these messages. */
const audioTexts = new Map<string, (payload: Uint8Array) => Uint8Array>();

function audioTextOf(format: WireFormat): (payload: Uint8Array) => Uint8Array {
  const head = audioHeadOf(format);
  const print = audioTexts.get(head) ?? createAudioText(head, '"}}');
  audioTexts.set(head, print);
  return print;
}

function printAudio({ format }: Stream, payload: Uint8Array): readonly string[] {
  const messages: string[] = [];
  for (let at = 0; at < payload.length; at += maxPayloadBytes) {
    messages.push(`${audioHeadOf(format)}${base64Of(payload.subarray(at, at + maxPayloadBytes))}"}}`);
  }
  return messages;
}

/** The stream's extra headers in the spellings seen: JSON, `k=v` separated by `;` or by `,`, with or without braces. */
export function extraHeadersOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'string') return stringsOf(value);
  const text = value.trim();
  if (text.startsWith('{')) {
    try {
      return stringsOf(JSON.parse(text));
    } catch {
      // Braces around `k=v` pairs.
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
