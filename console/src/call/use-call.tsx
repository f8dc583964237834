import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { requestTicket } from '../server/requests.ts';
import { type CallLine, useLine } from './use-line.ts';

export interface CallControl extends Omit<CallLine, 'open'> {
  /** The agent that was chosen last, also while other pages are shown. */
  readonly chosenFlow: string | undefined;
  chooseFlow(uuid: string): void;
  call(flowUuid: string): void;
}

const CallContext = createContext<CallControl | undefined>(undefined);

/** Holds the page's one call, so that it continues while other pages are open. */
export function CallProvider({ children }: { readonly children: ReactNode }) {
  const { open, ...line } = useLine();
  const [chosenFlow, chooseFlow] = useState<string>();
  const { session, muted } = line;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line changes with its session and its microphone
  const control = useMemo<CallControl>(
    () => ({
      ...line,
      chosenFlow,
      chooseFlow,
      call: (flowUuid) => open((signal) => requestTicket(flowUuid, signal)),
    }),
    [session, muted, chosenFlow],
  );
  return <CallContext value={control}>{children}</CallContext>;
}

export function useCall(): CallControl {
  const control = useContext(CallContext);
  if (control === undefined) throw new Error('useCall outside of CallProvider');
  return control;
}
