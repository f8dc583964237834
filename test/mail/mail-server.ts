import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface MailServer {
  /** Received mails, unchanged. */
  readonly received: readonly string[];
  /** Sign-ins, as `name password`. */
  readonly signedIn: readonly string[];
  readonly address: string;
}

/** Opens a mail server that accepts everything, or rejects every recipient with `refusal`. */
export async function openMailServer(refusal?: string): Promise<MailServer> {
  const received: string[] = [];
  const signedIn: string[] = [];

  function answerTo(line: string): string {
    const [, credentials = ''] = /^AUTH PLAIN (\S+)/i.exec(line) ?? [];
    if (credentials !== '') {
      signedIn.push(Buffer.from(credentials, 'base64').toString().split('\0').slice(1).join(' '));
      return '235 welcome';
    }
    if (/^EHLO/i.test(line)) return '250-test\r\n250 AUTH PLAIN';
    return refusal !== undefined && /^RCPT/i.test(line) ? `550 ${refusal}` : '250 yes';
  }

  const server = createServer((socket: Socket) => {
    let isData = false;
    let text = '';
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (;;) {
        const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) {
          received.push(line);
          isData = false;
          socket.write('250 kept\r\n');
        } else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write(`${answerTo(line)}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { received, signedIn, address: `127.0.0.1:${port}` };
}

/** Returns a mail's text as its reader sees it. */
export const readable = (letter: string): string => letter.replaceAll('=\r\n', '').replaceAll('=3D', '=');
