/** The agent of a page, as its visitors know it. */
export interface WebsiteAgent {
  readonly agent_name: string;
  /** Languages that the agent speaks, the first one by default. */
  readonly languages: readonly string[];
  readonly voice: boolean;
  readonly text: boolean;
  readonly max_seconds: number;
}

export interface ChatReply {
  readonly chat_uuid: string;
  readonly text: string;
  readonly ended: boolean;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** Undefined without a response. */
      readonly status: number | undefined;
      /** Sentence for those who build the page. */
      readonly detail: string;
    };

export interface WebsiteAddress {
  /** Address of the server, such as https://voice.example.com. */
  readonly server: string;
  /** Public key of the agent on websites. */
  readonly agent: string;
}

export interface WebsiteRequests {
  agent(signal?: AbortSignal): Promise<Answer<WebsiteAgent>>;
  call(signal: AbortSignal): Promise<Answer<{ readonly ws_url: string }>>;
  chat(): Promise<Answer<ChatReply>>;
  message(chatUuid: string, text: string): Promise<Answer<ChatReply>>;
}

/** Requests of a page to the server. They carry no cookie and no credential, and never reject. */
export function createRequests({ server, agent }: WebsiteAddress): WebsiteRequests {
  const root = `${server.replace(/\/+$/, '')}/api/website`;
  const agentUrl = `${root}/agents/${encodeURIComponent(agent)}`;
  const post = { method: 'POST' };
  return {
    agent: (signal) => ask(agentUrl, signal === undefined ? {} : { signal }),
    call: (signal) => ask(`${agentUrl}/calls`, { ...post, signal }),
    chat: () => ask(`${agentUrl}/chats`, post),
    message: (chatUuid, text) =>
      ask(`${root}/chats/${encodeURIComponent(chatUuid)}/messages`, {
        ...post,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      }),
  };
}

async function ask<T>(url: string, init: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return { ok: true, value: body as T };
    const detail = (body as { detail?: unknown } | undefined)?.detail;
    const { status } = response;
    return { ok: false, status, detail: typeof detail === 'string' ? detail : `The server answered ${status}.` };
  } catch {
    return { ok: false, status: undefined, detail: `${new URL(url, location.href).origin} does not respond.` };
  }
}
