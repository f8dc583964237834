import { Group, Pagination } from '@mantine/core';
import { navigate } from '../frame/router.tsx';
import { t } from '../language/text.ts';

const controlNames: Readonly<Record<string, string>> = {
  first: t('first page'),
  previous: t('previous page'),
  next: t('next page'),
  last: t('last page'),
};

export interface PagesOfProps {
  /** The first page's address, with what it searches for. */
  readonly path: string;
  readonly total: number;
  readonly pageSize: number;
  readonly offset: number;
}

/** Leads through a long list; nothing for one that fits on a page. */
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
