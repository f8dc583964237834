import { useEffect, useReducer, useRef, useState } from 'react';
import { createLevels, type Levels, resetLevels } from '../../../client/call/levels.ts';
import { type PlacedCall, placeCall, type RequestStream } from '../../../client/call/place-call.ts';
import { nextSession, noSession, type Session } from '../../../client/call/session.ts';
import { audioModules } from './audio-modules.ts';

/** One conversation at a time over the microphone and the loudspeaker. */
export interface CallLine {
  readonly session: Session;
  readonly levels: Levels;
  readonly muted: boolean;
  open(requestStream: RequestStream): void;
  hangUp(): void;
  interrupt(): void;
  press(digit: string): void;
  mute(muted: boolean): void;
}

/** A line whose conversation ends when its component unmounts. */
export function useLine(): CallLine {
  const [session, tell] = useReducer(nextSession, noSession);
  const [muted, setMuted] = useState(false);
  const [levels] = useState(createLevels);
  const placed = useRef<PlacedCall | undefined>(undefined);

  useEffect(() => () => placed.current?.abandon(), []);

  return {
    session,
    levels,
    muted,
    open(requestStream) {
      placed.current?.abandon();
      resetLevels(levels);
      setMuted(false);
      tell({ type: 'call_pressed' });
      placed.current = placeCall(requestStream, { audioModules, levels }, tell);
    },
    hangUp: () => placed.current?.hangUp(),
    interrupt: () => placed.current?.interrupt(),
    press: (digit) => placed.current?.press(digit),
    mute(wanted) {
      setMuted(wanted);
      placed.current?.mute(wanted);
    },
  };
}
