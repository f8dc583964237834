import { readNcco } from './answer-document.ts';
import type { FarDialect, FarEvent, FarParse, FarSession, StreamIdentity } from './far-dialect.ts';
import { fieldsOf } from './fields.ts';
import { complain, markOf, readMessage, understood } from './message.ts';

/** The provider's end of vonage: binary L16 frames of 20 ms, and JSON without sequence numbers. */
export const vonageFar: FarDialect = {
  name: 'vonage',
  ask({ callId, from, to }) {
    const body = { uuid: callId, conversation_uuid: `CON-${callId}`, from: plain(from), to: plain(to) };
    return {
      path: '/api/voice/webhooks/vonage/answer',
      init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    };
  },
  readAnswer: readNcco,
  speechRateHz: 16000,
  formats: [
    { encoding: 'l16', rateHz: 16000 },
    { encoding: 'l16', rateHz: 8000 },
    { encoding: 'l16', rateHz: 24000 },
  ],
  frameMs: 20,
  bufferMs: 60_000,
  clears: 'unplayed',
  open: openSession,
};

/** Numbers are written without a plus. */
const plain = (number: string): string => number.replace(/^\+/, '');

function openSession({ format, custom }: StreamIdentity): FarSession {
  const frameBytes = (format.rateHz * 2 * 20) / 1000;
  const print = (event: FarEvent): readonly (string | Uint8Array)[] => {
    switch (event.type) {
      case 'start': {
        const contentType = `audio/l16;rate=${format.rateHz}`;
        return [JSON.stringify({ event: 'websocket:connected', 'content-type': contentType, ...custom })];
      }
      case 'audio':
        return [event.payload];
      case 'dtmf':
        return [JSON.stringify({ event: 'websocket:dtmf', digit: event.digit, duration: 260 })];
      case 'played':
        return [JSON.stringify({ event: 'websocket:notify', payload: { name: event.name } })];
      case 'cleared':
        return [JSON.stringify({ event: 'websocket:cleared' })];
      case 'stop':
        return [];
    }
  };
  return { print, parse: (message) => parse(message, frameBytes) };
}

function parse(message: string | Uint8Array, frameBytes: number): FarParse {
  if (typeof message !== 'string') {
    if (message.length % 2 !== 0) return complain('ragged_chunk', `${message.length} bytes of 16-bit samples`);
    const audio = { type: 'audio', payload: message } as const;
    if (message.length % frameBytes === 0) return understood(audio);
    return complain('ragged_chunk', `${message.length} bytes, not a multiple of ${frameBytes}`, audio);
  }
  const read = readMessage(message);
  if ('failed' in read) return read.failed;
  const { action, payload } = read.fields;
  if (action === 'clear') return understood({ type: 'clear' });
  if (action !== 'notify') return complain('unknown_event', String(action));
  return markOf(fieldsOf(payload)?.name, 'a notification');
}
