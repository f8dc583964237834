import { defineFaults } from '../../media/line/define-faults.ts';

/** Why a thread did not finish a piece of work. `isFinal`: the same work would fail again. */
export const ThreadFault = defineFaults('ThreadFault', {
  work_too_long: { isFinal: true },
  work_too_large: { isFinal: true },
  /** The queue of the organisation, or of the server, is full. */
  work_refused: { isFinal: false },
  work_died: { isFinal: false },
  work_stopped: { isFinal: false },
});
export type ThreadFault = InstanceType<typeof ThreadFault>;

/** Returns whether an error says that a piece of work exceeds what one may take. */
export const exceedsLimits = (error: unknown): error is ThreadFault => error instanceof ThreadFault && error.isFinal;
