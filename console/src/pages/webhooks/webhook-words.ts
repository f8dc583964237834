import { t } from '../../language/text.ts';
import type { WebhookEvent } from '../../server/answers.ts';

/** When each event is sent, in the order of a call. */
export const eventTexts: Readonly<Record<WebhookEvent, string>> = {
  'call.started': t('A call is connected.'),
  'call.ended': t('A connected call has ended. Includes the transcript.'),
  'call.no_answer': t('A call has ended without being connected.'),
  'call.failed': t('A call could not be placed or accepted. Includes the reason.'),
  'call.transferred': t('A transfer to a teammate has a result.'),
};
