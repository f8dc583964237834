import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { t } from '../language/text.ts';
import { trailOf } from './navigation.ts';
import type { Place } from './place.ts';
import { Link } from './router.tsx';
import styles from './shell.module.css';

interface Heading {
  readonly text: string | undefined;
  readonly show: (text: string | undefined) => void;
}

const HeadingContext = createContext<Heading>({ text: undefined, show: () => undefined });

/** Provides the heading of the page for the breadcrumbs and the tab title. */
export function HeadingProvider({ children }: { readonly children: ReactNode }) {
  const [text, show] = useState<string>();
  return <HeadingContext value={{ text, show }}>{children}</HeadingContext>;
}

export const useHeading = (): string | undefined => useContext(HeadingContext).text;

/** Sets the heading while the page is shown. */
export function useShownHeading(text: string): void {
  const { show } = useContext(HeadingContext);
  useEffect(() => {
    show(text);
    return () => show(undefined);
  }, [text, show]);
}

/** Breadcrumbs: the group, the list and the item of the page. */
export function Crumbs({ page }: { readonly page: Place['page'] }) {
  const heading = useHeading();
  const trail = trailOf(page);
  if (trail === undefined) return null;
  const { group, item } = trail;
  const isItem = item.page !== page;
  return (
    <nav aria-label={t('Breadcrumbs')} className={styles.crumbs}>
      <Breadcrumbs separatorMargin={6} separator="›" classNames={{ separator: 'quiet' }}>
        <Text size="sm" className="quiet">
          {group}
        </Text>
        {isItem ? (
          <Anchor component={Link} href={item.href} size="sm">
            {item.text}
          </Anchor>
        ) : (
          <Text size="sm" aria-current="page">
            {item.text}
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
