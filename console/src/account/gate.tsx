import { Center, Loader } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { lazyPage, retryFailed } from '../frame/lazy-page.tsx';
import { usePlace } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import { useToken } from './token.ts';
import { useMe, useSetUp } from './use-account.ts';

const LoginPage = lazyPage(() => import('./login-page.tsx').then(({ LoginPage }) => LoginPage));
const SetPasswordPage = lazyPage(() =>
  import('./set-password-page.tsx').then(({ SetPasswordPage }) => SetPasswordPage),
);
const SetupPage = lazyPage(() => import('./setup-page.tsx').then(({ SetupPage }) => SetupPage));
const WaitingPage = lazyPage(() => import('./waiting-page.tsx').then(({ WaitingPage }) => WaitingPage));

/** Shows the console to signed-in users who belong to an organisation, and the required page to everyone else. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const place = usePlace();
  const token = useToken();
  const me = useMe();
  const setUp = useSetUp(token === undefined);

  if (place.page === 'set_password') return <AtEntrance page={<SetPasswordPage />} />;
  if (token === undefined) {
    if (setUp.isError) return <Stuck advice={setUp.error.message} onRetry={() => void setUp.refetch()} />;
    if (setUp.data === undefined) return <Waiting />;
    const page = setUp.data.needed ? (
      <SetupPage asksStartCode={setUp.data.start_code_required} onTaken={() => void setUp.refetch()} />
    ) : (
      <LoginPage mayRegister={setUp.data.registration === 'open'} />
    );
    return <AtEntrance page={page} />;
  }
  // A later failed request changes nothing: the signed-in user is known, and a call may be running.
  if (me.data === undefined)
    return me.isError ? <Stuck advice={me.error.message} onRetry={() => void me.refetch()} /> : <Waiting />;
  return me.data.organization_uuid === undefined ? <AtEntrance page={<WaitingPage me={me.data} />} /> : children;
}

const Waiting = () => (
  <Center mih="100vh">
    <Loader aria-label={t('Loading')} />
  </Center>
);

const Stuck = (props: { readonly advice: string; readonly onRetry: () => void }) => (
  <Center mih="100vh" p="md">
    <TroubleNotice title={t('The console could not be opened')} {...props} />
  </Center>
);

/** Pages that load after the initial scripts of the console. */
const AtEntrance = ({ page }: { readonly page: ReactNode }) => (
  <ErrorBoundary FallbackComponent={NotLoaded} onReset={retryFailed}>
    <Suspense fallback={<Waiting />}>{page}</Suspense>
  </ErrorBoundary>
);

const NotLoaded = ({ resetErrorBoundary }: FallbackProps) => (
  <Stuck advice={t('The server does not respond. Try again in a moment.')} onRetry={resetErrorBoundary} />
);
