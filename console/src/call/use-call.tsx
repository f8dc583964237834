import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { RequestStream } from '../../../client/call/place-call.ts';
import { type CallLine, useLine } from './use-line.ts';

/** A selectable call target: an agent, or the agent of a campaign. */
export interface Callee {
  readonly key: string;
  /** Label in a list. */
  readonly label: string;
  /** The agent's own name. */
  readonly name: string;
  readonly description: string;
  readonly agentUuid?: string;
  /** Example utterances that the agent understands. */
  readonly examples: readonly string[];
  /** Returns the address of the call's stream. */
  readonly request: RequestStream;
}

export interface CallControl extends Omit<CallLine, 'open'> {
  /** Key of the last selected callee, kept while other pages are shown. */
  readonly chosen: string | undefined;
  /** The callee of the current or last call. */
  readonly callee: Callee | undefined;
  choose(key: string): void;
  call(callee: Callee): void;
}

const CallContext = createContext<CallControl | undefined>(undefined);

/** Provides the page's single call, which continues while other pages are shown. */
export function CallProvider({ children }: { readonly children: ReactNode }) {
  const { open, ...line } = useLine();
  const [chosen, choose] = useState<string>();
  const [callee, setCallee] = useState<Callee>();
  const { session, muted } = line;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line changes with its session and its microphone
  const control = useMemo<CallControl>(
    () => ({
      ...line,
      chosen,
      callee,
      choose,
      call(next) {
        choose(next.key);
        setCallee(next);
        open(next.request);
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
