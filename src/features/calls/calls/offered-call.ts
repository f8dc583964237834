import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { type CallRow, newState } from './call-rows.ts';

const names = [
  'uuid',
  'organisationId',
  'flowUuid',
  'callType',
  'dialect',
  'fromNumber',
  'toNumber',
  'providerCallId',
  'contactUuid',
  'callerVerified',
  'voiceAgentUuid',
  'agentVersion',
  'flowVersion',
  'createdAt',
] as const;

/** What a server needs of a call whose row it cannot read. The ticket of its stream contains it. */
export type OfferedCall = Pick<CallRow, (typeof names)[number]>;

export interface Ticket {
  readonly dialect: string;
  readonly expiresMs: number;
  /** Whether the ticket was issued without the database, which has neither the ticket nor, perhaps, the call. */
  readonly isUnstored: boolean;
  readonly call: OfferedCall;
}

const version = z.int().nullable();
const ticketValues = z.tuple([
  z.string(),
  z.int(),
  z.boolean(),
  z.tuple([
    z.string(),
    z.string(),
    z.string(),
    z.enum(['inbound', 'outbound', 'test']),
    z.string(),
    z.string(),
    z.string(),
    z.string().nullable(),
    z.string().nullable(),
    z.boolean().nullable(),
    z.string().nullable(),
    version,
    version,
    z.string(),
  ]),
]);

/** Converts a ticket to values without names: it is a part of a URL. */
export const ticketToValues = ({ dialect, expiresMs, isUnstored, call }: Ticket): z.input<typeof ticketValues> => [
  dialect,
  expiresMs,
  isUnstored,
  names.map((name) => call[name]) as never,
];

/** Returns undefined for values of another version of this program. */
export function ticketOfValues(values: unknown): Ticket | undefined {
  const parsed = ticketValues.safeParse(values);
  if (!parsed.success) return undefined;
  const [dialect, expiresMs, isUnstored, cells] = parsed.data;
  const call = Object.fromEntries(names.map((name, index) => [name, cells[index]])) as unknown as OfferedCall;
  return { dialect, expiresMs, isUnstored, call };
}

/** Returns the row of a call that may not be stored. */
export const rowOfOffered = (call: OfferedCall): CallRow => ({
  ...newState,
  ...call,
  organisationId: call.organisationId as OrganisationId,
  status: call.callType === 'test' ? 'queued' : 'ringing',
});
