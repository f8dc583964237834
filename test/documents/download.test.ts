import { expect, test } from 'vitest';
import { addMember, openTestApp, type TestApp } from '../http/test-app.ts';

const content = '%PDF-1.7\nprices of 2027';

async function add(app: TestApp, text = content, more: Record<string, string> = {}): Promise<string> {
  const payload = `--edge\r\nContent-Disposition: form-data; name="file"; filename="prices.pdf"\r\n\r\n${text}\r\n--edge--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=edge', ...more };
  return (await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload })).json().uuid;
}

const urlOf = async (app: TestApp, uuid: string): Promise<string> =>
  (await app.http.inject({ url: `/api/kb/documents/${uuid}/download-url` })).json().download_url;

/** As a browser that saves a file: without a credential. */
const fetchIt = (app: TestApp, url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.http.inject({ method, url, headers: { authorization: '', ...headers } });

test('a download token is valid for one document and five minutes, and is not logged', async () => {
  const clock = { ms: Date.parse('2026-03-01T12:00:00Z') };
  const app = await openTestApp({ now: () => new Date(clock.ms) });
  const [uuid, other] = [await add(app), await add(app, `${content} and more`)];
  const url = await urlOf(app, uuid);
  expect(url).toMatch(new RegExp(`^/api/kb/documents/${uuid}/download\\?token=[A-Za-z0-9._-]+$`));
  const token = url.split('token=')[1] as string;
  const signature = token.split('.').at(-1) as string;
  const status = async (asked: string) => (await fetchIt(app, asked)).statusCode;
  expect(await status(url)).toBe(200);

  const path = `/api/kb/documents/${uuid}/download`;
  expect(await status(path)).toBe(401);
  const [organisation, user, until] = token.split('.') as [string, string, string];
  const stranger = '00000000-0000-4000-8000-0000000000ff';
  for (const bad of [
    'x',
    `${organisation}.${user}.${until}.${signature.slice(0, -1)}`,
    `${organisation}.${user}.zzzzzzzz.${signature}`,
    `${organisation}.${stranger}.${until}.${signature}`,
    `${stranger}.${user}.${until}.${signature}`,
    `${organisation}.${until}.${signature}`,
  ])
    expect(await status(`${path}?token=${bad}`), bad).toBe(401);
  expect(await status(url.replace(uuid, other))).toBe(401);
  expect(await status(`/api/voice/calls/${uuid}/recording?token=${token}`)).toBe(401);
  for (const elsewhere of ['file', 'download-url'])
    expect(await status(`/api/kb/documents/${uuid}/${elsewhere}?token=${token}`)).toBe(401);
  expect((await fetchIt(app, `/api/kb/documents/${uuid}`, { authorization: `Bearer ${token}` })).statusCode).toBe(401);

  clock.ms += 299_000;
  expect(await status(url)).toBe(200);
  clock.ms += 1000;
  expect(await status(url)).toBe(401);
  expect(JSON.stringify(app.logged)).toContain(path);
  expect(JSON.stringify(app.logged)).not.toContain(signature);
});

test('a download is the file as an attachment, completely and in ranges', async () => {
  const app = await openTestApp();
  const url = await urlOf(app, await add(app));
  const whole = await fetchIt(app, url);
  expect(whole.body).toBe(content);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(content.length),
    'content-disposition': 'attachment; filename=prices.pdf',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'referrer-policy': 'no-referrer',
  });
  const part = await fetchIt(app, url, { range: 'bytes=9-14' });
  expect(part.statusCode).toBe(206);
  expect(part.body).toBe('prices');
  expect(part.headers['content-range']).toBe(`bytes 9-14/${content.length}`);
  expect((await fetchIt(app, url, { range: 'bytes=9-14', 'if-range': '"other"' })).body).toBe(content);
  expect((await fetchIt(app, url, { range: 'bytes=99-' })).statusCode).toBe(416);
  const head = await fetchIt(app, url, {}, 'HEAD');
  expect([head.body, head.headers['content-length']]).toEqual(['', String(content.length)]);
});

test('a download link works for its owner while the document exists', async () => {
  const app = await openTestApp();
  const uuid = await add(app);
  const person = { email: 'other@example.com', password: 'correct horse battery', organization_name: 'Theirs' };
  const { token } = (await app.http.inject({ method: 'POST', url: '/api/auth/register', payload: person })).json();
  const asked = await app.http.inject({
    url: `/api/kb/documents/${uuid}/download-url`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(asked.statusCode).toBe(404);

  const url = await urlOf(app, uuid);
  expect((await app.http.inject({ method: 'DELETE', url: `/api/kb/documents/${uuid}` })).statusCode).toBe(204);
  // Its bytes are kept on for another document.
  await add(app);
  expect((await fetchIt(app, url)).statusCode).toBe(404);
});

test('a download link stops working when its user leaves the organisation', async () => {
  const app = await openTestApp();
  const member = await addMember(app);
  const headers = { authorization: `Bearer ${member.token}` };
  const uuid = await add(app, content, headers);
  const { download_url } = (await app.http.inject({ url: `/api/kb/documents/${uuid}/download-url`, headers })).json();
  expect((await fetchIt(app, download_url)).statusCode).toBe(200);
  await app.http.inject({ method: 'DELETE', url: `/api/auth/members/${member.userUuid}` });
  expect((await fetchIt(app, download_url)).statusCode).toBe(401);
});
