import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { createLevels, type Levels, resetLevels } from '../../../../../client/call/levels.ts';
import { isUnderway, nextSession, noSession, type Session } from '../../../../../client/call/session.ts';
import { type ListenedLine, listenIn } from '../../../call/listen-in.ts';
import { troubles } from '../../../call/trouble.ts';
import { handBack, listenTo, takeOver } from '../../../server/supervision.ts';

export interface Listening {
  readonly session: Session;
  readonly levels: Levels;
  /** Whether the caller hears this page's microphone. */
  readonly isSpeaking: boolean;
  /** Whether a take-over or its end is in progress. */
  readonly isBusy: boolean;
  /** Why the last action failed, in a sentence. */
  readonly trouble: string | undefined;
  start(): void;
  stop(): void;
  /** Speaks to the caller, and starts listening for that if need be. */
  takeOver(): void;
  handBack(): Promise<void>;
}

/** Listens to one call until it ends or the component unmounts. */
export function useListening(callUuid: string): Listening {
  const queries = useQueryClient();
  const [session, tell] = useReducer(nextSession, noSession);
  const [levels] = useState(createLevels);
  const [isBusy, setBusy] = useState(false);
  const [wantsToSpeak, setWantsToSpeak] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const line = useRef<ListenedLine | undefined>(undefined);
  const opened = useRef<string | undefined>(undefined);
  const isSpeaking = session.phase === 'live' && session.lineState === 'speaking';

  useEffect(() => () => line.current?.leave(), []);
  // The call itself may hand back to the agent; the microphone then stops.
  useEffect(() => {
    if (!isSpeaking && !isBusy) line.current?.quiet();
  }, [isSpeaking, isBusy]);

  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: ['supervision'] });
    void queries.invalidateQueries({ queryKey: ['listeners', callUuid] });
  };
  async function step(work: () => Promise<string | undefined>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setTrouble(undefined);
    setTrouble(await work());
    setBusy(false);
    refresh();
  }

  const speak = () =>
    step(async () => {
      const blocked = await line.current?.speak();
      if (blocked !== undefined) return sentenceOf(blocked);
      const answer = await takeOver(opened.current ?? '');
      return answer.ok ? undefined : answer.detail;
    });
  // A take-over that was asked for before the line was open.
  useEffect(() => {
    if (!wantsToSpeak) return;
    if (session.phase === 'live') void speak();
    if (!isUnderway(session) || session.phase === 'live') setWantsToSpeak(false);
  });
  const start = (): void => {
    line.current?.leave();
    resetLevels(levels);
    setTrouble(undefined);
    tell({ type: 'call_pressed' });
    line.current = listenIn(
      async (signal) => {
        const answer = await listenTo(callUuid, signal);
        if (answer.ok) opened.current = answer.value.session_uuid;
        else if (!signal.aborted) setTrouble(answer.detail);
        return answer;
      },
      levels,
      (event) => {
        tell(event);
        if (event.type === 'message' && event.message.type === 'ready') refresh();
      },
    );
  };

  return {
    session,
    levels,
    isSpeaking,
    isBusy: isBusy || wantsToSpeak,
    trouble: trouble ?? (session.trouble && sentenceOf(session.trouble)),
    start,
    stop() {
      line.current?.leave();
      if (isUnderway(session)) tell({ type: 'hung_up', atMs: performance.now() });
      setTimeout(refresh, 500);
    },
    takeOver() {
      if (session.phase === 'live') return void speak();
      if (!isUnderway(session)) start();
      setWantsToSpeak(true);
    },
    handBack: () =>
      step(async () => {
        const answer = await handBack(opened.current ?? '');
        return answer.ok || answer.status === 409 ? undefined : answer.detail;
      }),
  };
}

const sentenceOf = (trouble: keyof typeof troubles): string =>
  `${troubles[trouble].title}. ${troubles[trouble].advice}`;
