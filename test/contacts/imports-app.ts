import { expect } from 'vitest';
import type { TestDatabase } from '../data/databases.ts';
import { contactsOnce, type Who } from './contacts-app.ts';

export const url = '/api/voice/customers/import';

/** Opens one server for all tests of a suite, which imports files and waits for the results. */
export function importsOnce(database?: TestDatabase) {
  const open = contactsOnce(database);
  return async () => importsOf(await open());
}

export type Imports = ReturnType<typeof importsOf>;

function importsOf(app: Awaited<ReturnType<ReturnType<typeof contactsOnce>>>) {
  const send = async (content: string | Buffer, fields: Record<string, string> = {}, as: Who = 'admin', path = '') => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `${parts.join('')}--edge\r\nContent-Disposition: form-data; name="file"; filename="people"\r\n\r\n`;
    const headers = {
      authorization: `Bearer ${as}`,
      'content-type': 'multipart/form-data; boundary=edge',
    };
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--edge--\r\n')]);
    const answer = await app.http.inject({ method: 'POST', url: `${url}${path}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  /** Sends a file and waits for the result. */
  const bring = async (content: string | Buffer, fields: Record<string, string> = {}, as: Who = 'admin') => {
    const sent = await send(content, fields, as);
    expect(sent).toEqual({ status: 202, body: { import_uuid: expect.any(String), status: 'queued' } });
    return expect
      .poll(
        async () => {
          const { body } = await app.ask('GET', `${url}/${sent.body.import_uuid}`, { as });
          if (body.finished_at === null) throw new Error(body.status);
          return body;
        },
        { timeout: 90_000, interval: 25 },
      )
      .toSatisfy((body) => {
        last = body;
        return true;
      })
      .then(() => last);
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
  let last: any;
  const all = async () => (await app.ask('GET', '/v1/contacts', { query: { limit: '100' } })).body.contacts;
  return { ...app, send, bring, all };
}
