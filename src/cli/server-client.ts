import { withDeadline } from '../../media/index.ts';
import type { ServerAddress } from './credential.ts';

/** The commands' client of a running server. Any unexpected response yields undefined. */
export interface ServerClient {
  /** Sends any request, with the credential. */
  request(path: string, init?: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }): Promise<Response>;
  health(): Promise<unknown>;
  /** Returns the first active inbound flow, else the first active flow. */
  activeFlow(): Promise<string | undefined>;
  /** Returns the newest call from this number since `sinceMs`. */
  findCall(from: string, sinceMs: number): Promise<string | undefined>;
  call(uuid: string): Promise<StoredCall | undefined>;
  /** Returns the extension of the phone with this SIP user name. */
  extensionOf(sipUsername: string): Promise<string | undefined>;
}

/** The displayed parts of the server's call record. */
export interface StoredCall {
  readonly uuid: string;
  readonly status: string;
  readonly end_reason: string | null;
  readonly recording_url: string | null;
  readonly transcript: readonly {
    speaker: 'agent' | 'customer';
    text: string;
    timestamp: number;
    spoken_by?: StoredPerson;
  }[];
  readonly latency: { readonly turns: readonly StoredTurn[] };
  readonly speculation: StoredSpeculation | null;
  readonly events?: readonly StoredEvent[];
}

export interface StoredSpeculation {
  readonly started: number;
  readonly dropped: number;
  readonly made: StoredWork;
  readonly wasted: StoredWork;
}

interface StoredWork {
  readonly agent_ms: number;
  readonly synthesis_ms: number;
  readonly audio_ms: number;
}

export interface StoredTurn {
  readonly turn: number;
  readonly at_ms: number;
  readonly endpoint_ms: number;
  readonly recognition_ms: number;
  readonly agent_ms: number;
  readonly synthesis_ms: number;
  readonly queue_ms: number;
  readonly network_ms: number;
  readonly total_ms: number;
  readonly estimated: boolean;
}

interface StoredEvent {
  readonly seq: number;
  readonly type: string;
  readonly line?: StoredLine;
}

export interface StoredLine {
  readonly turn: number;
  readonly speaker: 'agent' | 'customer';
  readonly text: string;
  readonly startMs: number;
  readonly words: readonly { text: string; heard?: 'yes' | 'no' | 'estimated_yes' | 'estimated_no' }[];
  readonly interrupted?: boolean;
  readonly spokenBy?: StoredPerson;
}

/** A person whose words our side spoke in place of the agent's. */
export interface StoredPerson {
  readonly kind: 'supervisor' | 'human';
  readonly name: string | null;
}

const timeoutMs = 5_000;
const pageCalls = 100;
/** Both use the same clock, but a record is stamped shortly before the caller reads the time. */
const slackMs = 2_000;

export function createServerClient({ baseUrl, token }: ServerAddress): ServerClient {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const request: ServerClient['request'] = (path, init = {}) =>
    withDeadline(timeoutMs, (signal) =>
      fetch(new URL(path, baseUrl), { signal, ...init, headers: { ...init.headers, ...headers } }),
    );
  const get = async (path: string): Promise<unknown> => {
    try {
      return await withDeadline(timeoutMs, async () => {
        const response = await request(path);
        return response.ok ? await response.json() : undefined;
      });
    } catch {
      return undefined;
    }
  };
  return {
    request,
    health: () => get('/health'),
    async activeFlow() {
      const page = (await get('/api/voice/flows?limit=100')) as { flows?: Flow[] } | undefined;
      const active = (page?.flows ?? []).filter((flow) => flow.status === 'active');
      return (active.find((flow) => flow.kind === 'inbound') ?? active[0])?.uuid;
    },
    async findCall(from, sinceMs) {
      const oldestMs = sinceMs - slackMs;
      // New calls shift others to the next page in the meantime: some are read twice, none is missed.
      for (let offset = 0; ; offset += pageCalls) {
        const page = (await get(`/v1/calls?include_tests=1&limit=${pageCalls}&offset=${offset}`)) as
          | { calls?: Found[] }
          | undefined;
        const young = (page?.calls ?? []).filter((call) => Date.parse(call.created_at) >= oldestMs);
        const ownCall = young.find((call) => call.from_number === from);
        if (ownCall !== undefined || young.length < pageCalls) return ownCall?.uuid;
      }
    },
    async extensionOf(sipUsername) {
      const page = (await get('/api/voice/phones')) as { phones?: StoredPhone[] } | undefined;
      return page?.phones?.find((phone) => phone.sip_username === sipUsername)?.extension;
    },
    call: async (uuid) => (await get(`/v1/calls/${uuid}?events=1`)) as StoredCall | undefined,
  };
}

interface Flow {
  readonly uuid: string;
  readonly kind: string;
  readonly status: string;
}

interface StoredPhone {
  readonly sip_username: string;
  readonly extension: string;
}

interface Found {
  readonly uuid: string;
  readonly from_number: string;
  readonly created_at: string;
}
