import type { ProblemCode } from '../problem.ts';

/** Text at the start of the API documentation. */
export const introduction = `Voice agents that place and answer calls, on your own machine.

**Credentials.** A session token or an API key, as \`Authorization: Bearer …\`. A session has the rights of its user. A key has the rights of its owner at the time of the request, limited to its scopes; a restricted key opens only operations that name one of its scopes, or that have \`any_scope\` because each request needs its own. Each operation declares its requirements (\`x-access\`).

**Errors** are \`{"detail": "a sentence"}\`. Anything wrong with a request is 400, never 422. Objects of another organisation return 404, as missing ones do. Any path may also return 405 (\`Allow\` lists the supported methods), 408, 414 and 431.

**Lists** accept \`limit\` (50, at most 100) and \`offset\`, and return the \`total\`.

**Limits** count the requests per minute of one key or person to one operation (\`x-rate-limit\`). Requests beyond the limit return 429 with \`Retry-After\`.

Every response has \`X-Request-Id\`, which identifies it in the server's log. Times are UTC.`;

/** In the order of a first day: an account, an agent, a campaign, contacts, calls. */
export const tags: Readonly<Record<string, string>> = {
  accounts: 'First account, sign-in and sign-out, passwords, current account.',
  agents: 'Voice agents: voice, wording, behaviour and tools.',
  voices: 'The voices that an agent can speak with.',
  campaigns:
    'Outbound campaigns, which dial contacts, and inbound ones, which answer a number. Some paths call them flows.',
  contacts: 'Contacts: details, metadata and consent.',
  calls: 'Calls in progress and past calls: transcripts, recordings, statistics.',
  websites:
    'Conversations of visitors of websites with an agent. They carry no credential; the page must be of an allowed origin.',
  'telephony connections': 'Telephony provider accounts. Tokens are encrypted and never returned.',
  'SIP trunks': 'Lines of a PBX or a provider, over which calls are placed and answered.',
  phones: 'Telephones that register with the server.',
  queues: 'Queues for transferred calls, and availability.',
  'human agents': 'Teammates: phone numbers and assigned tags.',
  'knowledge base': 'Documents and recordings that agents answer from.',
  'document agent': 'Extracts the content of documents and answers questions about them.',
  'audio agent': 'Transcribes recordings and answers questions about them.',
  'call analysis': 'Transcripts and analysis of calls and uploaded recordings.',
  dashboard: 'Statistics of calls and uploaded recordings by whole days.',
  reports: 'Statistics of a window, computed once and kept, with exports.',
  coaching: 'Simulated customers, scenarios, and practice calls that are judged like real ones.',
  webhooks: 'Webhooks for call events, and their deliveries.',
  'api keys': 'Credentials for programs.',
  members: 'Members of an organisation and their roles.',
  organisation: 'The organisation and its audit log.',
  settings: 'Settings of an organisation.',
  jobs: 'Background jobs.',
  superadmin: 'Organisations and the waiting list. Superadmins only.',
  telephony: 'Callbacks of telephony providers. They carry no credential and affect existing calls only.',
  server: 'The server itself.',
};

/** When each error occurs, unless an operation states it more precisely. */
export const errorTexts: Readonly<Record<ProblemCode, string>> = {
  bad_request: 'The request is not valid; `detail` names what is wrong.',
  unauthorised: 'The credential is missing, unknown, expired or revoked.',
  forbidden: 'The credential is not sufficient; `detail` names what is required.',
  not_found: 'The resource does not exist or is not yours.',
  method_not_allowed: 'The path does not support this method.',
  conflict: 'The state of the resource does not allow it.',
  too_large: 'The body is too large.',
  uri_too_long: 'A part of the path is too long.',
  range_not_satisfiable: 'The file has no such range.',
  too_many_requests: 'The limit is exceeded; `detail` names it.',
  headers_too_large: 'The headers are too large.',
  internal: 'Internal error; `detail` has the id under which the log has the details.',
  bad_gateway: 'An upstream service did not respond.',
  unavailable: 'The server or a dependency is temporarily unavailable.',
};

export const errorExamples: Partial<Record<ProblemCode, string>> = {
  bad_request: 'query limit: must be at most 100.',
  unauthorised: 'Send a valid session token or API key as Authorization: Bearer <token>.',
  forbidden: 'This requires the scope voice:calls:read.',
  too_many_requests:
    'Rate limit exceeded: 10 requests per minute to POST /api/voice/calls/{uuid}/end. Try again in 42 s.',
  internal: 'Internal error. The log has the details under 3f0c6f0e-8f5e-4b1c-9d53-5a4f7d1c2b6a.',
};
