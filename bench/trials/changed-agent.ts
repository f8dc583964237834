import type { ServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { line } from './short-call.ts';

type Answered = {
  readonly status: number;
  readonly etag: string | null;
  readonly json: Record<string, unknown>;
};

/** Sends requests to the API with the operator's rights. */
export type Ask = (method: string, path: string, body?: object, ifMatch?: string) => Promise<Answered>;

function askerOf(server: ServerChild): Ask {
  const { request } = createServerClient(server);
  return async (method, path, body, ifMatch) => {
    const response = await request(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
    });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  };
}

/** An agent that answers the number of the example flow. */
export interface ChangedAgent {
  readonly ask: Ask;
  /** The same, but throws if a request is refused. Returns the body. */
  readonly must: (...asked: Parameters<Ask>) => Promise<Record<string, unknown>>;
  /** Path of the agent in the API. */
  readonly url: string;
  /** Names of the agent by version. */
  readonly names: Map<number, string>;
  /** Publishes the agent under a new name. Returns the version. */
  publish(): Promise<number>;
  /** Saves a draft with a new name. Returns its version. */
  draft(): Promise<number>;
  /** Restores a version. Returns the new one, and whether both definitions have the same bytes. */
  restore(version: number): Promise<{ readonly version: number; readonly isSame: boolean }>;
}

/** Creates an agent for the example flow, which keeps no text of its own. */
export async function openChangedAgent(server: ServerChild): Promise<ChangedAgent> {
  const ask = askerOf(server);
  const must = async (...asked: Parameters<Ask>): Promise<Record<string, unknown>> => {
    const { status, json } = await ask(...asked);
    if (status >= 300) throw new Error(`${asked[0]} ${asked[1]}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  let count = 0;
  const nextName = (): string => `Ava ${++count}`;
  const name = nextName();
  const names = new Map([[1, name]]);
  const voice_config = { speaker: 'ava' };
  const { uuid } = await must('POST', '/api/voice/agents', { name, greeting: 'Hello.', voice_config });
  const url = `/api/voice/agents/${uuid}`;
  const { flows } = (await must('GET', '/api/voice/flows?limit=100')) as {
    flows: readonly { uuid: string; phone_number: string | null; config: object }[];
  };
  const flow = flows.find((each) => each.phone_number === line);
  if (flow === undefined) throw new Error(`no flow answers ${line}`);
  const config = Object.fromEntries(Object.keys(flow.config).map((key) => [key, null]));
  await must('PATCH', `/api/voice/flows/${flow.uuid}`, { voice_agent_id: uuid, config });
  const definitionOf = async (version: number): Promise<string> =>
    JSON.stringify((await must('GET', `${url}/versions/${version}`)).definition);

  async function draft(): Promise<number> {
    const own = nextName();
    const { draft_version: version } = await must('PATCH', `${url}?draft=true`, {
      name: own,
      greeting: `I am ${own}.`,
    });
    names.set(version as number, own);
    return version as number;
  }

  return {
    ask,
    must,
    url,
    names,
    draft,
    async publish() {
      await draft();
      return (await must('POST', `${url}/publish`)).version as number;
    },
    async restore(version) {
      const before = await definitionOf(version);
      const restored = (await must('POST', `${url}/versions/${version}/restore`)).version as number;
      names.set(restored, names.get(version) ?? '');
      return { version: restored, isSame: (await definitionOf(restored)) === before };
    },
  };
}
