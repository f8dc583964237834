import { spawnSync } from 'node:child_process';

/** Fixed path of the util-linux program: PATH is never used. */
const unshare = '/usr/bin/unshare';
const apart = ['--user', '--map-current-user', '--net', '--'];

export interface Launch {
  readonly execPath: string;
  readonly execArgv: readonly string[];
}

let isPossible: boolean | undefined;

/**
 * Returns the launch of a Node process without a network: the kernel gives it, and all processes it starts, a network
 * namespace without interfaces. The process id is unchanged. If the system does not permit this, the network remains.
 */
export function offline(execArgv: readonly string[]): Launch {
  isPossible ??= spawnSync(unshare, [...apart, process.execPath, '--version'], { stdio: 'ignore' }).status === 0;
  return isPossible
    ? { execPath: unshare, execArgv: [...apart, process.execPath, ...execArgv] }
    : { execPath: process.execPath, execArgv };
}
