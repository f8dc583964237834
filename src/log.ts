import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

/** Keys that hold secrets or personal data, wherever they stand in the first three levels of a record. */
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
  /** One record a write. Standard error unless given. */
  readonly stream?: DestinationStream;
}

/** JSON lines, or a readable form when standard error is a terminal. Standard output stays free for the ready line. */
export function createLog(options: LogOptions): Log {
  const stream =
    options.stream ?? (process.stderr.isTTY ? readable(process.stderr) : destination({ fd: 2, sync: true }));
  return pino({ level: options.level, base: null, redact: { paths: redactPaths, censor: '[redacted]' } }, stream);
}

const levelNames: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

function readable(out: NodeJS.WritableStream): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & {
        level: number;
        time: number;
        err?: { stack?: string };
      };
      const extra = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
      const clock = new Date(time).toISOString().slice(11, 23);
      out.write(
        `${clock} ${(levelNames[level] ?? 'info').padEnd(5)} ${msg ?? ''}${extra}\n${err?.stack ? `${err.stack}\n` : ''}`,
      );
    },
  };
}
