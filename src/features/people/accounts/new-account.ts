import { randomUUID } from 'node:crypto';
import { localOrganisation, type OrganisationId } from '../../../data/index.ts';
import type { NewAccount, Placement } from './store.ts';

const firstOrganisationName = 'My organisation';

/** Builds an account; `passwordHash` is null until the person has chosen a password. */
export const newAccount = (options: {
  readonly email: string;
  readonly name?: string | undefined;
  readonly passwordHash: string | null;
  readonly now: () => Date;
}): NewAccount => ({
  uuid: randomUUID(),
  email: options.email,
  name: options.name ?? null,
  passwordHash: options.passwordHash,
  createdAt: options.now().toISOString(),
});

/** Places the first account as superadmin, and as admin of the organisation that owns all data stored so far. */
export const firstPlacement = (organisationName = firstOrganisationName): Placement => ({
  superadmin: true,
  waitlistStatus: 'none',
  membership: { organisationId: localOrganisation, organisationName, role: 'admin' },
});

/** Places an account as admin of a new organisation if it names one, else on the waiting list. */
export const laterPlacement = (organisationId: OrganisationId, organisationName: string | undefined): Placement =>
  organisationName === undefined
    ? { superadmin: false, waitlistStatus: 'pending' }
    : {
        superadmin: false,
        waitlistStatus: 'none',
        membership: { organisationId, organisationName, role: 'admin' },
      };
