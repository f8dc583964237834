import type { CallPlan, SessionRef } from '../ports.ts';

/** Returns the two fields used in port calls; otherwise a whole plan would cross the thread with every event. */
export const sessionOf = ({ kind, callUuid }: CallPlan): SessionRef => ({ kind, callUuid });
