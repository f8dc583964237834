import { pathToFileURL } from 'node:url';
import type { App, AppOverrides } from './app.ts';
import { makeConfig } from './config/config.ts';
import { readEnvironment } from './config/env.ts';
import { findInstallation } from './config/installation.ts';
import { isDatabaseAway } from './data/index.ts';
import { StartFault } from './faults/start-fault.ts';
import { createLog, type Log } from './log.ts';
import { awaitStopSignal } from './stop-signal.ts';

/**
 * Runs the server until a signal stops it. Prints one `ready` line when it accepts requests. Returns the exit status.
 */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  overrides: AppOverrides = {},
): Promise<number> {
  try {
    // Files of the server are its owner's alone, whatever the folder permits.
    process.umask(0o077);
    const { demo } = readArguments(argv);
    const config = makeConfig(readEnvironment({ variables: env }), findInstallation(import.meta.url));
    const log = createLog({ level: config.logLevel, isOutage: isDatabaseAway });
    dieOnBrokenInvariants(log);
    const exit = (status: number): void => process.exit(status);
    const stop = awaitStopSignal({ signals: process, exit, nowMs: () => performance.now(), log });
    // Imported late, so that an invalid environment is reported before most modules are loaded.
    const opening = import('./app.ts').then(({ openApp }) => openApp(config, { log, ...overrides }));
    const app = await Promise.race([opening, stop]);
    if (app === undefined) return 0;
    if (demo) await tellDemo(app, log);
    process.stdout.write(`ready ${app.address}\n`);
    await stop;
    await app.close({ drainMs: config.drainMs });
    return 0;
  } catch (error) {
    process.stderr.write(`${sentence(error)}\n`);
    return 1;
  }
}

function readArguments(argv: readonly string[]): { readonly demo: boolean } {
  const unknown = argv.find((argument) => argument !== '--demo');
  if (unknown !== undefined) throw new StartFault('argument_unknown', `Unknown argument ${unknown}.`);
  return { demo: argv.includes('--demo') };
}

/** Prints the demo account to standard output and not to the log, which others may read. */
async function tellDemo({ accounts, address }: App, log: Log): Promise<void> {
  const account = await accounts.demo();
  if (account === undefined) log.warn('accounts exist: sign in with one of them instead of the demo');
  else process.stdout.write(`demo ${address} e-mail ${account.email} password ${account.password}\n`);
}

/**
 * Exits, because the process is then in an unknown state. A supervisor starts a fresh one, which closes the interrupted
 * calls.
 */
function dieOnBrokenInvariants(log: Log): void {
  const die = (error: unknown): void => {
    log.fatal({ err: error }, 'unhandled error');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}

/** Returns what happened and what to do for named faults, and the stack for other errors. */
function sentence(error: unknown): string {
  const { message, advice } = (error ?? {}) as { message?: unknown; advice?: unknown };
  if (typeof message === 'string' && typeof advice === 'string') return `Parley cannot run.\n${message}\n${advice}`;
  return `Parley cannot run.\n${error instanceof Error ? error.stack : String(error)}`;
}

const isStartedDirectly = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isStartedDirectly) process.exit(await main(process.argv.slice(2), process.env));
