import type { ServerResponse } from 'node:http';
import { encodeL16 } from '../../codec/l16.ts';
import { wavHeader } from '../../codec/wav.ts';
import { pause, systemClock } from '../../kit/clock.ts';
import type { Clip } from '../../line/audio.ts';
import type { SpeechManner } from './speech-manner.ts';

export interface AudioAnswer {
  readonly manner: SpeechManner;
  readonly clip: () => Promise<Clip>;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
  readonly onFirstByte: () => void;
  readonly onStatus: (status: number) => void;
}

const types = { pcm: 'audio/pcm', wav: 'audio/wav', events: 'text/event-stream' } as const;

/** Streams audio as the configured server would. Ends when the client disconnects. */
export async function sendAudio(response: ServerResponse, answer: AudioAnswer): Promise<void> {
  const { manner, signal, onFirstByte, onStatus } = answer;
  const { form, trouble } = manner;
  const clip = await answer.clip();
  await pause(systemClock, manner.firstByteMs, signal);
  if (trouble === 'never') return;
  if (trouble === 'refuse' || trouble === 'busy') {
    const status = trouble === 'busy' ? 429 : 503;
    onStatus(status);
    return sendBusy(response, status);
  }
  if (trouble === 'page' || trouble === 'disguised') {
    response.writeHead(200, { 'content-type': trouble === 'page' ? 'text/html' : types[form] });
    return void response.end(page);
  }
  const silent = trouble === 'silent' ? new Float32Array(clip.samples.length) : clip.samples;
  const pcm = trouble === 'empty' ? new Uint8Array(0) : encodeL16(silent);
  response.writeHead(200, { 'content-type': trouble === 'other_type' ? 'audio/mpeg' : types[form] });
  if (trouble === 'first_byte') return void response.write(pcm.subarray(0, 1));
  // Servers that stream a WAV file do not know its length.
  if (form === 'wav') response.write(wavHeader({ rateHz: clip.rateHz, channels: 1, dataBytes: 0xffffffff }));
  if (trouble === 'endless') return repeat(response, pcm, signal);
  for (let at = 0; at < pcm.length && !response.destroyed; at += manner.pieceBytes) {
    const piece = pcm.subarray(at, at + manner.pieceBytes);
    onFirstByte();
    response.write(form === 'events' ? eventOf(piece) : piece);
    if (trouble === 'close') return void response.destroy();
    if (trouble === 'stall') return;
    if (manner.everyMs > 0) await pause(systemClock, manner.everyMs, signal);
  }
  if (form === 'events') response.write('data: {"type":"speech.audio.done"}\n\n');
  response.end();
}

/** Sends a piece a millisecond until the client leaves. */
export async function repeat(response: ServerResponse, piece: Uint8Array, signal: AbortSignal): Promise<void> {
  while (!response.destroyed && !signal.aborted) {
    if (!response.writableNeedDrain) response.write(piece);
    await pause(systemClock, 1, signal);
  }
}

export const page = `<!DOCTYPE html><html><body>${'The gateway cannot reach the server. '.repeat(100)}</body></html>`;

/** `Retry-After` of a busy server, in seconds. */
const busySeconds = 40;

export function sendBusy(response: ServerResponse, status: 429 | 503): void {
  const retry = status === 429 ? { 'retry-after': String(busySeconds) } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...retry });
  response.end('{"error":{"message":"busy","type":"server_error","code":"overloaded"}}');
}

const eventOf = (piece: Uint8Array): string =>
  `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: Buffer.from(piece).toString('base64') })}\n\n`;
