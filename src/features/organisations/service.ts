import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../data/index.ts';
import type { Role } from '../../http/identity.ts';
import type { Mailer } from '../../mail/index.ts';
import type { Account, AccountStore, Links } from '../accounts/index.ts';
import type { Admission, OrganisationStore } from './store.ts';

export interface Approval {
  readonly organisationName?: string | undefined;
  readonly organisationId?: OrganisationId | undefined;
  readonly role: Role;
}

export interface Organisations extends Pick<OrganisationStore, 'list' | 'waiting'> {
  /** Ends someone's waiting, and tells them. */
  approve(email: string, approval: Approval): Promise<Account | 'not_waiting' | 'no_organisation'>;
}

export interface OrganisationsOptions {
  readonly store: OrganisationStore;
  readonly accounts: AccountStore;
  readonly mailer: Mailer;
  readonly links: Links;
  readonly now: () => Date;
}

export function createOrganisations({ store, accounts, mailer, links, now }: OrganisationsOptions): Organisations {
  return {
    list: store.list,
    waiting: store.waiting,
    async approve(email, approval) {
      const admitted = await store.admit(email, admissionOf(email, approval), now().toISOString());
      if (admitted !== 'admitted') return admitted;
      const text = 'You were let in. Sign in with your e-mail address and password:';
      mailer.send({ to: email, subject: 'Your place on Parley', text, link: links.console });
      return (await accounts.byEmail(email))!;
    },
  };
}

function admissionOf(email: string, { organisationId, organisationName, role }: Approval): Admission {
  if (organisationId !== undefined) return { kind: 'existing', organisationId, role };
  const name = organisationName ?? email.slice(email.lastIndexOf('@') + 1);
  return { kind: 'new', organisationId: randomUUID() as OrganisationId, name };
}
