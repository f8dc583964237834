import type { WebhookEvent } from '../server/answers.ts';

/** When each event is sent, in the order of a call. */
export const eventTexts: Readonly<Record<WebhookEvent, string>> = {
  'call.started': 'A call is connected.',
  'call.ended': 'A call that was connected is over; with its transcript.',
  'call.no_answer': 'A call is over that was never connected.',
  'call.failed': 'A call could not be placed or taken; with the reason.',
  'call.transferred': 'A call was to be handed to a person; with what came of it.',
};
