import type { ProblemCode } from './problem.ts';

/** What the description says before its first route. */
export const introduction = `Voice agents that place and answer calls, on your own machine.

**Credentials.** A session token or an API key, as \`Authorization: Bearer …\`. A session may do what the role of its person allows; a key what its scopes allow. Each operation says what it needs (\`x-access\`).

**Errors** are \`{"detail": "a sentence"}\`. Anything wrong with a request is 400, never 422. What belongs to another organisation is as unknown as what never was: 404. Answers of any path may also be 405 (another method is meant, see \`Allow\`), 408, 414 and 431.

**Lists** take \`limit\` (50, at most 100) and \`offset\`, and say their \`total\`.

**Limits** are requests a minute of one key or person to one operation (\`x-rate-limit\`); one too many is 429 with \`Retry-After\`.

Every answer bears \`X-Request-Id\`, which the server's log knows it by. Times are UTC.`;

export const tags: Readonly<Record<string, string>> = {
  accounts: 'First account, log-in and log-out, passwords, who one is.',
  members: 'The people of an organisation, and what each may do.',
  'api keys': 'Credentials for programs.',
  superadmin: 'What only a superadmin sees: organisations, and who waits for one.',
  agents: 'Who speaks in calls: voice, words, manners and tools.',
  campaigns:
    'Outbound campaigns, which dial contacts, and inbound ones, which answer a number. Some paths call them flows.',
  contacts: 'The people who are called: who they are, what is known of them, and whether they opted out.',
  'human agents': 'The people who take calls: their numbers, and whose contacts they look after.',
  queues: 'Who takes calls that are handed on, and whether they do now.',
  calls: 'Calls, live and past: transcripts, recordings, figures.',
  voices: 'The voices that an agent can speak with.',
  telephony: 'What providers call. They bear no credential, and touch existing calls only.',
  'telephony connections':
    'Accounts of the organisation at telephony providers. Their tokens are sealed and never shown.',
  webhooks: 'Addresses that events of calls are sent to, signed, and what came of it.',
  jobs: 'Work that goes on in the background.',
  organisation: 'The organisation itself, and who changed what in it.',
  settings: 'Settings of an organisation.',
  'knowledge base': 'Documents and recordings that agents answer from.',
  'document agent': 'Reads documents of the knowledge base, and says what is in them.',
  'audio agent': 'Turns recordings of the knowledge base into text, and answers questions about them.',
  server: 'The server itself.',
};

/** When each error comes, unless an operation says it better. */
export const errorTexts: Readonly<Record<ProblemCode, string>> = {
  bad_request: 'The request is not valid; `detail` names what is wrong.',
  unauthorised: 'There is no credential, or it is unknown, expired or revoked.',
  forbidden: 'The credential is valid and does not suffice; `detail` names what is needed.',
  not_found: 'There is no such thing, or it is not yours.',
  method_not_allowed: 'The path takes other methods.',
  conflict: 'The state of the thing does not allow it.',
  too_large: 'The body is too large.',
  uri_too_long: 'A part of the path is too long.',
  range_not_satisfiable: 'The file has no such range.',
  too_many_requests: 'The limit is exceeded; `detail` names it.',
  headers_too_large: 'The headers are too large.',
  internal: 'A fault of the server; `detail` has the id that its log knows it by.',
  bad_gateway: 'A service behind this one did not answer.',
  unavailable: 'The server, or something it needs, cannot do this now.',
};

export const errorExamples: Partial<Record<ProblemCode, string>> = {
  bad_request: 'query limit: must be at most 100.',
  unauthorised: 'A valid session token or API key is needed here, sent as Authorization: Bearer followed by the token.',
  forbidden: 'This needs the scope voice:calls:read.',
  too_many_requests:
    'Rate limit exceeded: 10 requests per minute to POST /api/voice/calls/{uuid}/end. Try again in 42 s.',
  internal: 'Something went wrong here. The log has the details under 3f0c6f0e-8f5e-4b1c-9d53-5a4f7d1c2b6a.',
};
