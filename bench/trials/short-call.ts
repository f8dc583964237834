import { askForStream, type CallRun, type Clip, placeCall } from '../../media/index.ts';
import type { ServerAddress } from '../../src/cli/credential.ts';
import { createServerClient } from '../../src/cli/server-client.ts';

/** Number of the example agent. */
export const line = '+12025550143';

/** How short calls end, covering most of the ways in which calls can end. */
export const endings = [
  'hang_up',
  'goodbye',
  'dropped_in_greeting',
  'dropped_in_reply',
  'hang_up',
  'broken_frame',
  'ended_by_operator',
  'never_opened',
] as const;
export type Ending = (typeof endings)[number];

export interface ShortCall {
  readonly server: ServerAddress;
  readonly dialect: 'telephony_a' | 'telephony_b';
  readonly ending: Ending;
  readonly from: string;
  /** Speech of the caller. */
  readonly words: Clip;
  /** Time limit of each step; allows for a busy machine. */
  readonly patienceMs: number;
}

/** Holds one call. Returns undefined if it went correctly, otherwise what went wrong. */
export async function holdShortCall(call: ShortCall): Promise<string | undefined> {
  const { dialect, from, ending } = call;
  const { baseUrl } = call.server;
  const callId = crypto.randomUUID();
  const answer = await askForStream({ dialect, baseUrl, callId, from, to: line });
  if (answer.kind !== 'stream') return `${ending}: no stream: ${JSON.stringify(answer)}`;
  if (ending === 'never_opened') return undefined;
  const run = placeCall({
    dialect,
    url: answer.url,
    identity: { callId, from, to: line },
    ...(answer.format === undefined ? {} : { format: answer.format }),
  });
  if (!(await run.opened)) return `${ending}: not opened: ${(await run.ended).reason}`;
  const failure = await hold(run, call);
  if (failure === undefined) return undefined;
  run.drop();
  return `${ending}: ${failure}`;
}

async function hold(run: CallRun, call: ShortCall): Promise<string | undefined> {
  const { ending, words, patienceMs } = call;
  const heard = (spans: number): Promise<boolean> => run.until(() => run.agentAudible.length >= spans, patienceMs);
  if (!(await heard(1))) return 'no greeting';
  switch (ending) {
    case 'dropped_in_greeting':
      run.drop();
      return undefined;
    case 'broken_frame':
      run.sendRaw('{"event":');
      return closed(run, patienceMs);
    case 'ended_by_operator':
      return (await endByOperator(call)) ?? closed(run, patienceMs);
    case 'goodbye':
      await run.until(() => !run.agentBusy, patienceMs);
      run.press('9');
      run.press('#');
      return closed(run, patienceMs);
    default:
  }
  await run.until(() => !run.agentBusy, patienceMs);
  run.say(words);
  if (!(await heard(2))) return 'no reply';
  if (ending === 'dropped_in_reply') run.drop();
  else await run.hangUp();
  return undefined;
}

async function closed(run: CallRun, patienceMs: number): Promise<string | undefined> {
  await run.until(() => false, patienceMs);
  return run.over ? undefined : 'the server did not close the line';
}

/** Returns the response of a call list that lacks a call, for the error message. */
const listAnswers = ({ request }: ReturnType<typeof createServerClient>): Promise<string> =>
  request('/v1/calls').then(
    async (response) => `${response.status} ${(await response.text()).slice(0, 200)}`,
    (error: unknown) => String(error),
  );

async function endByOperator({ server, from }: ShortCall): Promise<string | undefined> {
  const client = createServerClient(server);
  const uuid = await client.findCall(from, Date.now() - 60_000);
  if (uuid === undefined) return `the call is not listed; the list answers ${await listAnswers(client)}`;
  const response = await client.request(`/api/voice/calls/${uuid}/end`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'workflow_close' }),
  });
  await response.body?.cancel();
  return response.ok ? undefined : `ending it was answered ${response.status}`;
}
