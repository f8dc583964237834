#!/usr/bin/env node
// A workflow outside of Parley, whole: it brings contacts in, has them called, learns from the transcripts what they
// said, writes it back to the calls, and hands callers who ask for a person to one, if somebody is free. Run it with
// --help to see what it takes; it needs nothing but Node. Your own begins where `extract` and `wantsPerson` are.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const usage = `node examples/workflow.mjs --key KEY --campaign UUID --contacts FILE [options]
  --key KEY         an API key with the four voice scopes
  --campaign UUID   an outbound campaign
  --contacts FILE   JSON: [{"phone": "+12025550143", "name": "Ada", "metadata": {"appointment": "Friday"}}, ...]
  --url URL         where Parley is (default http://127.0.0.1:8080)
  --listen PORT     where events come in (default 9090); an address that is not public must be in WEBHOOK_ALLOWED_HOSTS
  --address URL     how Parley reaches that port (default http://127.0.0.1:PORT)
  --queue NAME      whom callers are handed to who ask for a person
Ends when everybody was reached or given up. Prints one line a call.
`;

const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    campaign: { type: 'string' },
    contacts: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    listen: { type: 'string', default: '9090' },
    address: { type: 'string' },
    queue: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const { key, campaign, contacts, queue } = values;
if (values.help || key === undefined || campaign === undefined || contacts === undefined) {
  process.stderr.write(usage);
  process.exit(values.help ? 0 : 2);
}

/** Asks Parley; throws its own sentence when it refuses. */
async function ask(method, path, body) {
  const response = await fetch(new URL(path, values.url), {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** What this workflow wants to know of a call. A language model could do it better; the shape stays the same. */
function extract(transcript) {
  const said = transcript.filter(({ speaker }) => speaker === 'customer').map(({ text }) => text);
  const words = said.join(' ').toLowerCase();
  const answer = /\b(no|not|cannot|can't|won't|cancel)\b/.test(words)
    ? 'declined'
    : /\b(yes|yeah|sure|fine|works|confirm|see you)\b/.test(words)
      ? 'confirmed'
      : 'unclear';
  return { visit: { answer, in_their_words: said.at(-1) ?? null } };
}

const wantsPerson = (transcript) =>
  transcript.some(({ speaker, text }) => speaker === 'customer' && /\b(person|human|somebody|agent)\b/i.test(text));

/** While the call goes on: its transcript so far is asked for until the caller wants a person or has gone. */
async function handOver(callUuid) {
  if (queue === undefined) return;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const call = await ask('GET', `/v1/calls/${callUuid}`);
    if (call.status !== 'in_progress') return;
    if (!wantsPerson(call.transcript)) continue;
    const { available } = await ask('GET', `/api/voice/calls/agent-availability?target=${encodeURIComponent(queue)}`);
    // Nobody is free: the agent goes on, and whoever looks at `follow_up` calls back.
    if (!available) return ask('POST', `/api/voice/calls/${callUuid}/metadata`, followUp);
    const brief = 'Asked for a person during a reminder call.';
    await ask('POST', `/api/voice/calls/${callUuid}/transfer`, { target: queue, agent_brief: brief, context: {} });
    return;
  }
}

const followUp = { key_details: { extraction: { follow_up: { call_back: true } } } };

/** One event at a time and in order, as they come. */
async function take({ event, data }) {
  if (event === 'call.started') {
    void handOver(data.call_uuid).catch((error) => process.stderr.write(`${error.message}\n`));
  } else if (event === 'call.ended') {
    const extraction = extract(data.transcript);
    await ask('POST', `/api/voice/calls/${data.call_uuid}/metadata`, { key_details: { extraction } });
    process.stdout.write(`${data.to_number} ${extraction.visit.answer}, after ${data.duration_seconds} s\n`);
  } else {
    process.stdout.write(`${data.to_number} ${event} ${data.outcome ?? data.reason ?? data.result}\n`);
  }
}

let secret = '';
let lastEventMs = Date.now();
const maxBody = 8 * 2 ** 20;

function isFromParley(body, signature) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const receiver = createServer(async (request, response) => {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > maxBody) return response.writeHead(413).end();
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  if (!isFromParley(body, request.headers['x-webhook-signature'])) return response.writeHead(401).end();
  // Answered before it is worked on: Parley waits for no longer than 5 seconds, and sends once.
  response.writeHead(204).end();
  lastEventMs = Date.now();
  await take(JSON.parse(body)).catch((error) => process.stderr.write(`${error.message}\n`));
});

await new Promise((resolve) => receiver.listen(Number(values.listen), resolve));
const address = values.address ?? `http://127.0.0.1:${receiver.address().port}`;
const events = ['call.started', 'call.ended', 'call.no_answer', 'call.failed', 'call.transferred'];
const webhook = await ask('POST', '/v1/webhooks', { name: 'Workflow', url: address, events });
secret = webhook.secret;
try {
  const pushed = await ask('POST', '/v1/contacts/bulk', { contacts: JSON.parse(await readFile(contacts, 'utf8')) });
  process.stdout.write(`${pushed.created} contacts are new, ${pushed.updated} were known, ${pushed.failed} refused\n`);
  const { contacts_queued: queued } = await ask('POST', `/v1/campaigns/${campaign}/launch`);
  process.stdout.write(`${queued} are going to be called\n`);
  let status = 'active';
  while (status === 'active') {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    ({ status } = await ask('GET', `/v1/campaigns/${campaign}`));
  }
  process.stdout.write(`the campaign is ${status}\n`);
  // What ended last may still be on its way.
  while (Date.now() - lastEventMs < 2000) await new Promise((resolve) => setTimeout(resolve, 500));
} finally {
  await ask('DELETE', `/api/voice/webhooks/${webhook.uuid}`);
  receiver.close();
}
