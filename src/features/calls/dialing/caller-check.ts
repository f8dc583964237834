import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { toldNumber } from '../../../http/fields.ts';
import { type Handler, JobFault, type NewJob } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import type { OptOuts } from '../../campaigns/index.ts';
import { type CallRow, personOf } from '../calls/index.ts';
import type { Account } from './outbound-calls.ts';

export interface CallerCheckOptions {
  readonly call: (organisation: OrganisationId, uuid: string) => Promise<CallRow | undefined>;
  readonly accountOf: (organisation: OrganisationId, provider: string) => Promise<Account>;
  readonly optOuts: Pick<OptOuts, 'optOut'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

export const callerCheckKind = 'calls.check_caller';

/** A provider has the details of a call some seconds after its end. The check is abandoned after this many attempts. */
const attempts = 6;

/**
 * Enqueued in the transaction that ends a call if the caller asked not to be called and no signature authenticated the
 * number.
 */
export const callerCheckJob = (organisationId: OrganisationId, callUuid: string): NewJob => ({
  kind: callerCheckKind,
  organisationId,
  payload: { call_uuid: callUuid },
  uniqueKey: callUuid,
  maxAttempts: attempts,
});

const payload = z.object({ call_uuid: z.string() });

/**
 * Opts a caller out once the provider confirms the number of the call, because the callback with the number may have
 * been forged. An unconfirmed number is not opted out, and the reason is logged.
 */
export function createCallerCheck({ call: find, accountOf, optOuts, log }: CallerCheckOptions): Handler {
  return async (job) => {
    const { call_uuid: uuid } = payload.parse(job.payload);
    const organisation = job.organisationId as OrganisationId;
    const call = await find(organisation, uuid);
    if (call === undefined || call.callType === 'outbound') return;
    const left = (why: string): void =>
      log.warn(
        { event: 'opt_out_unverified', call: uuid, why },
        'a spoken opt-out was not applied: its number is unverified',
      );
    const account = await accountOf(organisation, call.dialect);
    if (account.kind === 'not_ready') return left(account.detail);
    if (account.provider.caller === undefined || call.providerCallId === null)
      return left('The provider does not support looking up the caller.');
    const caller = await account.provider.caller(call.providerCallId);
    if (caller.kind === 'caller' && toldNumber(caller.from, call.toNumber) === toldNumber(call.fromNumber)) {
      await optOuts.optOut(organisation, personOf(call), 'dnc_request');
      return log.info({ event: 'opt_out_verified', call: uuid }, 'a spoken opt-out was applied');
    }
    if (caller.kind === 'caller') return left('The provider reports another caller.');
    if (job.attempt >= attempts)
      return left(caller.kind === 'absent' ? 'The provider does not know the call.' : caller.detail);
    throw new JobFault(
      'unknown_yet',
      caller.kind === 'absent' ? 'the provider does not know the call yet' : caller.detail,
    );
  };
}
