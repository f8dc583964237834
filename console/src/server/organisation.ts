import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Role, Scope } from './answers.ts';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { wholeList } from './whole-list.ts';

export type OwnOrganisation = paths['/api/organization']['get']['responses'][200]['content']['application/json'];

const freshMs = 300_000;

/** The organisation of the signed-in user. */
export const useOrganisation = () =>
  useQuery({
    queryKey: ['organisation'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/organization', { signal })),
    staleTime: freshMs,
  });

export const setZone = (body: { readonly timezone: string; readonly only_if_unset?: boolean }) =>
  answerTo(client.PATCH('/api/organization', { body }));

const ofMember = (uuid: string) => ({ params: { path: { user_uuid: uuid } } });

export const addMember = (body: { readonly email: string; readonly role: Role; readonly name?: string }) =>
  answerTo(client.POST('/api/auth/members', { body }));
export const changeMember = (uuid: string, body: { readonly role: Role }) =>
  answerTo(client.PATCH('/api/auth/members/{user_uuid}', { ...ofMember(uuid), body }));
/** Invites again with a new link. Without a mail server, no mail is sent. */
export const inviteAgain = (uuid: string) =>
  answerTo(client.POST('/api/auth/members/{user_uuid}/invitation', ofMember(uuid)));
export const removeMember = (uuid: string) => answerTo(client.DELETE('/api/auth/members/{user_uuid}', ofMember(uuid)));

const ofOrganisation = (uuid: string) => ({ params: { path: { organization_uuid: uuid } } });

export const acceptInvitation = (uuid: string) =>
  answerTo(client.POST('/api/auth/invitations/{organization_uuid}/accept', ofOrganisation(uuid)));
export const declineInvitation = (uuid: string) =>
  answerTo(client.DELETE('/api/auth/invitations/{organization_uuid}', ofOrganisation(uuid)));

export const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/auth/invitations', { signal })),
  });

export const makeKey = (body: { name: string; scopes: Scope[]; restricted: boolean; expires_at: string | null }) =>
  answerTo(client.POST('/api/auth/api-keys', { body }));
export const revokeKey = (uuid: string) =>
  answerTo(client.DELETE('/api/auth/api-keys/{uuid}', { params: { path: { uuid } } }));

export const useKeyScopes = () =>
  useQuery({
    queryKey: ['api-key-scopes'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/auth/api-keys/scopes', { signal })),
  });

/** Keys that an upgrade narrowed. For admins only. */
export const useNarrowedKeys = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['api-keys', 'narrowed'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/auth/api-keys/narrowed', { signal })),
    enabled: isAllowed,
  });

export const acknowledgeNarrowedKeys = () => answerTo(client.DELETE('/api/auth/api-keys/narrowed'));

/** For admins only. */
export const useMembers = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/auth/members', { params: { query }, signal }))),
    enabled: isAllowed,
  });

export const useKeys = () =>
  useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/auth/api-keys', { params: { query }, signal }))),
  });

export interface AuditFilter {
  readonly user_uuid?: string;
  readonly action?: string;
  readonly from?: string;
  readonly before?: string;
}
type AuditPage = AuditFilter & { readonly limit: number; readonly offset: number };

/** For admins only. */
export const useAudit = (page: AuditPage, isReady: boolean) =>
  useQuery({
    queryKey: ['audit', page],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/audit', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
    enabled: isReady,
  });

export const loadAudit = async (page: AuditPage) =>
  (await valueFrom(client.GET('/api/audit', { params: { query: page } }))).events;

/** Returns a user's name by UUID; the start of the UUID if the user has left or names are not visible. */
export function useNames(isAllowed: boolean): (userUuid: string) => string {
  const { data } = useMembers(isAllowed);
  return (userUuid) => {
    const member = data?.members.find(({ user_uuid }) => user_uuid === userUuid);
    return member === undefined ? userUuid.slice(0, 8) : (member.name ?? member.email);
  };
}
