import type { CallPlan, SessionRef } from '../ports.ts';

/** The two fields that port calls carry: a whole plan would cross the thread with every event. */
export const sessionOf = ({ kind, callUuid }: CallPlan): SessionRef => ({ kind, callUuid });
