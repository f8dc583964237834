import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { useFlows } from '../../server/queries.ts';
import {
  activateProject,
  deactivateProject,
  type Project,
  removeProject,
  removeSegment,
  type Segment,
  useProjects,
  useSegments,
} from '../../server/segments.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { ListFrame } from '../../shared/data-table/list-frame.tsx';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { RowActions, RowButton } from '../../shared/menu/row-actions.tsx';
import type { RowAction } from '../../shared/menu/row-menu.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { kindNames, ProjectDialog, SegmentDialog } from './segment-dialog.tsx';

interface Removal {
  readonly what: string;
  readonly send: () => ReturnType<typeof removeSegment>;
}

type Wish =
  | { readonly kind: 'project'; readonly item: Project | undefined }
  | { readonly kind: 'segment'; readonly item: Segment | undefined }
  | ({ readonly kind: 'remove'; readonly name: string } & Removal);

const actions = { name: t('Actions'), isUnseen: true } as const;
const projectColumns = [{ name: t('Name') }, { name: t('Segments'), from: 'sm' }, actions] as const;
const segmentColumns = [
  { name: t('Name') },
  { name: t('Kind'), from: 'sm' },
  { name: t('Rule'), from: 'md' },
  actions,
] as const;

/** Page of segments, and of the projects that filter dashboards. */
export function ProjectsPage() {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const projects = useProjects();
  const segments = useSegments();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<Wish>();
  const close = (): void => setWish(undefined);
  const reload = (): Promise<unknown> =>
    Promise.all(['projects', 'segments', 'dashboard'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const done = async (sentence: string): Promise<void> => {
    await reload();
    close();
    announcer.sayHere(sentence);
  };
  const toggle = async ({ id, name, is_active: isActive }: Project): Promise<void> => {
    const answer = await (isActive ? deactivateProject(id) : activateProject(id));
    await reload();
    if (!answer.ok) announcer.say(answer.detail);
    else
      announcer.say(
        isActive ? t('Your dashboard covers every call again.') : t('Your dashboard is narrowed to {name}.', { name }),
      );
  };
  const changes = (name: string, edit: Wish, removal: Removal): readonly RowAction[] =>
    mayWrite
      ? [
          { text: t('Edit'), onChoose: () => setWish(edit) },
          { text: t('Delete'), onChoose: () => setWish({ kind: 'remove', name, ...removal }) },
        ]
      : [];
  const all = segments.data?.segments ?? [];
  const nameOf = (uuid: string): string => all.find((one) => one.uuid === uuid)?.name ?? t('a deleted segment');
  return (
    <>
      <PageHeading
        title={t('Projects')}
        lead={t('A project is a set of segments. The active one narrows your dashboard.')}
        aside={
          mayWrite && (
            <Button onClick={() => setWish({ kind: 'project', item: undefined })}>{t('Create project')}</Button>
          )
        }
      />
      <Announcement {...announcer} />
      <ListFrame
        what={t('projects')}
        query={projects}
        columns={projectColumns}
        empty={
          projects.data?.projects.length === 0 ? t('No projects yet. Create one from the segments below.') : undefined
        }
      >
        {projects.data?.projects.map((project) => (
          <Table.Tr key={project.id}>
            <Table.Td>
              <Text component="span" fw={600}>
                {project.name}
              </Text>{' '}
              {project.is_active && (
                <Badge size="sm" variant="light" tt="none">
                  {t('Active')}
                </Badge>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              {project.segment_uuids.length === 0 ? t('Every call') : project.segment_uuids.map(nameOf).join(', ')}
            </Table.Td>
            <Table.Td>
              <RowActions
                name={project.name}
                more={changes(
                  project.name,
                  { kind: 'project', item: project },
                  { what: t('project'), send: () => removeProject(project.id) },
                )}
              >
                <RowButton
                  text={project.is_active ? t('Deactivate') : t('Activate')}
                  label={`${project.is_active ? t('Deactivate') : t('Activate')} ${project.name}`}
                  onClick={() => void toggle(project)}
                />
              </RowActions>
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} size="h3">
          {t('Segments')}
        </Title>
        {mayWrite && (
          <Button variant="default" onClick={() => setWish({ kind: 'segment', item: undefined })}>
            {t('Create segment')}
          </Button>
        )}
      </Group>
      <ListFrame
        what={t('segments')}
        query={segments}
        columns={segmentColumns}
        empty={
          segments.data?.segments.length === 0
            ? t('No segments yet. A segment is a named set of calls: those of a campaign, or with contacts of a tag.')
            : undefined
        }
      >
        {all.map((segment) => (
          <Table.Tr key={segment.id}>
            <Table.Td fw={600}>{segment.name}</Table.Td>
            <Table.Td visibleFrom="sm">{kindNames[segment.kind]}</Table.Td>
            <Table.Td visibleFrom="md">
              <Rule segment={segment} />
            </Table.Td>
            <Table.Td>
              <RowActions
                name={segment.name}
                more={changes(
                  segment.name,
                  { kind: 'segment', item: segment },
                  { what: t('segment'), send: () => removeSegment(segment.id) },
                )}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      {wish?.kind === 'project' && (
        <ProjectDialog item={wish.item} onCancel={close} onDone={(name) => void done(t('{name} saved.', { name }))} />
      )}
      {wish?.kind === 'segment' && (
        <SegmentDialog item={wish.item} onCancel={close} onDone={(name) => void done(t('{name} saved.', { name }))} />
      )}
      {wish?.kind === 'remove' && (
        <Confirm
          title={t('Delete {name}?', { name: wish.name })}
          action={t('Delete the {what}', { what: wish.what })}
          send={wish.send}
          onDone={() => done(t('{name} deleted.', { name: wish.name }))}
          onGone={() => done(t('{name} had been deleted already.', { name: wish.name }))}
          onCancel={close}
        >
          {t('Its calls stay.')}
        </Confirm>
      )}
    </>
  );
}

function Rule({ segment: { rule } }: { readonly segment: Segment }) {
  const flows = useFlows().data?.flows ?? [];
  const campaign = flows.find(({ uuid }) => uuid === rule.campaign_uuid)?.name;
  const parts = [
    rule.campaign_uuid === null ? '' : t('Campaign {campaign}', { campaign: campaign ?? t('that was deleted') }),
    rule.tags.length === 0 ? '' : t('Tags {tags}', { tags: rule.tags.join(', ') }),
  ].filter(Boolean);
  return <>{parts.length === 0 ? t('Assigned calls only') : parts.join('; ')}</>;
}
