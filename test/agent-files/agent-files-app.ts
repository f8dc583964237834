import type { OrganisationId } from '../../src/data/index.ts';
import type { TestDatabase } from '../data/databases.ts';
import { apiKey, changingAuthenticator, newPeople, session } from '../http/fake-authenticator.ts';
import { openAppOnce } from '../http/test-app.ts';

const theirs = '00000000-0000-4000-8000-000000000002' as OrganisationId;

const people = {
  admin: session('admin', { userUuid: '00000000-0000-4000-8000-0000000000ad' }),
  manager: session('manager'),
  member: session('member'),
  stranger: session('admin', { organisationId: theirs }),
  'stranger-manager': session('manager', { organisationId: theirs, userUuid: '00000000-0000-4000-8000-0000000000cd' }),
  'writing-key': apiKey(['voice:campaigns:read', 'voice:campaigns:write'], { role: 'admin' }),
};
export type Who = keyof typeof people;

const nearby = { WEBHOOK_ALLOWED_HOSTS: 'example.com', SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly bytes: Buffer;
  readonly etag: string | undefined;
}

/** Opens one server for all tests of a suite. Each call gives its users organisations of their own. */
export function agentFilesOnce(database?: TestDatabase) {
  const authenticator = changingAuthenticator();
  const shared = openAppOnce({ env: nearby, authenticator, ...(database === undefined ? {} : { database }) });
  return () => {
    authenticator.become(newPeople(people));
    const app = shared();
    async function ask(
      as: Who,
      method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
      url: string,
      options: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
    ): Promise<Answer> {
      const { body: payload, headers } = options;
      const answer = await app.http.inject({
        method,
        url,
        headers: { authorization: `Bearer ${as}`, ...headers },
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      const isJson = `${answer.headers['content-type']}`.startsWith('application/json');
      const body = isJson && answer.body !== '' ? answer.json() : {};
      return { status: answer.statusCode, body, bytes: answer.rawPayload, etag: answer.headers.etag as string };
    }
    const upload = (
      as: Who,
      [method, url]: readonly ['POST' | 'PUT', string],
      file: Buffer,
      { fields = {}, ifMatch }: { readonly fields?: Record<string, string>; readonly ifMatch?: string } = {},
    ): Promise<Answer> => {
      const parts = Object.entries(fields).map(
        ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n';
      const body = Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from('\r\n--edge--\r\n')]);
      const headers = {
        'content-type': 'multipart/form-data; boundary=edge',
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      };
      return ask(as, method, url, { body, headers });
    };
    return {
      ...app,
      ask,
      exported: (as: Who, uuid: string, format = 'json') =>
        ask(as, 'GET', `/api/voice/agents/${uuid}/file?format=${format}`),
      imported: (as: Who, file: Buffer, fields?: Record<string, string>) =>
        upload(as, ['POST', '/api/voice/agents/import'], file, fields === undefined ? {} : { fields }),
      pushed: (
        as: Who,
        uuid: string,
        file: Buffer,
        options: { fields?: Record<string, string>; ifMatch?: string } = {},
      ) => upload(as, ['PUT', `/api/voice/agents/${uuid}/file`], file, options),
    };
  };
}

/** A file with every kind of part. */
export const wholeFile = {
  format: 'parley-agent',
  version: 1,
  agent: {
    name: 'Mara',
    persona_prompt: 'You are Mara of Nguyen Dental.\n\nBe brief.',
    greeting: 'Nguyen Dental, this is Mara. How can I help?',
    voice_config: { provider: 'platform', speaker: 'ava', language_code: 'en-US' },
    languages: ['en-US'],
    tools: [
      {
        name: 'look_up_patient',
        description: 'Finds a patient.',
        parameters: { type: 'object', properties: { phone: { type: 'string' } }, required: ['phone'] },
        endpoint: 'https://example.com/patients',
        headers: { authorization: 'Bearer {{secret.CRM_KEY}}' },
      },
    ],
  },
  campaigns: [
    {
      name: 'Front desk',
      kind: 'inbound',
      provider: 'platform',
      language_code: 'en-US',
      config: {
        business_name: 'Nguyen Dental',
        goals: [{ id: 'book', examples: ['I want a visit'], questions: [], done: 'Done.' }],
        note_of_the_client: { kept: true },
      },
      knowledge: [{ id: 'hours', title: 'Hours', text: '# Hours\n\nWe open at nine.' }],
    },
  ],
  scorecard: [
    { key: 'says_hours', name: 'Says the hours', group: 'Desk', field_type: 'score', options: ['we open at nine'] },
  ],
  personas: [
    {
      name: 'Nora Field',
      profile: { place: 'the old town' },
      objections: ['That is expensive.'],
      documents: [{ title: 'Letter', text: 'Your visit is due.' }],
    },
  ],
  scenarios: [
    {
      name: 'Ask for the hours',
      persona: 'Nora Field',
      situation: 'You want to know when they open.',
      objective: 'Say the hours.',
      criteria: ['says_hours'],
      stop_conditions: { max_turns: 10 },
    },
    { name: 'Book', persona: 'Nora Field', situation: 'You want a visit.', rubric: 'Desk' },
  ],
  pronunciations: [{ word: 'Nguyen', respelling: 'win' }],
  documents: [],
};

export const asFile = (file: unknown): Buffer => Buffer.from(JSON.stringify(file));
