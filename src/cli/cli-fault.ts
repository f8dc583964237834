/** Why a command did not do what it was asked. `code` gives the exit status: 2 for a wrong command line, 1 for the rest. */
const table = {
  bad_argument: { exitCode: 2, advice: 'Run "parley --help" to see what there is.' },
  file_missing: { exitCode: 2, advice: 'Check the path.' },
  not_a_wav: { exitCode: 2, advice: 'Give a WAV file with PCM, float, mu-law or A-law samples.' },
  out_unusable: { exitCode: 2, advice: 'Name a folder that this user may write to, on a disk with free space.' },
  speech_unavailable: { exitCode: 1, advice: 'Run "npm run models", or give recorded lines with --wav.' },
  not_answered: { exitCode: 1, advice: 'Start the server with "npm start", or name its address with --url.' },
  call_missing: { exitCode: 2, advice: 'GET /v1/calls lists the calls; DATA_DIR says where they are kept.' },
  account_missing: { exitCode: 1, advice: '"parley user list" and "parley key list" show what there is.' },
  account_conflict: { exitCode: 1, advice: '"parley user list" shows who is where.' },
  replay_impossible: { exitCode: 2, advice: 'Run "npm run models".' },
  refused: { exitCode: 1, advice: 'Call a number that an active flow answers, with --to.' },
} as const;

export type CliFaultCode = keyof typeof table;

export class CliFault extends Error {
  readonly code: CliFaultCode;
  readonly advice: string;

  constructor(code: CliFaultCode, message: string, options: { cause?: unknown; advice?: string } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CliFault';
    this.code = code;
    this.advice = options.advice ?? table[code].advice;
  }

  get exitCode(): number {
    return table[this.code].exitCode;
  }
}
