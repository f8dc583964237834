import type { Log } from '../log.ts';
import { MailFault } from './mail-fault.ts';

/** A file attached to a message. */
export interface Attachment {
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/** A message with one link. Every e-mail of this project has that form. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Purpose of the link, in one or two sentences. */
  readonly text: string;
  readonly link: string;
  readonly attachments?: readonly Attachment[];
}

export type Mailer = DeliveringMailer | NoMailer;

interface DeliveringMailer {
  readonly delivers: true;
  /** Returns immediately. The log records whether the mail server accepted the message. */
  send(mail: Mail): void;
  /**
   * Resolves once the mail server has accepted the message. Throws `mail_refused` if it does not, or `mail_busy` when
   * too many messages are in flight.
   */
  deliver(mail: Mail): Promise<void>;
  /** Waits for messages in flight. Idempotent. */
  close(): Promise<void>;
}

/** Used without a mail server. */
interface NoMailer {
  readonly delivers: false;
  /** Logs that a message was requested, without the link: readers of the log must not be able to use it. */
  skip(mail: Pick<Mail, 'to' | 'subject'>): void;
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`; without it, requested messages are only logged. */
  readonly smtpUrl?: string;
  readonly from: string;
  readonly log: Log;
  /** Limit of messages in flight. Further ones are rejected, since somebody is requesting links in bulk. */
  readonly maxOnTheWay?: number;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

export function createMailer(options: MailerOptions & { readonly smtpUrl: string }): DeliveringMailer;
export function createMailer(options: MailerOptions): Mailer;
export function createMailer({ smtpUrl, from, log, maxOnTheWay = 100 }: MailerOptions): Mailer {
  if (smtpUrl === undefined) return { delivers: false, skip: (mail) => logSkipped(mail, log), close: async () => {} };
  // Loaded only with a mail server, and after startup.
  const opening = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true }),
  );
  const onTheWay = new Set<Promise<unknown>>();
  const letterOf = ({ to, subject, text, link, attachments = [] }: Mail) => ({
    from,
    to,
    subject,
    text: `${text}\n\n${link}\n`,
    attachments: [...attachments],
  });
  /** Returns undefined when too many messages are in flight. */
  function hand(mail: Mail): Promise<void> | undefined {
    if (onTheWay.size >= maxOnTheWay) return undefined;
    const sent = opening.then((transport) => transport.sendMail(letterOf(mail))).then(() => undefined);
    const over = sent.catch(() => {});
    onTheWay.add(over);
    void over.finally(() => onTheWay.delete(over));
    return sent;
  }
  return {
    delivers: true,
    send(mail) {
      const email = mail.to;
      const sent = hand(mail);
      if (sent === undefined) return log.error({ email }, 'too many messages are queued for the mail server');
      sent.then(
        () => log.info({ email }, 'sent a message to the mail server'),
        (error: unknown) => log.error({ email, code: codeOf(error) }, 'failed to send a message'),
      );
    },
    async deliver(mail) {
      const sent = hand(mail);
      if (sent === undefined) throw new MailFault('mail_busy');
      await sent.catch((error: unknown) => {
        throw new MailFault('mail_refused', { cause: codeOf(error) });
      });
      log.info({ email: mail.to }, 'sent a message to the mail server');
    },
    async close() {
      await Promise.all(onTheWay);
      (await opening).close();
    },
  };
}

function logSkipped({ to, subject }: Pick<Mail, 'to' | 'subject'>, log: Log): void {
  log.warn({ email: to, subject }, 'no SMTP_URL, so no message was sent; `parley user password EMAIL` sets a password');
}

/** The mail server's rejection may quote the message, so only its code is logged. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'unknown');
