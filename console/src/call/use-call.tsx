import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Answer } from '../server/ask.ts';
import { requestTicket } from '../server/requests.ts';
import { type CallLine, useLine } from './use-line.ts';

/** Somebody to call: an agent, or the agent of a campaign. */
export interface Callee {
  readonly key: string;
  /** In a list. */
  readonly label: string;
  /** What the agent calls itself. */
  readonly name: string;
  readonly description: string;
  readonly agentUuid?: string;
  /** Things to say that the agent understands. */
  readonly examples: readonly string[];
  /** The campaign of the call; made for an agent that has none. */
  readonly flow: () => Promise<Answer<string>>;
}

export interface CallControl extends Omit<CallLine, 'open'> {
  /** Key of who was chosen last, also while other pages are shown. */
  readonly chosen: string | undefined;
  /** Whom the call is with, or the last one was. */
  readonly callee: Callee | undefined;
  choose(key: string): void;
  call(callee: Callee): void;
}

const CallContext = createContext<CallControl | undefined>(undefined);

/** Holds the page's one call, so that it continues while other pages are open. */
export function CallProvider({ children }: { readonly children: ReactNode }) {
  const { open, ...line } = useLine();
  const [chosen, choose] = useState<string>();
  const [callee, setCallee] = useState<Callee>();
  const { session, muted } = line;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line changes with its session and its microphone
  const control = useMemo<CallControl>(
    () => ({
      ...line,
      ...{ chosen, callee, choose },
      call(next) {
        choose(next.key);
        setCallee(next);
        open(async (signal) => {
          const flow = await next.flow();
          return flow.ok ? requestTicket(flow.value, signal) : flow;
        });
      },
    }),
    [session, muted, chosen, callee],
  );
  return <CallContext value={control}>{children}</CallContext>;
}

export function useCall(): CallControl {
  const control = useContext(CallContext);
  if (control === undefined) throw new Error('useCall outside of CallProvider');
  return control;
}
