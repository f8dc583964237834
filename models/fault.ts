import { defineFaults } from '../media/line/define-faults.ts';

/** Failures of model installation, each with its remedy. */
export const ModelsFault = defineFaults('ModelsFault', {
  no_python: {
    advice:
      'Install Python with pip; it is needed only to fetch model weights. Debian, Ubuntu: apt-get install python3-pip',
  },
  no_network: {
    advice: 'Check the network connection and the proxy or index configured for pip, then run the command again.',
  },
  not_in_index: {
    advice: 'The package index configured for pip does not have it. Set PIP_INDEX_URL to one that does.',
  },
  wrong_hash: {
    advice:
      'The download does not match the published hash. Run the command again; if it fails again, contact the operator of the index.',
  },
  entry_missing: { advice: 'Run the same command again; if it repeats, please report it with this message.' },
  weights_unreadable: {
    advice:
      'The file of weights is not of the format that is read. Run the same command again; if it repeats, please report it.',
  },
  wheel_damaged: { advice: 'Run the same command again; if it repeats, clear pip\'s cache with "pip cache purge".' },
  disk_full: {
    advice: 'Free some space, or set MODELS_DIR to a folder on a larger disk, and run the same command again.',
  },
  not_writable: { advice: 'Set MODELS_DIR to a folder that this user may write to.' },
  own_model_incomplete: {
    advice: 'Add the missing files to your own model, or remove its folder to have the standard one fetched.',
  },
  conversion_failed: { advice: 'Run the same command again; if it repeats, please report it with this message.' },
  unknown_model: { advice: 'Run "parley models --list" (in a checkout: npm run models -- --list) to list the models.' },
  bad_source: {
    advice:
      'Name a GGUF file or its https:// address with --add, or the folder of a Whisper model with --as, and the hash of the file (of model.bin) with --sha256.',
  },
  not_whisper: {
    advice:
      'Name the folder of a Whisper model in the form of CTranslate2 (format 6, 16 or 32 bits), with model.bin, config.json and tokenizer.json.',
  },
  not_fetched: { advice: 'Check the address and the network connection, then run the command again.' },
  wrong_file: { advice: 'Compare the hash with the one that the publisher names, and fetch the file again.' },
  fetch_failed: { advice: 'Run the command again. The lines above are the output of pip.' },
});

export type ModelsFault = InstanceType<typeof ModelsFault>;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

/** Maps known file-system errors to a fault; returns any other error unchanged. */
export function namedFault(error: unknown, where: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ModelsFault('disk_full', `the disk of ${where} is full`, { cause: error });
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return new ModelsFault('not_writable', `${where} is not writable`, { cause: error });
  }
  return error;
}
