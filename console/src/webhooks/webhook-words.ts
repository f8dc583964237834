import type { WebhookEvent } from '../server/answers.ts';

/** When each event is sent, in the order of a call. */
export const eventTexts: Readonly<Record<WebhookEvent, string>> = {
  'call.started': 'A call is connected.',
  'call.ended': 'A connected call has ended. Includes the transcript.',
  'call.no_answer': 'A call has ended without being connected.',
  'call.failed': 'A call could not be placed or accepted. Includes the reason.',
  'call.transferred': 'A transfer to a teammate has a result.',
};
