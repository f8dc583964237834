import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../src/cli/server-child.ts';

/** Whether kamailio is installed: the Debian package `kamailio`. */
export const hasKamailio = spawnSync('kamailio', ['-v']).error === undefined;

/** A registrar and proxy that we did not write. */
export interface Kamailio {
  readonly domain: string;
  /** Returns the end of what it printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts kamailio. Every user of `passwords` may register and call; calls to others are refused with 404. */
export async function openKamailio(passwords: Readonly<Record<string, string>>): Promise<Kamailio> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-kamailio-'));
  const [port = 0] = await freePorts(1);
  const file = join(folder, 'kamailio.cfg');
  await writeFile(file, configText(port, passwords));
  const child: ChildProcess = spawn('kamailio', ['-f', file, '-DD', '-E', '-m', '32', '-M', '8', '-Y', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString('utf8')).slice(-16_000)));
  return {
    domain: `127.0.0.1:${port}`,
    output: () => text,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const over = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await over;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const hashOf = (user: string, password: string): string =>
  createHash('md5').update(`${user}:trunk:${password}`).digest('hex');

const modules = ['sl', 'tm', 'rr', 'pv', 'maxfwd', 'usrloc', 'registrar', 'auth', 'siputils', 'textops'];

function configText(port: number, passwords: Readonly<Record<string, string>>): string {
  const accounts = Object.entries(passwords).map(
    ([user, password]) => `  if ($au == "${user}") { $var(ha1) = "${hashOf(user, password)}"; }`,
  );
  return `#!KAMAILIO
children=1
auto_aliases=no
debug=1
log_stderror=yes
disable_tcp=yes
listen=udp:127.0.0.1:${port}
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/:/usr/lib/aarch64-linux-gnu/kamailio/modules/:/usr/lib64/kamailio/modules/"
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
    sl_send_reply("404", "Not here"); exit;
  }
  if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
  $var(ha1) = "unknown";
${accounts.join('\n')}
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("trunk", "$var(ha1)", "1")) { www_challenge("trunk", "1"); exit; }
    save("location");
    exit;
  }
  if (is_method("INVITE")) {
    if (!pv_proxy_authenticate("trunk", "$var(ha1)", "1")) { proxy_challenge("trunk", "1"); exit; }
    consume_credentials();
    record_route();
    if (!lookup("location")) { sl_send_reply("404", "Unknown number"); exit; }
    t_relay();
    exit;
  }
  sl_send_reply("405", "Method Not Allowed");
}
`;
}
