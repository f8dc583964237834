import { expect, test } from 'vitest';
import { credentialsFor } from '../../src/telephony/file-headers.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com/1.mp3', true],
  ['https://api.example.com', 'https://eu.api.example.com/1.mp3', true],
  ['https://api.example.com', 'https://media.example.com/1.mp3', false],
  ['https://api.example.co.in', 'https://other.co.in/1.mp3', false],
  ['https://x.amazonaws.com', 'https://y.amazonaws.com/1.mp3', false],
  ['https://api.provider.com', 'https://media.provider.com/1.mp3', true],
  ['https://api.provider.com', 'https://evilprovider.com/1.mp3', false],
  ['https://api.provider.com', 'http://media.provider.com/1.mp3', false],
  ['https://proxy.example.com', 'https://media.provider.com/1.mp3', false],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/1.mp3', true],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9001/1.mp3', false],
])('requests to %s send credentials to a file at %s: %s', (baseUrl, file, isTold) => {
  const authorization = 'Basic abc';
  const headers = credentialsFor(file, { baseUrl, domain: 'provider.com', authorization });
  expect(headers).toEqual(isTold ? { authorization } : {});
});
