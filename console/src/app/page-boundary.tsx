import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { isUnderway } from '../../../client/call/session.ts';
import { useCall } from '../call/use-call.tsx';
import { rich, t } from '../language/text.ts';
import { retryFailed } from '../shared/navigation/lazy-page.tsx';

const reloadedKey = 'parley.reloaded_at';
const leastMsBetweenReloads = 60_000;

interface PageBoundaryProps {
  /** Identifies the page. A change clears the error. */
  readonly where: string;
  readonly children: ReactNode;
}

/** Keeps the header, the menu and a running call when a page fails to load or to render. */
export function PageBoundary({ where, children }: PageBoundaryProps) {
  useReloadAfterUpdate();
  return (
    <ErrorBoundary FallbackComponent={PageTrouble} onReset={retryFailed} resetKeys={[where]}>
      {children}
    </ErrorBoundary>
  );
}

function PageTrouble({ resetErrorBoundary }: FallbackProps) {
  const { session } = useCall();
  const hasCall = isUnderway(session);
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={t('This page did not load')}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Text size="sm">
        {rich('The server may be down, or it was updated since you opened the console.{hasCall}', {
          hasCall: hasCall && t(' Your call continues; reloading would end it.'),
        })}
      </Text>
      <Group mt="sm" gap="sm">
        <Button size="sm" variant="default" onClick={resetErrorBoundary}>
          {t('Try again')}
        </Button>
        <Button size="sm" variant="default" onClick={() => window.location.reload()}>
          {t('Reload the console')}
        </Button>
      </Group>
    </Alert>
  );
}

/**
 * After an update of the server, the chunks of the old console no longer exist. Reloads the console unless that would
 * end a call.
 */
function useReloadAfterUpdate(): void {
  const { session } = useCall();
  const hasCall = isUnderway(session);
  useEffect(() => {
    const reload = async (): Promise<void> => {
      const lastMs = Number(window.sessionStorage.getItem(reloadedKey) ?? 0);
      if (hasCall || Date.now() - lastMs < leastMsBetweenReloads) return;
      const { ok } = await fetch('/', { cache: 'no-store' }).catch(() => ({ ok: false }));
      if (!ok) return;
      window.sessionStorage.setItem(reloadedKey, String(Date.now()));
      window.location.reload();
    };
    const onFailure = (): void => void reload();
    window.addEventListener('vite:preloadError', onFailure);
    return () => window.removeEventListener('vite:preloadError', onFailure);
  }, [hasCall]);
}
