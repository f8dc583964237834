import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { agentFilesOnce, asFile, wholeFile } from './agent-files-app.ts';

type File = typeof wholeFile;
type Parts = { kind: string; name: string; action: string }[];

const changed = (change: (file: File) => void): Buffer => {
  const file = structuredClone(wholeFile);
  change(file);
  return asFile(file);
};

onEachDatabase('files of agents', (database) => {
  const open = agentFilesOnce(database);

  async function withSecret(as: 'admin' | 'stranger' = 'admin') {
    const app = open();
    for (const who of [as, 'stranger'] as const)
      await app.ask(who, 'PUT', '/api/settings/secrets/CRM_KEY', { body: { value: 'hush' } });
    return app;
  }

  test('an agent with all its parts goes to another organisation and back with the same bytes', async () => {
    const app = await withSecret();
    const made = await app.imported('admin', asFile(wholeFile));
    expect(made).toMatchObject({ status: 201, body: { dry_run: false, problems: [] } });
    const first = await app.exported('admin', `${made.body.agent_uuid}`);
    const there = await app.imported('stranger', first.bytes);
    expect(there.status).toBe(201);
    const second = await app.exported('stranger', `${there.body.agent_uuid}`);
    expect(second.bytes.toString()).toBe(first.bytes.toString());
    const zipped = await app.exported('stranger', `${there.body.agent_uuid}`, 'zip');
    const back = await app.imported('admin', zipped.bytes);
    const third = await app.exported('admin', `${back.body.agent_uuid}`);
    expect(third.bytes.toString()).toBe(first.bytes.toString());
    expect((await app.exported('admin', `${back.body.agent_uuid}`, 'zip')).bytes.equals(zipped.bytes)).toBe(true);
    expect(first.body).toMatchObject({ secrets: ['CRM_KEY'], scenarios: [{ rubric: null }, { rubric: 'Desk' }] });
    expect(first.bytes.toString()).not.toContain('hush');
  });

  test('a suite keeps its repeats, mode and bar in the file, in a push and in a duplicate', async () => {
    const app = await withSecret();
    const suite = { repeats: 4, mode: 'voice', bar: 80 };
    const made = await app.imported('admin', asFile({ ...wholeFile, suite }));
    expect(made.body.parts).toContainEqual({
      kind: 'suite',
      name: '4 runs of each, by voice, bar 80%',
      action: 'create',
    });
    const uuid = `${made.body.agent_uuid}`;
    expect((await app.exported('admin', uuid)).body).toMatchObject({ suite });
    const stored = async (agent: string) => (await app.ask('admin', 'GET', `/api/voice/agents/${agent}/suite`)).body;
    expect(await stored(uuid)).toMatchObject({ ...suite, scenarios: [{}, {}] });
    const copy = await app.ask('admin', 'POST', `/api/voice/agents/${uuid}/duplicate`, { body: {} });
    expect(await stored(copy.body.uuid as string)).toMatchObject({ ...suite, scenarios: [{}, {}] });
    const plain = await app.imported('admin', asFile(wholeFile));
    expect(await stored(`${plain.body.agent_uuid}`)).toMatchObject({ repeats: 1, mode: 'text', bar: null });
    const wrong = await app.imported('admin', asFile({ ...wholeFile, suite: { ...suite, repeats: 0 } }));
    expect(wrong).toMatchObject({ status: 400, body: { detail: expect.stringContaining('suite.repeats') } });
    const scenarios = [1, 2, 3].flatMap((copy) =>
      wholeFile.scenarios.map((each) => ({ ...each, name: `${each.name} ${copy}` })),
    );
    const long = await app.imported('admin', asFile({ ...wholeFile, scenarios, suite: { ...suite, repeats: 10 } }));
    expect(long).toMatchObject({ status: 400, body: { detail: expect.stringContaining('at most 100 runs') } });
    const empty = await app.imported('admin', asFile({ ...wholeFile, scenarios: [], suite }), { name: 'Empty' });
    expect(empty.status).toBe(201);
    expect(empty.body.parts).not.toContainEqual(expect.objectContaining({ kind: 'suite' }));
    expect((await app.exported('admin', `${empty.body.agent_uuid}`)).body).not.toHaveProperty('suite');
  });

  test('a hand-over names its agent, which is found by name, may be the agent itself, and may be missing', async () => {
    const app = await withSecret();
    const step = (id: string, agent: string, go?: string) => ({
      id,
      examples: [`I want ${id}`],
      questions: [{ id: `${id}_why`, ask: 'Why?', kind: 'text' }],
      done: 'Done.',
      next: [{ when: [{ slot: `${id}_why`, known: true }], agent, ...(go === undefined ? {} : { go }) }],
    });
    const { name } = wholeFile.agent;
    const file = structuredClone(wholeFile);
    Object.assign(file.campaigns[0]!.config, { goals: [step('bill', 'Billing'), step('back', name, 'bill')] });
    const planned = await app.imported('admin', asFile(file), { dry_run: 'true' });
    expect(planned.body.problems).toEqual([
      { kind: 'agent', name: 'Billing', accept: 'agents', detail: expect.stringContaining('does not exist here') },
    ]);
    expect((await app.imported('admin', asFile(file))).status).toBe(409);
    const configOf = async (as: 'admin' | 'stranger', agent: string) => {
      const { body } = await app.ask(as, 'GET', '/v1/campaigns?limit=100');
      const campaigns = body.campaigns as { voice_agent_id: string; config: { goals: { next: object[] }[] } }[];
      const found = campaigns.find((each) => each.voice_agent_id === agent);
      return found?.config.goals.map(({ next }) => next[0]);
    };
    const alone = await app.imported('admin', asFile(file), { accept: 'agents', name: 'Alone' });
    expect(alone.status, JSON.stringify(alone.body)).toBe(201);
    expect(await configOf('admin', `${alone.body.agent_uuid}`)).toMatchObject([
      { go: 'message' },
      { agent: alone.body.agent_uuid, go: 'bill' },
    ]);
    const billing = { name: 'Billing', voice_config: { speaker: 'ava' } };
    const added = (await app.ask('stranger', 'POST', '/api/voice/agents', { body: billing })).body;
    const found = await app.imported('stranger', asFile(file), { name: 'Desk two' });
    expect(await configOf('stranger', `${found.body.agent_uuid}`)).toMatchObject([
      { agent: added.uuid },
      { agent: found.body.agent_uuid, go: 'bill' },
    ]);
    const exported = (await app.exported('stranger', `${found.body.agent_uuid}`)).body as unknown as typeof file;
    expect(exported.campaigns[0]!.config.goals).toMatchObject([
      { next: [{ agent: 'Billing' }] },
      { next: [{ agent: 'Desk two' }] },
    ]);
    await app.ask('stranger', 'POST', '/api/voice/agents', { body: billing });
    const twice = await app.imported('stranger', asFile(file), { name: 'Desk three' });
    expect(twice.body.detail).toContain('Two agents here');
    const refused = await app.exported('stranger', `${found.body.agent_uuid}`);
    expect(refused).toMatchObject({ status: 409 });
  });

  test('a dry run names every part and what is missing, and stores nothing', async () => {
    const app = open();
    const file = changed(({ agent, personas }) => {
      agent.voice_config.speaker = 'our-own-voice';
      Object.assign(personas[0] as object, { voice: { provider: 'platform', speaker: 'gone' } });
      Object.assign(agent, { model: { name: 'Our GPU' } });
      agent.tools.push({
        name: 'far',
        description: '',
        parameters: { type: 'object' },
        mcp: { server: 'CRM', tool: 'x' },
      } as never);
    });
    const planned = await app.imported('manager', file, { dry_run: 'true' });
    expect(planned).toMatchObject({ status: 200, body: { agent_uuid: null, dry_run: true, parts: [] } });
    const problems = planned.body.problems as { kind: string; name: string; accept: string | null }[];
    expect(problems.map(({ kind, name, accept }) => [kind, name, accept])).toEqual([
      ['mcp_server', 'CRM', 'mcp_servers'],
      ['secret', 'CRM_KEY', null],
      ['model', 'Our GPU', 'models'],
      ['voice', 'our-own-voice', 'voices'],
      ['voice', 'gone', 'voices'],
      ['role', 'admin', null],
    ]);
    const refused = await app.imported('manager', file);
    expect(refused.status).toBe(409);
    for (const name of ['CRM', 'CRM_KEY', 'Our GPU', 'our-own-voice', 'gone', 'admin'])
      expect(refused.body.detail).toContain(name);
    expect((await app.ask('manager', 'GET', '/api/voice/agents')).body.total).toBe(0);

    await app.ask('admin', 'PUT', '/api/settings/secrets/CRM_KEY', { body: { value: 'hush' } });
    const accept = 'voices,models,mcp_servers';
    const dry = await app.imported('admin', file, { dry_run: 'true', accept });
    expect((dry.body.parts as Parts).map(({ kind, action }) => `${action} ${kind}`)).toEqual([
      'create agent',
      'create campaign',
      'create score_field',
      'create persona',
      'create scenario',
      'create scenario',
      'create pronunciation',
    ]);
    for (const list of [
      '/api/voice/agents',
      '/api/voice/flows',
      '/api/pf-coach/personas',
      '/api/pf-coach/scenarios',
      '/api/voice/pronunciations',
    ])
      expect((await app.ask('admin', 'GET', list)).body).toMatchObject({ total: 0 });
    const made = await app.imported('admin', file, { accept });
    expect(made.status).toBe(201);
    const agent = await app.ask('admin', 'GET', `/api/voice/agents/${made.body.agent_uuid}`);
    expect(agent.body).toMatchObject({ model: null, tools: [{ name: 'look_up_patient' }] });
    expect(agent.body).toMatchObject({ voice_config: { provider: 'platform' }, status_reason: null });
  });

  test('a voice of a provider that is not configured is named, and an agent that has it keeps it', async () => {
    const app = open();
    await app.ask('admin', 'PUT', '/api/settings/secrets/CRM_KEY', { body: { value: 'hush' } });
    const file = changed(({ agent }) => {
      agent.voice_config = { provider: 'speech_a', speaker: 'rachel', language_code: 'en-US' };
    });
    const planned = await app.imported('admin', file, { dry_run: 'true' });
    expect(planned.body.problems).toMatchObject([{ kind: 'voice', name: 'rachel', accept: 'voices' }]);
    const made = await app.imported('admin', file, { accept: 'voices' });
    expect(made.status).toBe(201);
    const uuid = made.body.agent_uuid as string;
    const { bytes } = await app.exported('admin', uuid);
    expect((await app.pushed('admin', uuid, bytes)).body.problems).toEqual([]);
  });

  test('a file that fails at its last part leaves nothing behind', async () => {
    const app = await withSecret();
    const file = changed(({ scenarios }) => {
      Object.assign(scenarios[1] as object, { rubric: 'No such category' });
    });
    const refused = await app.imported('admin', file);
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('scenarios.1') } });
    for (const list of ['/api/voice/agents', '/api/voice/flows', '/api/pf-coach/personas', '/api/voice/pronunciations'])
      expect((await app.ask('admin', 'GET', list)).body).toMatchObject({ total: 0 });
  });

  test('a push that changes nothing changes nothing', async () => {
    const app = await withSecret();
    const made = await app.imported('admin', asFile(wholeFile));
    const uuid = `${made.body.agent_uuid}`;
    const pulled = await app.exported('admin', uuid);
    const pushed = await app.pushed('admin', uuid, pulled.bytes, { ifMatch: `${pulled.etag}` });
    expect(pushed).toMatchObject({ status: 200, etag: pulled.etag });
    expect(new Set((pushed.body.parts as Parts).map(({ action }) => action))).toEqual(new Set(['keep']));
    expect((await app.ask('admin', 'GET', `/api/voice/agents/${uuid}/versions`)).body.total).toBe(1);
  });

  test('a push changes what differs, and the next pull is what was pushed', async () => {
    const app = await withSecret();
    const uuid = `${(await app.imported('admin', asFile(wholeFile))).body.agent_uuid}`;
    const pulled = await app.exported('admin', uuid);
    const file = pulled.body as unknown as File;
    file.agent.greeting = 'Good day.';
    (file.campaigns[0] as { config: Record<string, unknown> }).config.goodbye = 'Bye now.';
    (file.personas[0] as { name: string; profile: unknown }).profile = 'A patient.';
    (file.scenarios[0] as { situation: string }).situation = 'You are in a hurry.';
    file.scenarios.splice(1, 1);
    (file.pronunciations[0] as { respelling: string }).respelling = 'nwin';
    (file.scorecard[0] as { options: string[] }).options = ['open at nine'];
    const pushed = await app.pushed('admin', uuid, asFile(file), { ifMatch: `${pulled.etag}` });
    expect((pushed.body.parts as Parts).map(({ kind, action }) => `${action} ${kind}`)).toEqual([
      'update agent',
      'update campaign',
      'update score_field',
      'update persona',
      'update scenario',
      'remove scenario',
      'update pronunciation',
    ]);
    const again = await app.exported('admin', uuid);
    expect(again.body).toEqual(file);
    expect(again.etag).toBe(pushed.etag);
  });

  test('a push onto a newer version is refused with who changed what', async () => {
    const app = await withSecret();
    const uuid = `${(await app.imported('admin', asFile(wholeFile))).body.agent_uuid}`;
    const pulled = await app.exported('admin', uuid);
    await app.ask('manager', 'PATCH', `/api/voice/agents/${uuid}`, { body: { greeting: 'Hi.' } });
    const refused = await app.pushed('admin', uuid, pulled.bytes, { ifMatch: `${pulled.etag}` });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/changed greeting since version 1; the current version is 2\. Pull it again/);
    const [flow] = (await app.ask('admin', 'GET', '/api/voice/flows')).body.flows as { uuid: string }[];
    const newer = await app.exported('admin', uuid);
    await app.ask('admin', 'PATCH', `/api/voice/flows/${flow?.uuid}`, { body: { config: { goodbye: 'So long.' } } });
    const late = await app.pushed('admin', uuid, newer.bytes, { ifMatch: `${newer.etag}` });
    expect(late.body.detail).toMatch(/The last change was that of the campaign "Front desk", by /);
  });

  test('a document travels with its owner’s file only', async () => {
    const app = await withSecret();
    const pdf = Buffer.from('%PDF-1.7\n\n');
    const file = {
      ...wholeFile,
      documents: [{ title: 'Prices', file_name: 'prices.pdf', sha256: '0'.repeat(64), base64: pdf.toString('base64') }],
    };
    const made = await app.imported('admin', asFile(file));
    expect(made.status).toBe(201);
    const uuid = `${made.body.agent_uuid}`;
    const own = await app.exported('admin', uuid);
    expect(own.body.documents).toMatchObject([{ title: 'Prices', base64: pdf.toString('base64') }]);
    const colleague = await app.exported('manager', uuid);
    expect(colleague.body.documents).toMatchObject([{ title: 'Prices' }]);
    expect(JSON.stringify(colleague.body.documents)).not.toContain('base64');
    const without = await app.imported('stranger', colleague.bytes, { dry_run: 'true' });
    expect(without.body.problems).toMatchObject([{ kind: 'document', name: 'Prices', accept: 'documents' }]);
    const zip = await app.exported('admin', uuid, 'zip');
    const there = await app.imported('stranger', zip.bytes);
    expect(there.status).toBe(201);
    expect((await app.exported('stranger', `${there.body.agent_uuid}`, 'zip')).bytes.equals(zip.bytes)).toBe(true);
    expect((await app.ask('stranger', 'GET', '/api/kb/documents')).body.total).toBe(1);

    const link = Buffer.from('[InternetShortcut]\r\nURL=https://example.com/\r\n').toString('base64');
    const site = { title: 'Help', file_name: 'example.com.url', sha256: '0'.repeat(64), base64: link };
    const withSite = asFile({ ...wholeFile, documents: [site] });
    const refused = await app.imported('admin', withSite, { dry_run: 'true' });
    expect(refused.body.problems).toMatchObject([
      { kind: 'document', detail: expect.stringMatching(/"Help" is a website\. Add it on the page Documents first/) },
    ]);
  });

  test('what exists here with another definition is kept only if that is accepted', async () => {
    const app = await withSecret();
    await app.imported('admin', asFile(wholeFile));
    const other = changed(({ scorecard, pronunciations }) => {
      Object.assign(scorecard[0] as object, { name: 'Another' });
      Object.assign(pronunciations[0] as object, { respelling: 'noo yen' });
    });
    const dry = await app.imported('admin', other, { dry_run: 'true' });
    expect(dry.body.problems).toMatchObject([
      { kind: 'score_field', name: 'says_hours', accept: 'existing' },
      { kind: 'pronunciation', name: 'Nguyen', accept: 'existing' },
    ]);
    expect((await app.imported('admin', other, { accept: 'existing' })).status).toBe(201);
  });

  test('a duplicate has the definition and the scenarios, and a name of its own', async () => {
    const app = await withSecret();
    const uuid = `${(await app.imported('admin', asFile(wholeFile))).body.agent_uuid}`;
    const copy = await app.ask('manager', 'POST', `/api/voice/agents/${uuid}/duplicate`, { body: {} });
    expect(copy).toMatchObject({ status: 201, body: { name: 'Mara (copy)' } });
    const file = (await app.exported('admin', `${copy.body.uuid}`)).body as unknown as File;
    expect(file.agent).toEqual({
      ...((await app.exported('admin', uuid)).body as unknown as File).agent,
      name: 'Mara (copy)',
    });
    expect(file.scenarios).toHaveLength(2);
    expect(file.campaigns).toEqual([]);
    expect((await app.ask('stranger', 'POST', `/api/voice/agents/${uuid}/duplicate`, { body: {} })).status).toBe(404);
  });
});
