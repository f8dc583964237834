import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transcriber } from '../../src/audio/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { drawTable } from '../pdf/draw-table.ts';
import { paragraph, textPdf } from '../pdf/make-pdf.ts';

const report = textPdf([
  [
    { x: 72, y: 760, text: 'Acme Ltd, Annual Report 2025', size: 18, bold: true },
    ...paragraph(72, 700, ['Acme Ltd makes pumps in Leeds.', 'It was founded in 1921 by Edith Harrow.']),
  ],
  [
    { x: 72, y: 760, text: 'Key figures', size: 15, bold: true },
    ...drawTable({
      x: 72,
      y: 700,
      widths: [160, 80, 80],
      rules: 'all',
      rows: [
        ['EUR million', '2025', '2024'],
        ['Revenue', '812.4', '764.0'],
        ['Operating profit', '96.1', '88.3'],
      ],
    }).parts,
  ],
]);
const wav = readFileSync(join(import.meta.dirname, '..', 'audio', 'files', 'morning.wav'));

async function add(app: TestApp, file: Buffer, name: string): Promise<string> {
  const head = `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  return (await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload })).json().uuid;
}

async function ask(app: TestApp, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await app.http.inject({ method, url: `/api/kb${url}`, ...(payload && { payload }) });
  return [answer.statusCode, answer.json()] as const;
}

const said = [
  [0, 'Good morning, this is the meeting of the Berlin team.'],
  [5000, 'The budget for the new office is forty thousand dollars.'],
  [62_400, 'The next meeting is on'],
  [63_900, 'Tuesday at ten.'],
] as const;

const sentences = said.map(([startMs, text]) => ({ startMs, endMs: startMs + 1400, text }));

/** A transcriber that returns `sentences` when the test lets it. */
function scripted() {
  let go = (): void => {};
  const transcriber: Transcriber = {
    transcribe: async (_path, { signal, onPart }) => {
      const isGo = await new Promise<boolean>((resolve) => {
        go = () => resolve(true);
        signal.addEventListener('abort', () => resolve(false));
        if (signal.aborted) resolve(false);
      });
      if (!isGo) return { kind: 'fault', code: 'stopped', detail: '' };
      await onPart({ toMs: 66_000, totalMs: 66_000, sentences });
      return { kind: 'transcribed', seconds: 66 };
    },
  };
  return { transcriber, go: () => go() };
}

onEachDatabase('what was made of documents', ({ place }) => {
  const open = async (transcriber?: Transcriber) => {
    const { dataDir, databaseUrl } = await place();
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    return openTestApp({ dataDir, env, ...(transcriber && { transcriber }) });
  };

  test('a document is read, gets company and year with sources, and answers questions in a chat', async () => {
    const app = await open();
    const uuid = await add(app, report, 'report.pdf');
    const unread = { uuid, kind: 'document', work: null, processed_at: null, company_name: null, total_pages: null };
    expect(await ask(app, 'GET', '/readings')).toEqual([
      200,
      { readings: [expect.objectContaining(unread)], total: 1, limit: 50, offset: 0 },
    ]);
    expect((await ask(app, 'GET', '/readings?kind=audio'))[1].total).toBe(0);
    expect((await ask(app, 'GET', `/documents/${uuid}/pages`))[0]).toBe(404);
    expect((await ask(app, 'POST', `/documents/${uuid}/questions`, { question: 'Who?' }))[0]).toBe(404);
    expect((await ask(app, 'DELETE', `/documents/${uuid}/reading`))[0]).toBe(409);

    const [status, begun] = await ask(app, 'POST', `/documents/${uuid}/reading`, {});
    expect([status, begun.work.detail]).toEqual([202, null]);
    const reading = async () => (await ask(app, 'GET', `/documents/${uuid}/reading`))[1];
    await expect.poll(async () => (await reading()).work.status, { timeout: 60_000 }).toBe('done');
    expect(await reading()).toMatchObject({
      work: { status: 'done', progress: 1, detail: null },
      total_pages: 2,
      company_name: 'Acme Ltd',
      report_year: 2025,
      duration_ms: null,
      company_evidence: expect.stringContaining('title page'),
      year_evidence: expect.stringContaining('title page'),
    });
    const { pages, total } = (await ask(app, 'GET', `/documents/${uuid}/pages?limit=1&offset=1`))[1];
    expect([total, pages.length, pages[0].page_number]).toEqual([2, 1, 2]);
    expect(pages[0].blocks).toContainEqual({
      kind: 'table',
      caption: null,
      header: ['EUR million', '2025', '2024'],
      rows: [
        ['Revenue', '812.4', '764.0'],
        ['Operating profit', '96.1', '88.3'],
      ],
    });
    expect(pages[0].markdown).toContain('| Revenue | 812.4 | 764.0 |');

    const question = 'Who founded Acme?';
    const [, first] = await ask(app, 'POST', `/documents/${uuid}/questions`, { question });
    const answer = { is_found: true, by: 'text' };
    expect(first.messages).toMatchObject([
      { role: 'user', content: question, answer: null },
      {
        role: 'assistant',
        content: 'It was founded in 1921 by Edith Harrow. (page 1)',
        answer: { ...answer, sources: [{ place: 'page 1', text: 'It was founded in 1921 by Edith Harrow.' }] },
      },
    ]);
    const { conversation_id } = first;
    const missing = { question: 'How many employees have a company car?', conversation_id };
    const [, second] = await ask(app, 'POST', `/documents/${uuid}/questions`, missing);
    expect(second.messages[1]).toMatchObject({
      content: expect.stringMatching(/^I could not find that/),
      answer: { is_found: false },
    });

    // What a program asks, too, where it says in which conversation.
    const payload = { document_id: uuid, question: 'What was revenue in 2024?', conversation_id };
    const url = '/api/agents/ocr_agent/ask_ocr';
    const asked = await app.http.inject({ method: 'POST', url, payload });
    expect(asked.json()).toEqual({ answer: expect.stringMatching(/764\.0.*page 2/) });
    const profit = await app.http.inject({
      method: 'POST',
      url,
      payload: { ...payload, question: 'And operating profit?' },
    });
    expect(profit.json()).toEqual({ answer: expect.stringMatching(/Operating profit, 2024: 88\.3.*page 2/) });
    const [, year] = await ask(app, 'POST', `/documents/${uuid}/questions`, {
      question: 'And in 2025?',
      conversation_id,
    });
    expect(year.messages[1].content).toMatch(/Operating profit, 2025: 96\.1.*page 2/);
    const [, whole] = await ask(app, 'GET', `/conversations/${conversation_id}`);
    expect(whole).toMatchObject({ title: question, document_uuid: uuid, message_count: 10 });
    expect(whole.messages.map(({ role }: { role: string }) => role)).toEqual(
      [1, 2, 3, 4, 5].flatMap(() => ['user', 'assistant']),
    );
    expect(whole.messages[5].answer.sources[0]).toMatchObject({ place: 'page 2' });
    expect((await ask(app, 'GET', `/documents/${uuid}/conversations`))[1]).toMatchObject({
      conversations: [{ conversation_id, title: question }],
      total: 1,
    });

    const other = await add(app, textPdf([[{ x: 72, y: 700, text: 'Another one.' }]]), 'other.pdf');
    await app.http.inject({
      method: 'POST',
      url: '/api/agents/ocr_agent/process_pdf',
      payload: { document_id: other },
    });
    const astray = await ask(app, 'POST', `/documents/${other}/questions`, { question: 'Which?', conversation_id });
    expect(astray[0]).toBe(404);
    const listed = (await ask(app, 'GET', '/readings?limit=1'))[1];
    expect([listed.total, listed.readings[0].uuid, listed.readings[0].work.status]).toEqual([2, other, 'done']);
  });

  test('a recording is cancelled, read again, and answers with the time of the sentence', async () => {
    const { transcriber, go } = scripted();
    const app = await open(transcriber);
    const uuid = await add(app, wav, 'meeting.wav');
    const reading = async () => (await ask(app, 'GET', `/documents/${uuid}/reading`))[1];
    const status = () => expect.poll(async () => (await reading()).work.status, { timeout: 60_000 });
    await ask(app, 'POST', `/documents/${uuid}/reading`, {});
    await status().toBe('running');
    const [code, calledOff] = await ask(app, 'DELETE', `/documents/${uuid}/reading`);
    expect([code, calledOff.work]).toEqual([200, expect.objectContaining({ status: 'failed' })]);
    expect((await ask(app, 'GET', `/documents/${uuid}/transcript`))[0]).toBe(404);

    await ask(app, 'POST', `/documents/${uuid}/reading`, {});
    await status().toBe('running');
    await expect
      .poll(
        async () => {
          go();
          return (await reading()).work.status;
        },
        { timeout: 60_000 },
      )
      .toBe('done');
    expect(await reading()).toMatchObject({ kind: 'audio', duration_ms: 66_000, total_pages: null });
    const [, transcript] = await ask(app, 'GET', `/documents/${uuid}/transcript`);
    expect(transcript.sentences[2]).toEqual({ start_ms: 62_400, end_ms: 63_800, text: 'The next meeting is on' });

    for (const [question, place, text] of [
      ['What is the budget for the new office?', 'at 0:05', said[1][1]],
      ['When is the next meeting?', 'at 1:02', 'The next meeting is on Tuesday at ten.'],
    ] as const) {
      const [, { messages }] = await ask(app, 'POST', `/documents/${uuid}/questions`, { question });
      expect(messages[1].answer.sources[0]).toEqual({ place, text, page_number: null });
    }
  });

  test('questions after a restart use the stored contents', async () => {
    const { dataDir, databaseUrl } = await place();
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    let heard = 0;
    const transcriber: Transcriber = {
      async transcribe(_path, { onPart }) {
        heard += 1;
        await onPart({ toMs: 66_000, totalMs: 66_000, sentences });
        return { kind: 'transcribed', seconds: 66 };
      },
    };
    const runsOf = async ({ database }: TestApp) =>
      (await database.system.read.select().from(database.tables.jobs))
        .filter(({ kind }) => kind.startsWith('document.'))
        .map(({ kind, status }) => `${kind} ${status}`)
        .sort();

    const before = await openTestApp({ dataDir, env, transcriber });
    const asked: { url: string; question: string; conversation_id: number; answer: object }[] = [];
    for (const [file, name, question, source] of [
      [report, 'report.pdf', 'What was revenue in 2024?', 'page 2'],
      [wav, 'meeting.wav', 'When is the next meeting?', 'at 1:02'],
    ] as const) {
      const url = `/documents/${await add(before, file, name)}`;
      await ask(before, 'POST', `${url}/reading`, {});
      const status = async () => (await ask(before, 'GET', `${url}/reading`))[1].work.status;
      await expect.poll(status).toBe('done');
      const [, { conversation_id, messages }] = await ask(before, 'POST', `${url}/questions`, { question });
      const { content, answer } = messages[1];
      expect([answer.is_found, answer.sources[0].place]).toEqual([true, source]);
      asked.push({ url, question, conversation_id, answer: { content, answer } });
    }
    const runs = ['document.audio done', 'document.ocr done'];
    await expect.poll(() => runsOf(before)).toEqual(runs);
    await before.close();
    // There is nothing to read again.
    rmSync(join(dataDir, 'files'), { recursive: true });

    const app = await openTestApp({ dataDir, env, transcriber });
    for (const { url, question, conversation_id, answer } of asked) {
      const [, again] = await ask(app, 'POST', `${url}/questions`, { question, conversation_id });
      expect(again).toMatchObject({ conversation_id, messages: [{ content: question }, answer] });
    }
    const [{ url, conversation_id }] = asked as [(typeof asked)[number]];
    const [, next] = await ask(app, 'POST', `${url}/questions`, { question: 'And operating profit?', conversation_id });
    expect(next.messages[1].content).toMatch(/Operating profit, 2024: 88\.3.*page 2/);
    expect([await runsOf(app), heard]).toEqual([runs, 1]);
  });
});
