import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { type CommandDef, defineCommand, renderUsage } from 'citty';
import { BackupFault } from '../backup/index.ts';
import { makeConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { findInstallation, type Installation } from '../config/installation.ts';
import { StartFault } from '../faults/start-fault.ts';
import { agentsCommand, readAgentsArguments } from './agents/command.ts';
import { backupCommand, readBackupArguments, readRestoreArguments, restoreCommand } from './backup-command.ts';
import { type CallArguments, namedDialects, readCallArguments } from './call-arguments.ts';
import { callCommand } from './call-command.ts';
import { CliFault } from './cli-fault.ts';
import { addressOf, ownUrl } from './credential.ts';
import { doctorCommand, readDoctorArguments } from './doctor.ts';
import { eraseCommand } from './erase-command.ts';
import { keyCommand } from './key-command.ts';
import { migrateCommand } from './migrate-command.ts';
import { readReplayArguments, replayCommand } from './replay-command.ts';
import { readSimulateArguments, simulateCommand } from './simulate/command.ts';
import { openSpeechFor } from './speech.ts';
import { readSpeechServerArguments, speechServerCommand } from './speech-server-command.ts';
import { userCommand } from './user-command.ts';
import { verifyCommand } from './verify-command.ts';

const key = {
  type: 'string',
  valueHint: 'KEY',
  description: 'API key for a server on another machine. Prefer PARLEY_API_KEY, which other users cannot see.',
} as const;

const start = defineCommand({
  meta: { name: 'start', description: 'Run the server until Ctrl-C.' },
});

const call = defineCommand({
  meta: { name: 'call', description: 'Call a running server as a telephony provider or a telephone would.' },
  args: {
    dialect: {
      type: 'string',
      valueHint: 'NAME',
      default: 'telephony_a',
      description: `How to connect: ${namedDialects.join(', ')}.`,
    },
    'audiosocket-port': {
      type: 'string',
      valueHint: 'PORT',
      description: 'With --dialect audiosocket: the port of the server (default: AUDIOSOCKET_PORT).',
    },
    say: {
      type: 'string',
      valueHint: 'TEXT',
      description: 'A line to speak, in another voice than the agent’s. May be repeated.',
    },
    wav: { type: 'string', valueHint: 'FILE', description: 'A recorded line. May be repeated and mixed with --say.' },
    'barge-in': {
      type: 'string',
      valueHint: 'MS',
      description:
        'Each line after the first interrupts the previous answer this many milliseconds after it becomes audible.',
    },
    'over-greeting': { type: 'boolean', description: 'With --barge-in: the first line interrupts the greeting.' },
    network: {
      type: 'string',
      alias: 'weather',
      valueHint: 'WORDS',
      description: 'Network conditions: breeze, rain, storm, or settings such as jitter=60,loss=2,stall=10,acks=late.',
    },
    out: { type: 'string', valueHint: 'DIR', description: 'Where to write caller.wav, agent.wav and both.wav.' },
    url: { type: 'string', description: 'Server URL (default: HOST and PORT).' },
    to: { type: 'string', default: '+12025550143', description: 'The number to call.' },
    from: { type: 'string', valueHint: 'NUMBER', description: 'The caller’s number.' },
    flow: {
      type: 'string',
      valueHint: 'UUID',
      description: 'The flow of a browser call (default: the first active one).',
    },
    key,
    voice: { type: 'string', default: 'daniel', description: 'The voice of --say.' },
    json: { type: 'boolean', description: 'Print one JSON object instead of text.' },
    'allow-remote': { type: 'boolean', description: 'Allow calling a server on another machine.' },
    sip: {
      type: 'string',
      valueHint: 'SERVER',
      description: 'Call as a telephone through this SIP server, such as 127.0.0.1:5060; --to may be an extension.',
    },
    user: { type: 'string', valueHint: 'NAME', description: 'With --sip: user name of a phone (or PARLEY_SIP_USER).' },
    password: { type: 'string', description: 'With --sip: its password (or PARLEY_SIP_PASSWORD).' },
    transport: { type: 'string', valueHint: 'NAME', description: 'With --sip: udp (default), tcp or tls.' },
    codec: { type: 'string', valueHint: 'NAME', description: 'With --sip: PCMU (default), PCMA or G722.' },
  },
});

const doctor = defineCommand({
  meta: { name: 'doctor', description: 'Check this installation, including a complete call.' },
  args: {
    url: {
      type: 'string',
      description: 'Server URL (default: HOST and PORT). Starts a server when none is running.',
    },
    key,
    json: { type: 'boolean', description: 'Print one JSON object instead of text.' },
  },
});

const replay = defineCommand({
  meta: { name: 'replay', description: 'Replay a recorded call offline and print the differences.' },
  args: {
    call: { type: 'positional', description: 'The UUID of a call or the folder of a saved one.' },
    agent: { type: 'boolean', description: 'Also run the agent again with its current flow and compare its replies.' },
    save: { type: 'string', valueHint: 'DIR', description: 'Save the call to this folder for replay elsewhere.' },
    json: { type: 'boolean', description: 'Print one JSON object instead of text.' },
  },
});

const simulate = defineCommand({
  meta: { name: 'simulate', description: 'Play a suite of practice runs against an agent, and check their verdicts.' },
  args: {
    file: { type: 'positional', description: 'The suite, a YAML file.' },
    url: {
      type: 'string',
      description:
        'A running server (default: starts one with the agents of the examples folder, and deletes its data).',
    },
    key: { ...key, description: `${key.description} Creating personas and scenarios needs a session token.` },
    repeat: { type: 'string', valueHint: 'K', description: 'Runs of each case, instead of those of the suite.' },
    case: { type: 'string', valueHint: 'NAME', description: 'Play this case only.' },
    parallel: { type: 'string', valueHint: 'N', description: 'Runs at the same time (default: those of the suite).' },
    junit: { type: 'string', valueHint: 'FILE', description: 'Write a JUnit file.' },
    json: { type: 'string', valueHint: 'FILE', description: 'Write all results as JSON.' },
  },
});

const agents = defineCommand({
  meta: { name: 'agents', description: 'Keep agents as files: pull AGENT [FOLDER], push FOLDER.' },
  args: {
    action: { type: 'positional', description: 'pull or push.' },
    agent: { type: 'positional', required: false, description: 'With pull: name or UUID of the agent.' },
    folder: { type: 'positional', required: false, description: 'The folder (default: the name of the agent).' },
    url: { type: 'string', description: 'Server URL (default: HOST and PORT).' },
    key,
    new: { type: 'boolean', description: 'With push: add the folder as a new agent.' },
    'dry-run': { type: 'boolean', description: 'With push: print what would be done.' },
    force: {
      type: 'boolean',
      description: 'Overwrite: with push what others changed since, with pull what was changed in the folder.',
    },
    accept: {
      type: 'string',
      valueHint: 'A,B',
      description: 'With push: leave out what is missing there: voices, models, mcp_servers, documents, existing.',
    },
    note: { type: 'string', description: 'With push: a remark on the new version.' },
  },
});

const jsonOption = { type: 'boolean', description: 'Print one JSON object instead of text.' } as const;

const backup = defineCommand({
  meta: { name: 'backup', description: 'Back up all data into one file while the server runs.' },
  args: {
    file: { type: 'positional', description: 'The file to create. It contains personal data.' },
    objects: { type: 'boolean', description: 'Also the files of the bucket.' },
    json: jsonOption,
  },
});

const restore = defineCommand({
  meta: {
    name: 'restore',
    description: 'Verify a backup and restore it into an empty DATA_DIR. Stop the server first.',
  },
  args: {
    file: { type: 'positional', description: 'A file written by "parley backup".' },
    replace: { type: 'boolean', description: 'Move existing data aside instead of refusing.' },
    json: jsonOption,
  },
});

const verify = defineCommand({
  meta: { name: 'verify', description: 'Compare every file that the database refers to with its hash.' },
  args: { quick: { type: 'boolean', description: 'Only look whether files exist.' }, json: jsonOption },
});

const migrate = defineCommand({
  meta: { name: 'migrate', description: 'Apply pending database migrations.' },
  args: { json: jsonOption },
});

const erase = defineCommand({
  meta: { name: 'erase', description: 'Erase a person by number: contact, calls, recordings and transcripts.' },
  args: {
    number: { type: 'string', valueHint: 'NUMBER', required: true, description: 'The number in E.164.' },
    organisation: { type: 'string', description: 'Name or UUID (default: the only organisation).' },
    yes: { type: 'boolean', description: 'Erase. Without it, print what would be erased.' },
    wait: { type: 'string', valueHint: 'SECONDS', default: '60', description: 'How long to wait for the server.' },
    json: jsonOption,
  },
});

const user = defineCommand({
  meta: {
    name: 'user',
    description: 'Manage accounts in the database: list, add EMAIL, password EMAIL, role EMAIL ROLE.',
  },
  args: {
    name: { type: 'string', description: 'With add: the name of the person.' },
    role: { type: 'enum', options: ['member', 'manager', 'admin'], default: 'member', description: 'With add.' },
    organisation: { type: 'string', description: 'With add: name or UUID (default: the only organisation).' },
    'password-stdin': {
      type: 'boolean',
      description: 'Read the password from standard input instead of generating one.',
    },
  },
});

const keys = defineCommand({
  meta: { name: 'key', description: 'Manage API keys in the database: list, create EMAIL, revoke UUID.' },
  args: {
    name: { type: 'string', description: 'With create: what the key is for.' },
    scopes: { type: 'string', valueHint: 'A,B', description: 'With create: what it may do, such as voice:calls:read.' },
  },
});

const speechServer = defineCommand({
  meta: {
    name: 'speech-server',
    description: 'Emulate a speech server with the embedded models, to try Parley with one.',
  },
  args: {
    name: { type: 'positional', description: 'speech_a, speech_b, voice_models or xtts.' },
    port: { type: 'string', valueHint: 'N', description: 'Where to listen (default: a free port).' },
    key: { type: 'string', valueHint: 'KEY', description: 'The key that clients must send (default: none).' },
  },
});

/** The options are those of `npm run models`, which reads them. */
const models = defineCommand({
  meta: { name: 'models', description: 'Fetch the models that calls need, list or verify them.' },
  args: {
    with: { type: 'string', valueHint: 'NAME', description: 'Also this model or set of models. May be repeated.' },
    cuda: { type: 'boolean', description: 'Also what models need to run on an NVIDIA GPU (1.5 GB).' },
    verify: { type: 'boolean', description: 'Read every file again and compare it with what was fetched.' },
    list: { type: 'boolean', description: 'What there is and where, without fetching.' },
  },
});

const commands = {
  start,
  models,
  call,
  simulate,
  agents,
  replay,
  doctor,
  backup,
  restore,
  verify,
  migrate,
  erase,
  user,
  key: keys,
  'speech-server': speechServer,
} as const;

type CommandName = keyof typeof commands;

/** Runs the command line. Returns the exit status: 0 success, 1 failure, 2 an invalid command line. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // Backups and copies are their owner's alone.
  process.umask(0o077);
  const installation = findInstallation(import.meta.url);
  const [name = '', ...rest] = argv;
  if (name === '--version') {
    process.stdout.write(`${installation.version}\n`);
    return 0;
  }
  if (name === '' || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${await usage(installation)}\n`);
    return name === '' ? 2 : 0;
  }
  if (!isCommand(name)) {
    process.stderr.write(`Unknown command "${name}".\n\n${await usage(installation)}\n`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`${plain(await renderUsage(commands[name] as CommandDef, parent(installation)))}\n`);
    return 0;
  }
  try {
    return await runners[name](rest, env, installation);
  } catch (error) {
    return tellFault(error);
  }
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const parent = ({ version }: Installation): CommandDef => ({
  meta: { name: 'parley', version, description: 'Self-hosted voice calling: run it, call it, check it.' },
  subCommands: commands as NonNullable<CommandDef['subCommands']>,
});

const usage = async (installation: Installation): Promise<string> => plain(await renderUsage(parent(installation)));

/** Colours are only for a terminal; a file or a pipe receives plain text. */
const plain = (text: string): string => (process.stdout.isTTY ? text : stripVTControlCharacters(text));

type Runner = (argv: readonly string[], env: NodeJS.ProcessEnv, installation: Installation) => Promise<number>;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(text);

const runners: Readonly<Record<CommandName, Runner>> = {
  async start(argv, env) {
    const server = await import('../main.ts');
    return server.main(argv, env);
  },
  async models(argv, env) {
    const fetching = await import('../../models/main.ts');
    return fetching.main(argv, env);
  },
  async call(argv, env, installation) {
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    const args: CallArguments = readCallArguments(argv, ownUrl(config.http), env);
    const server = addressOf(args.url, { key: args.key, dataDir: config.data.dataDir, env });
    const { modelsDir, audioSocketPort } = config.media;
    return callCommand(args, { server, audioSocketPort, openSpeech: openSpeechFor(modelsDir), say, print });
  },
  async replay(argv, env, installation) {
    const args = readReplayArguments(argv);
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    return replayCommand(args, { config, print });
  },
  async simulate(argv, env, installation) {
    const args = readSimulateArguments(argv);
    const { dataDir } = makeConfig(readEnvironment({ variables: env }), installation).data;
    return simulateCommand(args, { env, dataDir, say, print });
  },
  async agents(argv, env, installation) {
    const args = readAgentsArguments(argv);
    const { data, http } = makeConfig(readEnvironment({ variables: env }), installation);
    return agentsCommand(args, { env, dataDir: data.dataDir, ownUrl: ownUrl(http), print });
  },
  async doctor(argv, env, installation) {
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    const args = readDoctorArguments(argv, ownUrl(config.http));
    return doctorCommand(args, { env, config, installation, print });
  },
  async backup(argv, env, installation) {
    const args = readBackupArguments(argv);
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    return backupCommand(args, { config, print, terminal: process.stderr });
  },
  async restore(argv, env, installation) {
    const args = readRestoreArguments(argv);
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    return restoreCommand(args, { config, print, terminal: process.stderr });
  },
  async verify(argv, env, installation) {
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    return verifyCommand(argv, { config, print, terminal: process.stderr });
  },
  async migrate(argv, env, installation) {
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    return migrateCommand(argv, { config, print });
  },
  async erase(argv, env, installation) {
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    return eraseCommand(argv, { config, print });
  },
  async user(argv, env, installation) {
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    return userCommand(argv, { config, print, readInput: () => text(process.stdin) });
  },
  async key(argv, env, installation) {
    const config = makeConfig(readEnvironment({ variables: env }), installation);
    return keyCommand(argv, { config, print, readInput: () => text(process.stdin) });
  },
  async 'speech-server'(argv, env, installation) {
    const args = readSpeechServerArguments(argv);
    const { modelsDir } = makeConfig(readEnvironment({ variables: env }), installation).media;
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    return speechServerCommand(args, { openSpeech: openSpeechFor(modelsDir), say, print, signal: stop.signal });
  },
};

function tellFault(error: unknown): number {
  if (error instanceof CliFault || error instanceof StartFault || error instanceof BackupFault) {
    process.stderr.write(`${error.message}\n${error.advice}\n`);
    return error instanceof CliFault ? error.exitCode : 1;
  }
  throw error;
}
