import { apartFrom } from '../../media/index.ts';
import { readCallArguments } from './call-arguments.ts';
import { holdCall } from './call-command.ts';
import { type CallOutcome, transcriptOf } from './call-report.ts';
import type { Check } from './check.ts';
import { CliFault } from './cli-fault.ts';
import type { ServerAddress } from './credential.ts';
import { openSpeechFor } from './speech.ts';

export interface CheckCallOptions {
  readonly server: ServerAddress;
  readonly modelsDir: string;
}

const line = 'What are your opening hours?';
/** Half of the words must be recognised; a healthy system may mishear a number or a name. */
const leastWordsShare = 0.5;

/** Makes a short call over telephony_a and returns a check for each part of it. */
export async function checkCall({ server, modelsDir }: CheckCallOptions): Promise<Check[]> {
  let outcome: CallOutcome;
  try {
    const args = readCallArguments(['--say', line], server.baseUrl);
    outcome = await holdCall(args, { server, openSpeech: openSpeechFor(modelsDir), say: () => {} });
  } catch (error) {
    if (!(error instanceof CliFault)) throw error;
    return [{ name: 'call', state: 'failed', detail: error.message, advice: error.advice }];
  }
  return [checkGreeting(outcome), checkHeard(outcome), checkReply(outcome), await checkRecording(outcome, server)];
}

function checkGreeting({ report }: CallOutcome): Check {
  const name = 'call: greeting';
  if (report.greetingMs !== undefined) {
    return { name, state: 'ok', detail: `audible after ${Math.round(report.greetingMs)} ms` };
  }
  return { name, state: 'failed', detail: 'the agent said nothing', advice: 'See the server log for the reason.' };
}

function checkHeard(outcome: CallOutcome): Check {
  const name = 'call: heard';
  const heard = transcriptOf(outcome)
    .filter(({ speaker }) => speaker === 'customer')
    .map(({ text }) => text)
    .join(' ');
  const words = wordsOf(line);
  const found = wordsOf(heard);
  const share = words.filter((word) => found.includes(word)).length / words.length;
  const detail = `said "${line}", understood "${heard}"`;
  if (share >= leastWordsShare) return { name, state: 'ok', detail };
  return {
    name,
    state: 'failed',
    detail,
    advice: 'Run "parley models --verify" (in a checkout: npm run models -- --verify), then try again.',
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

function checkReply({ report }: CallOutcome): Check {
  const name = 'call: reply';
  const latencyMs = report.turns[0]?.latencyMs;
  const gaps = apartFrom(report.record.playout.underruns, report.record.stalls).length;
  if (latencyMs === undefined) {
    return {
      name,
      state: 'failed',
      detail: 'the agent did not answer',
      advice: 'See the server log for the reason.',
    };
  }
  const detail = `audible ${Math.round(latencyMs)} ms after the caller, ${gaps} gaps in it`;
  if (latencyMs <= 2_000 && gaps === 0) return { name, state: 'ok', detail };
  return { name, state: 'warning', detail, advice: 'This machine is slow or busy. Run fewer calls or add cores.' };
}

async function checkRecording({ stored }: CallOutcome, server: ServerAddress): Promise<Check> {
  const name = 'call: recording';
  const advice = 'Check the free space and the rights of DATA_DIR.';
  if (stored?.recording_url == null) return { name, state: 'failed', detail: 'there is none', advice };
  // Requested from this server, whatever its public URL is.
  const { pathname, search } = new URL(stored.recording_url, server.baseUrl);
  const response = await fetch(new URL(`${pathname}${search}`, server.baseUrl)).catch(() => undefined);
  const bytes = response?.ok ? (await response.arrayBuffer()).byteLength : 0;
  if (bytes > 44) return { name, state: 'ok', detail: `${bytes.toLocaleString('en')} bytes, both sides` };
  return { name, state: 'failed', detail: `the recording of ${stored.uuid} cannot be fetched`, advice };
}
