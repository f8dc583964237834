import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { docx, docxParagraph, odt, xlsx } from '../office/make-office.ts';

async function add(app: TestApp, file: Buffer | string, name: string) {
  const head = `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  return app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload });
}

async function ask(app: TestApp, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await app.http.inject({ method, url, ...(payload && { payload }) });
  return answer.json();
}

/** Adds a file, waits until it is read, and returns what answers a question. */
async function answered(app: TestApp, uuid: string, question: string) {
  await ask(app, 'POST', '/api/agents/ocr_agent/process_pdf', { document_id: uuid });
  const { messages } = await ask(app, 'POST', `/api/kb/documents/${uuid}/questions`, { question });
  return messages[1];
}

test('files of office programs are read, and answers name their place', async () => {
  const app = await openTestApp();
  const clinic = docxParagraph('Clinic', 'H1') + docxParagraph('We are in Mill Lane.') + docxParagraph('Parking', 'H1');
  const word = await add(app, await docx(clinic + docxParagraph('Parking is free for two hours.')), 'clinic.docx');
  expect([word.statusCode, word.json().mime_type]).toEqual([
    201,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ]);
  const uuid = word.json().uuid as string;
  expect(await answered(app, uuid, 'How long is parking free?')).toMatchObject({
    content: 'Parking is free for two hours. (section Parking)',
    answer: { is_found: true, sources: [{ place: 'section Parking', page_number: 2 }] },
  });
  const { pages } = await ask(app, 'GET', `/api/kb/documents/${uuid}/pages`);
  expect(pages.map(({ place }: { place: string }) => place)).toEqual(['section Clinic', 'section Parking']);
  const rows = [
    ['Service', 'Price', 'Minutes'],
    ['Oil change', 49, 45],
    ['Brake pads', 180, 120],
  ];
  const sheet = (await add(app, await xlsx([{ name: 'Garage', rows }]), 'garage.xlsx')).json().uuid;
  expect(await answered(app, sheet, 'What is the price of brake pads?')).toMatchObject({
    content: 'Brake pads, Price: 180 (sheet Garage, row 3).',
    answer: { sources: [{ place: 'sheet Garage, row 3', page_number: 1 }] },
  });
});

test('a typed text is stored as Markdown, read and answered', async () => {
  const app = await openTestApp();
  const body = { title: 'Returns', text: '# Returns\n\nGoods can be returned within 30 days.\n' };
  const added = await ask(app, 'POST', '/api/kb/documents', body);
  expect(added).toMatchObject({ title: 'Returns', file_name: 'Returns.md', mime_type: 'text/markdown', is_own: true });
  expect(await answered(app, added.uuid, 'Within how many days can goods be returned?')).toMatchObject({
    content: 'Goods can be returned within 30 days. (section Returns)',
  });
  for (const wrong of [
    { title: 'x' },
    { title: '', text: 'x' },
    { title: 'x', text: ' ' },
    { ...body, visibility: 'all' },
  ])
    expect((await app.http.inject({ method: 'POST', url: '/api/kb/documents', payload: wrong })).statusCode).toBe(400);
});

/** The container of old office formats, whose directory names these streams. */
function compound(names: readonly string[]): Buffer {
  const file = Buffer.alloc(1536);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [at, name] of names.entries()) file.write(name, 1024 + at * 128, 'utf16le');
  return file;
}

test('files that cannot be read are refused with what to do', async () => {
  const app = await openTestApp();
  const refused = async (file: Buffer | string, name: string) => {
    const answer = await add(app, file, name);
    return [answer.statusCode, answer.json().detail];
  };
  expect(await refused(compound(['EncryptedPackage']), 'a.docx')).toEqual([
    400,
    'The file is password-protected. Save a copy without a password and upload it.',
  ]);
  expect(await refused(compound(['WordDocument']), 'a.doc')).toEqual([400, expect.stringMatching(/Save it as \.docx/)]);
  expect(await refused('[InternetShortcut]\r\nURL=https://example.com/\r\n', 'a.url')).toEqual([
    400,
    expect.stringMatching(/link to a website/),
  ]);
  expect(await refused('', 'a.txt')).toEqual([400, 'The file is empty.']);
  expect(await refused('only text', 'a.pdf')).toEqual([
    400,
    expect.stringMatching(/^Unsupported file type\. Use PDF, DOCX/),
  ]);
  expect(await refused(Buffer.from('zero\0byte'), 'a.txt')).toEqual([400, expect.stringMatching(/^Unsupported/)]);

  const locked = { 'META-INF/manifest.xml': '<m:manifest xmlns:m="urn:m"><m:encryption-data/></m:manifest>' };
  const { uuid } = (await add(app, await odt('<text:p>x</text:p>', locked), 'a.odt')).json();
  const processing = await app.http.inject({
    method: 'POST',
    url: '/api/agents/ocr_agent/process_pdf',
    payload: { document_id: uuid },
  });
  expect([processing.statusCode, processing.json().detail]).toEqual([400, expect.stringMatching(/password-protected/)]);
});
