import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sealerOf } from '../app/platform/settings.ts';
import type { Config } from '../config/config.ts';
import { type Database, forOrganisation, type OrganisationId } from '../data/index.ts';
import { createNumberHashes } from '../features/campaigns/contacts/index.ts';
import {
  createErasureRegister,
  createErasureStore,
  createErasures,
  createReapply,
  createTraceStore,
  enqueueErasure,
  spellingsOf,
} from '../features/operations/erasure/index.ts';
import { toE164 } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import { createJobs } from '../jobs/index.ts';
import { createLog } from '../log.ts';
import { audited } from './audited.ts';
import { CliFault } from './cli-fault.ts';
import { organisationOf, parsed, withDatabase } from './user-command.ts';

interface Context {
  readonly config: Pick<Config, 'accounts' | 'data'>;
  readonly print: (text: string) => void;
}

const options = {
  number: { type: 'string' },
  organisation: { type: 'string' },
  yes: { type: 'boolean', default: false },
  wait: { type: 'string', default: '60' },
  json: { type: 'boolean', default: false },
} as const;

const lookEveryMs = 250;

/**
 * Requests the erasure of a person directly in the database. A running server does the work, and the next start does
 * where none runs. Without `--yes` it prints what would be erased. Throws `CliFault`.
 */
export async function eraseCommand(argv: readonly string[], { config, print }: Context): Promise<number> {
  const { values } = parsed(() => parseArgs({ args: [...argv], options }));
  const phone = toE164(values.number ?? '');
  if (phone === undefined)
    throw new CliFault('bad_argument', 'usage: erase --number +4915112345678 [--organisation NAME] --yes');
  const waitMs = 1000 * Number(values.wait);
  if (!(waitMs >= 0)) throw new CliFault('bad_argument', '--wait is a number of seconds');
  return withDatabase(config, async (database) => {
    const organisation = await organisationOf(database, values.organisation);
    if (!values.yes) return preview(database, organisation, { phone, print });
    const { erasures } = erasuresOn(database, config);
    const change = { organisationId: organisation, action: 'erase', subject: {}, fields: ['number'] };
    const { uuid } = await audited(database, change, () =>
      erasures.request({ organisation, phone, userUuid: null }).catch((error: unknown) => {
        throw error instanceof Problem ? new CliFault('erasure_refused', error.message) : error;
      }),
    );
    for (const untilMs = performance.now() + waitMs; performance.now() < untilMs; await delay(lookEveryMs))
      if ((await erasures.get(organisation, uuid))?.status === 'done') break;
    const row = await erasures.get(organisation, uuid);
    print(values.json ? `${JSON.stringify(row)}\n` : reportOf(row));
    return 0;
  });
}

async function preview(
  database: Database,
  organisation: OrganisationId,
  { phone, print }: { readonly phone: string; readonly print: Context['print'] },
): Promise<number> {
  const { read } = forOrganisation(database, organisation);
  const trace = await createTraceStore(database).find(read, spellingsOf(phone), []);
  const { contactUuids, conversations, openCalls } = trace;
  print(
    `Would erase ${contactUuids.length} contacts and ${conversations.length} calls and uploads (counted up to 100), ` +
      `and ${openCalls.length} calls in progress after their end. Nothing was changed. Add --yes to erase.\n`,
  );
  return 0;
}

function erasuresOn(database: Database, config: Context['config']) {
  const now = () => new Date();
  const log = createLog({ level: 'silent' });
  const hashes = createNumberHashes(database, sealerOf(config), now);
  const store = createErasureStore(database);
  // Never started: a server runs the jobs.
  const owner = { id: 'command line', isAlive: () => true };
  const jobs = createJobs(database, { log, owner, now, nowMs: () => performance.now() });
  const enqueue = enqueueErasure(jobs);
  const register = createErasureRegister({
    dataDir: config.data.dataDir,
    hashes,
    stored: store.everywhere,
    log,
    reapply: createReapply(database, enqueue),
  });
  return { erasures: createErasures({ store, hashes, enqueue, register, now }) };
}

type Row = Awaited<ReturnType<ReturnType<typeof createErasureStore>['get']>>;

function reportOf(row: Row): string {
  if (row === undefined) return 'The erasure is unknown.\n';
  const removed = Object.entries(row.removed as Readonly<Record<string, number>>)
    .map(([what, count]) => `${count} ${what.replaceAll('_', ' ')}`)
    .join(', ');
  const lines = [
    `${row.uuid}: ${row.status}`,
    `number    ${row.numberHash}`,
    `erased    ${removed !== '' ? removed : row.status === 'done' ? 'nothing was stored' : 'nothing yet'}`,
  ];
  const waiting = (row.waiting as readonly { what: string; count: number }[]).map(
    ({ what, count }) => `${count} ${what.replaceAll('_', ' ')}`,
  );
  if (row.status === 'pending')
    lines.push(
      waiting.length > 0
        ? `waiting   ${waiting.join(', ')}. The server finishes it.`
        : 'waiting   for a server: it works on this after its start.',
    );
  return `${lines.join('\n')}\n`;
}
