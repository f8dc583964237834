import type { Log } from '../log.ts';

/** A message with one link in it, which is what all mail of ours is about. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** What the link is for, in a sentence or two. */
  readonly text: string;
  readonly link: string;
}

export type Mailer = DeliveringMailer | NoMailer;

interface DeliveringMailer {
  readonly delivers: true;
  /** Returns at once; the log says whether the mail server accepted the message. */
  send(mail: Mail): void;
  /** Waits for messages on their way. Idempotent. */
  close(): Promise<void>;
}

/** Without a mail server. */
interface NoMailer {
  readonly delivers: false;
  /** Logs that somebody wants a message, without the link: readers of the log must not be able to use it. */
  skip(mail: Pick<Mail, 'to' | 'subject'>): void;
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`; without it the log says that somebody wants a message. */
  readonly smtpUrl?: string;
  readonly from: string;
  readonly log: Log;
  /** More at once are refused: someone is asking for links in bulk. */
  readonly maxOnTheWay?: number;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

export function createMailer(options: MailerOptions & { readonly smtpUrl: string }): DeliveringMailer;
export function createMailer(options: MailerOptions): Mailer;
export function createMailer({ smtpUrl, from, log, maxOnTheWay = 100 }: MailerOptions): Mailer {
  if (smtpUrl === undefined) return { delivers: false, skip: (mail) => logSkipped(mail, log), close: async () => {} };
  // Loaded where there is a mail server only, and after the start.
  const opening = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true }),
  );
  const onTheWay = new Set<Promise<unknown>>();
  return {
    delivers: true,
    send({ to, subject, text, link }) {
      if (onTheWay.size >= maxOnTheWay)
        return log.error({ email: to }, 'too many messages are queued for the mail server');
      const letter = { from, to, subject, text: `${text}\n\n${link}\n` };
      const sent = opening
        .then((transport) => transport.sendMail(letter))
        .then(
          () => log.info({ email: to }, 'sent a message to the mail server'),
          (error: unknown) => log.error({ email: to, code: codeOf(error) }, 'failed to send a message'),
        );
      onTheWay.add(sent);
      void sent.finally(() => onTheWay.delete(sent));
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

/** The message of a mail server's refusal may quote the letter. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'unknown');
