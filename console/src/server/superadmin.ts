import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Role } from './answers.ts';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Organisation =
  paths['/api/auth/superadmin/organizations']['get']['responses'][200]['content']['application/json']['results'][number];

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly q?: string;
}

/** Users without an organisation. For superadmins only. */
export const useWaiting = (page: Page, isAllowed: boolean) =>
  useQuery({
    queryKey: ['waiting', page],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/auth/superadmin/waitlist', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  });

export const loadWaiting = async (page: Page) =>
  (await valueFrom(client.GET('/api/auth/superadmin/waitlist', { params: { query: page } }))).results;

/** All organisations of the server. For superadmins only. */
export const useOrganisations = (page: Page, isAllowed: boolean) =>
  useQuery({
    queryKey: ['organisations', page],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/auth/superadmin/organizations', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  });

export const loadOrganisations = async (page: Page) =>
  (await valueFrom(client.GET('/api/auth/superadmin/organizations', { params: { query: page } }))).results;

/** An existing organisation, or a new one. */
export type GivenPlace =
  | { readonly organization_uuid: string; readonly role: Role }
  | { readonly organization_name?: string };

export const approve = (email: string, place: GivenPlace) =>
  answerTo(client.POST('/api/auth/superadmin/waitlist/{email}/approve', { params: { path: { email } }, body: place }));

/** Address under which the server is reached from elsewhere. For superadmins only. */
export const usePublicAddress = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['public-address'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/settings/public-address', { signal })),
    enabled: isAllowed,
  });

export const setPublicAddress = (url: string) =>
  answerTo(client.PUT('/api/settings/public-address', { body: { url } }));
export const removePublicAddress = () => answerTo(client.DELETE('/api/settings/public-address'));
