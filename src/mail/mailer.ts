import type { Log } from '../log.ts';

/** A message with one link in it, which is what all mail of ours is about. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** What the link is for, in a sentence or two. */
  readonly text: string;
  readonly link: string;
}

export interface Mailer {
  /** Takes the message and answers at once; what became of it is in the log. */
  send(mail: Mail): void;
  /** Waits for what is on its way. Idempotent. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`; without it the link goes to the log, for the operator to hand on. */
  readonly smtpUrl?: string;
  readonly from: string;
  readonly log: Log;
  /** More at once are refused: someone is asking for links in bulk. */
  readonly maxOnTheWay?: number;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

export function createMailer({ smtpUrl, from, log, maxOnTheWay = 100 }: MailerOptions): Mailer {
  if (smtpUrl === undefined) return { send: (mail) => logLink(mail, log), close: async () => {} };
  // Loaded where there is a mail server only, and after the start.
  const opening = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true }),
  );
  const onTheWay = new Set<Promise<unknown>>();
  return {
    send({ to, subject, text, link }) {
      if (onTheWay.size >= maxOnTheWay) return log.error({ email: to }, 'too many messages wait for the mail server');
      const letter = { from, to, subject, text: `${text}\n\n${link}\n` };
      const sent = opening
        .then((transport) => transport.sendMail(letter))
        .then(
          () => log.info({ email: to }, 'a message is with the mail server'),
          (error: unknown) => log.error({ email: to, code: codeOf(error) }, 'a message could not be sent'),
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

/** Not `link` and not `token`: what those keys hold is hidden. This one is meant to be read, by the operator only. */
function logLink({ to, subject, link }: Mail, log: Log): void {
  log.warn({ email: to, one_time_link: link }, `no SMTP_URL: hand this link on (${subject})`);
}

/** The message of a mail server's refusal may quote the letter. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'unknown');
