import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { t } from '../language/text.ts';
import { client, valueFrom } from '../server/client.ts';
import { dateAndTime } from '../shared/page/figures.ts';

export interface Found {
  readonly kind: 'agent' | 'campaign' | 'contact' | 'call' | 'document' | 'scenario';
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  readonly href: string;
}

const mostOfAKind = 5;
const settleMs = 150;
const freshMs = 30_000;

/** Searches the organisation's objects by name or number. Requests nothing for fewer than two characters. */
export function useFound(typed: string): { readonly found: readonly Found[]; readonly isSearching: boolean } {
  const [q] = useDebouncedValue(typed.trim(), settleMs);
  const enabled = q.length >= 2;
  const query = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => find(q, signal),
    enabled,
    staleTime: freshMs,
  });
  return { found: enabled ? (query.data ?? []) : [], isSearching: enabled && query.isFetching };
}

/** Leaves out a kind that fails to load, since the others are still useful. */
async function find(q: string, signal: AbortSignal): Promise<readonly Found[]> {
  const kinds = await Promise.allSettled([
    agents(q, signal),
    campaigns(q, signal),
    contacts(q, signal),
    calls(q, signal),
    documents(q, signal),
    scenarios(q, signal),
  ]);
  return kinds.flatMap((kind) => (kind.status === 'fulfilled' ? kind.value.slice(0, mostOfAKind) : []));
}

const includes = (text: string, q: string): boolean => text.toLowerCase().includes(q.toLowerCase());
const all = { params: { query: { limit: 100 } } } as const;

async function agents(q: string, signal: AbortSignal): Promise<Found[]> {
  const { agents } = await valueFrom(client.GET('/api/voice/agents', { ...all, signal }));
  return agents
    .filter(({ name }) => includes(name, q))
    .map(({ uuid, name }) => ({ kind: 'agent', key: uuid, label: name, href: `/agents/${uuid}` }));
}

async function campaigns(q: string, signal: AbortSignal): Promise<Found[]> {
  const { campaigns } = await valueFrom(client.GET('/v1/campaigns', { ...all, signal }));
  return campaigns
    .filter(({ name, phone_number: number }) => includes(`${name} ${number ?? ''}`, q))
    .map(({ uuid, name, status }) => ({
      kind: 'campaign',
      key: uuid,
      label: name,
      detail: status,
      href: `/campaigns/${uuid}`,
    }));
}

async function contacts(q: string, signal: AbortSignal): Promise<Found[]> {
  const params = { query: { q, limit: mostOfAKind } };
  const { contacts } = await valueFrom(client.GET('/v1/contacts', { params, signal }));
  return contacts.map(({ uuid, name, phone }) => ({
    kind: 'contact',
    key: uuid,
    label: name ?? phone,
    ...(name === null ? {} : { detail: phone }),
    href: `/contacts/${uuid}`,
  }));
}

async function calls(q: string, signal: AbortSignal): Promise<Found[]> {
  const params = { query: { q, source: 'call' as const, limit: mostOfAKind } };
  const { calls } = await valueFrom(client.GET('/api/calls', { params, signal }));
  return calls.map(({ uuid, customer, agent, called_at: at }) => ({
    kind: 'call',
    key: uuid,
    label: [customer.name ?? customer.phone ?? t('Unknown number'), agent.name].filter(Boolean).join(', '),
    detail: dateAndTime(at),
    href: `/calls/${uuid}`,
  }));
}

async function documents(q: string, signal: AbortSignal): Promise<Found[]> {
  const { documents } = await valueFrom(client.GET('/api/kb/documents', { ...all, signal }));
  return documents
    .filter(({ title }) => includes(title, q))
    .map(({ uuid, title }) => ({ kind: 'document', key: uuid, label: title, href: `/documents/${uuid}` }));
}

async function scenarios(q: string, signal: AbortSignal): Promise<Found[]> {
  const { results } = await valueFrom(client.GET('/api/pf-coach/scenarios', { ...all, signal }));
  return results
    .filter(({ name }) => includes(name, q))
    .map(({ uuid, name }) => ({ kind: 'scenario', key: uuid, label: name, href: `/scenarios/${uuid}` }));
}
