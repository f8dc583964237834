import type { WireFormat } from '../../line/audio.ts';
import type { Chunking, Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
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
  paddedL16,
  playedOf,
  readMessage,
  refused,
  stringsOf,
  textOf,
  unknownEvent,
} from './message.ts';
import { readMedia } from './read-media.ts';

const providerDefault: WireFormat = { encoding: 'l16', rateHz: 8000 };

/**
 * The provider's rules for one outgoing payload: not a multiple of the unit leaves gaps, too small causes jitter, too
 * large times out.
 */
const unitBytes = 320;
const minPayloadBytes = 3_200;
const maxPayloadBytes = 99_840;

/** How long before the end of the playing chunk the next one is sent. */
const leadMs = 100;

/** JSON text only, raw L16. A chunk that has begun to play cannot be cleared, so chunks are as short as the rules allow. */
export const telephonyB: Dialect = {
  name: 'telephony_b',
  sendsKeys: false,
  showsCaptions: false,
  formatAdvice: ({ rateHz }) =>
    `have the provider send a sample_rate of ${rateHz} in its start, or stream at the announced rate`,
  chunking({ rateHz }: WireFormat): Chunking {
    return { chunkMs: rateHz === 8000 ? 200 : 100, leadMs };
  },
  open: openSession,
};

interface Stream {
  readonly format: WireFormat;
  readonly streamId: string;
  readonly streamIdJson: string;
}

function openSession(): DialectSession {
  let stream: Stream | undefined;
  let stopped = false;
  let sequence = 0;
  let chunk = 0;
  let sentBytes = 0;

  function start(fields: Fields): ParseResult {
    if (stream !== undefined) return refused('out_of_order', 'a second start');
    const details = fieldsOf(fields.start);
    if (details === undefined) return refused('bad_message', 'start without its details');
    const media = fieldsOf(field(details, 'media_format', 'mediaFormat')) ?? {};
    const format = formatOf(media.encoding, field(media, 'sample_rate', 'sampleRate'), providerDefault);
    if (typeof format === 'string') return refused('bad_message', format);
    if (format.encoding !== 'l16') return refused('bad_message', 'an encoding other than raw 16-bit samples');
    const streamId =
      textOf(field(details, 'stream_sid', 'streamSid') ?? field(fields, 'stream_sid', 'streamSid')) ?? '';
    const from = textOf(details.from);
    const to = textOf(details.to);
    stream = { format, streamId, streamIdJson: JSON.stringify(streamId) };
    return accepted({
      type: 'start',
      callId: textOf(field(details, 'call_sid', 'callSid')) ?? '',
      streamId,
      format,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      custom: stringsOf(field(details, 'custom_parameters', 'customParameters')),
    });
  }

  function media(fields: Fields): ParseResult {
    if (stream === undefined) return refused('out_of_order', 'media before start');
    const details = fieldsOf(fields.media);
    if (details === undefined) return refused('bad_message', 'media without its details');
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
      case 'dtmf':
        return keyOf(fieldsOf(fields.dtmf)?.digit ?? fields.digit);
      case 'mark':
        return playedOf(fieldsOf(fields.mark)?.name ?? fields.name);
      case 'clear':
        return accepted({ type: 'cleared' });
      case 'error':
        return accepted({ type: 'trouble', reason: textOf(fields.reason) ?? textOf(fields.message) ?? 'error' });
      case 'stop':
        stopped = true;
        return accepted({
          type: 'stop',
          reason: textOf(fieldsOf(fields.stop)?.reason) ?? textOf(fields.reason) ?? 'stop',
        });
      case 'connected':
        return ignored;
      default:
        return unknownEvent(fields.event);
    }
  }

  /** Some of the provider's streams close early if a message lacks its numbers. */
  function head(event: string, { streamIdJson }: Stream): string {
    sequence += 1;
    return `{"event":"${event}","sequence_number":${sequence},"stream_sid":${streamIdJson}`;
  }

  function printChunk(to: Stream, payload: Uint8Array): string {
    chunk += 1;
    const timestampMs = Math.round((sentBytes * 500) / to.format.rateHz);
    sentBytes += payload.length;
    return `${head('media', to)},"media":{"chunk":${chunk},"timestamp":"${timestampMs}","payload":"${base64Of(payload)}"}}`;
  }

  function print(command: WireCommand): readonly string[] {
    const to = stream;
    if (to === undefined) return [];
    switch (command.type) {
      case 'audio':
        return chunksOf(command.payload).map((payload) => printChunk(to, payload));
      case 'mark':
        return [`${head('mark', to)},"mark":{"name":${JSON.stringify(command.name)}}}`];
      case 'clear':
        return [`${head('clear', to)}}`];
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
  };
}

/** Splits audio into payloads within the provider's rules; short or uneven ones are padded with silence. */
function chunksOf(payload: Uint8Array): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < payload.length; at += maxPayloadBytes) {
    const piece = payload.subarray(at, at + maxPayloadBytes);
    const bytes = Math.max(minPayloadBytes, Math.ceil(piece.length / unitBytes) * unitBytes);
    chunks.push(paddedL16(piece, bytes));
  }
  return chunks;
}
