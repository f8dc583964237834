import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { t } from '../language/text.ts';
import { Link } from '../shared/navigation/router.tsx';
import { useHeading } from '../shared/page/heading.tsx';
import { groupNameOf } from './navigation.ts';
import type { Place } from './pages.ts';
import styles from './shell.module.css';

/** Breadcrumbs: the group, the list and the item of the page. */
export function Crumbs({ place }: { readonly place: Place | undefined }) {
  const heading = useHeading();
  if (place === undefined) return null;
  const { page, path } = place;
  const isItem = page.path !== path;
  return (
    <nav aria-label={t('Breadcrumbs')} className={styles.crumbs}>
      <Breadcrumbs separatorMargin={6} separator="›" classNames={{ separator: 'quiet' }}>
        <Text size="sm" className="quiet">
          {groupNameOf(page)}
        </Text>
        {isItem ? (
          <Anchor component={Link} href={page.path} size="sm">
            {page.title}
          </Anchor>
        ) : (
          <Text size="sm" aria-current="page">
            {page.title}
          </Text>
        )}
        {isItem && (
          <Text size="sm" truncate maw={320} aria-current="page">
            {heading ?? '…'}
          </Text>
        )}
      </Breadcrumbs>
    </nav>
  );
}
