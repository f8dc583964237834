import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setZone, useOrganisation } from '../../server/organisation.ts';
import { useMe } from '../account/use-account.ts';
import { ownZone } from './zones.ts';

/** Returns the time zone in which the organisation's days begin; undefined while it loads. */
export function useZone(): string | undefined {
  const { data, isError } = useOrganisation();
  if (data !== undefined) return data.timezone ?? data.server_timezone;
  return isError ? ownZone : undefined;
}

/** Gives an organisation without a time zone that of its first admin's browser. */
export function useFirstZone(): void {
  const queries = useQueryClient();
  const isAdmin = useMe().data?.role === 'admin';
  const isUnset = useOrganisation().data?.timezone === null;
  useEffect(() => {
    if (!isAdmin || !isUnset) return;
    void setZone({ timezone: ownZone, only_if_unset: true }).then((answer) => {
      if (answer.ok) void queries.invalidateQueries();
    });
  }, [isAdmin, isUnset, queries]);
}
