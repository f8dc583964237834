import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium of this machine is; undefined when there is none. */
export const chromiumPath = programs.find((path) => path !== undefined && path !== '' && existsSync(path));

/** What is waited for comes when it comes, however many run beside it. */
const patienceMs = 90_000;

export interface BrowserOptions {
  /** The WAV file that its microphone hears from the moment it is opened. */
  readonly microphone?: string;
  readonly refusesMicrophone?: boolean;
  /** Token of who is signed in. */
  readonly session?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A page, and what it did that no page of ours may do. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly offences: {
    readonly policyViolations: string[];
    readonly errors: string[];
    readonly foreignRequests: string[];
  };
}

/** A browser with a profile of its own; both are gone when the test is over. */
export async function openBrowser(options: BrowserOptions = {}): Promise<WatchedPage> {
  const profile = await mkdtemp(join(tmpdir(), 'parley-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath as string,
    timeout: patienceMs,
    headless: true,
    colorScheme: options.colorScheme ?? 'light',
    viewport: options.viewport ?? { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    args: browserArguments(options),
  });
  onTestFinished(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  context.setDefaultTimeout(patienceMs);
  if (options.session !== undefined) {
    await context.addInitScript(`if (location.protocol === 'http:')
      localStorage.setItem('parley.session', ${JSON.stringify(options.session)})`);
  }
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, context, offences: await watch(page) };
}

function browserArguments({ microphone, refusesMicrophone = false }: BrowserOptions): string[] {
  return [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-device-for-media-stream',
    // Without this the request is shown to nobody, which is a refusal.
    ...(refusesMicrophone ? ['--deny-permission-prompts'] : ['--use-fake-ui-for-media-stream']),
    ...(microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}%noloop`]),
  ];
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
