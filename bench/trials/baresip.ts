import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Clip, writeWav } from '../../media/index.ts';
import { freePorts, type ServerPlace } from '../../src/cli/server-child.ts';

/** Whether baresip is installed: the Debian package `baresip-core`. */
export const hasBaresip = spawnSync('baresip', ['-h']).error === undefined;

/** An event as baresip's `ctrl_tcp` module sends it. */
export interface BaresipEvent {
  readonly class: string;
  /** For example `REGISTER_OK`, `CALL_RINGING`, `CALL_ESTABLISHED`, `CALL_CLOSED`. */
  readonly type: string;
  readonly param?: string;
}

/** A telephone that we did not write. */
export interface Baresip {
  readonly events: readonly BaresipEvent[];
  /** Returns the next event of this type after those that earlier calls returned. */
  next(type: string): Promise<BaresipEvent>;
  /** Sends a clip instead of silence as its microphone. The clip has the rate of the codec. */
  say(clip: Clip): Promise<void>;
  /** Runs a command of baresip's menu, such as `dial`, and returns its output. */
  command(name: string, params?: string): Promise<string>;
  /** Returns what the phone received as audio in its latest call so far: 16-bit samples. */
  heard(): Promise<Int16Array>;
  /** Returns the end of what baresip printed. */
  output(): string;
  stop(): Promise<void>;
}

export interface BaresipAccount {
  readonly username: string;
  readonly password: string;
  /** Address and port of the registrar. */
  readonly domain: string;
  readonly transport?: 'udp' | 'tcp' | 'tls';
  /** Parameters of the account after its address, for example `;audio_codecs=G722`. */
  readonly parameters?: string;
  /** Seconds for which the phone registers; 60 by default. */
  readonly registersSeconds?: number;
}

/** Where a phone runs: `address` reaches its control port. */
export interface BaresipPlace extends ServerPlace {
  /** Address from which it calls. */
  readonly networkAddress: string;
}

export interface BaresipOptions {
  /** Rate of the phone's codec in Hz; 8000 by default. */
  readonly rateHz?: 8000 | 16_000;
  readonly modules?: readonly string[];
  readonly settings?: readonly string[];
  /** The loopback interface by default. */
  readonly place?: BaresipPlace;
}

const loopback: BaresipPlace = { address: '127.0.0.1', networkAddress: '127.0.0.1', command: [] };
const modulePaths = ['/usr/lib/baresip/modules', '/usr/local/lib/baresip/modules', '/usr/lib64/baresip/modules'];
const wavHeaderBytes = 44;
/** A call ends when its microphone's file does. */
const silenceSeconds = 300;
const patienceMs = 60_000;

/** Starts baresip with one account, which registers at once. */
export async function openBaresip(account: BaresipAccount, options: BaresipOptions = {}): Promise<Baresip> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-baresip-'));
  const [port = 0] = await freePorts(1);
  const { rateHz = 8000, place = loopback } = options;
  const silence = join(folder, 'silence.wav');
  const afterwards = new Float32Array(rateHz * silenceSeconds);
  let said = 0;
  await writeFile(silence, writeWav({ samples: afterwards, rateHz }));
  await writeFile(join(folder, 'accounts'), accountLine(account));
  await writeFile(join(folder, 'config'), configText({ folder, port, silence }, options));
  await writeFile(join(folder, 'contacts'), '');
  const [file = '', ...args] = [...place.command, 'baresip', '-4', '-f', folder];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString('utf8')).slice(-16_000)));
  const control = await openControl({ child, address: place.address, port, output: () => text });
  return {
    ...control,
    output: () => text,
    async say({ samples }) {
      said += 1;
      const file = join(folder, `said-${said}.wav`);
      const all = new Float32Array(samples.length + afterwards.length);
      all.set(samples);
      await writeFile(file, writeWav({ samples: all, rateHz }));
      await control.command('ausrc', `aufile,${file}`);
    },
    async heard() {
      const name = (await readdir(folder))
        .filter((file) => /^dump-.*-dec\.wav$/.test(file))
        .sort()
        .at(-1);
      const bytes =
        name === undefined ? Buffer.alloc(0) : (await readFile(join(folder, name))).subarray(wavHeaderBytes);
      return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 2 * Math.floor(bytes.length / 2)));
    },
    async stop() {
      control.close();
      if (child.exitCode === null && child.signalCode === null) {
        const over = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await over;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const accountLine = (account: BaresipAccount): string => {
  const { username, password, domain, transport = 'udp', parameters = '', registersSeconds = 60 } = account;
  const address = `<sip:${username}@${domain};transport=${transport}>`;
  return `${address};auth_pass=${password};regint=${registersSeconds};ptime=20${parameters}\n`;
};

interface Places {
  readonly folder: string;
  /** Of the `ctrl_tcp` module. */
  readonly port: number;
  readonly silence: string;
}

function configText({ folder, port, silence }: Places, options: BaresipOptions): string {
  const { modules = [], settings = [], place = loopback } = options;
  const wanted = ['g711', 'aufile', 'aubridge', 'sndfile', 'ctrl_tcp', 'account', 'menu', ...modules];
  const late = new Set(['account', 'menu', 'ctrl_tcp']);
  return [
    `module_path ${modulePaths.find((path) => existsSync(path)) ?? ''}`,
    `sip_listen ${place.networkAddress}:0`,
    `net_interface ${place.networkAddress}`,
    `audio_source aufile,${silence}`,
    'audio_player aubridge,speaker',
    'audio_alert aubridge,bell',
    'statmode_default off',
    `ctrl_tcp_listen ${place.address}:${port}`,
    `snd_path ${folder}`,
    ...settings,
    ...wanted.map((name) => `${late.has(name) ? 'module_app' : 'module'} ${name}.so`),
    '',
  ].join('\n');
}

interface ControlOptions {
  readonly child: ChildProcess;
  readonly address: string;
  readonly port: number;
  readonly output: () => string;
}

/** Connects to the `ctrl_tcp` module: JSON in netstrings. */
async function openControl(options: ControlOptions) {
  const { output } = options;
  const socket = await connected(options);
  const events: BaresipEvent[] = [];
  const answers: ((data: string) => void)[] = [];
  let returned = 0;
  let onEvent = (): void => {};
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
      const end = colon + 1 + Number(rest.toString('latin1', 0, colon));
      if (rest.length <= end) return;
      const message = JSON.parse(rest.toString('utf8', colon + 1, end));
      rest = rest.subarray(end + 1);
      if (message.event === true) events.push(message);
      else answers.shift()?.(String(message.data ?? ''));
      onEvent();
    }
  });
  socket.on('error', () => {});

  return {
    events,
    close: () => socket.destroy(),
    next: (type: string): Promise<BaresipEvent> =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`baresip sent no ${type}: ${JSON.stringify(events)}\n${output()}`)),
          patienceMs,
        );
        onEvent = () => {
          const index = events.findIndex((event, at) => at >= returned && event.type === type);
          if (index === -1) return;
          returned = index + 1;
          onEvent = () => {};
          clearTimeout(late);
          resolve(events[index] as BaresipEvent);
        };
        onEvent();
      }),
    command: (name: string, params?: string): Promise<string> =>
      new Promise((resolve) => {
        answers.push(resolve);
        const text = JSON.stringify({ command: name, ...(params === undefined ? {} : { params }), token: name });
        socket.write(`${Buffer.byteLength(text)}:${text},`);
      }),
  };
}

/** The port opens once the module is loaded. */
async function connected({ child, address, port, output }: ControlOptions): Promise<Socket> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    const socket = connect(port, address);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    if (child.exitCode !== null || waitedMs > patienceMs) throw new Error(`baresip did not start: ${output()}`);
    await delay(50);
  }
}
