import { defineFaults } from '../../media/line/define-faults.ts';

/** Why a command failed. `code` determines the exit status: 2 for an invalid command line, 1 for the rest. */
export const CliFault = defineFaults('CliFault', {
  bad_argument: { exitCode: 2, advice: 'Run "parley --help" for the list of commands.' },
  file_missing: { exitCode: 2, advice: 'Check the path.' },
  not_a_wav: { exitCode: 2, advice: 'Give a WAV file with PCM, float, mu-law or A-law samples.' },
  out_unusable: { exitCode: 2, advice: 'Choose a writable folder on a disk with free space.' },
  speech_unavailable: {
    exitCode: 1,
    advice: 'Run "parley models" (in a checkout: npm run models), or give recorded lines with --wav.',
  },
  not_answered: {
    exitCode: 1,
    advice: 'Start the server with "parley start" (in a checkout: npm start), or name its address with --url.',
  },
  call_missing: { exitCode: 2, advice: 'GET /v1/calls lists the calls; DATA_DIR says where they are kept.' },
  account_missing: { exitCode: 1, advice: 'Run "parley user list" or "parley key list".' },
  account_conflict: { exitCode: 1, advice: 'Run "parley user list" for accounts and organisations.' },
  erasure_refused: { exitCode: 1, advice: 'Nothing was erased.' },
  replay_impossible: { exitCode: 2, advice: 'Run "parley models" (in a checkout: npm run models).' },
  suite_invalid: { exitCode: 2, advice: 'docs/coaching.md describes suite files.' },
  suite_refused: {
    exitCode: 1,
    advice: 'Personas and scenarios need the session token of a manager in --key; API keys start runs only.',
  },
  agent_conflict: { exitCode: 1, advice: 'Nothing was changed.' },
  agent_refused: { exitCode: 1, advice: 'docs/agent-files.md describes the files of agents.' },
  refused_file: { exitCode: 1, advice: 'Pull from a server that you trust.' },
  interrupted: { exitCode: 1, advice: 'Runs that had begun are finished by the server.' },
  server_failed: {
    exitCode: 1,
    advice: 'Its last output is above; "parley start" (in a checkout: npm start) prints more.',
  },
  refused: { exitCode: 1, advice: 'Call a number that an active flow answers, with --to.' },
});

export type CliFault = InstanceType<typeof CliFault>;

/** Returns the result of an argument parser. Throws `bad_argument` with the parser's message. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new CliFault('bad_argument', (cause as Error).message, { cause });
  }
}
