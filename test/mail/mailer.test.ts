import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createMailer } from '../../src/mail/index.ts';
import { openMailServer, readable } from './mail-server.ts';

const link = 'http://127.0.0.1:8080/set-password#token=canary';
const mail = { to: 'ada@example.com', subject: 'A link', text: 'It works once:', link };

function logOf() {
  const logged: string[] = [];
  return { logged, log: createLog({ level: 'debug', stream: { write: (line) => void logged.push(line) } }) };
}

test('without a mail server the log reports a request without the recipient', async () => {
  const { logged, log } = logOf();
  const mailer = createMailer({ from: 'parley@localhost', log });
  if (mailer.delivers) throw new Error('there is no mail server');
  mailer.skip(mail);
  await mailer.close();
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, subject: 'A link' }]);
  expect(logged[0]).not.toMatch(/canary|ada@example/);
});

test('with a mail server the message goes there, and nothing to the log', async () => {
  const { received, address } = await openMailServer();
  const { logged, log } = logOf();
  const mailer = createMailer({ smtpUrl: `smtp://${address}`, from: 'Parley <parley@localhost>', log });
  mailer.send(mail);
  await mailer.close();
  expect(received).toHaveLength(1);
  const letter = readable(received[0] as string);
  for (const part of ['To: ada@example.com', 'Subject: A link', 'It works once:', link]) expect(letter).toContain(part);
  expect(logged.join('')).not.toMatch(/canary|ada@example/);
});

test('a rejected message is reported without its text, though the server quotes it', async () => {
  const { received, address } = await openMailServer(`no ${link}`);
  const { logged, log } = logOf();
  const mailer = createMailer({ smtpUrl: `smtp://${address}`, from: 'parley@localhost', log });
  mailer.send(mail);
  await mailer.close();
  expect(received).toEqual([]);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, code: 'EENVELOPE' }]);
  expect(logged.join('')).not.toMatch(/canary|ada@example/);
});

test('messages beyond the limit are rejected', async () => {
  const { received, address } = await openMailServer();
  const { logged, log } = logOf();
  const mailer = createMailer({ smtpUrl: `smtp://${address}`, from: 'parley@localhost', log, maxOnTheWay: 3 });
  for (let index = 0; index < 5; index++) mailer.send(mail);
  await mailer.close();
  expect(received).toHaveLength(3);
  expect(logged.filter((line) => line.includes('too many'))).toHaveLength(2);
});
