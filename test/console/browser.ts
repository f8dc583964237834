import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { browserArguments, chromiumPath, type MicrophoneOptions, patienceMs } from './chromium.ts';

export interface BrowserOptions extends MicrophoneOptions {
  /** Session token of the signed-in user. */
  readonly session?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A page, with everything it did that no console page may do. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly offences: {
    readonly policyViolations: string[];
    readonly errors: string[];
    readonly foreignRequests: string[];
  };
}

/** Opens a page in a fresh browser context; all of it is removed when the test ends. */
export async function openBrowser(options: BrowserOptions = {}): Promise<WatchedPage> {
  const context = await openContext(options, {
    colorScheme: options.colorScheme ?? 'light',
    viewport: options.viewport ?? { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  if (options.session !== undefined) {
    await context.addInitScript(`if (location.protocol === 'http:')
      localStorage.setItem('parley.session', ${JSON.stringify(options.session)})`);
  }
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, context, offences: await watch(page) };
}

/** Uses the shared browser, or a separate one for a different microphone set-up. */
async function openContext(options: BrowserOptions, settings: BrowserContextOptions): Promise<BrowserContext> {
  const shared = inject('chromium');
  if (shared !== undefined && options.microphone === undefined && options.refusesMicrophone !== true) {
    const browser = await chromium.connect(shared, { timeout: patienceMs });
    onTestFinished(() => browser.close());
    return browser.newContext(settings);
  }
  const profile = await mkdtemp(join(tmpdir(), 'parley-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...settings,
    executablePath: chromiumPath as string,
    timeout: patienceMs,
    headless: true,
    args: browserArguments(options),
  });
  onTestFinished(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  return context;
}

/** Navigates like a console link: scripts are loaded once for all pages. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); window.dispatchEvent(new PopStateEvent('popstate'));`,
  );
}

async function watch(page: Page): Promise<WatchedPage['offences']> {
  const policyViolations: string[] = [];
  const errors: string[] = [];
  const foreignRequests: string[] = [];
  const report = (text: string): void => void policyViolations.push(text);
  await page.exposeFunction('reportViolation', report);
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    window.reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
  page.on('pageerror', (error) => void errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  const judge = (url: string): void => {
    const { protocol, hostname } = new URL(url);
    const isOwn = ['127.0.0.1', 'localhost'].includes(hostname) || protocol === 'data:' || protocol === 'blob:';
    if (!isOwn) foreignRequests.push(url);
  };
  page.on('request', (request) => judge(request.url()));
  page.on('websocket', (socket) => judge(socket.url()));
  return { policyViolations, errors, foreignRequests };
}
