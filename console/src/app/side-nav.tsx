import { NavLink } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useCall } from '../call/use-call.tsx';
import { t } from '../language/text.ts';
import { useMe } from '../shared/account/use-account.ts';
import type { Page } from '../shared/navigation/page.ts';
import { Link } from '../shared/navigation/router.tsx';
import { apiDocs, navigationOf } from './navigation.ts';
import styles from './shell.module.css';

interface SideNavProps {
  readonly page: Page | undefined;
  readonly onFollow?: () => void;
}

/** Side navigation: the pages of the console in groups. */
export function SideNav({ page, onFollow }: SideNavProps) {
  const { data } = useMe();
  const { session } = useCall();
  const isLive = session.phase === 'live';
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked link changes with the page and with the list
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [page, data]);
  return (
    <>
      <nav ref={list} aria-label={t('Main')} className={styles.nav}>
        {navigationOf({ role: data?.role, superadmin: data?.superadmin }).map(({ name, pages }) => (
          <section key={name} aria-label={name} className={styles.group}>
            <div className={styles.groupName} aria-hidden>
              {name}
            </div>
            {pages.map((item) => {
              const isHere = item === page;
              return (
                <NavLink
                  key={item.path}
                  component={Link}
                  href={item.path}
                  {...(onFollow && { onClick: onFollow })}
                  className={styles.link}
                  active={isHere}
                  {...(isHere ? { 'aria-current': 'page' } : {})}
                  label={
                    <>
                      {item.title}
                      {item.path === '/test-call' && isLive && (
                        <span className={styles.liveDot} role="img" aria-label={t('in progress')} />
                      )}
                    </>
                  }
                  leftSection={<item.Icon size={18} stroke={1.7} aria-hidden />}
                />
              );
            })}
          </section>
        ))}
      </nav>
      <nav aria-label={t('Help')} className={styles.help}>
        <NavLink
          component="a"
          href={apiDocs.href}
          target="_blank"
          rel="noreferrer"
          className={styles.link}
          label={apiDocs.text}
          leftSection={<apiDocs.Icon size={18} stroke={1.7} aria-hidden />}
        />
      </nav>
    </>
  );
}
