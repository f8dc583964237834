import { Button } from '@mantine/core';
import { Entrance } from './entrance.tsx';
import type { Me } from './requests.ts';
import { useSignOut } from './use-account.ts';

/** For an account that belongs to no organisation. */
export function WaitingPage({ me }: { readonly me: Me }) {
  const signOut = useSignOut();
  const lead =
    me.waitlist_status === 'pending'
      ? `${me.email} waits for a place in an organisation. You get a message when there is one.`
      : `${me.email} belongs to no organisation. An admin of one can add you.`;
  return (
    <Entrance title="Not in an organisation yet" lead={lead}>
      <Button variant="default" onClick={() => void signOut()}>
        Sign out
      </Button>
    </Entrance>
  );
}
