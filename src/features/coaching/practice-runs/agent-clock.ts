import type { Snapshot } from './snapshot.ts';

/** Returns 10:00 UTC on the day on which the scenario was created, so that "tomorrow" means the same in every run. */
export const agentClockMs = ({ scenario }: Snapshot): number =>
  Date.parse(`${scenario.created_at.slice(0, 10)}T10:00:00.000Z`);
