import { fork } from 'node:child_process';
import { once } from 'node:events';

const agents = ['embedded', 'chat'] as const;
/** Who answers the callers: the agent inside the server, or a language model behind a chat-completions server. */
export type AgentKind = (typeof agents)[number];

export const isAgentKind = (name: string): name is AgentKind => agents.some((each) => each === name);

export const agentUsage = `--agent NAME         embedded, or chat: a stand-in of a chat-completions server, in a process of its own, that repeats
                       what it hears (default embedded; chat in the dense scenario)
  --first-token MS     how long the stand-in takes to its first token (default 0)`;

export const agentOptions = {
  agent: { type: 'string' },
  'first-token': { type: 'string', default: '0' },
} as const;

export interface OpenAgent {
  /** Settings of the server that connect the agent. */
  readonly env: NodeJS.ProcessEnv;
  /** When the stand-in sent the first token of each reply, in milliseconds since 1970. */
  readonly firstTokensMs: readonly number[];
  close(): void;
}

/** Starts what an agent needs beside the server. */
export async function openAgent(kind: AgentKind, firstTokenMs: number): Promise<OpenAgent> {
  if (kind === 'embedded') return { env: {}, firstTokensMs: [], close() {} };
  const child = fork(new URL('./chat-server.js', import.meta.url), [String(firstTokenMs)]);
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  const firstTokensMs: number[] = [];
  child.on('message', ({ firstTokenAtMs }: { readonly firstTokenAtMs: number }) => firstTokensMs.push(firstTokenAtMs));
  return {
    firstTokensMs,
    env: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'echo' },
    close: () => void child.disconnect(),
  };
}
