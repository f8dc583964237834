import { setTimeout as pause } from 'node:timers/promises';
import { withPlace } from '../api/places.ts';
import { startServer } from '../api/server.ts';
import { heardErrors } from '../spoken-error.ts';
import { type Ask, openAccount } from './account.ts';
import { makeCalls, type TelephoneCall } from './telephone-calls.ts';

export interface RecordingFigures {
  readonly calls: number;
  readonly minutes: number;
  readonly completed: number;
  /** Seconds from the first byte of the upload until it was accepted; `seconds` until every call was analysed. */
  readonly acceptedSeconds: number;
  readonly seconds: number;
  /** Calls whose channels were wrongly considered swapped. */
  readonly swapped: number;
  /** Share of all words of both sides. */
  readonly wordError: number;
  /** Calls without a summary, a sentiment or turn times. */
  readonly incomplete: number;
}

export interface RecordingOptions {
  readonly calls: number;
  readonly seconds: number;
  readonly seed: number;
  readonly env: NodeJS.ProcessEnv;
}

const patienceMs = 1_800_000;

/** Sends one bulk upload of recordings with a manifest to a complete server with its models, until all are analysed. */
export const measureRecordings = (options: RecordingOptions): Promise<RecordingFigures> =>
  withPlace(undefined, async (place) => {
    const calls = await makeCalls(options.calls, options.seconds, options.seed);
    const server = await startServer('whole server', place, options.env);
    try {
      const ask = await openAccount(server);
      const startMs = performance.now();
      const since = (): number => (performance.now() - startMs) / 1000;
      const { upload_id: id, errors } = (await ask('POST', '/api/uploads/bulk', formOf(calls))) as Upload;
      if (errors.length > 0) throw new Error(`a recording was refused: ${errors[0]?.detail}`);
      const acceptedSeconds = since();
      let upload = await progress(ask, id);
      while (upload.status === 'processing' && since() * 1000 < patienceMs) {
        await pause(500);
        upload = await progress(ask, id);
      }
      const seconds = since();
      const read = await readBack(ask, upload, calls);
      const minutes = (options.calls * options.seconds) / 60;
      return { calls: calls.length, minutes, completed: upload.completed, acceptedSeconds, seconds, ...read };
    } finally {
      await server.close();
    }
  });

interface Upload {
  readonly upload_id: string;
  readonly status: 'processing' | 'completed';
  readonly completed: number;
  readonly calls: readonly { readonly id: number; readonly file: string }[];
  readonly errors: readonly { readonly detail: string }[];
}

const progress = async (ask: Ask, id: string): Promise<Upload> => (await ask('GET', `/api/uploads/${id}`)) as Upload;

function formOf(calls: readonly TelephoneCall[]): FormData {
  const form = new FormData();
  const rows = calls.map(({ name }) => `${name},Maya,inbound,2026-03-02T10:00:00Z`);
  const manifest = ['file,agent_name,direction,called_at', ...rows].join('\n');
  form.set('manifest', new Blob([manifest]), 'manifest.csv');
  for (const { name, wav } of calls) form.append('files', new Blob([new Uint8Array(wav)]), name);
  return form;
}

interface Analysed {
  readonly transcript: readonly { readonly speaker: string; readonly text: string }[];
  readonly speakers: { readonly swapped: boolean } | null;
  readonly summary: string | null;
  readonly sentiment: string | null;
}

async function readBack(ask: Ask, upload: Upload, calls: readonly TelephoneCall[]) {
  const counts = { swapped: 0, incomplete: 0, words: 0, errors: 0 };
  for (const { id, file } of upload.calls) {
    const { transcript, speakers, summary, sentiment } = (await ask('GET', `/api/calls/${id}`)) as Analysed;
    const isSwapped = speakers?.swapped === true;
    counts.swapped += isSwapped ? 1 : 0;
    counts.incomplete += summary === null || sentiment === null || transcript.length === 0 ? 1 : 0;
    const said = calls.find(({ name }) => name === file)?.said;
    for (const side of ['customer', 'agent'] as const) {
      const named = isSwapped ? (side === 'agent' ? 'customer' : 'agent') : side;
      const heard = transcript.filter(({ speaker }) => speaker === named).map(({ text }) => text);
      const { words, errors } = heardErrors(said?.[side] ?? '', heard.join(' '));
      counts.words += words;
      counts.errors += errors;
    }
  }
  const { words, errors, ...rest } = counts;
  return { ...rest, wordError: errors / Math.max(1, words) };
}
