import { readTwiml } from './answer-document.ts';
import type { FarDialect, FarEvent, FarParse, FarSession, StreamIdentity } from './far-dialect.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { base64Of, bytesOf, complain, markOf, readMessage, understood } from './message.ts';

/** The provider's end of twilio: JSON, `connected` before `start`, 20 ms frames of mu-law, numbers as strings. */
export const twilioFar: FarDialect = {
  name: 'twilio',
  ask({ callId, from, to }) {
    const names = { CallSid: callId, From: from, To: to, Caller: from, Called: to };
    const form = { ...names, AccountSid: 'AC', ApiVersion: '2010-04-01', Direction: 'inbound', CallStatus: 'ringing' };
    return { path: '/api/voice/webhooks/twilio/answer', init: { method: 'POST', body: new URLSearchParams(form) } };
  },
  readAnswer: readTwiml,
  speechRateHz: 8000,
  formats: [{ encoding: 'mulaw', rateHz: 8000 }],
  frameMs: 20,
  bufferMs: 60_000,
  clears: 'unplayed',
  acknowledgesCleared: true,
  open: openSession,
};

function openSession(identity: StreamIdentity): FarSession {
  const { streamId: streamSid, callId: callSid, accountId: accountSid, custom } = identity;
  let sequence = 0;
  let chunk = 0;
  const message = (event: string, fields: Fields): string => {
    sequence += 1;
    return JSON.stringify({ event, sequenceNumber: String(sequence), ...fields, streamSid });
  };
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
  const start = { accountSid, streamSid, callSid, tracks: ['inbound'], mediaFormat, customParameters: custom };

  const print = (event: FarEvent): readonly string[] => {
    switch (event.type) {
      case 'start':
        return [
          JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }),
          message('start', { start }),
        ];
      case 'audio': {
        chunk += 1;
        const timestamp = String(Math.round(event.atMs));
        const payload = base64Of(event.payload);
        return [message('media', { media: { track: 'inbound', chunk: String(chunk), timestamp, payload } })];
      }
      case 'dtmf':
        return [message('dtmf', { dtmf: { track: 'inbound_track', digit: event.digit } })];
      case 'played':
        return [message('mark', { mark: { name: event.name } })];
      case 'cleared':
        return [];
      case 'stop':
        return [message('stop', { stop: { accountSid, callSid } })];
    }
  };
  return { print, parse: (text) => parse(text, identity) };
}

function parse(text: string | Uint8Array, { streamId }: StreamIdentity): FarParse {
  const read = readMessage(text);
  if ('failed' in read) return read.failed;
  const { fields } = read;
  if (fields.streamSid !== streamId)
    return complain('wrong_stream', `${String(fields.event)} for ${String(fields.streamSid)}`);
  switch (fields.event) {
    case 'media': {
      const payload = bytesOf(fieldsOf(fields.media)?.payload);
      return payload === undefined
        ? complain('bad_message', 'media without a base64 payload')
        : understood({ type: 'audio', payload });
    }
    case 'mark':
      return markOf(fieldsOf(fields.mark)?.name);
    case 'clear':
      return understood({ type: 'clear' });
    default:
      return complain('unknown_event', String(fields.event));
  }
}
