import { t } from '../../language/text.ts';
import type { PageBlock } from '../../server/answers.ts';
import styles from './read-page.module.css';

type Table = Extract<PageBlock, { readonly kind: 'table' }>;

const isFigure = (cell: string): boolean => /\d/.test(cell) && /^[\s\d.,()%€$£₹+\-–−'’]*$/.test(cell);

/** Returns whether a quote contains the words of this row. */
const isMeant = (row: readonly string[], quote: string | undefined): boolean =>
  quote !== undefined && row[0] !== '' && row.every((cell) => quote.includes(cell.replace(/[\s:]+$/, '')));

interface ReadTableProps {
  readonly table: Table;
  /** Words quoted by an answer, to mark their row. */
  readonly quote: string | undefined;
  /** Whether the text above the table already shows the caption. */
  readonly isCaptionSaid: boolean;
}

/** A table of a page, with column and row headers for screen readers. */
export function ReadTable({ table, quote, isCaptionSaid }: ReadTableProps) {
  const { caption, header, rows } = table;
  const width = Math.max(header.length, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, i) => i);
  const isOfFigures = columns.map((i) => i > 0 && rows.some((row) => isFigure(row[i] ?? '')));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section className={styles.table} tabIndex={0} aria-label={caption ?? t('A table')}>
      <table>
        {caption !== null && <caption>{isCaptionSaid ? <span className="unseen">{caption}</span> : caption}</caption>}
        {header.some((name) => name !== '') && (
          <thead>
            <tr>
              {columns.map((i) => (
                <th key={i} scope="col" data-figure={isOfFigures[i]}>
                  {header[i]}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, number) => {
            const [name = '', ...values] = row;
            const isLabel = values.every((value) => value === '');
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={number} data-meant={isMeant(row, quote)}>
                {isLabel ? (
                  <th scope="colgroup" colSpan={width}>
                    <strong>{name}</strong>
                  </th>
                ) : (
                  columns.map((i) =>
                    i === 0 ? (
                      <th key={i} scope="row">
                        {name}
                      </th>
                    ) : (
                      <td key={i} data-figure={isOfFigures[i]}>
                        {row[i]}
                      </td>
                    ),
                  )
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
