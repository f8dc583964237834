import type { CallEvent } from '../../../../media/ports.ts';
import { type CallOutcome, type CallStatus, openCallStatuses } from '../../../data/index.ts';

export interface CallState {
  readonly status: CallStatus;
  readonly outcome: CallOutcome | null;
  readonly endReason: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  /** Who answered an outbound call. */
  readonly answeredBy: 'human' | 'machine' | 'unknown' | null;
  readonly answeredConfidence: number | null;
  /** The robot that answered before them, such as a telephone menu. */
  readonly firstAnsweredBy?: 'call_screening' | 'menu' | null;
  /** The teammate who speaks, if it is not an agent. */
  readonly agentUserUuid?: string | null;
}

/** How a call ended, according to a provider, a sweep or a restart. */
export interface CallClosed {
  readonly type: 'closed';
  readonly status: Exclude<CallStatus, (typeof openStatuses)[number]>;
  readonly reason: string;
  readonly wallMs: number;
}

const rank: Readonly<Record<CallStatus, number>> = {
  queued: 0,
  dialing: 1,
  ringing: 2,
  in_progress: 3,
  transferring: 3,
  completed: 4,
  no_answer: 4,
  busy: 4,
  failed: 4,
  cancelled: 4,
};

export const isOver = (status: CallStatus): boolean => rank[status] === 4;

export const openStatuses = openCallStatuses;

const iso = (wallMs: number): string => new Date(wallMs).toISOString();

/** Returns the next state. States only advance: a late or repeated event changes nothing. */
export function nextState(state: CallState, event: CallEvent | CallClosed): CallState {
  if (isOver(state.status)) return state;
  if (event.type === 'started') {
    return rank[state.status] >= rank.in_progress
      ? state
      : { ...state, status: 'in_progress', startedAt: iso(event.wallMs) };
  }
  if (event.type === 'voicemail') {
    const { kind, confidence, robot } = event;
    // A robot precedes the person or voicemail that answers.
    const answered =
      robot === undefined
        ? { answeredBy: kind, answeredConfidence: confidence }
        : { answeredBy: null, answeredConfidence: null };
    return { ...state, ...answered, firstAnsweredBy: state.firstAnsweredBy ?? robot ?? null };
  }
  if (event.type === 'ended') {
    const failed = event.reason === 'fault' || state.startedAt === null;
    const status = event.reason === 'nobody_answered' ? 'no_answer' : 'completed';
    return over(state, failed ? 'failed' : status, event.reason, event.wallMs);
  }
  return event.type === 'closed' ? over(state, event.status, event.reason, event.wallMs) : state;
}

/** Whether a robot answered, and nobody after it. */
const isOnlyRobot = ({ firstAnsweredBy = null, answeredBy }: CallState): boolean =>
  firstAnsweredBy !== null && answeredBy === null;

function over(state: CallState, status: CallClosed['status'], reason: string, wallMs: number): CallState {
  const startedMs = state.startedAt === null ? undefined : Date.parse(state.startedAt);
  return {
    ...state,
    status,
    outcome: (state.agentUserUuid ?? null) === null ? outcomeOf(status, reason, state) : humanOutcomeOf(state, status),
    // A reason given by a person takes precedence over the mechanism that ended the call.
    endReason: state.endReason ?? reason,
    endedAt: iso(Math.max(wallMs, startedMs ?? 0)),
    durationMs: startedMs === undefined ? 0 : Math.max(0, Math.round(wallMs - startedMs)),
  };
}

function outcomeOf(status: CallClosed['status'], reason: string, state: CallState): CallOutcome {
  if (reason === 'voicemail') return 'voicemail';
  // A provider counts an answered call as completed even if its stream never arrived.
  if (status === 'completed' && state.startedAt === null) return 'failed';
  if (status === 'completed') return isOnlyRobot(state) ? 'no-answer' : 'connected';
  return status === 'failed' ? 'failed' : 'no-answer';
}

/** The teammate's phone rings first, and the customer's once the teammate has answered. */
function humanOutcomeOf({ startedAt, status: before }: CallState, status: CallClosed['status']): CallOutcome {
  if (startedAt !== null) return 'agent_answered';
  if (status === 'cancelled') return 'cancelled';
  return before === 'ringing' ? 'customer_no_answer' : 'agent_no_answer';
}
