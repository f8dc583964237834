import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ServerPlace } from '../../../src/cli/server-child.ts';

const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);

/** A machine of its own as far as the network is concerned: a network namespace of Linux with one address. */
export interface Host extends ServerPlace {
  /** Takes the machine off the network, and back. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Loses every packet to an address without a word, until `reach`. */
  lose(address: string): Promise<void>;
  reach(address: string): Promise<void>;
}

/** Hosts on one bridge, with addresses beside them for what all of them use. */
export interface HostNetwork {
  readonly hosts: ReadonlyMap<string, Host>;
  readonly callerAddress: string;
  readonly databaseAddress: string;
  readonly natsAddress: string;
  close(): Promise<void>;
}

/** A prefix of private addresses that a machine rarely has. */
const prefix = '10.213.7';
const bridge = 'parley-trial';
/** Packets to this address reach no machine of the bridge. */
const nobody = '02:00:00:00:00:99';
const firstHost = 11;

/** Returns why hosts cannot be made here; undefined if they can. */
export async function whyNoHosts(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'needs Linux';
  if (process.getuid?.() !== 0) return 'needs root, to make network namespaces';
  const found = await ip('-V').catch(() => undefined);
  return found === undefined ? 'needs ip of iproute2' : undefined;
}

const fakeClock = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find((library) => existsSync(library));
export const canSkewClocks = fakeClock !== undefined;

export interface HostNetworkOptions {
  readonly names: readonly string[];
  /** Seconds by which the clock of a host is wrong; needs libfaketime. Its monotonic clock is right. */
  readonly skewSeconds: Readonly<Record<string, number>>;
}

/** Makes a namespace with an address for each name; removes what an earlier, killed run left. */
export async function openHostNetwork({ names, skewSeconds }: HostNetworkOptions): Promise<HostNetwork> {
  const close = async (): Promise<void> => {
    for (const name of names) await ip('netns', 'del', namespaceOf(name)).catch(() => {});
    await ip('link', 'del', bridge).catch(() => {});
  };
  await close();
  await ip('link', 'add', bridge, 'type', 'bridge');
  await ip('link', 'set', bridge, 'up');
  const [callerAddress, databaseAddress, natsAddress] = [1, 2, 3].map((last) => `${prefix}.${last}`) as [
    string,
    string,
    string,
  ];
  for (const address of [callerAddress, databaseAddress, natsAddress])
    await ip('addr', 'add', `${address}/24`, 'dev', bridge);
  const hosts = new Map<string, Host>();
  for (const [index, name] of names.entries())
    hosts.set(name, await openHost(name, firstHost + index, skewSeconds[name]));
  return { hosts, callerAddress, databaseAddress, natsAddress, close };
}

const namespaceOf = (name: string): string => `parley-${name}`;

async function openHost(name: string, last: number, skew: number | undefined): Promise<Host> {
  const namespace = namespaceOf(name);
  const [near, address] = [`parley-${last}`, `${prefix}.${last}`];
  const inside = (...args: string[]) => ip('-n', namespace, ...args);
  await ip('netns', 'add', namespace);
  await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  await ip('link', 'set', near, 'master', bridge, 'up');
  await inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
  await inside('link', 'set', 'eth0', 'up');
  await inside('link', 'set', 'lo', 'up');
  return {
    address,
    command: ['ip', 'netns', 'exec', namespace, ...(skew === undefined ? [] : withSkew(skew))],
    cut: async () => void (await ip('link', 'set', near, 'down')),
    restore: async () => void (await ip('link', 'set', near, 'up')),
    lose: async (to) =>
      void (await inside('neigh', 'replace', to, 'lladdr', nobody, 'dev', 'eth0', 'nud', 'permanent')),
    reach: async (to) => void (await inside('neigh', 'del', to, 'dev', 'eth0')),
  };
}

const withSkew = (seconds: number): string[] => [
  'env',
  `LD_PRELOAD=${fakeClock}`,
  `FAKETIME=${seconds}`,
  'FAKETIME_DONT_FAKE_MONOTONIC=1',
];
