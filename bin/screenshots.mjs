#!/usr/bin/env node
// Takes screenshots of all console pages at two widths, in light, dark and Hindi, and puts each kind on one sheet.
// Usage: npm run screenshots -- [FOLDER [KIND...]] [--most-used]; a kind combines desk or phone with light, dark or
// hindi, such as desk-light. With --most-used, the sheets have the twelve most used pages only.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { afterSetUp, built } from './set-up/set-up.mjs';

const screens = [
  { name: 'desk', width: 1440, height: 900, columns: 4 },
  { name: 'phone', width: 390, height: 844, columns: 8 },
];
/** @typedef {{ name: string, colorScheme: 'light' | 'dark', language: string, loading: string }} Look */
/** @type {readonly Look[]} */
const looks = [
  { name: 'light', colorScheme: 'light', language: 'en', loading: 'Loading' },
  { name: 'dark', colorScheme: 'dark', language: 'en', loading: 'Loading' },
  { name: 'hindi', colorScheme: 'light', language: 'hi', loading: 'लोड हो' },
];
const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = programs.find((path) => path && existsSync(path));
const lists = [
  ...[
    '',
    'test-call',
    'calls',
    'agents',
    'agents/new',
    'voices',
    'documents',
    'campaigns',
    'campaigns/new',
    'contacts',
    'queues',
  ],
  ...[
    'reports',
    'customers',
    'uploads',
    'projects',
    'extraction-fields',
    'scorecards',
    'audio',
    'practice',
    'progress',
    'judge',
    'runs',
    'scenarios',
    'scenarios/new',
  ],
  ...['personas', 'personas/new', 'coach-documents', 'rubrics', 'team', 'api-keys', 'webhooks', 'models', 'telephony'],
  ...['activity', 'waiting-list', 'organisations'],
];

/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Ask */
/**
 * A page or, with `button`, the dialog or menu opened by the button of this name. @typedef {string | { path: string,
 * button: string }} Shown
 */

/** The most used pages, as paths without their ids. */
const mostUsed = /^(|calls|agents|campaigns|contacts|runs|scenarios|test-call)(\/[0-9a-f-]{36})?$/;
/** A campaign of the sample has the same page as the one with contacts. @param {readonly Shown[]} pages */
function mostUsedOf(pages) {
  const seen = new Set();
  return pages.filter((shown) => {
    const kind = typeof shown === 'string' && mostUsed.test(shown) ? shown.replace(/[0-9a-f-]{36}/, 'one') : undefined;
    if (kind === undefined || ['runs', 'scenarios/one'].includes(kind) || seen.has(kind)) return false;
    return seen.add(kind);
  });
}

const layer = '[role=dialog], [role=menu]';
/** Dialogs, each with the page that opens it. @type {readonly Shown[]} */
const dialogs = [
  { path: 'contacts', button: 'Add a contact' },
  { path: 'queues', button: 'Create queue' },
];

/** @param {string} name @param {string | Uint8Array<ArrayBuffer>} content */
function fileOf(name, content) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
}

/** Returns two seconds of silence as an 8 kHz WAV file with 16-bit samples. */
function silence() {
  const dataBytes = 2 * 8000 * 2;
  const file = Buffer.alloc(44 + dataBytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + dataBytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(16_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(dataBytes, 40);
  return new Uint8Array(file);
}

/** Returns a PDF page with one line of plain ASCII. Readers rebuild its missing object table. @param {string} line */
function onePage(line) {
  const content = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.7\n${body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n`;
}

/** Fills the sample organisation and returns its detail pages. @param {Ask} ask @returns {Promise<Shown[]>} */
async function fill(ask) {
  const { agents } = await ask('GET', '/api/voice/agents');
  const { flows } = await ask('GET', '/api/voice/flows');
  const [agent] = agents;
  for (const [phone, name, tags] of [
    ['+12025550143', 'Asha Rao', ['City:Pune', 'Plan:Gold']],
    ['+12025550144', 'Sam Field', ['City:Oslo']],
    ['+12025550145', 'Mia Chen', ['Plan:Gold']],
  ]) {
    await ask('POST', '/v1/contacts', { phone, name, tags });
  }
  /** @param {string} speaker @param {string} text @param {number} timestamp */
  const said = (speaker, text, timestamp) => ({ speaker, text, timestamp });
  const call = await ask('POST', '/api/v1/sales/calls', {
    transcript: [
      said('agent', 'Good morning, this is Sam. How can I help you?', 0),
      said('customer', 'I would like to come by and see the flat. It is a bit expensive, though.', 3),
      said('agent', 'I understand. Would you like me to book a visit on Thursday at 10 am?', 9),
      said('customer', 'Yes, Thursday at ten works. Thank you so much!', 14),
    ],
    customer_phone: '+12025550143',
    agent_name: 'Sam',
    direction: 'inbound',
  });
  for (const [key, name, description] of [
    ['greeted', 'Greeting', 'The agent greets the customer.'],
    ['polite', 'Politeness', 'The agent is polite.'],
  ]) {
    const field = { key, name, description, group: 'Front desk', field_type: 'score' };
    await ask('POST', '/api/extraction-fields', field);
  }
  const persona = await ask('POST', '/api/pf-coach/personas', {
    name: 'Nora Field',
    profile: { neighbourhood: 'the old town', children: 'two' },
    hidden_state: { insurance: { value: 'Blue Harbor Silver', asked_when: ['insured'] } },
    objections: [{ text: 'I heard that you are quite expensive.', trigger: 'price', strength: 1 }],
    speech_habits: { fillers: ['um', 'well'] },
  });
  const scenario = await ask('POST', '/api/pf-coach/scenarios', {
    persona_uuid: persona.uuid,
    name: 'Ask about prices',
    difficulty: 'medium',
    category: 'Front desk',
    situation: 'You want to know how much a cleaning costs. You are a new patient.',
    objective: 'Tell the price.',
    stop_conditions: { max_turns: 20, satisfied_when: 'the agent tells the price of the cleaning' },
  });
  const runs = [];
  for (const seed of [7, 8]) {
    const target = { target_kind: 'flow', target_uuid: flows[0].uuid };
    const body = { scenario_uuid: scenario.uuid, ...target, mode: 'text', seed, wait: true };
    runs.push(await ask('POST', '/api/pf-coach/runs', body));
  }
  const coachDocument = await ask('POST', '/api/pf-coach/documents', {
    title: 'Prices',
    text: 'A cleaning costs 120 dollars.',
  });
  const document = await ask(
    'POST',
    '/api/kb/documents',
    fileOf('Prices.pdf', onePage('A cleaning costs 120 dollars.')),
  );
  const recording = await ask('POST', '/api/kb/documents', fileOf('Note.wav', silence()));
  const outbound = await ask('POST', '/api/voice/flows', {
    kind: 'outbound',
    name: 'Renewals',
    provider: 'platform',
    branches: ['City:Pune'],
  });
  const report = await ask('POST', '/api/reports', { window: 'week' });
  const { customers } = await ask('GET', '/api/customers');
  const { campaigns } = await ask('GET', '/v1/campaigns');
  return [
    `agents/${agent.uuid}`,
    ...(campaigns.length > 0 ? [`campaigns/${campaigns[0].uuid}`] : []),
    `campaigns/${outbound.uuid}`,
    `calls/${call.uuid}`,
    ...(customers.length > 0 ? [`customers/${customers[0].id}`, `contacts/${customers[0].uuid}`] : []),
    `reports/${report.id}`,
    `runs/${runs[0].uuid}`,
    `runs/compare?a=${runs[0].uuid}&b=${runs[1].uuid}`,
    `scenarios/${scenario.uuid}`,
    `personas/${persona.uuid}`,
    `coach-documents/${coachDocument.uuid}`,
    `documents/${document.uuid}`,
    `audio/${recording.uuid}`,
    { path: 'agents', button: `More actions for ${agent.name}` },
  ];
}

/**
 * Returns the paths of the screenshots, in page order.
 * @param {import('playwright-core').Browser} browser
 * @param {{ baseUrl: string, token: string, pages: readonly Shown[], screen: typeof screens[number], look: Look,
 * folder: string }} options
 */
async function take(browser, { baseUrl, token, pages, screen, look, folder }) {
  const { width, height } = screen;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(`localStorage.setItem('parley.language', ${JSON.stringify(look.language)})`);
  if (token !== '') await context.addInitScript(`localStorage.setItem('parley.session', ${JSON.stringify(token)})`);
  const page = await context.newPage();
  const pictures = [];
  // Buttons are found by their English names.
  const shownPages = look.language === 'en' ? pages : pages.filter((shown) => typeof shown === 'string');
  for (const shown of shownPages) {
    const { path, button } = typeof shown === 'string' ? { path: shown, button: undefined } : shown;
    if (pictures.length === 0) await page.goto(`${baseUrl}/${path}`);
    // Navigates like a console link, so that scripts are loaded only once.
    else
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(`/${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByLabel(look.loading).first().waitFor({ state: 'detached' });
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    if (button !== undefined) {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await page.locator(layer).waitFor();
    }
    await page.evaluate('document.fonts.ready');
    const heading = token === '' ? ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '') : '';
    const name =
      (heading || [path, button].filter(Boolean).join(' '))
        .replaceAll(/[0-9a-f-]{36}/g, 'one')
        .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
        .replace(/-$/, '') || 'dashboard';
    const file = join(folder, `${name}-${screen.name}-${look.name}.png`);
    await page.screenshot({ path: file });
    if (button !== undefined) {
      await page.keyboard.press('Escape');
      await page.locator(layer).waitFor({ state: 'detached' });
    }
    pictures.push({ path: heading || [path, button].filter(Boolean).join(': '), file });
  }
  await context.close();
  return pictures;
}

const sheetWidth = 2400;

/**
 * Combines all screenshots of one kind on one sheet, with their paths.
 * @param {import('playwright-core').Browser} browser
 * @param {{ pictures: readonly { path: string, file: string }[], screen: typeof screens[number], look: Look, folder:
 * string }} options
 */
async function sheet(browser, { pictures, screen, look, folder }) {
  const context = await browser.newContext({ viewport: { width: sheetWidth, height: 800 } });
  const page = await context.newPage();
  const figures = await Promise.all(
    pictures.map(async ({ path, file }) => {
      const data = (await readFile(file)).toString('base64');
      return `<figure><img src="data:image/png;base64,${data}"><figcaption>/${path.slice(0, 40)}</figcaption></figure>`;
    }),
  );
  const style = `body{margin:16px;font:14px sans-serif;background:#888;display:grid;gap:16px;
    grid-template-columns:repeat(${screen.columns},1fr)} figure{margin:0} img{width:100%;display:block}`;
  await page.setContent(`<style>${style}</style>${figures.join('')}`);
  const file = join(folder, `sheet-${screen.name}-${look.name}.png`);
  await page.screenshot({ path: file, fullPage: true });
  await context.close();
  process.stdout.write(`${file}\n`);
}

/** @param {NodeJS.ProcessEnv} env */
async function main(env) {
  const words = process.argv.slice(2).filter((word) => word !== '--most-used');
  const isShort = process.argv.includes('--most-used');
  const folder = resolve(words[0] ?? '.cache/screenshots');
  await mkdir(folder, { recursive: true });
  const { startServerChild } = await built('src/cli/server-child.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-screenshots-'));
  const entry = new URL('../dist/src/main.js', import.meta.url);
  const started = await startServerChild({
    entry,
    dataDir,
    readyTimeoutMs: 120_000,
    env: { ...process.env, ...env, LOG_LEVEL: 'error', REGISTRATION: 'open', RATE_LIMIT_PER_MINUTE: 'off' },
  });
  if (!started.ok) throw new Error(started.detail);
  const { baseUrl } = started.server;
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    let token = '';
    /** @type {Ask} */
    const ask = async (method, path, body) => {
      const isForm = body instanceof FormData;
      const headers = {
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const sent = isForm ? body : body && JSON.stringify(body);
      const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(sent && { body: sent }) });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const wanted = words.slice(1);
    const kinds = screens
      .flatMap((screen) => looks.map((look) => ({ screen, look, folder })))
      .filter(({ screen, look }) => wanted.length === 0 || wanted.includes(`${screen.name}-${look.name}`));
    /** Pages shown before sign-in: set-up, then sign-in. */
    const outside = [];
    if (!isShort) for (const kind of kinds) outside.push(await take(browser, { ...kind, baseUrl, token, pages: [''] }));
    ({ token } = await ask('POST', '/api/auth/demo', { demo: true }));
    for (const [index, kind] of isShort ? [] : kinds.entries())
      outside[index]?.push(...(await take(browser, { ...kind, baseUrl, token: '', pages: ['calls'] })));
    const all = [...lists, ...dialogs, ...(await fill(ask))];
    const pages = isShort ? mostUsedOf(all) : all;
    for (const [index, kind] of kinds.entries()) {
      const pictures = [...(outside[index] ?? []), ...(await take(browser, { ...kind, baseUrl, token, pages }))];
      await sheet(browser, { ...kind, pictures });
    }
  } finally {
    await browser.close();
    await started.server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}

if (executablePath === undefined) {
  process.stderr.write('No Chromium was found. Install it, or set CHROMIUM to its path.\n');
  process.exit(2);
}
await afterSetUp({ models: ['default'] }, main);
