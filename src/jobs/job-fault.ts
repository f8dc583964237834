import { defineFaults } from '../../media/line/define-faults.ts';

/** Ends the attempt of a handler. The job is retried after a delay while it has attempts left. */
export const JobFault = defineFaults('JobFault', {
  service_closing: {},
  no_space: {},
  unknown_yet: {},
});
