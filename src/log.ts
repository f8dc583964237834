import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** Keys that contain secrets or personal data, in any of the first three levels of a record. */
const secretKeys = [
  'authorization',
  'apiKey',
  'api_key',
  'auth_token',
  'token',
  'secret',
  'password',
  'email',
  'phone',
  'from',
  'to',
  'transcript',
  'text',
];
const redactPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

export interface LogOptions {
  readonly level: string;
  /** Receives one record per write. Standard error by default. */
  readonly stream?: DestinationStream;
  /**
   * Returns whether an error is only a consequence of an outage that has its own log line. A record with nothing but
   * such an error is omitted; one with further fields is written once a minute, without the stack.
   */
  readonly isOutage?: (error: unknown) => boolean;
  /** Monotonic milliseconds. */
  readonly nowMs?: () => number;
}

/**
 * Writes JSON lines, or a readable form when standard error is a terminal. Standard output stays free for the ready
 * line.
 */
export function createLog(options: LogOptions): Log {
  const stream =
    options.stream ?? (process.stderr.isTTY ? readable(process.stderr) : destination({ fd: 2, sync: true }));
  const redact = { paths: redactPaths, censor: '[redacted]' };
  const hooks = { logMethod: outageHook(options) };
  const settings = { level: options.level, base: null, redact, hooks };
  return pino(settings, { write: (line) => stream.write(escapeUnseen(line)) });
}

const repeatAfterMs = 60_000;
/** Messages are constants of the program. The limit guards against one that is not. */
const maxMessages = 200;

function outageHook({
  isOutage = () => false,
  nowMs = () => performance.now(),
}: LogOptions): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const shownMs = new Map<string, number>();
  function isRepeated(message: string): boolean {
    const atMs = nowMs();
    if (atMs - (shownMs.get(message) ?? Number.NEGATIVE_INFINITY) < repeatAfterMs) return true;
    if (shownMs.size >= maxMessages) shownMs.clear();
    shownMs.set(message, atMs);
    return false;
  }
  return function logMethod(args, method) {
    const [detail, message] = args as unknown as [{ readonly err?: unknown } | undefined, string | undefined];
    const err = detail?.err;
    if (err === undefined || !isOutage(err)) return method.apply(this, args);
    const { err: _, ...fields } = detail as { readonly err: unknown };
    if (Object.keys(fields).length === 0 || isRepeated(message ?? '')) return;
    const why = err instanceof Error ? err.message : String(err);
    method.apply(this, [{ ...fields, why }, message] as unknown as typeof args);
  };
}

/**
 * Escapes characters that a terminal interprets or does not show, as JSON does. JSON itself escapes only control
 * characters below 0x20; DEL, a C1 control such as 0x9B (the start of a terminal command) and characters that change
 * text direction would pass through.
 */
const escapeUnseen = (text: string): string =>
  text.replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const levelNames: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/**
 * Formats records for a terminal: one line per record with the stack of an error indented, so that no value can pass
 * for a line.
 */
export function readable(out: Pick<NodeJS.WritableStream, 'write'>): DestinationStream {
  return {
    write(record) {
      const { level, time, msg, err, ...rest } = JSON.parse(record) as Record<string, unknown> & {
        level: number;
        time: number;
        err?: { stack?: string };
      };
      const extra = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
      const clock = new Date(time).toISOString().slice(11, 23);
      const line = `${clock} ${(levelNames[level] ?? 'info').padEnd(5)} ${msg ?? ''}${extra}`;
      const stack = (err?.stack ?? '').split('\n').filter((part) => part !== '');
      out.write([line, ...stack.map((part) => `    ${part.trimStart()}`)].map((part) => `${shown(part)}\n`).join(''));
    },
  };
}

/** Returns a line without characters that a terminal interprets. */
const shown = (line: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is not let through
  escapeUnseen(line).replaceAll(/[\u0000-\u001f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
