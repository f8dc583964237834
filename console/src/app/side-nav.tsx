import { NavLink } from '@mantine/core';
import { useCall } from '../call/use-call.tsx';
import { t } from '../language/text.ts';
import { useMe } from '../shared/account/use-account.ts';
import type { Page } from '../shared/navigation/page.ts';
import { Link } from '../shared/navigation/router.tsx';
import { helps, placesOf } from './navigation.ts';
import styles from './shell.module.css';

interface SideNavProps {
  readonly page: Page | undefined;
  readonly onFollow?: () => void;
}

/** Side navigation: the places of the console. */
export function SideNav({ page, onFollow }: SideNavProps) {
  const { data } = useMe();
  const { session } = useCall();
  const isLive = session.phase === 'live';
  return (
    <>
      <nav aria-label={t('Main')} className={styles.nav}>
        {placesOf({ role: data?.role, superadmin: data?.superadmin }).map(({ key, name, Icon, pages: [first] }) => {
          if (first === undefined) return null;
          const isHere = key === page?.place;
          return (
            <NavLink
              key={key}
              component={Link}
              href={first.path}
              {...(onFollow && { onClick: onFollow })}
              className={styles.link}
              active={isHere}
              {...(isHere ? { 'aria-current': page === first ? 'page' : 'true' } : {})}
              label={
                <>
                  {name}
                  {key === 'calls' && isLive && (
                    <span className={styles.liveDot} role="img" aria-label={t('in progress')} />
                  )}
                </>
              }
              leftSection={<Icon size={19} stroke={1.7} aria-hidden />}
            />
          );
        })}
      </nav>
      <nav aria-label={t('Help')} className={styles.help}>
        {helps.map(({ href, text, Icon }) => (
          <NavLink
            key={href}
            component="a"
            href={href}
            target="_blank"
            rel="noreferrer"
            className={styles.link}
            label={text}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
          />
        ))}
      </nav>
    </>
  );
}
