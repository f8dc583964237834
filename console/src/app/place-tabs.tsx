import { Fragment, useEffect, useRef } from 'react';
import { useMe } from '../shared/account/use-account.ts';
import { Link } from '../shared/navigation/router.tsx';
import { placesOf, sectionNames } from './navigation.ts';
import type { Destination } from './pages.ts';
import styles from './place-tabs.module.css';

/**
 * The pages of the current place: a row of tabs, or a column in the settings. A single item, such as one agent, has no
 * tabs above it; the breadcrumbs lead back to its list.
 */
export function PlaceTabs({ destination: { page, path } }: { readonly destination: Destination }) {
  const { data } = useMe();
  const list = useRef<HTMLElement>(null);
  const place = placesOf({ role: data?.role, superadmin: data?.superadmin }).find(({ key }) => key === page.place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked link changes with the page and with the list
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [page, data]);
  const isItem = path !== page.path;
  if (place === undefined || place.pages.length < 2 || (isItem && place.key !== 'settings')) return null;
  return (
    <nav ref={list} aria-label={place.name} className={place.key === 'settings' ? styles.column : styles.row}>
      {place.pages.map((one, index) => (
        <Fragment key={one.path}>
          {one.section !== undefined && one.section !== place.pages[index - 1]?.section && (
            <span className={styles.section}>{sectionNames[one.section]}</span>
          )}
          <Link
            href={one.path}
            className={styles.tab}
            {...(one === page ? { 'aria-current': isItem ? 'true' : 'page' } : {})}
          >
            {one.title}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
