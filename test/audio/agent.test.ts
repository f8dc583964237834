import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transcriber } from '../../src/audio/index.ts';
import { placeOf } from '../../src/files/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { bearing } from '../http/test-server.ts';

type Ask = Parameters<Transcriber['transcribe']>[1];
type Outcome = Awaited<ReturnType<Transcriber['transcribe']>>;

/** A transcriber whose results the test gives. */
function scripted() {
  const asked: (Ask & { path: string; end: (outcome: Outcome) => void })[] = [];
  const transcriber: Transcriber = {
    transcribe: (path, ask) =>
      new Promise((resolve) => {
        asked.push({ ...ask, path, end: resolve });
        ask.signal.addEventListener('abort', () => resolve({ kind: 'fault', code: 'stopped', detail: '' }));
      }),
  };
  const next = async (count: number) => {
    await expect.poll(() => asked.length).toBe(count);
    return asked[count - 1]!;
  };
  return { transcriber, asked, next };
}

const base = '/api/agents/audio_agent';
const missing = '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff';
const wav = readFileSync(join(import.meta.dirname, 'files', 'morning.wav'));
const heard = (startMs: number, text: string) => ({ startMs, endMs: startMs + 900, text });
const done: Outcome = { kind: 'transcribed', seconds: 10 };

async function add(app: TestApp, file: Buffer = wav): Promise<string> {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  return (await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload })).json().uuid;
}

async function post(app: TestApp, path: string, payload: object, headers: Record<string, string> = {}) {
  const response = await app.http.inject({ method: 'POST', url: `${base}/${path}`, payload, headers });
  return [response.statusCode, response.json()] as const;
}

onEachDatabase('the audio agent', ({ place }) => {
  test('a recording is processed once for concurrent requests, resumes after a restart, and keeps the old result until the new one is complete', async () => {
    const { dataDir, databaseUrl } = await place();
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const first = scripted();
    const before = await openTestApp({ dataDir, env, transcriber: first.transcriber });
    const kb_document_id = await add(before);
    const broken = post(before, 'process-audio', { kb_document_id });
    const attempt = await first.next(1);
    expect(attempt.fromMs).toBe(0);
    await attempt.onPart({
      toMs: 5000,
      totalMs: 10_000,
      sentences: [heard(0, 'Good morning.'), heard(1000, 'Hello.')],
    });
    await before.close();
    expect(await broken).toEqual([503, { detail: expect.stringContaining('resumes after restart') }]);

    const second = scripted();
    const app = await openTestApp({ dataDir, env, transcriber: second.transcriber });
    const asked = [1, 2].map(() => post(app, 'process-audio', { kb_document_id }));
    const resumed = await second.next(1);
    expect(resumed.fromMs).toBe(5000);
    // Both requests must have joined the run before it ends: later ones of the same kind come behind them.
    for (const _ of [1, 2, 3]) expect((await post(app, 'process-audio', { kb_document_id: missing }))[0]).toBe(400);
    const url = `/api/kb/documents/${kb_document_id}/progress`;
    const events = await fetch(app.address + url, { headers: bearing(app.admin) });
    const progress = events.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
    let told = '';
    const hear = async (until: string): Promise<void> => {
      while (!told.includes(until)) {
        const { done: isOver, value } = await progress.next();
        if (isOver === true) expect.unreachable(`the progress ended without ${until}: ${told}`);
        told += value;
      }
    };
    await resumed.onPart({ toMs: 9000, totalMs: 10_000, sentences: [heard(6000, 'The end.')] });
    await hear('"note":"0:09 of 0:10"');
    resumed.end(done);
    const transcript = 'Good morning. Hello.\nThe end.';
    const made = { message: expect.any(String), already_processed: false, kb_document_id, transcript };
    const answer = [200, expect.objectContaining({ transcript })];
    expect(await Promise.all(asked)).toEqual([answer, answer]);
    await hear('"status":"done","progress":1,');
    expect((await progress.next()).done).toBe(true);
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    expect(told).toContain('event: progress\ndata: {"kind":"audio","status":"running"');
    expect(second.asked).toHaveLength(1);

    const cached = await post(app, 'process-audio', { kb_document_id });
    const processed_date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(cached).toEqual([200, { ...made, already_processed: true, processed_date }]);

    const failing = post(app, 'reparse-audio', { kb_document_id });
    const failed = await second.next(2);
    await failed.onPart({ toMs: 9000, totalMs: 10_000, sentences: [heard(0, 'Half.')] });
    failed.end({ kind: 'fault', code: 'damaged', detail: 'no frames' });
    expect(await failing).toEqual([
      500,
      { detail: expect.stringMatching(/^Transcription failed: the file is damaged/) },
    ]);
    expect((await post(app, 'process-audio', { kb_document_id }))[1].transcript).toBe(transcript);

    const again = post(app, 'reparse-audio', { kb_document_id });
    const third = await second.next(3);
    await third.onPart({ toMs: 9000, totalMs: undefined, sentences: [heard(0, 'New.')] });
    third.end(done);
    expect(await again).toEqual([
      200,
      { message: expect.any(String), reparsed: true, kb_document_id, transcript: 'New.' },
    ]);
    const { audioSentences, audioTranscripts } = app.database.tables;
    expect((await app.database.system.read.select().from(audioSentences)).map(({ text }) => text)).toEqual(['New.']);

    await app.http.inject({ method: 'DELETE', url: `/api/kb/documents/${kb_document_id}` });
    for (const table of [audioSentences, audioTranscripts])
      expect(await app.database.system.read.select().from(table)).toEqual([]);
  });
});

test('missing permission and unusable recordings return errors that name the reason', async () => {
  const { transcriber, next } = scripted();
  const app = await openTestApp({ transcriber });
  const kb_document_id = await add(app);
  const me = (await app.database.system.read.select().from(app.database.tables.kbDocuments))[0]!.userUuid;
  const other = { email: 'other@example.com', password: 'correct horse battery', organization_name: 'Theirs' };
  const registered = await app.http.inject({ method: 'POST', url: '/api/auth/register', payload: other });
  const theirs = bearing(registered.json().token);
  const asked = { name: 'k', scopes: ['agent:ocr'] };
  const key = await app.http.inject({ method: 'POST', url: '/api/auth/api-keys', payload: asked });
  for (const path of ['process-audio', 'reparse-audio']) {
    const detail = async (payload: object, headers = {}) => {
      const [status, body] = await post(app, path, payload, headers);
      return `${status} ${body.detail}`;
    };
    const denied = await detail({ kb_document_id }, theirs);
    expect(denied).toMatch(
      new RegExp(`^400 Access denied: the document ${kb_document_id} does not belong to the user `),
    );
    expect(denied).not.toContain(me);
    expect(await detail({ kb_document_id: missing })).toMatch(/^400 .* does not exist in the knowledge base/);
    expect(await detail({})).toMatch(/^400 .*kb_document_id is required/);
    expect(await detail({ kb_document_id: 7 })).toMatch(/^400 .*must be an id/);
    expect(await detail({ kb_document_id }, bearing(key.json().key))).toBe('403 This requires the scope agent:audio.');
    expect(await detail({ kb_document_id }, { authorization: '' })).toMatch(/^401/);
    expect(await detail({ kb_document_id: await add(app, Buffer.from('%PDF-1.7\n')) })).toMatch(
      /^400 Transcription failed: .* is not audio/,
    );
  }
  const health = await app.http.inject({ url: `${base}/health`, headers: { authorization: '' } });
  expect(health.json()).toEqual({ status: 'healthy', service: 'audio_agent' });

  const silent = post(app, 'process-audio', { kb_document_id });
  (await next(1)).end(done);
  expect(await silent).toEqual([500, { detail: 'Transcription failed: no speech was found in the audio.' }]);

  const both = [1, 2].map(() => post(app, 'process-audio', { kb_document_id }));
  const attempt = await next(2);
  await attempt.onPart({ toMs: 9000, totalMs: 10_000, sentences: [heard(0, 'Hello.')] });
  attempt.end(done);
  const made = { message: 'The audio was processed.', already_processed: false, kb_document_id, transcript: 'Hello.' };
  expect((await Promise.all(both))[0]).toEqual([200, made]);

  const rows = await app.database.system.read.select().from(app.database.tables.kbDocuments);
  const { digest } = rows.find(({ uuid }) => uuid === kb_document_id)!;
  rmSync(placeOf(join(app.dataDir, 'files'), digest));
  expect(await post(app, 'reparse-audio', { kb_document_id })).toEqual([
    404,
    { detail: expect.stringContaining('file path') },
  ]);
});

const meeting = [
  [0, 'Good morning everyone, this is the weekly meeting of the Berlin team.'],
  [5000, 'The budget for the new office is forty thousand dollars.'],
  [9000, 'Maria agreed to sign the contract with the landlord on the third of March.'],
  [31_000, 'The hiring plan says that two engineers start in June.'],
  [36_000, 'We must decide about the hiring of a designer next week.'],
  [62_000, 'The next meeting is on Tuesday at ten.'],
] as const;

test('questions get answers with times, of the requested kind, and nothing is invented', async () => {
  const { transcriber, next } = scripted();
  const app = await openTestApp({ transcriber });
  const kb_document_id = await add(app);
  const ask = async (question: string) => (await post(app, 'ask_audio', { question, kb_document_id }))[1];
  expect((await ask('Anything?')).detail).toMatch(/has no transcript\. Process it first/);
  const made = post(app, 'process-audio', { kb_document_id });
  const attempt = await next(1);
  const sentences = meeting.map(([startMs, text]) => ({ startMs, endMs: startMs + 3500, text }));
  await attempt.onPart({ toMs: 70_000, totalMs: 70_000, sentences });
  attempt.end({ kind: 'transcribed', seconds: 70 });
  expect((await made)[0]).toBe(200);

  expect(await ask('What is the budget for the new office?')).toEqual({
    answer: 'The budget for the new office is forty thousand dollars. (at 0:05)',
    kb_document_id,
  });
  expect((await ask('When does Maria sign the contract?')).answer).toContain('third of March. (at 0:09)');
  expect((await ask('When is the next meeting?')).answer).toContain('on Tuesday at ten. (at 1:02)');
  expect((await ask('Tell me about the hiring.')).answer).toMatch(/two engineers.*\(at 0:31\).*designer next week/);
  expect((await ask('Who won the football match?')).answer).toMatch(/^I could not find that/);
  expect((await ask('What is the budget for the yacht?')).answer).not.toMatch(/^The budget/);
  expect((await ask('hello!')).answer).toMatch(/^Hello!/);
  expect((await ask('Thanks a lot')).answer).toMatch(/^You are welcome/);
  expect((await ask('Give me the full transcript')).answer).toMatch(
    /^\[at 0:00\]\nGood morning[\s\S]*\[at 0:31\]\nThe hiring[\s\S]*\[at 1:02\]\nThe next meeting is on Tuesday at ten\.$/,
  );
  expect((await ask('Summarise the recording')).answer).toMatch(/budget|hiring/);
  expect((await ask('What are the key highlights?')).answer).toMatch(/- .*\(at \d:\d\d\)/);

  for (const [body, detail] of [
    [{ kb_document_id }, /question/],
    [{ question: 'Hm?' }, /kb_document_id is required/],
    [{ question: '\u0000 ', kb_document_id }, /must not be empty/],
    [{ question: 'Hm?', kb_document_id: missing }, /does not exist in the knowledge base/],
  ] as const) {
    const [status, answer] = await post(app, 'ask_audio', body);
    expect([status, answer.detail]).toEqual([400, expect.stringMatching(detail)]);
  }
});

test('a cancelled transcription returns 409 to waiting requests and leaves nothing behind', async () => {
  const { transcriber, next } = scripted();
  let shiftMs = 0;
  const app = await openTestApp({ transcriber, now: () => new Date(Date.now() + shiftMs) });
  const kb_document_id = await add(app);
  const waiting = post(app, 'process-audio', { kb_document_id });
  const attempt = await next(1);
  shiftMs = 6000;
  await attempt.onPart({ toMs: 5000, totalMs: 10_000, sentences: [heard(0, 'Good morning.')] });
  const drafts = async () => (await app.database.system.read.select().from(app.database.tables.audioSentences)).length;
  expect(await drafts()).toBe(1);
  await app.http.inject({ method: 'DELETE', url: `/api/kb/documents/${kb_document_id}/reading` });
  expect(await waiting).toEqual([409, { detail: expect.stringContaining('was cancelled. Repeat the request') }]);
  expect(await drafts()).toBe(0);
});

test('a chat stores the beginning of a long answer; a full or foreign chat is rejected before answering', async () => {
  const { transcriber, next } = scripted();
  const app = await openTestApp({ transcriber });
  const kb_document_id = await add(app);
  const url = `/api/kb/documents/${kb_document_id}/questions`;
  const put = (payload: object) => app.http.inject({ method: 'POST', url, payload });
  const nowhere = [404, { detail: 'Conversation not found or access denied.' }];
  const question = 'Give me the full transcript';
  // Nothing could be answered yet: it has not come to that.
  expect(await post(app, 'ask_audio', { question, kb_document_id, conversation_id: 9 })).toEqual(nowhere);
  const early = await put({ question, conversation_id: 9 });
  expect([early.statusCode, early.json()]).toEqual(nowhere);

  const made = post(app, 'process-audio', { kb_document_id });
  const attempt = await next(1);
  const sentences = Array.from({ length: 600 }, (_, i) => heard(i * 1000, `This is sentence ${i} of a long meeting.`));
  await attempt.onPart({ toMs: 600_000, totalMs: 600_000, sentences });
  attempt.end({ kind: 'transcribed', seconds: 600 });
  expect((await made)[0]).toBe(200);
  const whole = (await post(app, 'ask_audio', { question, kb_document_id }))[1].answer;
  const { conversation_id, messages } = (await put({ question })).json();
  const end = '\n\nThe rest of this answer was not stored in the chat.';
  expect(messages[1].content).toBe(whole.slice(0, 20_000 - end.length) + end);

  const { conversations } = app.database.tables;
  await app.database.system.tx((queries) => queries.update(conversations).set({ messageCount: 999 }));
  const rest = { statusCode: 409, body: expect.stringContaining('has 1000 messages. Start a new one') };
  expect(await put({ question, conversation_id })).toMatchObject(rest);
});
