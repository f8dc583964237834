import { AppShell, Burger, Container } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCall } from '../call/use-call.tsx';
import { t } from '../language/text.ts';
import { preloadDialogs } from '../shared/dialog/dialog.tsx';
import { useFirstStepsHidden, useFollowedSteps } from '../shared/first-steps/use-followed-steps.ts';
import { lazyPage } from '../shared/navigation/lazy-page.tsx';
import { redirect, usePath, useSearch } from '../shared/navigation/router.tsx';
import { HeadingProvider, useHeading } from '../shared/page/heading.tsx';
import { PageSkeleton } from '../shared/page/skeletons.tsx';
import { useFirstZone } from '../shared/zone/use-zone.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { CallBar } from './call-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Crumbs } from './crumbs.tsx';
import { FinishedJobs } from './finished-jobs.tsx';
import { GuardedPage } from './guarded-page.tsx';
import { HealthBadge } from './health-badge.tsx';
import { LostPage } from './lost-page.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { type Destination, destinationOf } from './pages.ts';
import { PlaceTabs } from './place-tabs.tsx';
import styles from './shell.module.css';
import { commandKey, useShortcuts } from './shortcuts.ts';
import { SideNav } from './side-nav.tsx';

const Palette = lazyPage(() => import('./palette.tsx').then(({ Palette }) => Palette));
const MenuDrawer = lazyPage(() => import('./menu-drawer.tsx').then(({ MenuDrawer }) => MenuDrawer));
const ShortcutsDialog = lazyPage(() => import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog));
const ChangePasswordDialog = lazyPage(() =>
  import('./entrance/change-password-dialog.tsx').then(({ ChangePasswordDialog }) => ChangePasswordDialog),
);
const FirstSteps = lazyPage(() => import('../shared/first-steps/first-steps.tsx').then(({ FirstSteps }) => FirstSteps));
const idleAfterMs = 1500;

export const App = () => (
  <HeadingProvider>
    <Shell />
  </HeadingProvider>
);

function Shell() {
  const path = usePath();
  const destination = useMemo(() => destinationOf(path), [path]);
  const { callee } = useCall();
  const whole = destination?.whole ?? path;
  const main = useFocusOnNewPage(whole);
  const [isMenuOpen, menu] = useDisclosure(false);
  const [wasMenuOpen, setMenuSeen] = useState(false);
  const burger = useRef<HTMLButtonElement>(null);
  usePreloadedDialogs();
  useFirstZone();
  const dismissMenu = (): void => {
    menu.close();
    burger.current?.focus();
  };
  useTabTitle(destination);
  useRedirect(destination);
  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'md', collapsed: { mobile: true } }}
      padding={0}
    >
      <a className="skip" href="#main">
        {t('Skip to the page')}
      </a>
      <AppShell.Header className={styles.header}>
        <Burger
          ref={burger}
          opened={isMenuOpen}
          onClick={() => {
            setMenuSeen(true);
            menu.toggle();
          }}
          // The drawer receives the focus, and thus Escape, only once it is loaded.
          onKeyDown={({ key }) => key === 'Escape' && menu.close()}
          hiddenFrom="md"
          size="sm"
          aria-label={t('Menu')}
          aria-expanded={isMenuOpen}
        />
        <Header destination={destination} />
      </AppShell.Header>
      <AppShell.Navbar className={styles.side} visibleFrom="md">
        <div className={styles.sideTop}>
          <Brand />
        </div>
        <SideNav page={destination?.page} />
      </AppShell.Navbar>
      {wasMenuOpen && (
        <Suspense fallback={null}>
          <MenuDrawer page={destination?.page} isOpen={isMenuOpen} onDismiss={dismissMenu} onFollow={menu.close} />
        </Suspense>
      )}
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Container size={1400} py="lg" px={{ base: 'sm', sm: 'lg' }}>
          <ConnectionBanner />
          {!isCallsOwnPage(whole, callee?.agentUuid) && <CallBar />}
          {whole !== '/' && <FollowedSteps key={whole} />}
          <div className={destination?.page.place === 'settings' ? styles.settings : ''}>
            {destination && <PlaceTabs destination={destination} />}
            <div>
              <PageBoundary where={path}>
                <Suspense fallback={<PageSkeleton />}>
                  {destination === undefined ? (
                    <LostPage />
                  ) : (
                    <GuardedPage page={destination.page}>{destination.show()}</GuardedPage>
                  )}
                </Suspense>
              </PageBoundary>
            </div>
          </div>
        </Container>
      </AppShell.Main>
      <FinishedJobs />
    </AppShell>
  );
}

/** The first steps on other pages than Home, while the user follows them. */
function FollowedSteps() {
  const [isFollowing] = useFollowedSteps();
  const [isHidden] = useFirstStepsHidden();
  if (!isFollowing || isHidden) return null;
  return (
    <Suspense fallback={null}>
      <FirstSteps />
    </Suspense>
  );
}

/** Returns whether a page shows the running call itself. */
const isCallsOwnPage = (path: string, agentUuid: string | undefined): boolean =>
  path === '/test-call' || path === `/agents/${agentUuid}`;

/** Loads dialogs in advance, so that they open immediately even if the server is then unreachable. */
function usePreloadedDialogs(): void {
  useEffect(() => {
    const timer = setTimeout(() => void preloadDialogs(), idleAfterMs);
    return () => clearTimeout(timer);
  }, []);
}

/** Moves the focus to each new page, so that screen readers begin there. */
function useFocusOnNewPage(path: string) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
  }, [path]);
  return main;
}

/** Replaces the address where it is an alias, and keeps its query string. */
function useRedirect(destination: Destination | undefined): void {
  const search = useSearch();
  const to = destination?.redirectTo;
  useEffect(() => {
    if (to !== undefined) redirect(search === '' ? to : `${to}?${search}`);
  }, [to, search]);
}

function useTabTitle(destination: Destination | undefined): void {
  const heading = useHeading();
  const list = destination?.page.title;
  useEffect(() => {
    const parts = [heading, list === heading ? undefined : list, 'Parley'];
    document.title = parts.filter((part) => part !== undefined).join(' · ');
  }, [heading, list]);
}

type Asked = 'password' | 'shortcuts' | undefined;

function Header({ destination }: { readonly destination: Destination | undefined }) {
  const control = useCall();
  const [asked, ask] = useState<Asked>();
  const [openings, setOpenings] = useState(0);
  const openPalette = useCallback(() => setOpenings((count) => count + 1), []);
  const showShortcuts = (): void => ask('shortcuts');
  const close = (): void => ask(undefined);
  useShortcuts({ control, openPalette, showShortcuts });
  return (
    <>
      <Crumbs destination={destination} />
      <span className={styles.spacer} />
      <button type="button" className={styles.search} onClick={openPalette}>
        <IconSearch size={17} aria-hidden />
        <span className={styles.searchText}>{t('Search')}</span>
        <kbd className={styles.searchKeys} aria-hidden>
          {commandKey} K
        </kbd>
      </button>
      <HealthBadge />
      <AccountMenu key={destination?.path} onChangePassword={() => ask('password')} onShowShortcuts={showShortcuts} />
      <Suspense fallback={null}>
        {asked === 'password' && <ChangePasswordDialog onCancel={close} />}
        {asked === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        {openings > 0 && <Palette openings={openings} />}
      </Suspense>
    </>
  );
}
