import { expect, test } from 'vitest';
import type * as network from '../../bench/trials/hosts/network.ts';
import type * as trial from '../../bench/trials/hosts/run.ts';
import { sayHello } from '../../bench/trials/soak.ts';
import { onNats } from '../cluster/nats.ts';
import { server } from '../data/postgres-server.ts';
import { testModelsDir } from '../models.ts';

/** As they were built: the servers are processes of their own. */
const built = (name: string): URL => new URL(`../../dist/bench/trials/${name}.js`, import.meta.url);
const { runHosts }: typeof trial = await import(built('hosts/run').href);
const { whyNoHosts }: typeof network = await import(built('hosts/network').href);
const cannot = await whyNoHosts();

onNats('servers on hosts of their own', () => {
  test.skipIf(cannot !== undefined)(
    'a cut link ends only the calls behind it, and a server without its database keeps its calls',
    async () => {
      const { faults, webhooks } = await runHosts({
        entry: built('scripted-server'),
        env: process.env,
        postgres: server,
        words: await sayHello(testModelsDir),
        awayMs: 20_000,
        atOnce: 4,
        faults: ['link', 'media-database'],
        tell: () => {},
      });
      for (const { disturbed, turnedAway } of faults)
        expect({ disturbed, turnedAway }).toEqual({ disturbed: [], turnedAway: 0 });
      expect(faults.every(({ calls, others }) => calls + others === 4)).toBe(true);
      expect(webhooks).toMatchObject({ doubled: 0, lost: 0 });
    },
    300_000,
  );
});
