import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMp3Encoder } from 'wasm-media-encoders';
import { type Clip, writeWav } from '../../../media/index.ts';
import type { ServerAddress } from '../../../src/cli/credential.ts';
import { createServerClient } from '../../../src/cli/server-client.ts';
import { reportPdf } from '../../documents/report.ts';
import { tablesPdf } from '../../documents/tables.ts';
import { bombOfLies, bombOfRows, bombOfStrings } from './workbooks.ts';

/** A large or malicious file, and how it is sent to the server. */
export interface BigInput {
  readonly name: string;
  readonly path: string;
  readonly fileName: string;
  /** Each call returns a file that the server has not seen. */
  readonly content: () => Uint8Array | Promise<Uint8Array>;
  /** Replaces sending a single form. */
  readonly send?: (server: ServerAddress, content: Uint8Array) => Promise<Sent>;
  /** Acceptable response statuses. */
  readonly allowed: readonly number[];
  /** Resolves to the result when the work started by the response is over. */
  readonly finished?: (server: ServerAddress, answer: Record<string, unknown>) => Promise<string>;
}

export interface Sent {
  readonly isRight: boolean;
  /** Result, in words. */
  readonly ending: string;
}

const documents = '/api/kb/documents';
const imports = '/api/voice/customers/import';
const lookEveryMs = 500;
const longestMs = 20 * 60_000;

const pdfs: readonly BigInput[] = [
  {
    name: 'PDF of 300 pages',
    path: documents,
    fileName: 'report.pdf',
    allowed: [201],
    content: () => marked(reportPdf(300)),
    finished: untilRead,
  },
  {
    name: 'PDF of 500 pages',
    path: documents,
    fileName: 'long.pdf',
    allowed: [201],
    content: () => marked(reportPdf(500)),
    finished: untilRead,
  },
  {
    name: 'PDF of 60 pages of tables',
    path: documents,
    fileName: 'tables.pdf',
    allowed: [201],
    content: () => marked(tablesPdf(60).pdf),
    finished: untilRead,
  },
  {
    name: 'PDF whose objects are cut off',
    path: documents,
    fileName: 'cut.pdf',
    allowed: [201, 400, 415, 422],
    content: () => marked(reportPdf(100).subarray(0, 60_000)),
    finished: untilRead,
  },
];

/** @param speech speech that the recordings repeat */
function recordings(speech: Clip): BigInput[] {
  const minutes = (count: number) => () => recordingOf(speech, count);
  return [
    {
      name: 'recording of 20 minutes, transcribed',
      path: documents,
      fileName: 'talk.wav',
      allowed: [201],
      content: minutes(20),
      finished: untilRead,
    },
    {
      name: 'recording of 20 minutes, analysed',
      path: '/api/uploads',
      fileName: 'call.wav',
      allowed: [202],
      content: minutes(20),
      finished: untilAnalysed,
    },
    {
      name: 'WAV of two hours, transcribed',
      path: documents,
      fileName: 'long.wav',
      allowed: [201],
      content: minutes(120),
      finished: untilRead,
    },
    {
      name: 'MP3 of two hours, transcribed',
      path: documents,
      fileName: 'long.mp3',
      allowed: [201],
      content: () => mp3Of(speech, 120),
      finished: untilRead,
    },
  ];
}

const tables: readonly BigInput[] = [
  {
    name: 'workbook of 16 million rows',
    path: imports,
    fileName: 'rows.xlsx',
    allowed: [202, 400, 413],
    content: bombOfRows,
    finished: untilImported,
  },
  {
    name: 'workbook of 20 million strings',
    path: imports,
    fileName: 'strings.xlsx',
    allowed: [202, 400, 413],
    content: bombOfStrings,
    finished: untilImported,
  },
  {
    name: 'workbook that hides its size',
    path: imports,
    fileName: 'lies.xlsx',
    allowed: [202, 400, 413],
    content: bombOfLies,
    finished: untilImported,
  },
  {
    name: 'CSV of 200,000 rows',
    path: imports,
    fileName: 'many.csv',
    allowed: [202],
    content: () => contactsCsv(200_000),
    finished: untilImported,
  },
  {
    name: '50,000 contacts in bulk',
    path: '/v1/contacts/bulk',
    fileName: '',
    allowed: [200],
    content: () => contactsCsv(50_000),
    send: sendInBulk,
  },
];

const loads: readonly BigInput[] = [
  {
    name: '100 uploads of 20 MB at once',
    path: documents,
    fileName: 'noise.pdf',
    allowed: [201, 503],
    content: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20 * 2 ** 20)]),
    send: sendAtOnce,
  },
  {
    name: 'CSV of 50,000 contacts',
    path: '/api/voice/customers/import',
    fileName: 'people.csv',
    allowed: [202],
    content: () => contactsCsv(50_000),
    finished: untilImported,
  },
  {
    name: 'CSV of one line of 20 MB',
    path: '/api/voice/customers/import',
    fileName: 'line.csv',
    allowed: [202, 400, 413],
    content: () => Buffer.alloc(20 * 2 ** 20, `"${'a;'.repeat(50)}`),
    finished: untilImported,
  },
  {
    name: '50 MB of noise named .pdf',
    path: documents,
    fileName: 'noise.pdf',
    allowed: [201, 400, 413, 415, 422],
    content: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50 * 2 ** 20)]),
    finished: untilRead,
  },
];

/** @param speech speech that the recordings repeat */
export const bigInputs = (speech: Clip): BigInput[] => [...pdfs, ...recordings(speech), ...tables, ...loads];

/** Sends an input as a form, unless it defines its own `send`. */
export async function sendInput(server: ServerAddress, input: BigInput): Promise<Sent> {
  const content = await input.content();
  if (input.send !== undefined) return input.send(server, content);
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(content)]), input.fileName);
  const client = createServerClient(server);
  const response = await client.request(input.path, {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(longestMs),
  });
  const text = await response.text();
  const isRight = input.allowed.includes(response.status);
  if (!response.ok) return { isRight, ending: `${response.status} ${text.slice(0, 200)}` };
  const answer = JSON.parse(text) as Record<string, unknown>;
  const ending = (await input.finished?.(server, answer)) ?? 'accepted';
  return { isRight, ending: `${response.status}, ${ending}` };
}

/** Sends a thousand contacts per request, one after another, as programs do. */
async function sendInBulk(server: ServerAddress, csv: Uint8Array): Promise<Sent> {
  const client = createServerClient(server);
  const rows = Buffer.from(csv).toString('utf8').split('\n').slice(1);
  const statuses: Record<number, number> = {};
  for (let at = 0; at < rows.length; at += 1000) {
    const contacts = rows.slice(at, at + 1000).map((row) => {
      const [phone, name, email] = row.split(';');
      return { phone, name, email };
    });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ contacts });
    const { status } = await client.request('/v1/contacts/bulk', { method: 'POST', headers, body });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return { isRight: Object.keys(statuses).join() === '200', ending: countsOf(statuses) };
}

/** Starts all uploads together: the upload slots admit some, and the rest are refused. Each is tried once. */
async function sendAtOnce(server: ServerAddress, content: Uint8Array): Promise<Sent> {
  const client = createServerClient(server);
  const statuses: Record<string, number> = {};
  const shared = new Blob([Buffer.from(content)]);
  const one = async (nth: number): Promise<void> => {
    const form = new FormData();
    form.set('file', new Blob([shared, `${nth} ${randomBytes(8).toString('hex')}`]), 'noise.pdf');
    const request = client.request(documents, { method: 'POST', body: form, signal: AbortSignal.timeout(longestMs) });
    // A server that refuses before reading everything may close the connection during the upload.
    const status = await request.then((response) => response.status).catch(() => 'closed');
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: 100 }, (_, nth) => one(nth)));
  const isRight = Object.keys(statuses).every((status) => ['201', '503', 'closed'].includes(status));
  return { isRight: isRight && (statuses[201] ?? 0) > 0, ending: countsOf(statuses) };
}

const countsOf = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} times ${status}`)
    .join(', ');

/** Requests the text and waits: the progress stream ends with the work. */
async function untilRead(server: ServerAddress, { uuid }: Record<string, unknown>): Promise<string> {
  const client = createServerClient(server);
  const asked = await client.request(`${documents}/${uuid}/reading`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
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

function untilImported(server: ServerAddress, answer: Record<string, unknown>): Promise<string> {
  return poll(
    server,
    `/api/voice/customers/import/${answer.import_uuid}`,
    ({ finished_at, status, created, failed }) =>
      finished_at === null ? undefined : `${status}, ${created} created, ${failed} rejected`,
  );
}

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

/** Identical bytes would be the same document. */
const marked = (pdf: Buffer): Buffer => Buffer.concat([pdf, Buffer.from(`\n% ${randomBytes(8).toString('hex')}\n`)]);

function recordingOf(speech: Clip, minutes: number): Uint8Array {
  const samples = new Float32Array(minutes * 60 * speech.rateHz);
  for (let at = 0; at < samples.length; at += speech.samples.length)
    samples.set(speech.samples.subarray(0, samples.length - at), at);
  // Initial noise makes each file unique.
  for (let at = 0; at < 64; at++) samples[at] = (Math.random() - 0.5) / 100;
  return writeWav({ samples, rateHz: speech.rateHz });
}

async function mp3Of(speech: Clip, minutes: number): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  const { rateHz } = speech;
  encoder.configure({ sampleRate: rateHz, channels: 1, outputSampleRate: rateHz as 8000, bitrate: 32 });
  const pieces: Buffer[] = [];
  // Initial noise makes each file unique.
  const noise = Float32Array.from({ length: rateHz }, () => (Math.random() - 0.5) / 100);
  pieces.push(Buffer.from(encoder.encode([noise])));
  for (let left = minutes * 60 * rateHz; left > 0; left -= speech.samples.length) {
    // Copied, since the encoder reuses the memory that it returns.
    pieces.push(Buffer.from(encoder.encode([speech.samples.subarray(0, left)])));
    await sleep(0);
  }
  pieces.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(pieces);
}

function contactsCsv(rows: number): Buffer {
  const lines = ['Mobile;Full Name;E-mail;City'];
  for (let row = 0; row < rows; row++)
    lines.push(`+1202${String(2_000_000 + row)};Person ${row};person${row}@example.com;Town ${row % 50}`);
  return Buffer.from(lines.join('\n'));
}
