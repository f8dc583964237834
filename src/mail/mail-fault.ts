import { defineFaults } from '../../media/line/define-faults.ts';

/** Why a message was not sent to the mail server. */
export const MailFault = defineFaults('MailFault', {
  mail_busy: { message: 'too many messages are queued for the mail server', retryable: true },
  mail_refused: { message: 'the mail server did not accept the message', retryable: true },
});
