import { defineFaults } from '../../media/line/define-faults.ts';

/** Why a model of this server cannot be used. The messages are shown to the admin who connected it. */
export const LocalModelFault = defineFaults('LocalModelFault', {
  unknown_model: { retryable: false },
  no_library: { retryable: false },
  not_started: { retryable: true },
});
