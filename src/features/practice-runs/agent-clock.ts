import type { Snapshot } from './snapshot.ts';

/** Ten in the morning of the day on which the scenario was created, in UTC, so that "tomorrow" means the same in every run. */
export const agentClockMs = ({ scenario }: Snapshot): number =>
  Date.parse(`${scenario.created_at.slice(0, 10)}T10:00:00.000Z`);
