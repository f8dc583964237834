import { Center, Loader } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { t } from '../../language/text.ts';
import { useLapsedToken, useToken } from '../../server/token.ts';
import { useMe, useSetUp } from '../../shared/account/use-account.ts';
import { lazyPage, retryFailed } from '../../shared/navigation/lazy-page.tsx';
import { usePath } from '../../shared/navigation/router.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

const LoginPage = lazyPage(() => import('./login-page.tsx').then(({ LoginPage }) => LoginPage));
const SetPasswordPage = lazyPage(() =>
  import('./set-password-page.tsx').then(({ SetPasswordPage }) => SetPasswordPage),
);
const SetupPage = lazyPage(() => import('./setup-page.tsx').then(({ SetupPage }) => SetupPage));
const WaitingPage = lazyPage(() => import('./waiting-page.tsx').then(({ WaitingPage }) => WaitingPage));

const SignInAgain = lazyPage(() => import('./sign-in-again.tsx').then(({ SignInAgain }) => SignInAgain));

/** Target of the links in e-mails, also for users who are not signed in. */
const setPasswordPath = '/set-password';

/** Shows the console to signed-in users who belong to an organisation, and the required page to everyone else. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const path = usePath();
  const token = useToken();
  const lapsed = useLapsedToken();
  const me = useMe();
  // After a reload, nobody is known to whom the page could belong: the sign-in page follows.
  const isLapsed = token === undefined && lapsed !== undefined && me.data?.organization_uuid !== undefined;
  const setUp = useSetUp(token === undefined && !isLapsed);

  if (path === setPasswordPath) return <AtEntrance page={<SetPasswordPage />} />;
  if (token === undefined && !isLapsed) {
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
  if (me.data.organization_uuid === undefined) return <AtEntrance page={<WaitingPage me={me.data} />} />;
  return (
    <>
      {children}
      {isLapsed && (
        <Suspense fallback={null}>
          <SignInAgain me={me.data} />
        </Suspense>
      )}
    </>
  );
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
