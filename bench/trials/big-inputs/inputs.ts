import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clip, writeWav } from '../../../media/index.ts';
import type { ServerAddress } from '../../../src/cli/credential.ts';
import { createServerClient } from '../../../src/cli/server-client.ts';
import { reportPdf } from '../../documents/report.ts';
import { tablesPdf } from '../../documents/tables.ts';

/** A file that is large, or made to hurt, and how the server is asked to take it. */
export interface BigInput {
  readonly name: string;
  readonly path: string;
  readonly fileName: string;
  /** Each call gives a file that the server has not seen. */
  readonly content: () => Uint8Array;
  /** Statuses that are right for it. */
  readonly allowed: readonly number[];
  /** Resolves when the work that the answer began is over; gives how it ended. */
  readonly finished?: (server: ServerAddress, answer: Record<string, unknown>) => Promise<string>;
}

const documents = '/api/kb/documents';
const lookEveryMs = 500;
const longestMs = 20 * 60_000;

/** @param speech the speech that the recordings repeat. */
export function bigInputs(speech: Clip): BigInput[] {
  const minutes = (count: number) => () => recordingOf(speech, count);
  return [
    {
      ...{ name: 'PDF of 300 pages', path: documents, fileName: 'report.pdf', allowed: [201] },
      content: () => marked(reportPdf(300)),
      finished: untilRead,
    },
    {
      ...{ name: 'PDF of 60 pages of tables', path: documents, fileName: 'tables.pdf', allowed: [201] },
      content: () => marked(tablesPdf(60).pdf),
      finished: untilRead,
    },
    {
      ...{ name: 'PDF whose objects are cut off', path: documents, fileName: 'cut.pdf', allowed: [201, 400, 415, 422] },
      content: () => marked(reportPdf(100).subarray(0, 60_000)),
      finished: untilRead,
    },
    {
      ...{ name: 'recording of 20 minutes, transcribed', path: documents, fileName: 'talk.wav', allowed: [201] },
      content: minutes(20),
      finished: untilRead,
    },
    {
      ...{ name: 'recording of 20 minutes, analysed', path: '/api/uploads', fileName: 'call.wav', allowed: [202] },
      content: minutes(20),
      finished: untilAnalysed,
    },
    {
      ...{
        name: 'CSV of 50,000 contacts',
        path: '/api/voice/customers/import',
        fileName: 'people.csv',
        allowed: [202],
      },
      content: () => contactsCsv(50_000),
      finished: untilImported,
    },
    {
      ...{ name: 'CSV of one line of 20 MB', path: '/api/voice/customers/import', fileName: 'line.csv' },
      allowed: [202, 400, 413],
      content: () => Buffer.alloc(20 * 2 ** 20, `"${'a;'.repeat(50)}`),
      finished: untilImported,
    },
    {
      ...{
        name: '50 MB of noise named .pdf',
        path: documents,
        fileName: 'noise.pdf',
        allowed: [201, 400, 413, 415, 422],
      },
      content: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50 * 2 ** 20)]),
      finished: untilRead,
    },
  ];
}

/** Sends it as a form. Gives how it ended, in words. */
export async function sendInput(server: ServerAddress, input: BigInput): Promise<{ isRight: boolean; ending: string }> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(input.content())]), input.fileName);
  const client = createServerClient(server);
  const response = await client.request(input.path, {
    ...{ method: 'POST', body: form, signal: AbortSignal.timeout(longestMs) },
  });
  const text = await response.text();
  const isRight = input.allowed.includes(response.status);
  if (!response.ok) return { isRight, ending: `${response.status} ${text.slice(0, 200)}` };
  const answer = JSON.parse(text) as Record<string, unknown>;
  const ending = (await input.finished?.(server, answer)) ?? 'accepted';
  return { isRight, ending: `${response.status}, ${ending}` };
}

/** Asks for its text, and waits: the stream of its progress ends with the work. */
async function untilRead(server: ServerAddress, { uuid }: Record<string, unknown>): Promise<string> {
  const client = createServerClient(server);
  const asked = await client.request(`${documents}/${uuid}/reading`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  });
  if (!asked.ok) return `no reading: ${asked.status} ${(await asked.text()).slice(0, 200)}`;
  const response = await client.request(`${documents}/${uuid}/progress`, { signal: AbortSignal.timeout(longestMs) });
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  const last = events.at(-1);
  return last === undefined ? 'no work' : String((JSON.parse(last.slice(6)) as { status: string }).status);
}

const untilAnalysed = (server: ServerAddress, answer: Record<string, unknown>): Promise<string> =>
  poll(server, `/api/v1/sales/calls/${answer.call_uuid ?? answer.uuid}`, ({ status }) =>
    status === 'completed' || status === 'failed' ? String(status) : undefined,
  );

const untilImported = (server: ServerAddress, answer: Record<string, unknown>): Promise<string> =>
  poll(server, `/api/voice/customers/import/${answer.import_uuid}`, ({ finished_at, status, created, failed }) =>
    finished_at === null ? undefined : `${status}, ${created} created, ${failed} rejected`,
  );

async function poll(
  server: ServerAddress,
  path: string,
  ended: (answer: Record<string, unknown>) => string | undefined,
): Promise<string> {
  const client = createServerClient(server);
  const untilMs = performance.now() + longestMs;
  while (performance.now() < untilMs) {
    const answer = await client.request(path).then(
      (response) => response.json() as Promise<Record<string, unknown>>,
      () => undefined,
    );
    const ending = answer === undefined ? undefined : ended(answer);
    if (ending !== undefined) return ending;
    await sleep(lookEveryMs);
  }
  return 'not finished in 20 minutes';
}

/** The same bytes twice would be the same document. */
const marked = (pdf: Buffer): Buffer => Buffer.concat([pdf, Buffer.from(`\n% ${randomBytes(8).toString('hex')}\n`)]);

function recordingOf(speech: Clip, minutes: number): Uint8Array {
  const samples = new Float32Array(minutes * 60 * speech.rateHz);
  for (let at = 0; at < samples.length; at += speech.samples.length)
    samples.set(speech.samples.subarray(0, samples.length - at), at);
  // Noise at its beginning makes it another file each time.
  for (let at = 0; at < 64; at++) samples[at] = (Math.random() - 0.5) / 100;
  return writeWav({ samples, rateHz: speech.rateHz });
}

function contactsCsv(rows: number): Buffer {
  const lines = ['Mobile;Full Name;E-mail;City'];
  for (let row = 0; row < rows; row++)
    lines.push(`+1202${String(2_000_000 + row)};Person ${row};person${row}@example.com;Town ${row % 50}`);
  return Buffer.from(lines.join('\n'));
}
