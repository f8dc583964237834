import { randomUUID } from 'node:crypto';
import { localOrganisation, type OrganisationId } from '../../data/index.ts';
import type { NewAccount, Placement } from './store.ts';

const firstOrganisationName = 'My organisation';

/** A person of this e-mail address; `passwordHash` is null until they have chosen a password. */
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

/** The first account takes over the organisation that everything stored so far belongs to. */
export const firstPlacement = (organisationName = firstOrganisationName): Placement => ({
  superadmin: true,
  waitlistStatus: 'none',
  membership: { organisationId: localOrganisation, organisationName, role: 'admin' },
});

/** Who names an organisation gets one of their own; who names none waits for one. */
export const laterPlacement = (organisationId: OrganisationId, organisationName: string | undefined): Placement =>
  organisationName === undefined
    ? { superadmin: false, waitlistStatus: 'pending' }
    : {
        superadmin: false,
        waitlistStatus: 'none',
        membership: { organisationId, organisationName, role: 'admin' },
      };
