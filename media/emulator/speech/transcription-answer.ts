import type { ServerResponse } from 'node:http';
import { page, repeat, sendBusy } from './audio-answer.ts';

export interface OpenAiHearing {
  readonly afterMs: number;
  /**
   * `first_byte` and `close` happen after the first byte of the response to a file; `busy`, `page`, `empty`, `endless` and
   * `loop`, a word repeated a thousand times, apply to files only.
   */
  readonly trouble?:
    | 'refuse'
    | 'busy'
    | 'never'
    | 'garbage'
    | 'page'
    | 'empty'
    | 'first_byte'
    | 'close'
    | 'endless'
    | 'loop';
}

export interface TranscriptionAnswer {
  readonly trouble: OpenAiHearing['trouble'];
  readonly text: string;
  /** Seconds. */
  readonly duration: number;
  readonly language: unknown;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
}

/** Answers like a server that has broken down. */
export function sendCrash(response: ServerResponse): void {
  response.writeHead(500, { 'content-type': 'text/plain' });
  response.end('out of memory');
}

/** Answers with the words of a file, or with what the trouble makes of them. */
export async function sendTranscription(response: ServerResponse, answer: TranscriptionAnswer): Promise<void> {
  const { trouble, text, duration, language } = answer;
  if (trouble === 'busy') return sendBusy(response, 429);
  response.writeHead(200, { 'content-type': trouble === 'page' ? 'text/html' : 'application/json' });
  if (trouble === 'page') return void response.end(page);
  if (trouble === 'empty') return void response.end();
  if (trouble === 'first_byte') return void response.write('{');
  if (trouble === 'close') return void response.write('{"text":', () => response.destroy());
  if (trouble === 'garbage') return void response.end(JSON.stringify({ words: 3 }));
  if (trouble === 'loop') return void response.end(JSON.stringify({ text: 'you '.repeat(1000), duration }));
  if (trouble === 'endless') return repeat(response, Buffer.alloc(64_000, ' '), answer.signal);
  response.end(
    JSON.stringify({
      task: 'transcribe',
      language,
      duration,
      text,
      segments: [{ id: 0, start: 0, end: duration, text, avg_logprob: -0.1, no_speech_prob: text === '' ? 0.9 : 0.01 }],
    }),
  );
}
