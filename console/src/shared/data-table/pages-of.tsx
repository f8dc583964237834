import { Group, Pagination } from '@mantine/core';
import { t } from '../../language/text.ts';
import { navigate } from '../navigation/router.tsx';

const controlNames: Readonly<Record<string, string>> = {
  first: t('first page'),
  previous: t('previous page'),
  next: t('next page'),
  last: t('last page'),
};

export interface PagesOfProps {
  /** URL of the first page, including its filters. */
  readonly path: string;
  readonly total: number;
  readonly pageSize: number;
  readonly offset: number;
}

/** Pagination. Renders nothing for a list that fits on one page. */
export function PagesOf({ path, total, pageSize, offset }: PagesOfProps) {
  if (total <= pageSize) return null;
  return (
    <Group justify="center" mt="md">
      <Pagination
        total={Math.ceil(total / pageSize)}
        value={Math.floor(offset / pageSize) + 1}
        onChange={(page) =>
          navigate(page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}offset=${(page - 1) * pageSize}`)
        }
        getItemProps={(page) => ({ 'aria-label': t('Page {page}', { page }) })}
        getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
      />
    </Group>
  );
}
