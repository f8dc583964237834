import { describe, expect, test } from 'vitest';
import { readZip, writeZip } from '../../src/archive/index.ts';
import { agentFilesOnce, asFile, wholeFile } from './agent-files-app.ts';

type File = typeof wholeFile;

const changed = (change: (file: File) => void): Buffer => {
  const file = structuredClone(wholeFile);
  change(file);
  return asFile(file);
};

describe('hostile files', () => {
  const open = agentFilesOnce();
  const detailOf = async (file: Buffer) => {
    const { status, body } = await open().imported('admin', file);
    return `${status} ${body.detail}`;
  };

  test.each([
    ['another format', asFile({ format: 'rival', version: 1 }), 'format: must be parley-agent'],
    [
      'a later version',
      asFile({ ...wholeFile, version: 2 }),
      'the file has version 2, and this server reads version 1',
    ],
    ['an unknown member', asFile({ ...wholeFile, extra: 1 }), 'extra: is unknown in version 1'],
    [
      'an unknown member of a part',
      changed(({ agent }) => Object.assign(agent, { tone: 'warm' })),
      'agent.tone: is unknown in version 1',
    ],
    [
      'a member of a server',
      changed(({ scorecard }) => Object.assign(scorecard[0] as object, { scope: 'installation' })),
      'scorecard.0.scope: does not belong into a file',
    ],
    [
      'a wrong value',
      changed(({ campaigns }) => Object.assign(campaigns[0] as object, { kind: 'sideways' })),
      'campaigns.0.kind: must be one of inbound, outbound',
    ],
    [
      'an unknown persona',
      changed(({ scenarios }) => Object.assign(scenarios[0] as object, { persona: 'Nobody' })),
      'scenarios.0.persona: must be the name of a persona of the file',
    ],
    ['twins', changed(({ personas }) => personas.push(personas[0] as never)), 'personas.1.name: occurs twice'],
    [
      '1,000 scenarios',
      asFile({
        ...wholeFile,
        scenarios: Array.from({ length: 1000 }, (_, at) => ({ ...wholeFile.scenarios[0], name: `${at}` })),
      }),
      'scenarios: must have at most 100 scenarios',
    ],
    [
      'depth',
      Buffer.from(`{"format":"parley-agent","version":1,"agent":${'['.repeat(5000)}`),
      'must have at most 64 levels',
    ],
    ['no JSON', Buffer.from('hello'), 'neither JSON in UTF-8 nor a zip'],
    ['an empty file', Buffer.alloc(0), 'neither JSON in UTF-8 nor a zip'],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'neither JSON in UTF-8 nor a zip'],
  ])('%s is refused with what is wrong', async (_name, file, words) => {
    expect(await detailOf(file)).toContain(`400 `);
    expect(await detailOf(file)).toContain(words);
  });

  const main = Buffer.from(
    JSON.stringify({ ...wholeFile, agent: { ...wholeFile.agent, persona_prompt: { file: 'p.md' } } }),
  );

  test('an archive without the named file is refused', async () => {
    const zip = await writeZip(new Map([['agent.json', main]]));
    expect(await detailOf(zip)).toContain('agent.persona_prompt: the archive has no file of this name');
    expect(await detailOf(await writeZip(new Map([['other.json', main]])))).toContain('The archive has no agent.json');
  });

  test('paths that leave the archive are refused', async () => {
    const zip = await writeZip(
      new Map([
        ['agent.json', main],
        ['aa/secret.md', Buffer.from('x')],
      ]),
    );
    const climbing = Buffer.from(zip.toString('latin1').replaceAll('aa/secret.md', '../secret.md'), 'latin1');
    expect(await detailOf(climbing)).toContain('whose path leaves the archive');
  });

  test('a zip bomb is refused before it is unpacked', async () => {
    const bomb = await writeZip(
      new Map([
        ['agent.json', main],
        ['p.md', Buffer.alloc(40 * 2 ** 20)],
      ]),
    );
    expect(bomb.length).toBeLessThan(100_000);
    expect(await detailOf(bomb)).toContain('packed too tightly');
    const many = new Map(Array.from({ length: 400 }, (_, at) => [`${at}.md`, Buffer.from('x')] as const));
    expect(await detailOf(await writeZip(many))).toContain('more than 300 files');
  });

  test('an archive that was cut short is refused', async () => {
    const zip = await writeZip(
      new Map([
        ['agent.json', main],
        ['p.md', Buffer.from('Be kind.')],
      ]),
    );
    expect(await detailOf(zip.subarray(0, zip.length - 30))).toContain('The archive is damaged');
    expect(await readZip(zip, { entries: 9, unpackedBytes: 1e6 })).toMatchObject({
      files: new Map([
        ['agent.json', main],
        ['p.md', Buffer.from('Be kind.')],
      ]),
    });
  });

  test('a member, and a key that may only read, import nothing', async () => {
    const app = open();
    expect((await app.imported('member', asFile(wholeFile))).status).toBe(403);
    expect((await app.exported('member', '00000000-0000-4000-8000-000000000009')).status).toBe(403);
  });
});
