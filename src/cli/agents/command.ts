import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readZip, writeZip } from '../../archive/index.ts';
import { CliFault, parsed } from '../cli-fault.ts';
import { addressOf } from '../credential.ts';
import { type AgentClient, createAgentClient, type PushResult } from './client.ts';
import { digestOf, type Origin, readFolder, readOrigin, writeFolder, writeOrigin } from './folder.ts';

interface AgentsArguments {
  readonly action: 'pull' | 'push';
  /** Pull: the agent, by name or uuid; undefined for that of the folder. */
  readonly agent: string | undefined;
  readonly dir: string | undefined;
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly isNew: boolean;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly accept: string | undefined;
  readonly note: string | undefined;
}

export interface AgentsContext {
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  /** Address of the server of this installation. */
  readonly ownUrl: string;
  readonly print: (text: string) => void;
}

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  new: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  accept: { type: 'string' },
  note: { type: 'string' },
} as const;

const bad = (message: string): CliFault => new CliFault('bad_argument', message);

/** Throws `bad_argument` with the reason. */
export function readAgentsArguments(argv: readonly string[]): AgentsArguments {
  const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
  const [action, ...names] = positionals;
  if (action !== 'pull' && action !== 'push')
    throw bad('expected "agents pull [AGENT] [FOLDER]" or "agents push FOLDER"');
  if (values.url !== undefined && !URL.canParse(values.url)) throw bad(`--url is an address, not "${values.url}"`);
  if (names.length > (action === 'pull' ? 2 : 1)) throw bad(`too many names: ${names.join(' ')}`);
  const { url, key, accept, note, force } = values;
  const [agent, dir] = action === 'pull' ? names : [undefined, names[0]];
  if (action === 'push' && dir === undefined) throw bad('name the folder to push');
  return { action, agent, dir, url, key, force, accept, note, isNew: values.new, dryRun: values['dry-run'] };
}

/** Exit status 0: done; 1: refused, with the reason on standard error. */
export async function agentsCommand(args: AgentsArguments, context: AgentsContext): Promise<number> {
  return args.action === 'pull' ? pull(args, context) : push(args, context);
}

function clientOf({ url, key }: AgentsArguments, origin: Origin | undefined, context: AgentsContext) {
  const server = new URL(url ?? context.ownUrl).href;
  // A folder from somebody else must not choose where the API key is sent.
  if (origin !== undefined && origin.server !== server)
    throw bad(`the folder was pulled from ${origin.server}, not from ${server}. Name its server with --url`);
  return { server, client: createAgentClient(addressOf(server, { key, ...context })) };
}

async function pull(args: AgentsArguments, context: AgentsContext): Promise<number> {
  // "pull FOLDER" pulls into a folder that was pulled before.
  const first = args.agent ?? '.';
  const ownOrigin = args.dir === undefined ? await readOrigin(first) : undefined;
  const origin = ownOrigin ?? (args.dir === undefined ? undefined : await readOrigin(args.dir));
  const { server, client } = clientOf(args, origin, context);
  if (ownOrigin === undefined && args.agent === undefined)
    throw bad('name the agent to pull, or a folder that was pulled');
  const uuid = ownOrigin === undefined ? await client.find(first) : ownOrigin.agent;
  const dir = ownOrigin === undefined ? (args.dir ?? folderOf(first)) : first;
  if (!args.force) await refuseLocalChanges(dir, origin);
  const pulled = await filesOf(client, uuid);
  const changed = await writeFolder(dir, pulled.files);
  await writeOrigin(dir, { server, agent: uuid, etag: pulled.etag, files: digestOf(pulled.files) });
  context.print(
    changed.length === 0 ? `${dir} is up to date.\n` : `${changed.map((path) => `${dir}/${path}`).join('\n')}\n`,
  );
  return 0;
}

const folderOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '') || 'agent';

async function refuseLocalChanges(dir: string, origin: Origin | undefined): Promise<void> {
  const files = await readFolder(dir);
  if (files.size === 0 || (origin !== undefined && digestOf(files) === origin.files)) return;
  throw new CliFault(
    'agent_conflict',
    origin === undefined
      ? `${dir} has files of an agent that was not pulled into it`
      : `the files in ${dir} were changed since they were pulled. Push them, or pull with --force to lose the changes`,
  );
}

async function filesOf(client: AgentClient, uuid: string) {
  const { bytes, etag } = await client.pull(uuid);
  const archive = await readZip(bytes, { entries: 1000, unpackedBytes: 64 * 2 ** 20 });
  if ('wrong' in archive)
    throw new CliFault('agent_refused', `the server sent something else than an archive. ${archive.wrong}`);
  return { files: archive.files, etag };
}

async function push(args: AgentsArguments, context: AgentsContext): Promise<number> {
  const dir = args.dir ?? '.';
  const files = await readFolder(dir);
  if (!files.has('agent.json')) throw new CliFault('file_missing', `${dir} has no agent.json`);
  const origin = args.isNew ? undefined : await readOrigin(dir);
  if (origin === undefined && !args.isNew)
    throw bad(`${basename(resolve(dir))} was not pulled from a server. Add --new to push it as a new agent`);
  const { server, client } = clientOf(args, origin, context);
  const fields = {
    ...(args.dryRun && { dry_run: 'true' }),
    ...(args.accept !== undefined && { accept: args.accept }),
    ...(args.note !== undefined && { version_note: args.note }),
  };
  const ifMatch = origin === undefined || args.force ? undefined : origin.etag;
  const result = await client.push(origin?.agent, await writeZip(files), { fields, ifMatch });
  context.print(report(result, args.dryRun));
  if (result.problems.length > 0) return 1;
  if (args.dryRun) return 0;
  const uuid = result.agentUuid ?? origin?.agent ?? '';
  // Key order and numbers are written as the server writes them.
  const pulled = await filesOf(client, uuid);
  const rewritten = await writeFolder(dir, pulled.files);
  if (rewritten.length > 0) context.print(`Formatted ${rewritten.join(', ')}\n`);
  await writeOrigin(dir, { server, agent: uuid, etag: pulled.etag, files: digestOf(pulled.files) });
  return 0;
}

function report({ parts, problems }: PushResult, isDry: boolean): string {
  if (problems.length > 0)
    return problems
      .map(({ detail, accept }) => `${detail}${accept === null ? '' : ` (--accept ${accept})`}\n`)
      .join('');
  const changes = parts.filter(({ action }) => action !== 'keep');
  if (changes.length === 0) return 'Nothing differs.\n';
  const verbs: Readonly<Record<string, string>> = isDry
    ? { create: 'would add', update: 'would change', remove: 'would take out' }
    : { create: 'added', update: 'changed', remove: 'took out' };
  return changes.map(({ kind, name, action }) => `${verbs[action]} ${kind.replace('_', ' ')} ${name}\n`).join('');
}
