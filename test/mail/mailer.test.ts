import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createMailer } from '../../src/mail/index.ts';

const link = 'http://127.0.0.1:8080/set-password#token=canary';
const mail = { to: 'ada@example.com', subject: 'A link', text: 'It works once:', link };

function logOf() {
  const logged: string[] = [];
  return { logged, log: createLog({ level: 'debug', stream: { write: (line) => void logged.push(line) } }) };
}

/** A mail server that takes everything, or refuses every recipient. */
async function openMailServer(refuses = false) {
  const received: string[] = [];
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
        else socket.write(refuses && /^RCPT/i.test(line) ? `550 no ${link}\r\n` : '250 yes\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { received, smtpUrl: `smtp://127.0.0.1:${port}` };
}

test('without a mail server the link is in the log, under a key that says what it is', async () => {
  const { logged, log } = logOf();
  const mailer = createMailer({ from: 'parley@localhost', log });
  mailer.send(mail);
  await mailer.close();
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, one_time_link: link }]);
  expect(logged[0]).not.toContain('ada@example.com');
});

test('with one the message goes there, and nothing of it to the log', async () => {
  const { received, smtpUrl } = await openMailServer();
  const { logged, log } = logOf();
  const mailer = createMailer({ smtpUrl, from: 'Parley <parley@localhost>', log });
  mailer.send(mail);
  await mailer.close();
  expect(received).toHaveLength(1);
  const letter = (received[0] as string).replaceAll('=\r\n', '').replaceAll('=3D', '=');
  for (const part of ['To: ada@example.com', 'Subject: A link', 'It works once:', link]) expect(letter).toContain(part);
  expect(logged.join('')).not.toMatch(/canary|ada@example/);
});

test('a refusal is told without the letter, though the server quotes it', async () => {
  const { received, smtpUrl } = await openMailServer(true);
  const { logged, log } = logOf();
  const mailer = createMailer({ smtpUrl, from: 'parley@localhost', log });
  mailer.send(mail);
  await mailer.close();
  expect(received).toEqual([]);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, code: 'EENVELOPE' }]);
  expect(logged.join('')).not.toMatch(/canary|ada@example/);
});

test('more at once than agreed are refused', async () => {
  const { received, smtpUrl } = await openMailServer();
  const { logged, log } = logOf();
  const mailer = createMailer({ smtpUrl, from: 'parley@localhost', log, maxOnTheWay: 3 });
  for (let index = 0; index < 5; index++) mailer.send(mail);
  await mailer.close();
  expect(received).toHaveLength(3);
  expect(logged.filter((line) => line.includes('too many'))).toHaveLength(2);
});
