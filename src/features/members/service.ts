import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../data/index.ts';
import type { Role } from '../../http/identity.ts';
import type { Mailer } from '../../mail/index.ts';
import type { AccountStore, Links } from '../accounts/index.ts';
import type { Member, MemberChange, MemberStore } from './store.ts';

export interface Invitation {
  readonly email: string;
  readonly name?: string | undefined;
  readonly role: Role;
}

export interface Members {
  list(organisationId: OrganisationId): Promise<Member[]>;
  /** A person who has no password yet is sent a link to choose one. */
  add(organisationId: OrganisationId, invitation: Invitation): Promise<Member | 'member_already' | 'elsewhere'>;
  update(
    organisationId: OrganisationId,
    userUuid: string,
    set: { readonly name?: string | null | undefined; readonly role?: Role | undefined },
  ): Promise<Member | Exclude<MemberChange, 'done'>>;
  remove(organisationId: OrganisationId, userUuid: string): Promise<MemberChange>;
}

export interface MembersOptions {
  readonly store: MemberStore;
  readonly accounts: AccountStore;
  readonly mailer: Mailer;
  readonly links: Links;
  readonly now: () => Date;
}

/** People are invited on a Friday. */
const invitationMs = 7 * 86_400_000;
const maxInvitations = 10;

export function createMembers({ store, accounts, mailer, links, now }: MembersOptions): Members {
  async function invite({ email, userUuid, hasPassword }: Member): Promise<void> {
    if (hasPassword) {
      const text = 'You were added to an organisation. Sign in with your e-mail address and password:';
      return mailer.send({ to: email, subject: 'You were added to Parley', text, link: links.console });
    }
    const { row, link } = links.make(userUuid, invitationMs);
    if (!(await accounts.addReset(row, now().toISOString(), maxInvitations))) return;
    const text = 'You were added to an organisation. Choose a password; the link works once, for seven days:';
    mailer.send({ to: email, subject: 'You were added to Parley', text, link });
  }

  return {
    list: store.list,
    async add(organisationId, { email, name, role }) {
      const createdAt = now().toISOString();
      const added = await store.add({ organisationId, email, name, role, newUserUuid: randomUUID(), createdAt });
      if (added !== 'added') return added;
      const { uuid } = (await accounts.byEmail(email))!;
      const member = (await store.get(organisationId, uuid))!;
      await invite(member);
      return member;
    },
    async update(organisationId, userUuid, set) {
      const changed = await store.update(organisationId, userUuid, set);
      return changed === 'done' ? ((await store.get(organisationId, userUuid)) ?? 'unknown') : changed;
    },
    remove: store.remove,
  };
}
