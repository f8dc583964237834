import { expect, test } from 'vitest';
import { natsAdvice } from '../../src/cluster/index.ts';

test.each([
  [['nats://127.0.0.1:4222'], /no credentials/],
  [['tls://nats.example.com:4222'], /no credentials/],
  [['nats://u:p@10.0.0.1:4222', 'nats://10.0.0.2:4222'], /no credentials/],
  [['nats://u:p@nats:4222'], /tls/],
  [['tls://u:p@nats:4222', 'nats://token@nats-2:4222'], /tls/],
])('NATS_URL %j needs a change', (urls, advice) => {
  expect(natsAdvice(urls)).toMatch(advice);
});

test.each([[['nats://u:p@127.0.0.1:4222']], [['nats://token@localhost:4222']], [['tls://u:p@nats.example.com:4222']]])(
  'NATS_URL %j needs no change',
  (urls) => {
    expect(natsAdvice(urls)).toBeUndefined();
  },
);
