import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { t } from '../language/text.ts';
import { Link } from '../shared/navigation/router.tsx';
import { useHeading } from '../shared/page/heading.tsx';
import { placeAddressOf, placeNameOf } from './navigation.ts';
import type { Destination } from './pages.ts';
import styles from './shell.module.css';

interface Crumb {
  readonly text: string;
  /** Undefined for the page that is shown. */
  readonly href?: string;
}

/** Breadcrumbs: the place, the list and the item of the page. */
export function Crumbs({ destination }: { readonly destination: Destination | undefined }) {
  const heading = useHeading();
  if (destination === undefined) return null;
  return (
    <nav aria-label={t('Breadcrumbs')} className={styles.crumbs}>
      <Breadcrumbs separatorMargin={6} separator="›" classNames={{ separator: 'quiet' }}>
        {crumbsOf(destination, heading).map(({ text, href }) =>
          href === undefined ? (
            <Text key="here" size="sm" truncate maw={320} aria-current="page">
              {text}
            </Text>
          ) : (
            <Anchor key={`${text} ${href}`} component={Link} href={href} size="sm">
              {text}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}

/** The first page of a place stands for the place: Calls is not shown as Calls › Calls. */
function crumbsOf({ page, path }: Destination, heading: string | undefined): readonly Crumb[] {
  const address = placeAddressOf(page);
  const crumbs = [
    ...(page.title === placeNameOf(page) ? [] : [{ text: placeNameOf(page), href: address }]),
    { text: page.title, href: page.path },
  ];
  if (path !== page.path) return [...crumbs, { text: heading ?? '…' }];
  return crumbs.map(({ text, href }, index) => (index === crumbs.length - 1 ? { text } : { text, href }));
}
