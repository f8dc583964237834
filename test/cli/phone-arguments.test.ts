import { expect, test } from 'vitest';
import { readCallArguments } from '../../src/cli/call-arguments.ts';

const url = 'http://127.0.0.1:8080';
const phone = ['--sip', '127.0.0.1:5060', '--user', 'p1', '--password', 'secret'];

test('--sip makes the caller a telephone that may dial an extension', () => {
  const args = readCallArguments([...phone, '--to', '20', '--codec', 'g.722', '--transport', 'TCP'], url);
  expect(args).toMatchObject({
    dialect: 'sip',
    to: '20',
    phone: { domain: '127.0.0.1:5060', username: 'p1', password: 'secret', transport: 'tcp', codec: 'G722' },
  });
});

test('the account of the telephone may stand in the environment, which other users cannot see', () => {
  const env = { PARLEY_SIP_USER: 'p2', PARLEY_SIP_PASSWORD: 'other' };
  expect(readCallArguments(['--sip', 'localhost'], url, env).phone).toMatchObject({
    username: 'p2',
    password: 'other',
  });
});

test.each([
  [['--sip', '127.0.0.1'], '--sip needs --user and --password'],
  [['--user', 'p1'], '--user needs --sip'],
  [[...phone, '--codec', 'opus'], '--codec must be one of PCMU, PCMA, G722, not "OPUS"'],
  [[...phone, '--transport', 'ws'], '--transport must be one of udp, tcp, tls, not "ws"'],
  [['--sip', 'sip:a b', '--user', 'p', '--password', 'x'], '--sip must be an address or a name'],
  [['--sip', 'a', '--user', 'p;x=1', '--password', 'x'], '--user must be the user name of a phone'],
  [[...phone, '--network', 'storm'], '--network does not apply to --sip'],
  [[...phone, '--to', '1'], '--to must be a phone number'],
])('%j is refused: %s', (argv, reason) => {
  expect(() => readCallArguments(argv, url)).toThrow(reason);
});
