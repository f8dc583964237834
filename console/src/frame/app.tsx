import { AppShell, Burger, Container, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ChangePasswordDialog } from '../account/change-password-dialog.tsx';
import { useCall } from '../call/use-call.tsx';
import { t } from '../language/text.ts';
import { AccountMenu } from './account-menu.tsx';
import { CallBar } from './call-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Crumbs, HeadingProvider, useHeading } from './crumbs.tsx';
import { FinishedJobs } from './finished-jobs.tsx';
import { HealthBadge } from './health-badge.tsx';
import { trailOf } from './navigation.ts';
import { PageBoundary } from './page-boundary.tsx';
import { pageOf } from './pages.tsx';
import type { Place } from './place.ts';
import { Link, usePlace } from './router.tsx';
import styles from './shell.module.css';
import { commandKey, ShortcutsDialog, useShortcuts } from './shortcuts.tsx';
import { SideNav } from './side-nav.tsx';
import { PageSkeleton } from './skeletons.tsx';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })));

export const App = () => (
  <HeadingProvider>
    <Shell />
  </HeadingProvider>
);

function Shell() {
  const place = usePlace();
  const { callee } = useCall();
  const where = JSON.stringify(place);
  const main = useFocusOnNewPage(where);
  const [isMenuOpen, menu] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  const dismissMenu = (): void => {
    menu.close();
    burger.current?.focus();
  };
  useTabTitle(place.page);
  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: true } }}
      padding={0}
    >
      <a className="skip" href="#main">
        {t('Skip to the page')}
      </a>
      <AppShell.Header className={styles.header}>
        <Burger
          ref={burger}
          opened={isMenuOpen}
          onClick={menu.toggle}
          hiddenFrom="md"
          size="sm"
          aria-label={t('Menu')}
          aria-expanded={isMenuOpen}
        />
        <Header page={place.page} />
      </AppShell.Header>
      <AppShell.Navbar className={styles.side} visibleFrom="md">
        <div className={styles.sideTop}>
          <Brand />
        </div>
        <SideNav page={place.page} />
      </AppShell.Navbar>
      <Drawer
        opened={isMenuOpen}
        onClose={dismissMenu}
        // After a link the focus is the new page's.
        returnFocus={false}
        size={280}
        hiddenFrom="md"
        title={<Brand onFollow={menu.close} />}
        lockScroll={false}
        padding={0}
        attributes={{ header: { role: 'presentation' } }}
        styles={{ header: { paddingInline: 20 } }}
        closeButtonProps={{ 'aria-label': t('Close the menu') }}
      >
        <SideNav page={place.page} onFollow={menu.close} />
      </Drawer>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Container size={1400} py="lg" px={{ base: 'sm', sm: 'lg' }}>
          <ConnectionBanner />
          {!isCallsOwnPage(place, callee?.agentUuid) && <CallBar />}
          <PageBoundary where={where}>
            <Suspense fallback={<PageSkeleton />}>{pageOf(place)}</Suspense>
          </PageBoundary>
        </Container>
      </AppShell.Main>
      <FinishedJobs />
    </AppShell>
  );
}

/** Pages that show the running call themselves. */
const isCallsOwnPage = (place: Place, agentUuid: string | undefined): boolean =>
  place.page === 'test_call' || (place.page === 'agent' && place.uuid === agentUuid);

/** Moves the focus to a page that replaces another, so that screen readers begin there. */
function useFocusOnNewPage(where: string) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
  }, [where]);
  return main;
}

function useTabTitle(page: Place['page']): void {
  const heading = useHeading();
  const list = trailOf(page)?.item.text;
  useEffect(() => {
    const parts = [heading, list === heading ? undefined : list, 'Parley'];
    document.title = parts.filter((part) => part !== undefined).join(' · ');
  }, [heading, list]);
}

const Brand = ({ onFollow }: { readonly onFollow?: () => void }) => (
  <Link href="/" className={styles.brand} aria-label={t('Parley, dashboard')} {...(onFollow && { onClick: onFollow })}>
    <img src="/icon.svg" alt="" width={28} height={28} />
    <span className={styles.brandName}>Parley</span>
  </Link>
);

type Asked = 'password' | 'shortcuts' | undefined;

function Header({ page }: { readonly page: Place['page'] }) {
  const control = useCall();
  const [asked, ask] = useState<Asked>();
  const [openings, setOpenings] = useState(0);
  const openPalette = useCallback(() => setOpenings((count) => count + 1), []);
  const showShortcuts = (): void => ask('shortcuts');
  const close = (): void => ask(undefined);
  useShortcuts({ control, openPalette, showShortcuts });
  return (
    <>
      <Crumbs page={page} />
      <span className={styles.spacer} />
      <button type="button" className={styles.search} onClick={openPalette}>
        <IconSearch size={17} aria-hidden />
        <span className={styles.searchText}>{t('Search')}</span>
        <kbd className={styles.searchKeys} aria-hidden>
          {commandKey} K
        </kbd>
      </button>
      <HealthBadge />
      <AccountMenu key={page} onChangePassword={() => ask('password')} onShowShortcuts={showShortcuts} />
      {asked === 'password' && <ChangePasswordDialog onCancel={close} />}
      {asked === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {openings > 0 && (
        <Suspense fallback={null}>
          <Palette openings={openings} />
        </Suspense>
      )}
    </>
  );
}
