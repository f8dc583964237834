import { spawnSync } from 'node:child_process';

/** The program of util-linux, never what the path of the process says. */
const unshare = '/usr/bin/unshare';
const apart = ['--user', '--map-current-user', '--net', '--'];

export interface Launch {
  readonly execPath: string;
  readonly execArgv: readonly string[];
}

let isPossible: boolean | undefined;

/**
 * The launch of a Node process without a network: the kernel gives it, and all that it starts, a network namespace with
 * no interface. The process keeps its id. Where the system does not let a user do that, the network stays.
 */
export function offline(execArgv: readonly string[]): Launch {
  isPossible ??= spawnSync(unshare, [...apart, process.execPath, '--version'], { stdio: 'ignore' }).status === 0;
  return isPossible
    ? { execPath: unshare, execArgv: [...apart, process.execPath, ...execArgv] }
    : { execPath: process.execPath, execArgv };
}
