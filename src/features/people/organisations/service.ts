import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { Role } from '../../../http/identity.ts';
import type { Mailer } from '../../../mail/index.ts';
import type { Account, AccountStore, Links } from '../accounts/index.ts';
import type { Admission, OrganisationStore } from './store.ts';

export interface Approval {
  readonly organisationName?: string | undefined;
  readonly organisationId?: OrganisationId | undefined;
  readonly role: Role;
}

export interface ApprovedPerson {
  readonly account: Account;
  /** Link that the superadmin hands over if no mail server is configured; null if it was mailed. */
  readonly invitationLink: string | null;
}

export interface Organisations extends Pick<OrganisationStore, 'list' | 'waiting'> {
  /** Approves a waiting person and mails them, or returns the link for them. */
  approve(email: string, approval: Approval): Promise<ApprovedPerson | 'not_waiting' | 'no_organisation'>;
}

export interface OrganisationsOptions {
  readonly store: OrganisationStore;
  readonly accounts: AccountStore;
  readonly mailer: Mailer;
  readonly links: Links;
  readonly now: () => Date;
}

const linkMs = 7 * 86_400_000;
const maxLinks = 10;

export function createOrganisations({ store, accounts, mailer, links, now }: OrganisationsOptions): Organisations {
  /** Mails the link, or returns it for the superadmin to hand over. */
  function deliver(to: string, text: string, link: string): string | null {
    if (!mailer.delivers) return link;
    mailer.send({ to, subject: 'Your Parley account was approved', text, link });
    return null;
  }

  return {
    list: store.list,
    waiting: store.waiting,
    async approve(email, approval) {
      const admitted = await store.admit(email, admissionOf(email, approval), now().toISOString());
      if (admitted === 'not_waiting' || admitted === 'no_organisation') return admitted;
      const account = (await accounts.byEmail(email))!;
      if (admitted === 'admitted') {
        const text = 'Your account was approved. Sign in with your e-mail address and password:';
        return { account, invitationLink: deliver(email, text, links.console) };
      }
      const { row, link } = links.make(account, linkMs);
      await accounts.addReset(row, now().toISOString(), maxLinks);
      const text = 'Your account was approved. Choose a new password; the link works once, for seven days:';
      return { account, invitationLink: deliver(email, text, link) };
    },
  };
}

function admissionOf(email: string, { organisationId, organisationName, role }: Approval): Admission {
  if (organisationId !== undefined) return { kind: 'existing', organisationId, role };
  const name = organisationName ?? email.slice(email.lastIndexOf('@') + 1);
  return { kind: 'new', organisationId: randomUUID() as OrganisationId, name };
}
