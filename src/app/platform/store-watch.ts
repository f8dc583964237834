import type { FileReferences } from '../../files/index.ts';
import type { Log } from '../../log.ts';

const lookEveryMs = 15_000;

/** Counts the file stores of a database and logs once when there are several, because their files are not shared. */
export function createStoreWatch({
  references,
  log,
}: {
  readonly references: Pick<FileReferences, 'place' | 'stores'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
}) {
  let count = references.place === null ? 0 : 1;
  const look = (): Promise<void> =>
    references.stores().then(
      (stores) => {
        const advice = 'Set S3_ENDPOINT on all servers to share files.';
        if (stores > 1 && count <= 1)
          log.warn({ stores, advice }, 'several data directories hold files of this database');
        count = stores;
      },
      (error: unknown) => log.error({ err: error }, 'failed to count the file stores'),
    );
  return {
    get count() {
      return count;
    },
    start(): NodeJS.Timeout {
      void look();
      return setInterval(() => void look(), lookEveryMs);
    },
  };
}
