import { defineFaults } from '../../media/kit/define-faults.ts';

/** Why a handler gives up its attempt. The job is retried after a delay, while it has attempts left. */
export const JobFault = defineFaults('JobFault', {
  service_closing: {},
  no_space: {},
  unknown_yet: {},
});
