import { expect, test } from 'vitest';
import { openAgentsApp } from '../agents/agents-app.ts';
import { onEachDatabase } from '../data/databases.ts';

const voice_config = { speaker: 'maya', language_code: 'en-IN' };

onEachDatabase('documents of the organisation', ({ place }) => {
  test('a shared document is read, asked and given to agents by colleagues, and changed by its owner alone', async () => {
    const app = await openAgentsApp(await place());
    const ask = async (who: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
      const headers = { authorization: `Bearer ${who}` };
      const answer = await app.http.inject({ method, url: `/api/kb${url}`, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, body: answer.statusCode === 204 ? null : answer.json() };
    };
    const text = { title: 'Fees', text: 'Parking costs 4 pounds a day.' };
    const { uuid, visibility } = (await ask('manager', 'POST', '/documents', text)).body;
    expect(visibility).toBe('private');
    const mine = `/documents/${uuid}`;
    await ask('manager', 'POST', `${mine}/reading`, {});
    const status = async () => (await ask('manager', 'GET', `${mine}/reading`)).body.work?.status;
    await expect.poll(status, { timeout: 60_000 }).toBe('done');

    const agentOf = (body: object) =>
      app.ask('POST', '', { body: { name: 'Maya', voice_config, ...body }, as: 'admin' });
    const question = { question: 'What does parking cost?' };
    expect((await ask('admin', 'GET', mine)).status).toBe(404);
    expect((await ask('admin', 'POST', `${mine}/questions`, question)).status).toBe(404);
    expect((await agentOf({ knowledge_document_ids: [uuid] })).statusCode).toBe(400);
    expect((await ask('admin', 'PATCH', mine, { visibility: 'organisation' })).status).toBe(404);

    const shared = await ask('manager', 'PATCH', mine, { visibility: 'organisation' });
    expect(shared.body).toMatchObject({ visibility: 'organisation', is_own: true, owner_name: null });
    expect((await ask('admin', 'GET', mine)).body).toMatchObject({ is_own: false, visibility: 'organisation' });
    expect((await ask('admin', 'GET', '/documents')).body).toMatchObject({
      total: 1,
      documents: [{ uuid, is_own: false }],
    });
    expect((await ask('admin', 'GET', '/readings')).body).toMatchObject({
      total: 1,
      readings: [{ uuid, is_own: false }],
    });
    expect((await ask('admin', 'GET', `${mine}/pages`)).status).toBe(200);
    const { messages, conversation_id } = (await ask('admin', 'POST', `${mine}/questions`, question)).body;
    expect(messages[1].content).toMatch(/^Parking costs 4 pounds a day\./);
    expect((await ask('manager', 'GET', `/conversations/${conversation_id}`)).status).toBe(404);
    expect((await agentOf({ knowledge_document_ids: [uuid] })).statusCode).toBe(201);

    for (const [method, url, body] of [
      ['PATCH', mine, { title: 'Mine' }],
      ['PATCH', mine, { visibility: 'private' }],
      ['DELETE', mine],
      ['POST', `${mine}/reading`, {}],
      ['DELETE', `${mine}/reading`],
    ] as const) {
      const answer = await ask('admin', method, url, body);
      expect([method, url, answer.status, answer.body.detail]).toEqual([
        method,
        url,
        403,
        expect.stringMatching(/belongs to/),
      ]);
    }
    expect((await ask('manager', 'GET', mine)).body.title).toBe('Fees');
    await ask('manager', 'PATCH', mine, { visibility: 'private', title: 'Fees of next year' });
    const url = '/api/agents/ocr_agent/conversations/history';
    const chats = await app.http.inject({ url, headers: { authorization: 'Bearer admin' } });
    expect(chats.json()).toMatchObject([{ fileName: question.question, documentId: uuid }]);
    expect((await ask('admin', 'GET', mine)).status).toBe(404);
    expect((await ask('admin', 'POST', `${mine}/questions`, { ...question, conversation_id })).status).toBe(404);
  });
});
