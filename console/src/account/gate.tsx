import { Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { usePlace } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import { LoginPage } from './login-page.tsx';
import { SetPasswordPage } from './set-password-page.tsx';
import { SetupPage } from './setup-page.tsx';
import { useToken } from './token.ts';
import { useMe, useSetUp } from './use-account.ts';
import { WaitingPage } from './waiting-page.tsx';

/** Lets who is signed in and belongs to an organisation see the console; everyone else sees what they need first. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const place = usePlace();
  const token = useToken();
  const me = useMe();
  const setUp = useSetUp(token === undefined);

  if (place.page === 'set_password') return <SetPasswordPage />;
  if (token === undefined) {
    if (setUp.isError) return <Stuck advice={setUp.error.message} onRetry={() => void setUp.refetch()} />;
    if (setUp.data === undefined) return <Waiting />;
    return setUp.data.needed ? (
      <SetupPage asksStartCode={setUp.data.start_code_required} onTaken={() => void setUp.refetch()} />
    ) : (
      <LoginPage mayRegister={setUp.data.registration === 'open'} />
    );
  }
  // A later request that fails changes nothing: who is signed in is known, and a call may be running.
  if (me.data === undefined)
    return me.isError ? <Stuck advice={me.error.message} onRetry={() => void me.refetch()} /> : <Waiting />;
  return me.data.organization_uuid === undefined ? <WaitingPage me={me.data} /> : children;
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
