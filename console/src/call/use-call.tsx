import { createContext, type ReactNode, useContext, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { createLevels, type Levels, resetLevels } from './levels.ts';
import { type PlacedCall, placeCall } from './place-call.ts';
import { nextSession, noSession, type Session } from './session.ts';

export interface CallControl {
  readonly session: Session;
  readonly levels: Levels;
  readonly muted: boolean;
  /** The agent that was chosen last, also while other pages are shown. */
  readonly chosenFlow: string | undefined;
  chooseFlow(uuid: string): void;
  call(flowUuid: string): void;
  hangUp(): void;
  interrupt(): void;
  press(digit: string): void;
  mute(muted: boolean): void;
}

const CallContext = createContext<CallControl | undefined>(undefined);

/** Holds the page's one call, so that it continues while other pages are open. */
export function CallProvider({ children }: { readonly children: ReactNode }) {
  const [session, tell] = useReducer(nextSession, noSession);
  const [muted, setMuted] = useState(false);
  const [chosenFlow, chooseFlow] = useState<string>();
  const placed = useRef<PlacedCall | undefined>(undefined);
  const [levels] = useState(createLevels);

  useEffect(() => () => placed.current?.abandon(), []);

  const control = useMemo<CallControl>(
    () => ({
      session,
      levels,
      muted,
      chosenFlow,
      chooseFlow,
      call(flowUuid) {
        placed.current?.abandon();
        resetLevels(levels);
        setMuted(false);
        tell({ type: 'call_pressed' });
        placed.current = placeCall(flowUuid, levels, tell);
      },
      hangUp: () => placed.current?.hangUp(),
      interrupt: () => placed.current?.interrupt(),
      press: (digit) => placed.current?.press(digit),
      mute(wanted) {
        setMuted(wanted);
        placed.current?.mute(wanted);
      },
    }),
    [session, levels, muted, chosenFlow],
  );
  return <CallContext value={control}>{children}</CallContext>;
}

export function useCall(): CallControl {
  const control = useContext(CallContext);
  if (control === undefined) throw new Error('useCall outside of CallProvider');
  return control;
}
