import { z } from 'zod';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type TenantQueries,
} from '../../../data/index.ts';
import { eachApart } from '../../../each-apart.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import { type FlowRow, isOpen, zoneOfRow, zoneTrouble } from '../../campaigns/index.ts';
import { createDialLine, type DialLineOptions, failedReason } from './dial-line.ts';
import type { OutboundCalls, Provider } from './outbound-calls.ts';
import { selectTargets } from './selection-store.ts';
import { createTargetStore, type TargetStore } from './target-store.ts';

export interface DialerOptions
  extends Pick<DialLineOptions, 'callsPerSecond' | 'isRefusing' | 'isStopping' | 'places' | 'now' | 'nowMs'> {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly telephone: OutboundCalls;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

export interface Dialer {
  readonly targets: TargetStore;
  /**
   * Selects the contacts of a campaign that has become active, in the caller's transaction. Returns the number queued.
   */
  begin(queries: TenantQueries, flow: FlowRow, at: Date): Promise<number>;
  /** Starts dialling over this provider once the caller's transaction is committed. */
  wake(queries: Queries, organisation: OrganisationId, provider: Provider): Promise<void>;
  /** Dials contacts that are due, and completes finished campaigns. Idempotent; called periodically. */
  tend(): Promise<void>;
}

const kind = 'campaigns.dial';
const payload = z.object({ provider: z.string() });
const linesAtOnce = 16;
const completedReason = 'Every contact has a final outcome.';
const endedReason = 'Its end date has passed.';

/** Dials the contacts of campaigns with one durable job for each organisation and provider, while contacts are due. */
export function createDialer(options: DialerOptions): Dialer {
  const { database, jobs, telephone, log, now } = options;
  const store = createTargetStore(database);
  const pauseCampaign: DialLineOptions['pauseCampaign'] = async (organisation, flowUuid, why) => {
    const set = { status: 'paused', statusReason: why, updatedAt: now().toISOString() } as const;
    await forOrganisation(database, organisation).tx(async (queries) => {
      const flow = await store.flow(queries, flowUuid);
      if (flow?.status === 'active') await store.changeFlow(queries, flowUuid, set);
    });
    log.warn({ flowUuid, why }, 'paused a campaign because its calls cannot be dialled');
  };
  const dial = createDialLine({ ...options, store, pauseCampaign });

  const wake: Dialer['wake'] = async (queries, organisation, provider) => {
    await jobs.enqueue(queries, { kind, organisationId: organisation, payload: { provider }, uniqueKey: provider });
  };

  jobs.handle(
    kind,
    async (job: Job) => {
      const { provider } = payload.parse(job.payload);
      const organisation = job.organisationId as OrganisationId;
      await dial(organisation, provider, job.signal);
      // Contacts that became due before this point did not enqueue another job, so `tend` runs afterwards.
      await job.complete();
      if (!options.isStopping()) await tend();
    },
    { concurrency: linesAtOnce },
  );

  async function tend(): Promise<void> {
    const apart = {
      log,
      trouble: 'failed to tend a campaign',
      name: ({ uuid }: FlowRow) => ({ flowUuid: uuid }),
      record: ({ organisationId, uuid }: FlowRow) => pauseCampaign(organisationId, uuid, failedReason),
    };
    await eachApart(await store.ending(), completeIfEnded, apart);
    await eachApart(await store.needingDialer(now().toISOString()), tendOne, apart);
  }

  async function completeIfEnded(flow: FlowRow): Promise<void> {
    // A campaign without a valid zone has no end. `tendOne` pauses it.
    if (zoneTrouble(flow) !== undefined) return;
    const hours = { timezone: zoneOfRow(flow), start: '00:00', end: '00:00', endDate: flow.endDate };
    if (!isOpen(hours, now())) await complete(flow, endedReason);
  }

  async function tendOne(flow: FlowRow): Promise<void> {
    const { organisationId, phoneNumber, uuid } = flow;
    const line = await telephone.lineFor(organisationId, phoneNumber);
    if (line.kind === 'none') return pauseCampaign(organisationId, uuid, line.detail);
    const trouble = zoneTrouble(flow);
    if (trouble !== undefined) return pauseCampaign(organisationId, uuid, trouble);
    if (!(await completeIfDone(flow)))
      await database.system.tx((queries) => wake(queries, organisationId, line.provider));
  }

  const complete = (flow: FlowRow, statusReason: string): Promise<unknown> =>
    forOrganisation(database, flow.organisationId).tx((queries) =>
      store.changeFlow(queries, flow.uuid, { status: 'completed', statusReason, updatedAt: now().toISOString() }),
    );
  const completeIfDone = (flow: FlowRow): Promise<boolean> =>
    forOrganisation(database, flow.organisationId).tx(async (queries) => {
      const current = await store.flow(queries, flow.uuid);
      if (current?.status !== 'active' || (await store.hasOpen(queries, flow.uuid))) return false;
      const set = { status: 'completed', statusReason: completedReason, updatedAt: now().toISOString() } as const;
      await store.changeFlow(queries, flow.uuid, set);
      return true;
    });

  return {
    targets: store,
    begin: (queries, flow, at) => selectTargets(database, queries, flow, at),
    wake,
    tend,
  };
}
