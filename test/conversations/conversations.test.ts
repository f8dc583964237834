import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { bearing } from '../http/test-server.ts';

const base = '/api/agents/audio_agent/conversations';

async function addSound(app: TestApp, title: string): Promise<string> {
  const wav = Buffer.from(
    'RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  );
  const head = `--edge\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n--edge\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), wav, Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  return (await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload })).json().uuid;
}

onEachDatabase('conversations', ({ place }) => {
  test('document chats are created, extended, listed, read and deleted by one user', async () => {
    const { dataDir, databaseUrl } = await place();
    let at = Date.parse('2026-01-02T03:04:05.678Z');
    const app = await openTestApp({
      dataDir,
      env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
      now: () => new Date(at),
    });
    const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, headers = {}) => {
      const answer = await app.http.inject({ method, url: `${base}${path}`, headers, ...(payload && { payload }) });
      return [answer.statusCode, answer.json()] as const;
    };
    const me = (await app.http.inject('/api/auth/me')).json();
    const document = await addSound(app, 'Board meeting');
    const first = await ask('POST', '/create', { title: '  Mine \u202e' });
    const started = '2026-01-02T03:04:05';
    const shared = { user_id: expect.stringMatching(/^[0-9a-f-]{36}$/), is_active: true };
    expect(first).toEqual([
      201,
      { ...shared, id: 1, title: 'Mine', kb_document_id: null, started_at: started, last_message_at: started },
    ]);
    expect(me.email).toBe('owner@example.com');
    const [, about] = await ask('POST', '/create', { kb_document_id: document });
    expect(about).toMatchObject({ id: 2, title: 'Board meeting', kb_document_id: document });

    at += 2000;
    for (const [role, content] of [
      ['user', 'Who spoke?'],
      ['assistant', 'Ada.\0'],
    ] as const) {
      const [status, message] = await ask('POST', '/1/messages', { conversation_id: 1, role, content });
      expect([status, message]).toEqual([
        201,
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          conversation_id: 1,
          role,
          content: content.replace('\0', ''),
          timestamp: '2026-01-02T03:04:07',
        },
      ]);
      at -= 1000;
    }
    expect(await ask('GET', '/history')).toEqual([
      200,
      [
        { id: 1, fileName: 'Mine', analyzedAt: '2026-01-02T03:04:07', duration: '2 messages', kbDocumentId: null },
        { id: 2, fileName: 'Board meeting', analyzedAt: started, duration: '0 messages', kbDocumentId: document },
      ],
    ]);
    expect((await ask('GET', '/history?limit=1'))[1]).toHaveLength(1);
    expect((await ask('GET', '/1'))[1]).toMatchObject({
      audio: null,
      last_message_at: '2026-01-02T03:04:07',
      messages: [{ content: 'Who spoke?' }, { content: 'Ada.' }],
    });
    expect((await ask('GET', '/2'))[1]).toMatchObject({
      audio: { kb_document_id: document, file_name: `${document}.txt` },
      messages: [],
    });

    for (const [path, body] of [
      ['/1/messages', { conversation_id: 1, role: 'system', content: 'x' }],
      ['/1/messages', { conversation_id: 2, role: 'user', content: 'x' }],
      ['/1/messages', { conversation_id: 1, role: 'user', content: ' ' }],
      ['/create', { kb_document_id: 'x' }],
      ['/create', { kb_document_id: '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff' }],
    ] as const)
      expect((await ask('POST', path, body))[0], `${path} ${JSON.stringify(body)}`).toBe(400);
    const message = { conversation_id: 1, role: 'user', content: 'x' };
    expect((await ask('POST', '/one/messages', message))[0]).toBe(404);

    // A colleague in the same organisation.
    const invited = { email: 'ada@example.com', role: 'member' };
    const key = await app.http.inject({ method: 'POST', url: '/api/auth/members', payload: invited });
    expect(key.statusCode).toBe(201);
    const other = { email: 'b@example.com', password: 'correct horse battery', organization_name: 'Theirs' };
    const theirs = bearing(
      (await app.http.inject({ method: 'POST', url: '/api/auth/register', payload: other })).json().token,
    );
    expect(await ask('GET', '/history', undefined, theirs)).toEqual([200, []]);
    expect((await ask('POST', '/create', { kb_document_id: document }, theirs))[1].detail).toMatch(/^Access denied: /);
    const gone = [404, { detail: 'Conversation not found or access denied.' }];
    expect(await ask('GET', '/1', undefined, theirs)).toEqual(gone);
    expect(await ask('DELETE', '/1', undefined, theirs)).toEqual(gone);

    expect(await ask('DELETE', '/1')).toEqual([200, { success: true, message: expect.any(String) }]);
    expect(await ask('GET', '/1')).toEqual(gone);
    await app.http.inject({ method: 'DELETE', url: `/api/kb/documents/${document}` });
    expect(await ask('GET', '/history')).toEqual([200, []]);
    expect(await app.database.system.read.select().from(app.database.tables.conversationMessages)).toEqual([]);
  });
});
