import { useEffect, useRef, useState } from 'react';
import { isUnderway } from '../../../../client/call/session.ts';
import type { Trouble } from '../../../../client/call/trouble.ts';
import { troubles } from '../../call/trouble.ts';
import { type CallLine, useLine } from '../../call/use-line.ts';
import { t } from '../../language/text.ts';
import { endPractice, openPractice } from '../../server/coaching.ts';
import { navigate } from '../../shared/navigation/router.tsx';

export interface Practice {
  readonly line: CallLine;
  /** Run of the last session. */
  readonly runUuid: string | undefined;
  readonly trouble: { readonly title: string; readonly advice: string } | undefined;
  start(): void;
  hangUp(): void;
}

/** Server errors, for which the server's own message is more specific. */
const ofServer: readonly Trouble[] = ['agent_missing', 'server_busy', 'server_refused'];

/** A session with the persona of a scenario. When it ends, its scorecard opens. */
export function usePractice(scenarioUuid: string): Practice {
  const line = useLine();
  const { session } = line;
  const opened = useRef<{ readonly session: string; readonly run: string } | undefined>(undefined);
  const [refusal, setRefusal] = useState<string>();

  useEffect(() => {
    const run = opened.current?.run;
    if (session.phase === 'ended' && run !== undefined) navigate(`/runs/${run}`);
  }, [session.phase]);

  const { trouble } = session;
  const isRefused = trouble !== undefined && refusal !== undefined && ofServer.includes(trouble);
  return {
    line,
    runUuid: isUnderway(session) ? undefined : opened.current?.run,
    trouble: isRefused
      ? { title: t('The session could not be opened'), advice: refusal }
      : trouble && troubles[trouble],
    start() {
      opened.current = undefined;
      setRefusal(undefined);
      line.open(async (signal) => {
        const answer = await openPractice(scenarioUuid, signal);
        if (answer.ok) opened.current = { session: answer.value.session_uuid, run: answer.value.run_uuid };
        else setRefusal(answer.detail);
        return answer;
      });
    },
    hangUp() {
      const { current } = opened;
      // Otherwise a session that nobody joins would stay open for a minute.
      if (session.phase === 'connecting' && current !== undefined) void endPractice(current.session);
      line.hangUp();
    },
  };
}
