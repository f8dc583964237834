import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../language/text.ts';
import type { FileFormat } from '../../server/agent-files.ts';
import type { RowAction } from '../../shared/menu/row-menu.tsx';
import { navigate } from '../../shared/navigation/router.tsx';
import { saveBlob } from '../../shared/page/save-file.ts';

/** Loaded with the first action. */
const agentFiles = () => import('../../server/agent-files.ts');

/** Returns the actions that copy an agent: within the organisation, or to a file. `say` receives what went wrong. */
export function useCopyActions(say: (text: string) => void): (agentUuid: string) => readonly RowAction[] {
  const queries = useQueryClient();
  const duplicate = async (uuid: string): Promise<void> => {
    const copy = await (await agentFiles()).duplicateAgent(uuid);
    if (!copy.ok) return say(copy.detail);
    void queries.invalidateQueries({ queryKey: ['agents'] });
    navigate(`/agents/${copy.value.uuid}`);
  };
  const save = async (uuid: string, format: FileFormat): Promise<void> => {
    const file = await (await agentFiles()).exportAgent(uuid, format);
    if (!file.ok) return say(file.detail);
    saveBlob(file.value, file.value.name);
    say(t('{name} was saved. It has no secrets.', { name: file.value.name }));
  };
  return (uuid) => [
    { text: t('Duplicate'), onChoose: () => void duplicate(uuid) },
    { text: t('Export as one file'), onChoose: () => void save(uuid, 'json') },
    { text: t('Export as a zip for git'), onChoose: () => void save(uuid, 'zip') },
  ];
}
