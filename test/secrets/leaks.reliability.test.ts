import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { leaksIn } from './canaries.ts';
import { liveThrough } from './full-run.ts';

/** What is meant to be where it is. */
const meant = [
  {
    canary: 'token of the operator',
    where: /^running\/operator\/\d+\.token$/,
    why: 'by it whoever may read the folder is let in; it is readable for its owner only, and goes with the process',
  },
];

onEachDatabase('after a full run', ({ place }) => {
  test('no secret is in database, files, backup, temporary folder, log, metrics or traces', async () => {
    const run = await liveThrough(await place());
    const findings = [...run.atRest, run.log, run.metrics, ...run.traces];

    // What may be known is found by the same search: it looks where things are.
    const known = { call: run.callUuid, title: run.documentTitle };
    const places = new Set(leaksIn(findings, known).map(({ canary, where }) => `${canary} in ${where.split('/')[0]}`));
    const isFile = run.atRest.some(({ where }) => where === 'running/parley.db-wal');
    const database = isFile ? ['running', 'stopped'] : ['table calls', 'table kb_documents'];
    for (const where of [...database, 'backup', 'log', 'traces'])
      expect(
        [...places].some((found) => found.endsWith(` in ${where}`)),
        `${where} of ${[...places].join('; ')}`,
      ).toBe(true);

    const leaks = leaksIn(findings, run.canaries);
    const isMeant = (leak: (typeof leaks)[number]) =>
      meant.some(({ canary, where }) => leak.canary === canary && where.test(leak.where));
    expect(leaks.filter((leak) => !isMeant(leak))).toEqual([]);
    expect(leaks.filter(isMeant)).not.toEqual([]);
    for (const [name, value] of Object.entries(run.canaries)) expect(value.length, name).toBeGreaterThan(15);

    expect(run.answers.filter(({ referrerPolicy }) => referrerPolicy !== 'no-referrer')).toEqual([]);
    expect(run.answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

test('the test finds a secret in each reversible form', () => {
  const canaries = { it: 'canary secret?' };
  const around = (text: string) => [{ where: 'here', bytes: Buffer.from(`before ${text} after`) }];
  const secret = Buffer.from(canaries.it);
  const forms = ['canary secret?', secret.toString('hex'), 'canary%20secret%3F', `x\0c\0`];
  expect(forms.map((form) => leaksIn(around(form), canaries).length > 0)).toEqual([true, true, true, false]);
  for (const before of ['', 'a', 'ab', 'abc'])
    for (const encoding of ['base64', 'base64url'] as const)
      expect(leaksIn(around(Buffer.from(`${before}${canaries.it}tail`).toString(encoding)), canaries)).not.toEqual([]);
  expect(leaksIn([{ where: 'here', bytes: Buffer.from(canaries.it, 'utf16le') }], canaries)).toHaveLength(1);
});
