import { readAnswerJson } from './answer-document.ts';
import type { Complaint, FarDialect, FarEvent, FarParse, FarSession, StreamIdentity } from './far-dialect.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { base64Of, bytesOf, complain, markOf, readMessage, understood } from './message.ts';

/** The provider's rules for a chunk that it plays, in bytes. */
const chunkUnitBytes = 320;
const minChunkBytes = 3_200;
const maxChunkBytes = 100_000;

/** The provider's end of telephony_b: raw L16, `connected` before `start`, 100 ms frames, numbers as strings. */
export const telephonyBFar: FarDialect = {
  name: 'telephony_b',
  ask({ callId, from, to }) {
    const form = { CallSid: callId, CallFrom: from, CallTo: to, Direction: 'incoming' };
    return {
      path: '/api/voice/webhooks/telephony_b/answer',
      init: { method: 'POST', body: new URLSearchParams(form) },
    };
  },
  readAnswer: readAnswerJson,
  speechRateHz: 16000,
  formats: [
    { encoding: 'l16', rateHz: 8000 },
    { encoding: 'l16', rateHz: 16000 },
    { encoding: 'l16', rateHz: 24000 },
  ],
  frameMs: 100,
  bufferMs: 60_000,
  clears: 'unstarted',
  open: openSession,
};

function openSession(identity: StreamIdentity): FarSession {
  let sequence = 0;
  let chunk = 0;
  const spell = speller(identity.spelling ?? 'snake');
  const sid = { [spell('stream_sid')]: identity.streamId };
  const message = (fields: Fields): string => {
    sequence += 1;
    return JSON.stringify({ [spell('sequence_number')]: String(sequence), ...sid, ...fields });
  };

  const print = (event: FarEvent): readonly string[] => {
    switch (event.type) {
      case 'start':
        return [JSON.stringify({ event: 'connected' }), message({ event: 'start', start: startOf(identity, spell) })];
      case 'audio': {
        chunk += 1;
        const timestamp = String(Math.round(event.atMs));
        return [
          message({ event: 'media', media: { chunk: String(chunk), timestamp, payload: base64Of(event.payload) } }),
        ];
      }
      case 'dtmf':
        return [message({ event: 'dtmf', dtmf: { digit: event.digit, duration: '100' } })];
      case 'played':
        return [message({ event: 'mark', mark: { name: event.name } })];
      case 'cleared':
        return [];
      case 'stop': {
        const ids = { [spell('call_sid')]: identity.callId, [spell('account_sid')]: identity.accountId };
        return [message({ event: 'stop', stop: { ...ids, reason: event.reason } })];
      }
    }
  };
  return { print, parse: (text) => parse(text, identity) };
}

type Spell = (name: string) => string;

const speller =
  (spelling: 'snake' | 'camel'): Spell =>
  (name) =>
    spelling === 'snake' ? name : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function startOf(identity: StreamIdentity, spell: Spell): Fields {
  return {
    [spell('stream_sid')]: identity.streamId,
    [spell('call_sid')]: identity.callId,
    [spell('account_sid')]: identity.accountId,
    from: identity.from,
    to: identity.to,
    [spell('custom_parameters')]: identity.custom,
    [spell('media_format')]: {
      encoding: 'raw',
      [spell('sample_rate')]: String(identity.format.rateHz),
      [spell('bit_rate')]: `${(identity.format.rateHz * 16) / 1000}kbps`,
    },
  };
}

function parse(text: string | Uint8Array, identity: StreamIdentity): FarParse {
  const read = readMessage(text);
  if ('failed' in read) return read.failed;
  const { fields } = read;
  const stream = fields.stream_sid ?? fields.streamSid;
  if (stream !== identity.streamId) return complain('wrong_stream', `${String(fields.event)} for ${String(stream)}`);
  switch (fields.event) {
    case 'media':
      return parseAudio(fieldsOf(fields.media) ?? {});
    case 'mark':
      return markOf(fieldsOf(fields.mark)?.name);
    case 'clear':
      return understood({ type: 'clear' });
    default:
      return complain('unknown_event', String(fields.event));
  }
}

function parseAudio(media: Fields): FarParse {
  const payload = bytesOf(media.payload);
  if (payload === undefined) return complain('bad_message', 'media without a base64 payload');
  const size = payload.length;
  if (size % 2 !== 0) return complain('ragged_chunk', `${size} bytes of 16-bit samples`);
  const complaints: Complaint[] = [];
  if (size % chunkUnitBytes !== 0) {
    complaints.push({ code: 'ragged_chunk', detail: `${size} bytes, not a multiple of ${chunkUnitBytes}` });
  }
  if (size < minChunkBytes) complaints.push({ code: 'too_small', detail: `${size} bytes, under ${minChunkBytes}` });
  if (size > maxChunkBytes) complaints.push({ code: 'too_large', detail: `${size} bytes, over ${maxChunkBytes}` });
  return { commands: [{ type: 'audio', payload }], complaints };
}
