import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationOf } from '../../src/telephony/asterisk/configuration.ts';

const docs = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'telephony.md'), 'utf8');
const site = {
  baseUrl: 'https://parley.example.com',
  mediaUrl: 'wss://parley.example.com',
  authId: 'parley',
};

test.each(configurationOf(site))('the documentation has the lines of $name that the console shows', ({ text }) => {
  expect(docs.toLowerCase()).toContain(text.toLowerCase());
});

test('where the server listens for AudioSocket, the lines have a second dialplan', () => {
  const files = configurationOf({ ...site, audioSocketPort: 9092 });
  expect(files.map(({ name }) => name).slice(2)).toEqual(['extensions.conf', 'extensions.conf, AudioSocket']);
  const [webSocket = '', second = ''] = files.slice(2).map(({ text }) => text);
  expect(second.match(/AudioSocket\(\$\{TICKET\},parley\.example\.com:9092\)/g)).toHaveLength(2);
  expect(second).not.toContain('WebSocket/');
  const lines = second.split('\n').filter((line) => !webSocket.includes(line));
  for (const line of new Set(lines)) expect(docs).toContain(line);
});

test('the lines have the addresses and the user of the server and the account', () => {
  const files = configurationOf({ baseUrl: 'http://10.0.0.5:8080', mediaUrl: 'ws://10.0.0.5:8081', authId: 'bot' });
  const [sockets, ari, dialplan] = files.map(({ text }) => text);
  expect(sockets).toContain('uri = ws://10.0.0.5:8081/media/asterisk');
  expect(sockets).toContain('tls_enabled = no');
  expect(ari).toContain('[bot]');
  expect(dialplan).toContain('PARLEY_URL=http://10.0.0.5:8080/api/voice/webhooks/asterisk');
});
