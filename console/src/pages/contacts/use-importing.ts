import { useEffect, useState } from 'react';
import { t } from '../../language/text.ts';
import {
  cancelImport,
  type ImportColumn,
  type ImportReport,
  readColumns,
  sendImport,
  useImport,
} from '../../server/contacts.ts';

type Target = ImportColumn['target'];

/** The chosen file and its import settings. */
export interface ChosenTable {
  readonly file: File;
  readonly columns: readonly ImportColumn[];
  readonly countries: readonly string[];
  /** Targets that differ from the proposal, by column title. */
  readonly targets: ReadonlyMap<string, Target>;
  readonly country: string;
  /** As typed, separated by commas. */
  readonly tags: string;
}

export interface Importing {
  readonly table: ChosenTable | undefined;
  readonly isBusy: boolean;
  readonly trouble: string | undefined;
  /** Report of the last import sent; undefined before the first. */
  readonly report: ImportReport | undefined;
  readonly isRunning: boolean;
  choose(file: File | null): Promise<void>;
  set(change: Partial<Pick<ChosenTable, 'targets' | 'country' | 'tags'>>): void;
  send(isTrial: boolean): Promise<void>;
  stop(): Promise<void>;
  /** Returns to the choice of columns. */
  again(): void;
}

/**
 * State of an import from choosing a file to the end. It continues while the dialog is closed. `onOver` is called for
 * each completed import that is not a dry run.
 */
export function useImporting(onOver: (report: ImportReport) => void): Importing {
  const [table, setTable] = useState<ChosenTable>();
  const [uuid, setUuid] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const query = useImport(uuid);
  const report = uuid === undefined ? undefined : query.data;
  const isRunning = uuid !== undefined && !query.isError && report?.finished_at == null;
  const isOver = report?.finished_at != null && !report.dry_run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each import that is over
  useEffect(() => {
    if (isOver && report !== undefined) onOver(report);
  }, [isOver, uuid]);

  /** Runs `work` unless something is already running. */
  const busily = async (work: () => Promise<string | undefined>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setTrouble(undefined);
    setTrouble(await work());
    setBusy(false);
  };
  return {
    table,
    isBusy,
    trouble: trouble ?? query.error?.message,
    report,
    isRunning,
    choose: (file) =>
      busily(async () => {
        setUuid(undefined);
        setTable(undefined);
        if (file === null) return undefined;
        const answer = await readColumns(file);
        if (!answer.ok) return answer.detail;
        setTable({ ...answer.value, file, targets: new Map(), country: '', tags: '' });
        return undefined;
      }),
    set: (change) => setTable((before) => before && { ...before, ...change }),
    send: (isTrial) =>
      busily(async () => {
        if (table === undefined) return t('Choose a file first.');
        if (table.columns.every((column) => targetOf(table, column) !== 'phone'))
          return t('Choose the column with the phone number.');
        const answer = await sendImport(formOf(table, isTrial));
        if (!answer.ok) return answer.detail;
        setUuid(answer.value.import_uuid);
        return undefined;
      }),
    stop: () =>
      busily(async () => {
        const answer = uuid === undefined ? undefined : await cancelImport(uuid);
        await query.refetch();
        // 409: the import has already ended, which the report shows.
        return answer === undefined || answer.ok || answer.status === 409 ? undefined : answer.detail;
      }),
    again: () => setUuid(undefined),
  };
}

export const targetOf = ({ targets }: ChosenTable, { title, target }: ImportColumn): Target =>
  targets.get(title) ?? target;

function formOf({ file, columns, targets, country, tags }: ChosenTable, isTrial: boolean): FormData {
  const form = new FormData();
  const mapping = columns.flatMap(({ title, target }) => {
    const chosen = targets.get(title) ?? target;
    return chosen === target ? [] : [[title, chosen]];
  });
  form.append('dry_run', String(isTrial));
  form.append('mapping', JSON.stringify(Object.fromEntries(mapping)));
  form.append('country', country);
  form.append('tags', tags);
  form.append('file', file);
  return form;
}
