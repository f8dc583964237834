import { NativeSelect } from '@mantine/core';
import { t } from '../../language/text.ts';

export const pageSizes = [20, 50, 100] as const;
export const [smallestPage] = pageSizes;

interface PageSizeProps {
  readonly pageSize: number;
  readonly onChange: (pageSize: number) => void;
}

/** How many rows a page of the list has. */
export const PageSize = ({ pageSize, onChange }: PageSizeProps) => (
  <NativeSelect
    size="xs"
    aria-label={t('Rows per page')}
    data={pageSizes.map((size) => ({ value: `${size}`, label: t('{size} rows', { size }) }))}
    value={`${pageSize}`}
    onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    w={110}
  />
);
