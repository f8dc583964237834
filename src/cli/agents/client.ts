import { CliFault } from '../cli-fault.ts';
import type { ServerAddress } from '../credential.ts';

export interface PushResult {
  readonly agentUuid: string | null;
  readonly etag: string | undefined;
  readonly parts: readonly { readonly kind: string; readonly name: string; readonly action: string }[];
  readonly problems: readonly { readonly detail: string; readonly accept: string | null }[];
}

export interface AgentClient {
  /** Returns the uuid of an agent that is named by uuid or by name. */
  find(name: string): Promise<string>;
  /** Returns the archive of an agent. */
  pull(uuid: string): Promise<{ readonly bytes: Buffer; readonly etag: string }>;
  /** Replaces an agent, or adds one if `uuid` is undefined. */
  push(uuid: string | undefined, archive: Buffer, options: PushOptions): Promise<PushResult>;
}

export interface PushOptions {
  readonly fields: Readonly<Record<string, string>>;
  readonly ifMatch: string | undefined;
}

const timeoutMs = 120_000;
const pageSize = 100;
const agentsPath = '/api/voice/agents';
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function createAgentClient({ baseUrl, token }: ServerAddress): AgentClient {
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(new URL(path, baseUrl), { ...init, headers, signal }).catch((cause) => {
      throw new CliFault('not_answered', `${baseUrl} does not answer`, { cause });
    });
    if (answer.ok) return answer;
    const { detail } = (await answer.json().catch(() => ({}))) as { readonly detail?: string };
    const fault = answer.status === 409 ? 'agent_conflict' : 'agent_refused';
    throw new CliFault(fault, detail ?? `${baseUrl} answered ${answer.status}`);
  }

  return {
    async find(name) {
      if (uuidForm.test(name)) return name.toLowerCase();
      const uuids: string[] = [];
      for (let offset = 0; ; offset += pageSize) {
        const answer = await request(`${agentsPath}?limit=${pageSize}&offset=${offset}`);
        const { agents } = (await answer.json()) as { readonly agents: readonly { uuid: string; name: string }[] };
        uuids.push(...agents.filter((agent) => agent.name === name).map(({ uuid }) => uuid));
        if (agents.length < pageSize) break;
      }
      const [uuid, ...others] = uuids;
      if (uuid === undefined) throw new CliFault('agent_refused', `there is no agent "${name}"`);
      if (others.length > 0)
        throw new CliFault('agent_refused', `${uuids.length} agents have the name "${name}": ${uuids.join(', ')}`);
      return uuid;
    },
    async pull(uuid) {
      const answer = await request(`${agentsPath}/${uuid}/file?format=zip`);
      return { bytes: Buffer.from(await answer.arrayBuffer()), etag: answer.headers.get('etag') ?? '' };
    },
    async push(uuid, archive, { fields, ifMatch }) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob([new Uint8Array(archive)]), 'agent.zip');
      const path = uuid === undefined ? `${agentsPath}/import` : `${agentsPath}/${uuid}/file`;
      const answer = await request(path, {
        method: uuid === undefined ? 'POST' : 'PUT',
        body,
        ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
      });
      const {
        agent_uuid: agentUuid,
        parts,
        problems,
      } = (await answer.json()) as {
        readonly agent_uuid: string | null;
        readonly parts: PushResult['parts'];
        readonly problems: PushResult['problems'];
      };
      return { agentUuid, etag: answer.headers.get('etag') ?? undefined, parts, problems };
    },
  };
}
