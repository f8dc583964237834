import { bytesPerSample } from '../line/audio.ts';
import { readAnswerXml } from './answer-document.ts';
import type { FarDialect, FarEvent, FarParse, FarSession, StreamIdentity } from './far-dialect.ts';
import { type Fields, fieldsOf, textOf } from './fields.ts';
import { base64Of, bytesOf, complain, readMessage, understood } from './message.ts';

/** The provider refuses larger messages. */
const maxMessageBytes = 65_536;

/** The provider's end of telephony_a: JSON only, no message before `start`, a frame every 20 ms. */
export const telephonyAFar: FarDialect = {
  name: 'telephony_a',
  ask({ callId, from, to }) {
    const names = { CallUUID: callId, From: from, To: to };
    const form = { ...names, Direction: 'inbound', CallStatus: 'ringing', Event: 'StartApp' };
    return {
      path: '/api/voice/webhooks/telephony_a/answer',
      init: { method: 'POST', body: new URLSearchParams(form) },
    };
  },
  readAnswer: readAnswerXml,
  speechRateHz: 8000,
  formats: [
    { encoding: 'mulaw', rateHz: 8000 },
    { encoding: 'l16', rateHz: 8000 },
    { encoding: 'l16', rateHz: 16000 },
  ],
  frameMs: 20,
  bufferMs: 40_000,
  clears: 'unplayed',
  open: openSession,
};

function openSession(identity: StreamIdentity): FarSession {
  let sequenceNumber = 0;
  let chunk = 0;
  const streamId = identity.streamId;
  const extraHeaders = Object.entries(identity.custom)
    .map(([key, value]) => `${key}=${value}`)
    .join(';');
  const message = (fields: Fields): string[] => {
    sequenceNumber += 1;
    return [JSON.stringify({ sequenceNumber, ...fields, extra_headers: `{${extraHeaders}}` })];
  };

  const print = (event: FarEvent): readonly string[] => {
    switch (event.type) {
      case 'start':
        return message({ event: 'start', start: startOf(identity) });
      case 'audio': {
        chunk += 1;
        const timestamp = String(Math.round(event.atMs));
        const media = { track: 'inbound', timestamp, chunk, payload: base64Of(event.payload) };
        return message({ event: 'media', streamId, media });
      }
      case 'dtmf': {
        const dtmf = { track: 'inbound', digit: event.digit, timestamp: String(Math.round(event.atMs)) };
        return message({ event: 'dtmf', streamId, dtmf });
      }
      case 'played':
        return message({ event: 'playedStream', streamId, name: event.name });
      case 'cleared':
        return message({ event: 'clearedAudio', streamId });
      case 'stop':
        return message({ event: 'stop', streamId, reason: event.reason });
    }
  };
  return { print, parse: (text) => parse(text, identity) };
}

function startOf({ callId, streamId, accountId, format }: StreamIdentity): Fields {
  return {
    callId,
    streamId,
    accountId,
    tracks: ['inbound'],
    mediaFormat: { encoding: contentTypeOf(format.encoding), sampleRate: format.rateHz },
  };
}

const contentTypeOf = (encoding: string): string => (encoding === 'mulaw' ? 'audio/x-mulaw' : 'audio/x-l16');

function parse(text: string | Uint8Array, identity: StreamIdentity): FarParse {
  const read = readMessage(text);
  if ('failed' in read) return read.failed;
  const { fields } = read;
  if (text.length > maxMessageBytes) return complain('too_large', `a message of ${text.length} bytes`);
  switch (fields.event) {
    case 'playAudio':
      return parseAudio(fieldsOf(fields.media) ?? {}, identity);
    case 'checkpoint': {
      const name = textOf(fields.name);
      if (name === undefined || name === '') return complain('bad_message', 'a checkpoint without a name');
      return onStream(fields, identity) ?? understood({ type: 'mark', name });
    }
    case 'clearAudio':
      return onStream(fields, identity) ?? understood({ type: 'clear' });
    case 'sendDTMF': {
      const digit = textOf(fields.dtmf);
      if (digit === undefined) return complain('bad_message', 'sendDTMF without dtmf');
      return understood({ type: 'dtmf', digit });
    }
    default:
      return complain('unknown_event', String(fields.event));
  }
}

function onStream(fields: Fields, identity: StreamIdentity): FarParse | undefined {
  if (fields.streamId === identity.streamId) return undefined;
  return complain('wrong_stream', `${String(fields.event)} for stream ${String(fields.streamId)}`);
}

function parseAudio(media: Fields, { format }: StreamIdentity): FarParse {
  const expected = contentTypeOf(format.encoding);
  if (media.contentType !== expected || Number(media.sampleRate) !== format.rateHz) {
    const got = `${String(media.contentType)} at ${String(media.sampleRate)}`;
    return complain('wrong_format', `${got} on a stream of ${expected} at ${format.rateHz}`);
  }
  const payload = bytesOf(media.payload);
  if (payload === undefined) return complain('bad_message', 'playAudio without a base64 payload');
  if (payload.length % bytesPerSample(format.encoding) !== 0) {
    return complain('ragged_chunk', `${payload.length} bytes of ${format.encoding}`);
  }
  return understood({ type: 'audio', payload });
}
