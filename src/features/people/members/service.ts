import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { Role } from '../../../http/identity.ts';
import type { Mailer } from '../../../mail/index.ts';
import type { AccountStore, Links } from '../accounts/index.ts';
import type { Member, MemberChange, MemberStore } from './store.ts';

export interface NewPerson {
  readonly email: string;
  readonly name?: string | undefined;
  readonly role: Role;
}

export interface AddedMember {
  readonly member: Member;
  /** Link that the admin hands over if no mail server is configured; null if it was mailed. */
  readonly invitationLink: string | null;
}

export interface Members extends Pick<MemberStore, 'list' | 'remove' | 'invitations' | 'decline'> {
  add(organisationId: OrganisationId, person: NewPerson): Promise<AddedMember | 'member_already' | 'elsewhere'>;
  /**
   * Creates another link for a person who has not joined yet; earlier ones stay valid. Returns `too_many` if ten are
   * valid.
   */
  inviteAgain(
    organisationId: OrganisationId,
    userUuid: string,
  ): Promise<AddedMember | 'unknown' | 'joined' | 'too_many'>;
  accept(organisationId: OrganisationId, userUuid: string): ReturnType<MemberStore['accept']>;
  update(
    organisationId: OrganisationId,
    userUuid: string,
    set: { readonly name?: string | null | undefined; readonly role?: Role | undefined },
  ): Promise<Member | Exclude<MemberChange, 'done'>>;
}

export interface MembersOptions {
  readonly store: MemberStore;
  readonly accounts: AccountStore;
  readonly mailer: Mailer;
  readonly links: Links;
  readonly now: () => Date;
}

/** A week, so that an invitation sent on a Friday outlasts the weekend. */
const invitationMs = 7 * 86_400_000;
const maxInvitations = 10;

export function createMembers({ store, accounts, mailer, links, now }: MembersOptions): Members {
  /** Mails the link, or returns it for the admin to hand over. */
  function deliver(to: string, text: string, link: string): string | null {
    if (!mailer.delivers) return link;
    mailer.send({ to, subject: 'You were invited to Parley', text, link });
    return null;
  }

  async function invite(member: Member, hasAccount: boolean): Promise<AddedMember | 'too_many'> {
    const { email, userUuid: uuid } = member;
    if (hasAccount) {
      const text = 'An organisation invites you. Sign in with your e-mail address and password to accept:';
      return { member, invitationLink: deliver(email, text, links.console) };
    }
    const { row, link } = links.make({ uuid, email }, invitationMs);
    const isKept = await accounts.addReset(row, now().toISOString(), maxInvitations);
    if (!isKept) return 'too_many';
    const text = 'You were added to an organisation. Choose a password; the link works once, for seven days:';
    return { member, invitationLink: deliver(email, text, link) };
  }

  return {
    list: store.list,
    remove: store.remove,
    invitations: store.invitations,
    decline: store.decline,
    accept: (organisationId, userUuid) => store.accept(organisationId, userUuid, now().toISOString()),
    async add(organisationId, { email, name, role }) {
      const createdAt = now().toISOString();
      const added = await store.add({ organisationId, email, name, role, newUserUuid: randomUUID(), createdAt });
      if (added === 'member_already' || added === 'elsewhere') return added;
      const { uuid } = (await accounts.byEmail(email))!;
      const member = (await store.get(organisationId, uuid))!;
      const invited = await invite(member, added === 'invited');
      return invited === 'too_many' ? { member, invitationLink: null } : invited;
    },
    async inviteAgain(organisationId, userUuid) {
      const member = await store.get(organisationId, userUuid);
      if (member === undefined) return 'unknown';
      if (member.status === 'active') return 'joined';
      const account = await accounts.byEmail(member.email);
      return invite(member, account?.passwordHash !== null);
    },
    async update(organisationId, userUuid, set) {
      const changed = await store.update(organisationId, userUuid, set);
      return changed === 'done' ? ((await store.get(organisationId, userUuid)) ?? 'unknown') : changed;
    },
  };
}
