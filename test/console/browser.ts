import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { browserArguments, chromiumPath, type MicrophoneOptions, pagesChromiumPath, patienceMs } from './chromium.ts';

export interface BrowserOptions extends MicrophoneOptions {
  /** Session token of the signed-in user. */
  readonly session?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** In a context of its own: for a test with a fake clock or a routed WebSocket. */
  readonly isAlone?: boolean;
  /** Time zone of the reader; the machine's by default. Needs `isAlone`. */
  readonly timezoneId?: string;
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

/** The page that the tests of a process use one after another: its scripts stay cached and compiled. */
interface SharedPage {
  readonly page: Page;
  isTaken: boolean;
}
const ofProcess: { shared?: Promise<SharedPage> } = {};

/** Opens a page without any data; what the test leaves on it is removed when the test ends. */
export async function openBrowser(options: BrowserOptions = {}): Promise<WatchedPage> {
  const page = await openPage(options);
  const context = page.context();
  context.setDefaultTimeout(patienceMs);
  if (options.session !== undefined)
    await runFirst(
      page,
      `if (location.protocol === 'http:') localStorage.setItem('parley.session', ${JSON.stringify(options.session)})`,
    );
  return { page, context, offences: await watch(page) };
}

/** Runs the script before those of every page that is loaded, until the test ends. */
export async function runFirst(page: Page, script: string): Promise<void> {
  const added = await page.addInitScript(script);
  onTestFinished(() => added.dispose());
}

/** Any browser does for a page without a microphone. */
const isOrdinary = ({ microphone, refusesMicrophone }: BrowserOptions): boolean =>
  microphone === undefined && refusesMicrophone !== true;

async function openPage(options: BrowserOptions): Promise<Page> {
  const { colorScheme = 'light', viewport = { width: 1280, height: 900 } } = options;
  const { timezoneId } = options;
  const settings: BrowserContextOptions = {
    colorScheme,
    viewport,
    reducedMotion: 'reduce',
    ...(timezoneId !== undefined && { timezoneId }),
  };
  const isShared = inject('sharesPage') === true;
  if (isShared && isOrdinary(options) && options.isAlone !== true) {
    ofProcess.shared ??= openShared(settings);
    const shared = await ofProcess.shared;
    if (!shared.isTaken) {
      take(shared);
      await shared.page.emulateMedia({ colorScheme });
      await shared.page.setViewportSize(viewport);
      return shared.page;
    }
  }
  const own = isShared && !isOrdinary(options) ? await launch(options) : undefined;
  const context = await (own ?? (await browserFor(options))).newContext(settings);
  onTestFinished(() => (own ?? context).close());
  return context.newPage();
}

async function openShared(settings: BrowserContextOptions): Promise<SharedPage> {
  const context = await (await browserFor({})).newContext(settings);
  return { page: await context.newPage(), isTaken: false };
}

function take(shared: SharedPage): void {
  shared.isTaken = true;
  onTestFinished(async () => {
    await clear(shared.page);
    shared.isTaken = false;
  });
}

async function clear(page: Page): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await page.mouse.move(0, 0);
  const { protocol, origin } = new URL(page.url());
  if (protocol !== 'http:') return;
  // A file without scripts; another origin would be another process, which compiles all scripts again.
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
}

/** The browser of this process. It stays open for the next test that needs the same microphone. */
const launched: { browser?: Promise<Browser>; args?: string } = {};

function browserFor(options: BrowserOptions): Promise<Browser> {
  const args = browserArguments(options).join(' ');
  if (launched.browser !== undefined && (isOrdinary(options) || launched.args === args)) return launched.browser;
  const previous = launched.browser;
  launched.args = args;
  launched.browser = (async () => {
    await (await previous)?.close();
    return launch(options);
  })();
  return launched.browser;
}

const launch = (options: BrowserOptions): Promise<Browser> =>
  chromium.launch({
    // Only the full browser asks for permissions, and so can refuse them.
    executablePath: (options.refusesMicrophone === true ? chromiumPath : pagesChromiumPath) as string,
    timeout: patienceMs,
    headless: true,
    args: browserArguments(options),
  });

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
  const undo = [
    await page.exposeFunction('reportViolation', (text: string) => void policyViolations.push(text)),
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      window.reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`),
  ];
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
  onTestFinished(async () => {
    page.removeAllListeners();
    for (const one of undo) await one.dispose();
  });
  return { policyViolations, errors, foreignRequests };
}

/** Opens a section of the page of an agent. */
export const openSection = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Sections of the agent' }).getByRole('link', { name, exact: true }).click();
