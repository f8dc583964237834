import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { operatorTokenPath } from '../../src/features/people/accounts/index.ts';
import { openAgentsApp } from '../agents/agents-app.ts';
import { onEachDatabase } from '../data/databases.ts';
import { migratedFolder, openTestApp } from '../http/test-app.ts';

async function openSite() {
  let price = '90 dollars';
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    if (request.url === '/') return response.end('<p>We are the clinic.</p><a href="/prices">Prices</a>');
    return response.end(`<h1>Prices</h1><p>A cleaning costs ${price}.</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, setPrice: (to: string) => (price = to) };
}

onEachDatabase('websites', ({ place }) => {
  test('a website is read as a document, answers with addresses, and is read again', async () => {
    const { url, setPrice } = await openSite();
    const { dataDir, databaseUrl } = await place();
    const env = {
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    };
    const app = await openTestApp({ dataDir, env });
    const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
      const answer = await app.http.inject({ method, url: `/api/kb${path}`, ...(payload && { payload }) });
      return { status: answer.statusCode, body: answer.json() };
    };
    const added = await ask('POST', '/websites', { url: `${url}/#top`, refresh_hours: 24 });
    expect([added.status, added.body]).toMatchObject([201, { mime_type: 'application/x-mswinurl', is_own: true }]);
    const one = `/documents/${added.body.uuid}`;
    const checked = async () => (await ask('GET', `${one}/website`)).body.checked_at;
    await expect.poll(checked, { timeout: 60_000 }).not.toBeNull();
    const first = await checked();
    expect((await ask('GET', `${one}/reading`)).body).toMatchObject({ total_pages: 2, work: { status: 'done' } });
    expect((await ask('GET', `${one}/website`)).body).toMatchObject({
      url: `${url}/`,
      max_depth: 2,
      max_pages: 100,
      refresh_hours: 24,
      next_at: expect.any(String),
    });
    const question = { question: 'What does a cleaning cost?' };
    const answerTo = async () => (await ask('POST', `${one}/questions`, question)).body.messages[1];
    expect(await answerTo()).toMatchObject({
      content: `A cleaning costs 90 dollars. (${url}/prices)`,
      answer: { sources: [{ place: `${url}/prices`, page_number: 2 }] },
    });

    setPrice('99 dollars');
    await ask('POST', `${one}/reading`, {});
    await expect.poll(checked, { timeout: 60_000 }).not.toBe(first);
    expect((await answerTo()).content).toMatch(/99 dollars/);

    const changed = await ask('PATCH', `${one}/website`, { refresh_hours: null, max_pages: 7 });
    expect(changed.body).toMatchObject({ max_pages: 7, refresh_hours: null, next_at: null });
  });
});

test('addresses that are not public are refused, and a file has no website settings', async () => {
  const app = await openAgentsApp({ dataDir: migratedFolder() });
  const headers = { authorization: 'Bearer manager' };
  for (const [url, why] of [
    ['ftp://example.com/', /begin with http/],
    ['http://127.0.0.1/', /public address/],
    ['http://[::1]/', /public address/],
    ['http://169.254.169.254/latest/', /public address/],
    ['no address', /must be a URL/],
  ] as const) {
    const answer = await app.http.inject({ method: 'POST', url: '/api/kb/websites', headers, payload: { url } });
    expect([url, answer.statusCode, answer.json().detail]).toEqual([url, 400, expect.stringMatching(why)]);
  }
  const file = await app.addDocument();
  const asked = await app.http.inject({ url: `/api/kb/documents/${file}/website`, headers });
  expect([asked.statusCode, asked.json().detail]).toEqual([404, expect.stringMatching(/not a website/)]);
});

test('the operator of the server, who has no organisation, adds a website', async () => {
  const app = await openTestApp({ signedIn: false, env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  const token = readFileSync(operatorTokenPath(app.dataDir, Number(new URL(app.address).port)), 'utf8').trim();
  const answer = await fetch(`${app.address}/api/kb/websites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:9/' }),
  });
  expect(answer.status).toBe(201);
});
