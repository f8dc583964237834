import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { dayIn } from '../form/day-ranges.ts';
import { saveBlob } from '../page/save-file.ts';
import { useZone } from '../zone/use-zone.ts';
import { ownZone } from '../zone/zones.ts';
import type { DataColumn } from './column.ts';
import { csvOf } from './csv.ts';

export interface ExportedColumn<Row> {
  readonly name: string;
  readonly text: (row: Row) => string;
}

export interface ExportButtonProps<Row> {
  /** Used in the file name. */
  readonly id: string;
  readonly columns: readonly DataColumn<Row>[];
  /** Columns of the file only, before the others. */
  readonly exported?: readonly ExportedColumn<Row>[] | undefined;
  /** Loads rows of the filtered list from an offset; fewer than requested at the end. */
  readonly load: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>;
  readonly onTrouble: (sentence: string) => void;
}

const pageRows = 100;
const mostRows = 10_000;

/** Exports the filtered list as CSV, up to 10,000 rows. */
export function ExportButton<Row>({ id, columns, exported = [], load, onTrouble }: ExportButtonProps<Row>) {
  const [isBusy, setBusy] = useState(false);
  const zone = useZone() ?? ownZone;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const rows: Row[] = [];
      for (let page = await load({ limit: pageRows, offset: 0 }); ; ) {
        rows.push(...page);
        if (page.length < pageRows || rows.length >= mostRows) break;
        page = await load({ limit: pageRows, offset: rows.length });
      }
      saveCsv(`${id}-${dayIn(zone, new Date())}.csv`, [...exported, ...inFile(columns)], rows);
      if (rows.length >= mostRows) onTrouble(t('The first 10,000 rows were exported. Filter the list for the others.'));
    } catch (error) {
      onTrouble(t('The export failed. {message}', { message: error instanceof Error ? error.message : '' }));
    }
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void save()}
    >
      {t('Export CSV')}
    </Button>
  );
}

const inFile = <Row,>(columns: readonly DataColumn<Row>[]): ExportedColumn<Row>[] =>
  columns.flatMap(({ name, exportName, text }) => (text === undefined ? [] : [{ name: exportName ?? name, text }]));

function saveCsv<Row>(name: string, columns: readonly ExportedColumn<Row>[], rows: readonly Row[]): void {
  const csv = csvOf([columns.map((column) => column.name), ...rows.map((row) => columns.map(({ text }) => text(row)))]);
  saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name);
}
