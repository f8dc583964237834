import { z } from 'zod';
import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import { isE164 } from '../../../http/fields.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { type ContactStore, type Flows, refusalTexts, type Sight, type Viewer } from '../../campaigns/index.ts';
import type { OutboundCalls, OutboundLine } from './outbound-calls.ts';
import type { CallBody } from './place-call-schema.ts';
import type { RequestStore } from './place-call-store.ts';

export type RequestResult =
  | { readonly kind: 'dialing'; readonly callUuid: string }
  | { readonly kind: 'no_campaign' | 'inbound_campaign' | 'opted_out' }
  /** No more calls are accepted now: after answering, the person would be hung up on. */
  | { readonly kind: 'busy' }
  /** The viewer may not see the contact, or the request or its campaign must change first. */
  | { readonly kind: 'hidden' | 'invalid'; readonly detail: string }
  | Extract<OutboundLine, { kind: 'none' }>;

export interface OutboundRequests {
  /** Stores a call and its contact, and has it dialled at once. Does not wait for the provider. */
  request(viewer: Viewer, body: CallBody): Promise<RequestResult>;
}

export interface OutboundRequestsOptions {
  readonly store: RequestStore;
  readonly flows: Pick<Flows, 'get'>;
  readonly contacts: Pick<ContactStore, 'upsertIn'>;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly outbound: OutboundCalls;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  /** Returns whether no further call can be handled now. */
  readonly isRefusing: () => Promise<boolean>;
  readonly now: () => Date;
}

/** Enqueued in the transaction that prepares the call: it is dialled after the commit, even if this process crashes. */
const dialJob = (organisationId: OrganisationId, callUuid: string) =>
  ({ kind: 'calls.dial', organisationId, payload: { callUuid }, uniqueKey: callUuid }) as const;

const payload = z.object({ callUuid: z.string() });

const notE164 = 'The phone_number of the campaign must be an E.164 number to place calls, such as +12025550143.';

/** Each job spends nearly all its time waiting for a provider. */
const dialledAtOnce = 16;

/** Must be called before the jobs start. */
export function createOutboundRequests(options: OutboundRequestsOptions): OutboundRequests {
  const { store, flows, contacts, outbound, jobs, now } = options;
  jobs.handle(
    'calls.dial',
    async (job) => {
      const { callUuid } = payload.parse(job.payload);
      await outbound.dial(job.organisationId as OrganisationId, callUuid);
    },
    { concurrency: dialledAtOnce },
  );

  /** Adds or updates the contact. Opted-out contacts are unchanged. */
  async function contactFor(queries: TenantQueries, sight: Sight, body: CallBody) {
    const common = { at: now().toISOString(), sight };
    const row = { phone: body.to, metadata: body.metadata };
    const [would] = await contacts.upsertIn(queries, [row], { ...common, dryRun: true });
    if (would?.contact === undefined || would.contact.optedOut) return would!;
    const named = would.kind === 'created' ? { ...row, name: body.contact_name } : row;
    return (await contacts.upsertIn(queries, [named], common))[0]!;
  }

  return {
    async request(viewer, body) {
      const { organisationId } = viewer;
      const flow = await flows.get(organisationId, body.campaign_id);
      if (flow === undefined) return { kind: 'no_campaign' };
      if (flow.kind === 'inbound') return { kind: 'inbound_campaign' };
      if (flow.phoneNumber !== null && !isE164(flow.phoneNumber)) return { kind: 'invalid', detail: notE164 };
      const line = await outbound.lineFor(organisationId, flow.phoneNumber);
      if (line.kind === 'none') return line;
      if (line.from === body.to)
        return { kind: 'invalid', detail: 'body to: must differ from the number that places the call.' };
      if (await options.isRefusing()) return { kind: 'busy' };
      const sight = await options.sightOf(viewer);
      return store.tx(organisationId, async (queries): Promise<RequestResult> => {
        const contact = await contactFor(queries, sight, body);
        if (contact.contact === undefined)
          return { kind: contact.kind === 'hidden' ? 'hidden' : 'invalid', detail: refusalTexts[contact.kind] };
        if (contact.contact.optedOut) return { kind: 'opted_out' };
        const callUuid = await outbound.prepareOutbound(queries, organisationId, {
          flowUuid: flow.uuid,
          contactUuid: contact.contact.uuid,
          to: body.to,
          from: line.from,
          provider: line.provider,
        });
        await jobs.enqueue(queries.system, dialJob(organisationId, callUuid));
        return { kind: 'dialing', callUuid };
      });
    },
  };
}
