import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerPlace } from '../../../src/cli/server-child.ts';
import { findInstallation } from '../../../src/config/installation.ts';
import type { BaresipPlace } from '../baresip.ts';
import { whyNoHosts } from '../hosts/network.ts';

const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);
const inside = (namespace: string, ...command: string[]) => run('ip', ['netns', 'exec', namespace, ...command]);

/** Quality of the line between the server and the router, in each direction. */
export interface LineQuality {
  readonly lossPercent: number;
  readonly delayMs: number;
  /** A packet takes up to this much more or less. */
  readonly jitterMs: number;
  readonly seed: number;
}

/** A server with a public address, and a phone behind a router that translates addresses. */
export interface NatNetwork {
  readonly server: BaresipPlace;
  readonly phone: BaresipPlace;
  close(): Promise<void>;
}

const [serverSpace, routerSpace, phoneSpace] = ['parley-nat-server', 'parley-nat-router', 'parley-nat-phone'];
/** Networks for benchmarks (RFC 2544), which no machine has, and one of a home. */
const [serverAddress, routerAddress] = ['198.18.7.1', '198.18.9.1'];
const [gateway, phoneAddress] = ['192.168.77.1', '192.168.77.20'];
/** A router forgets a translation after this silence. Many at home do. */
const forgetsAfterSeconds = 30;

const translation = `table ip home {
  chain leaving { type nat hook postrouting priority 100; oifname "line" masquerade random; }
  chain passing { type filter hook forward priority 0; iifname "line" ct state new drop; }
}`;

/** Returns why the network cannot be made here; undefined if it can. */
export async function whyNoNat(): Promise<string | undefined> {
  const why = await whyNoHosts();
  if (why !== undefined) return why;
  for (const [program, option] of [
    ['nft', '-v'],
    ['python3', '-V'],
  ] as const)
    if ((await run(program, [option]).catch(() => undefined)) === undefined) return `needs ${program}`;
  return undefined;
}

/** Makes the namespaces; removes what an earlier, killed run left. */
export async function openNatNetwork(quality: LineQuality): Promise<NatNetwork> {
  let line: ChildProcess | undefined;
  const close = async (): Promise<void> => {
    line?.kill('SIGKILL');
    for (const namespace of [serverSpace, routerSpace, phoneSpace]) await ip('netns', 'del', namespace).catch(() => {});
  };
  await close();
  for (const namespace of [serverSpace, routerSpace, phoneSpace]) {
    await ip('netns', 'add', namespace);
    await ip('-n', namespace, 'link', 'set', 'lo', 'up');
  }
  line = await openLine(quality);
  await address(serverSpace, 'line', `${serverAddress}/32`);
  await address(routerSpace, 'line', `${routerAddress}/32`);
  await ip('-n', serverSpace, 'route', 'add', 'default', 'dev', 'line');
  await ip('-n', routerSpace, 'route', 'add', 'default', 'dev', 'line');
  await ip('-n', phoneSpace, 'link', 'add', 'home', 'type', 'veth', 'peer', 'name', 'home', 'netns', routerSpace);
  await address(phoneSpace, 'home', `${phoneAddress}/24`);
  await address(routerSpace, 'home', `${gateway}/24`);
  await ip('-n', phoneSpace, 'route', 'add', 'default', 'via', gateway);
  await inside(routerSpace, 'sysctl', '-qw', 'net.ipv4.ip_forward=1');
  await inside(routerSpace, 'nft', translation);
  for (const name of ['udp_timeout', 'udp_timeout_stream'])
    await inside(routerSpace, 'sysctl', '-qw', `net.netfilter.nf_conntrack_${name}=${forgetsAfterSeconds}`);
  return {
    server: { ...(await openControl(serverSpace, 1)), networkAddress: serverAddress },
    phone: { ...(await openControl(phoneSpace, 2)), networkAddress: phoneAddress },
    close,
  };
}

async function address(namespace: string, name: string, value: string): Promise<void> {
  await ip('-n', namespace, 'addr', 'add', value, 'dev', name);
  await ip('-n', namespace, 'link', 'set', name, 'up');
}

/** Connects a namespace with this process, apart from the network of the trial. */
async function openControl(namespace: string, number: number): Promise<ServerPlace> {
  const [near, prefix] = [`parley-nat-${number}`, `10.213.${8 + number}`];
  await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'control', 'netns', namespace);
  await ip('addr', 'add', `${prefix}.1/24`, 'dev', near);
  await ip('link', 'set', near, 'up');
  await address(namespace, 'control', `${prefix}.2/24`);
  return { address: `${prefix}.2`, command: ['ip', 'netns', 'exec', namespace] };
}

async function openLine({ lossPercent, delayMs, jitterMs, seed }: LineQuality): Promise<ChildProcess> {
  const script = join(findInstallation(import.meta.url).rootDir, 'bench', 'trials', 'python', 'poor-line.py');
  const figures = [lossPercent, delayMs, jitterMs, seed].map(String);
  const line = spawn('python3', [script, serverSpace, routerSpace, ...figures], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const isReady = await Promise.race([once(line.stdout, 'data'), once(line, 'exit').then(() => undefined)]);
  if (isReady === undefined) throw new Error('the line between the hosts did not start');
  return line;
}
