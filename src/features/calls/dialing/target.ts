import type { Tables } from '../../../data/index.ts';

export type TargetRow = Tables['campaignTargets']['$inferSelect'];
export type TargetStatus = TargetRow['status'];
export type TargetChange = Partial<Omit<TargetRow, 'uuid' | 'organisationId' | 'flowUuid' | 'contactUuid'>>;

/** Why a contact is not dialled now, or not any more. */
export type Reason =
  | 'opted_out'
  | 'outside_window'
  | 'recently_dialled'
  | 'in_a_call'
  | 'invalid_number'
  /** The stored time zone of the contact is not one, so that the calling hours there are unknown. */
  | `invalid_timezone: ${string}`
  | 'out_of_attempts'
  | 'not_targeted'
  | 'retry'
  /** The contact asked to be called then. */
  | 'callback'
  | 'placing_unknown'
  | 'not_placed'
  | 'provider_rejected'
  | 'over_capacity'
  | 'telephony_not_connected'
  | 'public_base_url_missing'
  /** An error that concerns this contact only; the server logs it. */
  | 'internal_error';

/** Time for which no other campaign dials a contact after one has. */
export const dedupeMs = 24 * 3_600_000;
