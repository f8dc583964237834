import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentsCommand, readAgentsArguments } from '../../src/cli/agents/command.ts';
import type { CliFault } from '../../src/cli/cli-fault.ts';
import { openTestApp, temporaryFolder } from '../http/test-app.ts';

const gallery = join(import.meta.dirname, '..', '..', 'gallery');

/** A server with an admin, and the command line beside it. */
async function server() {
  const app = await openTestApp({ signedIn: false });
  const registered = await fetch(new URL('/api/auth/register', app.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'a good long password', name: 'Ada' }),
  });
  const { token } = (await registered.json()) as { token: string };
  async function ask(method: string, path: string, body?: object) {
    const answer = await fetch(new URL(path, app.address), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
    return (await answer.json()) as any;
  }
  const dir = join(temporaryFolder(), 'agent');
  async function run(line: string, key: string = token) {
    let printed = '';
    const print = (text: string): void => {
      printed += text;
    };
    const context = { env: { PARLEY_API_KEY: key }, dataDir: temporaryFolder(), ownUrl: app.address, print };
    const words = line.split(' ').map((word) => word.replace('DIR', dir).replaceAll('_', ' '));
    return { status: await agentsCommand(readAgentsArguments(words), context), printed };
  }
  return { ask, run, dir };
}

/** A server with an agent of the gallery, pulled into a folder. */
async function pulled() {
  const all = await server();
  const { run, dir } = all;
  writeFolder(dir, readFileSync(join(gallery, 'clinic.json'), 'utf8'));
  expect(await run('push DIR --new')).toMatchObject({
    status: 0,
    printed: expect.stringMatching(/^added agent Iris$/m),
  });
  return { ...all, uuid: originOf(dir).agent };
}

function writeFolder(dir: string, agent: string): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'agent.json'), agent);
}

const originOf = (dir: string): { readonly agent: string; readonly etag: string } =>
  JSON.parse(readFileSync(join(dir, '.parley.json'), 'utf8'));

const refused = (code: CliFault['code'], message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

const edit = (dir: string, file: string, from: string, to: string): void => {
  const path = join(dir, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replaceAll(from, to));
};

test('a folder is pushed as a new agent, and pulled again with the same bytes', async () => {
  const { run, dir, uuid, ask } = await pulled();
  const files = readdirSync(dir).sort();
  expect(files).toEqual(['.parley.json', 'agent.json', 'knowledge', 'persona-prompt.md']);
  expect(await run('pull DIR')).toEqual({ status: 0, printed: `${dir} is up to date.\n` });
  const other = `${dir}-2`;
  await run(`pull Iris ${other}`);
  for (const file of ['agent.json', 'persona-prompt.md'])
    expect(readFileSync(join(other, file), 'utf8')).toBe(readFileSync(join(dir, file), 'utf8'));
  expect(originOf(other)).toEqual(originOf(dir));
  expect((await ask('GET', `/api/voice/agents/${uuid}`)).name).toBe('Iris');
});

test('a push changes what differs in the folder, and nothing where nothing does', async () => {
  const { run, dir, uuid, ask } = await pulled();
  expect(await run('push DIR')).toEqual({ status: 0, printed: 'Nothing differs.\n' });
  edit(dir, 'persona-prompt.md', 'calm, kind and brief', 'calm and very brief');
  writeFileSync(join(dir, 'README.md'), 'Our agent.');
  expect((await run('push DIR --dry-run')).printed).toBe('would change agent Iris\n');
  expect((await ask('GET', `/api/voice/agents/${uuid}`)).version).toBe(1);
  expect((await run('push DIR --note shorter')).printed).toBe('changed agent Iris\n');
  const agent = await ask('GET', `/api/voice/agents/${uuid}`);
  expect(agent).toMatchObject({ version: 2, persona_prompt: expect.stringContaining('calm and very brief') });
  const { versions } = await ask('GET', `/api/voice/agents/${uuid}/versions`);
  expect(versions[0]).toMatchObject({ version: 2, note: 'shorter' });
  expect(existsSync(join(dir, 'README.md'))).toBe(true);
});

test('a push onto a newer version is refused with who changed what, until it is pulled or forced', async () => {
  const { run, dir, uuid, ask } = await pulled();
  await ask('PATCH', `/api/voice/agents/${uuid}`, { greeting: 'Hello from the console.' });
  edit(dir, 'persona-prompt.md', 'calm', 'quiet');
  await expect(run('push DIR')).rejects.toEqual(
    refused('agent_conflict', /ada@example\.com changed greeting since version 1; the current version is 2/),
  );
  // What was typed in the folder is not overwritten either.
  await expect(run('pull DIR')).rejects.toEqual(refused('agent_conflict', /were changed since they were pulled/));
  expect((await run('push DIR --force')).printed).toBe('changed agent Iris\n');
  expect(await ask('GET', `/api/voice/agents/${uuid}`)).toMatchObject({
    version: 3,
    persona_prompt: expect.stringContaining('quiet'),
  });
});

test('what is missing here is printed with what to accept, and nothing is stored', async () => {
  const { run, dir, ask } = await server();
  const file = JSON.parse(readFileSync(join(gallery, 'survey.json'), 'utf8'));
  file.agent.voice_config.speaker = 'our-own-voice';
  writeFolder(dir, JSON.stringify(file));
  const { status, printed } = await run('push DIR --new --dry-run');
  expect(status).toBe(1);
  expect(printed).toMatch(/^The voice "our-own-voice" of the agent does not exist here\..+ \(--accept voices\)\n$/);
  await expect(run('push DIR --new')).rejects.toEqual(refused('agent_conflict', /our-own-voice/));
  expect(await ask('GET', '/api/voice/agents')).toMatchObject({ total: 0 });
  expect((await run('push DIR --new --accept voices')).status).toBe(0);
});

test('a wrong command, folder, key or server is refused with what to do', async () => {
  const { run, dir, uuid } = await pulled();
  for (const line of ['send DIR', 'push', 'push DIR DIR', 'pull --url nowhere', 'push DIR --loud'])
    await expect(run(line), line).rejects.toEqual(expect.objectContaining({ code: 'bad_argument' }));
  await expect(run('pull Nobody')).rejects.toEqual(refused('agent_refused', /there is no agent "Nobody"/));
  await expect(run(`push ${dir}-3`)).rejects.toEqual(refused('file_missing', /has no agent\.json/));
  await expect(run('push DIR', 'pk_wrong')).rejects.toEqual(expect.objectContaining({ code: 'agent_refused' }));
  // A folder from somebody else does not choose where the key is sent.
  edit(dir, '.parley.json', '127.0.0.1', 'localhost');
  await expect(run('push DIR')).rejects.toEqual(refused('bad_argument', /Name its server with --url/));
  const other = `${dir}-4`;
  await run(`pull ${uuid} ${other}`);
  expect(originOf(other).agent).toBe(uuid);
});
