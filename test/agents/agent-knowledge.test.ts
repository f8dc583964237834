import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bind, type OrganisationId } from '../../src/data/index.ts';
import { createKnowledgeStore } from '../../src/features/documents/agent-knowledge/index.ts';
import { createOcrStore } from '../../src/features/documents/ocr/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { lineNumber } from '../http/test-app.ts';
import { textPdf } from '../pdf/make-pdf.ts';
import { openAgentsApp } from './agents-app.ts';

onEachDatabase('the documents of an agent', ({ place }) => {
  test('an agent’s new documents are read, and later calls use them', async () => {
    const app = await openAgentsApp(await place());
    const headers = { authorization: 'Bearer manager' };
    const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="Prices.pdf"\r\n\r\n';
    const pdf = textPdf([[{ x: 72, y: 700, text: 'A crown costs 900 dollars.' }]]);
    const payload = Buffer.concat([Buffer.from(head), pdf, Buffer.from('\r\n--edge--\r\n')]);
    const form = { ...headers, 'content-type': 'multipart/form-data; boundary=edge' };
    const document = await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers: form, payload });
    const { uuid: documentUuid } = document.json();
    const unread = await app.addDocument();

    const body = {
      name: 'Maya',
      voice_config: { speaker: 'maya', language_code: 'en-IN' },
      knowledge_document_ids: [unread, documentUuid],
    };
    const { uuid: agentUuid } = (await app.ask('POST', '', { body })).json();
    const number = `${lineNumber.slice(0, -1)}9`;
    const campaign = {
      kind: 'inbound',
      name: 'Front desk',
      provider: 'platform',
      status: 'active',
      voice_agent_id: agentUuid,
      phone_number: number,
    };
    const flow = (
      await app.http.inject({ method: 'POST', url: '/api/voice/flows', headers, payload: campaign })
    ).json();

    let calls = 0;
    const told = async () => {
      const query = { CallUUID: `k-${++calls}`, From: '+15550001111', To: number };
      const answer = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
      const token = /telephony_a\/([\w-]+)</.exec(answer.body)?.[1] ?? '';
      return (await app.fake.ports().plans.claim(token, 'telephony_a'))?.brain.knowledge;
    };
    const parts = [{ place: 'page 1', blocks: [{ kind: 'text', text: 'A crown costs 900 dollars.' }] }];
    const knowledge = [{ id: documentUuid, title: 'Prices', form: 'parts', text: JSON.stringify(parts) }];
    await expect.poll(told, { timeout: 60_000, interval: 200 }).toEqual(knowledge);
    const shown = await app.http.inject({ url: `/v1/campaigns/${flow.uuid}`, headers });
    expect(shown.json().knowledge).toEqual([{ id: documentUuid, title: 'Prices' }]);

    await app.ask('PATCH', `/${agentUuid}`, { body: { knowledge_document_ids: [] } });
    expect(await told()).toEqual([]);
  });

  const voice_config = { speaker: 'maya', language_code: 'en-IN' };

  test('unreadable documents are not read again at each change of the agent', async () => {
    const app = await openAgentsApp(await place());
    const broken = await app.addDocument();
    const statusOf = async (uuid: string) => {
      const headers = { authorization: 'Bearer manager' };
      return (await app.http.inject({ url: `/api/kb/documents/${uuid}/reading`, headers })).json().work?.status;
    };
    const body = { name: 'Maya', voice_config, knowledge_document_ids: [broken] };
    const { uuid: agent } = (await app.ask('POST', '', { body })).json();
    await expect.poll(() => statusOf(broken), { timeout: 60_000 }).toBe('failed');
    const another = await app.addDocument();
    await app.ask('PATCH', `/${agent}`, { body: { knowledge_document_ids: [broken, another] } });
    await expect.poll(() => statusOf(another), { timeout: 60_000 }).toBe('failed');
    const jobs = await app.database.system.read.select().from(app.database.tables.jobs);
    expect(jobs.filter(({ kind }) => kind === 'document.ocr')).toHaveLength(2);
  });

  test('only the part of a document that calls use is loaded, and nothing for its title', async () => {
    const { http, database, ask, addDocument } = await openAgentsApp(await place());
    const document = await addDocument();
    const unread = await addDocument();
    const body = { name: 'Maya', voice_config, knowledge_document_ids: [] };
    const { uuid: agent } = (await ask('POST', '', { body })).json();
    const { kbDocuments, ocrPages, voiceAgentDocuments } = database.tables;
    const [row] = await database.system.read.select().from(kbDocuments).where(eq(kbDocuments.uuid, document));
    const { organisationId, userUuid } = row!;
    const owner = { organisationId: organisationId as OrganisationId, userUuid };
    const ocr = createOcrStore(database);
    const pages = Array.from({ length: 50 }, (_, i) => ({
      pageNumber: i + 1,
      chunks: [{ kind: 'body' as const, text: 'word '.repeat(1000) }],
    }));
    const about = { companyName: null, companyEvidence: null, reportYear: null, yearEvidence: null };
    await database.system.tx(async (queries) => {
      const tenant = bind(queries, owner.organisationId);
      const read = {
        documentUuid: document,
        ocrChoice: 'general' as const,
        totalPages: 51,
        processedAt: '2026-01-01T00:00:00.000Z',
        ...about,
      };
      await ocr.put(tenant, read, pages);
      await tenant.insert(ocrPages, [{ documentUuid: document, pageNumber: 51, chunks: [{ kind: 'not of ours' }] }]);
      await tenant.insert(voiceAgentDocuments, [
        { agentUuid: agent, documentUuid: unread, position: 0 },
        { agentUuid: agent, documentUuid: document, position: 1 },
      ]);
    });
    const knowledge = createKnowledgeStore(database);
    const [text] = await knowledge.texts(owner.organisationId, [document]);
    const parts = JSON.parse(text?.text ?? '[]') as { place: string; blocks: { text: string }[] }[];
    expect(parts).toHaveLength(40);
    expect(parts.flatMap(({ blocks }) => blocks.map(({ text: own }) => own)).join('')).toHaveLength(200_000);
    await database.system.tx((queries) => queries.update(ocrPages).set({ chunks: [{ kind: 'not of ours' }] }));
    expect(await knowledge.titles(owner.organisationId, agent)).toEqual([{ id: document, title: row!.title }]);
    await http.close();
  });
});
